"""Operators, conditions, comprehensions, strings, indices."""
SNIPPETS = """
# conditional
out = x[0] * y if y > 0.3 else x[1]
# conditional_nested
out = y if y < 0.0 else x[0] * y if x[0] > 0.1 else x[1] * y
# conditional_array
a = x * y if y > 0.2 else x + y
out = np.sum(a * a)
# conditional_alias
a = x if y > 0.2 else WEIGHTS
out = np.sum(a * a) * y
# conditional_function
g = np.sin if y > 0.2 else np.cos
out = g(x[0] * y)
# conditional_functions_of_both
g, h = (np.sin, np.cos) if x[0] > 0.1 else (np.cos, square)
out = g(x[0]) * h(y)
# function_bound_in_arms
if x[1] > 0.2:
    g = np.sin
else:
    g = square
out = g(x[1]) * y
# conditional_call
out = (np.sin if n > 1 else square)(x[0] * y)
# and_or
out = y if x[0] > 0.0 and y > 0.1 or x[1] > 3.0 else x[2] * y
# or_value
a = x[0] * 0.0 or y * x[1]
out = a * y
# and_value
a = n and y * x[1]
out = a * y
# not_
out = y * x[0] if not y > 3.0 else y
# chained_comparison
out = y * x[0] if 0.0 < y < 2.0 else y
# chained_comparison_active
out = 0.0
for v in x:
    if -1.0 < v * y <= 0.5:
        out += v * v
# operators
out = (x[0] + y) * (x[1] - y) / (y * y + 1.0) + y ** 2 - (-x[2])
# floor_and_mod
out = (y + 3.3) % 1.0 * x[0] + (y // 0.5) * x[1]
# matmul_
a = np.outer(x, x) + y
out = (a @ x) @ x
# list_comprehension
l = [v * y for v in x]
out = l[0] * l[1]
# list_comprehension_if
l = [v * v for v in x if v > 0.0]
out = sum(l) * y
# nested_comprehension
l = [[a * b for a in x[:2]] for b in x[2:4]]
out = l[0][1] * l[1][0] * y
# double_comprehension
out = sum([a * b for a in x[:2] for b in x[2:]]) * y
# dict_comprehension
d = {k: v * y for k, v in zip(("a", "b"), x)}
out = d["a"] * d["b"]
# generator_expression
out = sum(v * v for v in x) * y
# generator_max
out = max(v * y for v in x)
# set_of_numbers
out = y * x[0] * len({1, 2, 3})
# comprehension_of_arrays
a = np.array([v * y for v in x])
out = a @ a
# comprehension_with_closure
fs = [lambda v, k=k: v * k for k in range(3)]
out = fs[1](y) + fs[2](x[0])
# f_string
label = f"y = {y:.3f}, x = {x[0]!r}"
out = y * x[0] * len(label[:1])
# format_
label = "{:.2f}".format(y)
out = y * x[0] if label else y
# percent
label = "%s" % n
out = y * x[0] * len(label)
# print_
print("y", y, x[0], sep=",", end="")
out = y * x[0]
# slices
out = np.sum(x[1:-1] * x[:-2]) * y + x[::2] @ x[::-2]
# slice_variable
s = slice(1, 4)
out = np.sum(x[s] * x[s]) * y
# negative_index
out = x[-1] * x[-2] * y
# mask
out = np.sum(x[x > 0.0] ** 2) * y
# fancy
out = np.sum(x[[0, 2, 2, 4]] ** 2) * y
# fancy_array
i = np.argsort(x)
out = x[i[0]] * y + x[i][1]
# newaxis
a = x[:, None] * x[None, :]
out = a[0, 1] * a[2, 3] * y
# ellipsis_
a = np.outer(x, x)
out = a[..., 1] @ a[0, ...] * y
# computed_index
i = int(np.argmax(x))
out = x[i] * y
# index_from_value
i = int(y * 2.0)
out = x[i] * y
# where
out = np.sum(np.where(x > 0.0, x * y, x * x))
# attributes
out = y * x.T.sum() * x.size + x.ndim * x.shape[0]
# methods
out = x.sum() * x.mean() + x.max() * y + x.dot(x)
# is_none
a = None
if a is None:
    a = y * x[0]
out = a * a
# none_or_value
best = None
for v in x:
    if best is None or v > best:
        best = v
out = best * y
# isinstance_
out = y * x[0] if isinstance(y, float) else y
# complex_
z = complex(y, x[0]) * (1.0 + 2.0j)
out = z.real * z.imag
# complex_abs
z = y + 1j * x[0]
out = abs(z * z)
# cmath_
z = cmath.exp(complex(y, x[0]))
out = z.real * z.imag
# cmath_more
z = cmath.sqrt(complex(y, x[0])) * cmath.sin(complex(x[1], y))
out = z.real + cmath.phase(z)
# bool_sum
out = y * x[0] * sum([v > 0.0 for v in x])
# tuple_arithmetic
t = (y, x[0]) + (x[1],)
out = t[0] * t[1] * t[2]
# tuple_repeat
t = (y,) * 3
out = t[0] * t[1] + t[2]
# list_repeat
l = [y] * 3
out = l[0] * l[1] + l[2]
# list_of_zeros
l = [0.0] * 5
for i in range(5):
    l[i] = x[i] * y
out = l[1] * l[3]
# display_star
l = [y, *pair_of(x)]
out = l[0] * l[1] * l[2]
# display_star_array
l = [y, *x]
out = l[0] * l[1] + l[5]
# display_star_unknown
l = [y, *x[x > 0.0]]
out = l[0] * l[1] + l[-1]
# display_dict_star
d = {"a": y, **{"b": x[0]}}
out = d["a"] * d["b"]
# membership
out = y * x[0] if "a" in {"a": 1} and n in (1, 2, 3) else y * x[1]
# lambda_called
out = (lambda a, b=2.0: a * b * y)(x[0])
"""
