"""Ownership rules for residuals, outputs and cotangents.

Each case also has an ordinary gradient (checked by finite differences); the protocol
string tells the test driver what to do around forward/pullback:

  repeat_pullback            call the pullback twice with different cotangents, then the first again;
                             third result equals the first
  mutate_input_after_forward overwrite every input array with 99 after forward; gradient unchanged
  mutate_output_after_forward overwrite every output array with 99 after forward; gradient unchanged
  mutate_gradients           overwrite the returned gradients with 99, call the pullback again; same result,
                             and the returned gradients do not share memory with each other,
                             with the cotangent passed in, or with the residuals
  readonly_cotangent         pass a read-only, zero-stride cotangent; must work and must not be written to
  zero_cotangent             zero cotangent gives exact zeros, no NaN
  drop_output:i              give no cotangent (None) or zeros for output i
  alias_arguments            pass the same array object for all `wrt` arguments
  outputs_may_alias          outputs share memory; cotangents of all of them add up
  aliasing_unspecified       must raise or follow NumPy's behaviour, never a silently different answer
"""

import numpy as np

from tests.cases.case import Case


def loop_with_tape(x, n):
    y = x
    for k in range(n):
        if k % 2:
            y = np.sin(y) * x
        else:
            y = y * y + k
    return y


def while_pop(x):
    stack = [x, x * x]
    total = x * 0.0
    while stack:
        total = total * total + stack.pop()
    return total


def needs_output(x):
    e = np.exp(x)
    return e, e * e


def plain_sum(a, b):
    return a + b


def views_of_one(x):
    y = x * x
    return y, y[1:], y.reshape(2, 2).T


def three_outputs(x, s):
    a = x * s
    b = np.log(x)
    c = a + b * s
    return a, b, c


def inplace_then_use(a, b):
    a += b
    return a * b


def seeded_mask(x, seed):
    rng = np.random.default_rng(seed)
    keep = rng.random(x.shape) < 0.6
    noise = rng.normal(size=x.shape)
    return np.where(keep, x * x / 0.6, 0.0) + noise * x


def nested_call(x):
    a, b = needs_output(x)
    c, d = needs_output(a * 0.1)
    return a * d + b * c


V = np.array([0.8, 0.4, 1.3])
V4 = np.array([0.8, 0.4, 1.3, 2.0])
CASES = [
    Case(
        "loop_with_tape",
        loop_with_tape,
        (V, 4),
        (0,),
        "pullback called repeatedly; stacks must not be consumed",
        check="repeat_pullback",
    ),
    Case(
        "while_pop",
        while_pop,
        (V,),
        (0,),
        "user-level stack consumed in the forward pass, pullback repeated",
        check="repeat_pullback",
    ),
    Case(
        "plain_sum",
        plain_sum,
        (V, V * 2.0),
        (0, 1),
        "both gradients equal the cotangent: they must be distinct arrays",
        check=("mutate_gradients", "readonly_cotangent"),
    ),
    Case(
        "views_of_one",
        views_of_one,
        (V4,),
        (0,),
        "three outputs, two of them views of the first",
        check=("outputs_may_alias", "mutate_output_after_forward"),
    ),
    Case(
        "three_outputs_drop_2",
        three_outputs,
        (V, 1.5),
        (0, 1),
        "the last output without a cotangent",
        check="drop_output:2",
    ),
    Case(
        "inplace_then_use",
        inplace_then_use,
        (V, V * 0.5),
        (0, 1),
        "first argument updated in place, distinct arrays",
        check=("mutate_gradients",),
    ),
    Case(
        "inplace_then_use_aliased",
        inplace_then_use,
        (V, V * 0.5),
        (0, 1),
        "the same, called with one array for both slots",
        check=("alias_arguments", "aliasing_unspecified"),
    ),
    Case(
        "seeded_mask",
        seeded_mask,
        (V4, 7),
        (0,),
        "random draws happen once, in the forward pass",
        check="repeat_pullback",
    ),
    Case(
        "nested_call",
        nested_call,
        (V,),
        (0,),
        "helper with two outputs called twice: residuals of both calls are kept apart",
        check=("repeat_pullback", "mutate_gradients"),
    ),
]
