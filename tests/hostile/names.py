"""Names of users that could meet the names of generated code."""

NAMES = """
residuals residuals_2 x_bar x_bar_2 y_bar k_bar x_dot k_dot value value_2 value_bar value_dot loop
loop_2 inner_loop record records test taken stop returned finished index i count step part sin_x
cos_x x_shape k_shape total_bar f_2 f_forward f_pullback f_pushforward forward pullback pushforward
wrapper result results output outputs entry entries unbroadcast conj ratio scale add_at s2s runtime
numpy math scipy sp generated wrt self cls args kwargs range reversed len tuple list dict enumerate
zip float int sum max min abs print isinstance type object super slice match case _ __ ___ _x __x
__name __class__ __file__ __doc__ __dict__ __all__ __slots__ __annotations__ __import__ lazy exec
eval nonlocal_ async_ await_ print_function nan inf pi e j l O I lambda_ None_ True_ NotImplemented
Ellipsis α µ Ω ñ é_2 变量 переменная ﬁ ª Å x̂ ℯ ᵢ ſ 𝑥
""".split()

AS_LOCAL = """import numpy as np

def f(x, k):
    {0} = np.sin(x) * k
    answer = {0} * x
    for n in [0, 1, 2]:
        {0} = {0} * x + n * k
        if np.sum({0}) > 0.1:
            answer = answer + {0} * k
    return np.sum(answer * {0})

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
MORE = (np.array([-0.5, 0.2, 0.5]), -0.3)
"""

AS_PARAMETER = """import numpy as np

def g({0}, k):
    {0} = {0} * k
    {0}[0] = np.tanh(k)
    return {0}

def f({0}, k):
    {0}[1:] *= k
    answer = g({0}, k)
    while answer[0] < 0.9 and k < 3.0:
        answer = answer + 0.5 * {0} ** 2
        k = k + 1.0
    return answer * {0}

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
MORE = (np.array([-0.5, 0.2, 0.5]), -0.3)
"""

AS_HELPER = """import numpy as np

{0} = None

def {0}(a, b):
    if b > 0.0:
        return np.exp(a * b)
    return a / (1.0 + b * b)

def f(x, k):
    answer = {0}(x, k) * x
    for n in [1.0, 2.0]:
        answer = answer + {0}(answer * 0.1, k - n)
    return answer

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
"""

AS_GLOBAL = """import numpy as np

{0} = np.array([1.5, 0.5, -0.7])

def f(x, k):
    answer = {0} * x
    return [({0}[0] * answer * k).sum(), np.sin(answer)]

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
"""

AS_ATTRIBUTE = """import numpy as np

def f(x, k):
    held = {{"{0}": x * k, "other": x}}
    pair = lambda {0}: np.sin({0}) * held["{0}"]
    return sum([np.sum(pair({0} * k)) for {0} in x])

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
"""

TEMPLATES = {
    "local": AS_LOCAL, "parameter": AS_PARAMETER, "helper": AS_HELPER, "global": AS_GLOBAL, "bound": AS_ATTRIBUTE,
}  # fmt: skip

# Names that a template, or inspect, needs for itself.
TAKEN = {"bound": {"sum"}, "global": {"__file__"}, "helper": {"𝑥"}}
PROGRAMS = [
    (f"{kind}-{name}", TEMPLATES[kind].format(name))
    for number, name in enumerate(NAMES)
    for kind in (("local", "helper", "bound") if number % 2 else ("local", "parameter", "global"))
    if name not in TAKEN.get(kind, ())
]
