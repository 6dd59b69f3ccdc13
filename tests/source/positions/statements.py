"""Assignments, branches, loops, exceptions."""
SNIPPETS = """
# assign_tuple
a, b = y * y, x[0]
out = a * b
# assign_nested
(a, b), c = (x[0], y), x[1]
out = a * b + c
# assign_starred
first, *rest = x[0] * y, x[1], x[2], y
out = first * rest[0] + rest[-1]
# assign_starred_middle
a, *mid, z = x
out = a * mid[1] + z * y
# assign_chained
a = b = x[1] * y
a = a * 2.0
out = a * b
# assign_annotated
a: float = y * x[2]
b: float
b = a * a
out = b
# swap
a, b = x[0], y
a, b = b, a * b
out = a - b * b
# swap_items
a = x.copy()
a[0], a[1] = a[1] * y, a[0]
out = a[0] * a[1] * a[2]
# rotate_names
a, b, c = x[0], x[1], y
for i in range(2):
    a, b, c = b, c, a * b
out = a + b * c
# unpack_array
a, b, c, d, e = x * y
out = a * e - b * c + d
# unpack_call
a, b = pair_of(x)
out = a * b * y
# augmented_number
a = y
a += x[0]
a *= a
a -= x[1]
a /= 2.0
out = a
# augmented_power
a = y * y + 1.0
a **= 2
out = a
# augmented_array
a = x * y
a += x
a *= a
out = a[0] + a[3]
# augmented_item
a = x * 1.0
a[1] *= y
a[1] += a[0]
out = a[1] * a[1]
# augmented_slice
a = x * 1.0
a[1:4] -= y * a[:3]
out = np.sum(a * a)
# augmented_mask
a = x * y
a[a < 0.0] *= 3.0
out = np.sum(a * a)
# augmented_fancy
a = x * y
a[[0, 2]] += x[[3, 4]]
out = np.sum(a * a)
# augmented_attribute
body = Body(y, x[0])
body.place += body.speed * 0.5
body.place *= body.place
out = body.place
# augmented_dict_item
d = {"a": y, "b": x[1]}
d["a"] += d["b"]
d["a"] *= d["a"]
out = d["a"] * d["b"]
# augmented_list_item
l = [y, x[1], 2.0]
l[0] *= l[1]
l[-1] += l[0]
out = l[2] * l[0]
# augmented_list
l = [y]
l += [x[0], x[1]]
out = l[0] * l[1] + l[2]
# walrus
if (a := x[0] * y) > 0.0:
    out = a * a
else:
    out = a * y
# walrus_in_while
i = 0
while (a := y * i) < 1.5:
    i += 1
out = a * x[0]
# walrus_in_comprehension
l = [(a := v * y) * a for v in x]
out = l[0] + a
# if_elif_else
if y > 2.0:
    out = x[0]
elif x[1] > 0.5:
    out = x[1] * y
elif n > 5:
    out = y
else:
    out = x[2] * x[2]
# elif_
if y > 2.0:
    out = y
elif x[1] > 0.5:
    out = x[1] * y
else:
    out = x[2]
# if_without_else
out = y * x[0]
if x[0] < 0.2:
    out = out * y
# if_pass
out = y
if x[0] > 100.0:
    pass
else:
    out = out * x[3]
# nested_if
out = x[0]
if y > 0.1:
    if x[2] > 0.0:
        out = out * y
    else:
        out = out - x[2] * y
# for_range
out = 0.0
for i in range(1, n + 1):
    out += x[i] * y**i
# for_range_step
out = y
for i in range(4, 0, -2):
    out = out * x[i] + 1.0
# for_array
out = 0.0
for v in x:
    out = out * 0.5 + v * y
# for_zip
out = 0.0
for a, b in zip(x, x[1:]):
    out += a * b * y
# for_enumerate
out = 0.0
for i, v in enumerate(x, 1):
    out += i * v * y
# for_enumerate_zip
out = 0.0
for i, (a, b) in enumerate(zip(x, WEIGHTS)):
    out += i * a * b * y
# for_zip_of_enumerate
out = 0.0
for (i, a), b in zip(enumerate(x), reversed(x)):
    out += i * a * b * y
# for_reversed
out = 1.0
for v in reversed(x):
    out = out * 0.3 + v * y
# for_list
out = 0.0
for v in [y, x[0], x[1] * y]:
    out = out * v + v
# for_dict_items
d = {"a": y, "b": x[0] * y}
out = 0.0
for k, v in d.items():
    out += v * v * (2.0 if k == "a" else 3.0)
# for_dict_values
d = {"a": y, "b": x[0]}
out = 1.0
for v in d.values():
    out *= v
# for_dict_keys
d = {"a": y, "b": x[0]}
out = 0.0
for k in d:
    out = out * 0.5 + d[k] * y
# for_strings
out = y
for k in ("sin", "cos"):
    out = out * TABLE[k](x[0])
# for_break
out = 0.0
for v in x:
    if v > 0.6:
        break
    out += v * y
# for_continue
out = 0.0
for v in x:
    if v < 0.0:
        continue
    out += v * y
# for_break_continue
out = y
for i in range(5):
    if x[i] < 0.0:
        continue
    out = out * x[i] + y
    if out > 1.0:
        break
# for_else
out = y
for v in x:
    if v > 50.0:
        break
    out = out + v
else:
    out = out * y
# for_else_broken
out = y
for v in x:
    if v > 0.4:
        out = out * v
        break
else:
    out = out * 3.0
# for_index_after
for i in range(3):
    pass
out = x[i] * y
# for_target_after
for v in x:
    a = v * y
out = v * a
# while_count
i = 0
out = y
while i < n:
    out = out * 0.5 + x[i]
    i += 1
# while_value
a = y
while a < 2.0:
    a = a * 1.5 + 0.1
out = a * x[0]
# while_true
a, i = y, 0
while True:
    a = a * x[1] + 0.5
    i += 1
    if i >= 2:
        break
out = a
# while_else
i = 0
a = y
while i < 2:
    a = a * x[i]
    i += 1
else:
    a = a + y
out = a
# while_continue
i, a = 0, 0.0
while i < 4:
    i += 1
    if x[i] < 0.0:
        continue
    a += x[i] * y
out = a
# nested_loops
out = 0.0
for i in range(2):
    for j in range(i + 1):
        out += x[i] * x[j] * y
# nested_break
out = 0.0
for i in range(3):
    for j in range(3):
        if x[j] * x[i] > 0.5:
            break
        out += x[i] * y
    out *= 0.9
# early_return
if x[0] > 0.8:
    return x[0] * y
out = x[1] * y
# return_in_loop
for v in x:
    if v > 0.8:
        return v * y
out = x[1] * y
# pass_
pass
out = x[0] * y
# del_name
a = x * y
b = np.sum(a * a)
del a
out = b
# del_item
d = {"a": y, "b": x[0]}
del d["a"]
out = d["b"] * y
# del_list_item
l = [y, x[0], x[1]]
del l[0]
out = l[0] * l[1]
# assert_
a = x[0] * y
assert a == a, f"not a number: {a}"
out = a * a
# assert_shape
assert x.shape == (5,) and n >= 0
out = np.sum(x * x) * y
# raise_
if y > 1000.0:
    raise ValueError(f"too large: {y}")
out = y * y * x[0]
# raise_in_loop
out = 0.0
for v in x:
    if v > 1000.0:
        raise ValueError("too large")
    out += v * v * y
# with_errstate
with np.errstate(all="ignore"):
    a = y * x[0]
out = a * a
# with_suppress
with contextlib.suppress(KeyError):
    a = y * x[1]
    out = a * a
# with_nullcontext
with contextlib.nullcontext():
    out = y * np.sum(x)
# with_two
with np.errstate(divide="ignore"), contextlib.nullcontext():
    out = y * np.sum(x * x)
# try_raise
try:
    out = x[0] * y
except IndexError:
    raise ValueError("short") from None
# try_goes_on
try:
    out = x[0] * y
except IndexError:
    out = y
# try_finally
a = y
try:
    a = a * x[0]
finally:
    b = a * 2.0
out = a * b
# try_else
try:
    i = int("2")
except ValueError:
    raise
else:
    a = x[i] * y
out = a * a
# try_in_loop
out = 0.0
for i in range(2):
    try:
        out += x[i] * y
    finally:
        out *= 0.5
# local_import
import math as m
from math import exp
out = m.sin(y) * exp(x[0])
# match_value
match n:
    case 0:
        out = y
    case 1 | 2:
        out = x[0] * y
    case k if k > 5:
        out = x[1]
    case _:
        out = x[2] * y * y
# match_number
match n:
    case 2 | 3:
        out = x[0] * y
    case _:
        out = y
# match_sequence
match (y, x[0]):
    case (a, b):
        out = a * b
# match_star
match [y, x[0], x[1]]:
    case [a, *rest]:
        out = a * rest[0] + rest[1]
# match_mapping
match {"kind": "line", "v": y * x[0]}:
    case {"kind": "point"}:
        out = y
    case {"kind": "line", "v": v}:
        out = v * v
# match_class
match Body(x[0], y):
    case Body(place=p, speed=s):
        out = p * s
# match_string
match "sin" if n > 1 else "cos":
    case "sin":
        out = np.sin(y) * x[0]
    case "cos":
        out = np.cos(y) * x[1]
    case _:
        out = y
"""
