"""Calls: functions, closures, methods, generators, recursion."""
SNIPPETS = """
# user_function
out = square(x[0]) * square(y)
# keywords
out = affine(x[0], shift=y) + affine(y, slope=x[1])
# defaults
out = affine(y) * affine(x[0], 3.0)
# star_arguments
out = total_of(*[y, x[0]], x[1]) * y
# double_star
out = total_of(y, **{"extra": x[0]}) * y
# star_array
out = total_of(*x) * y
# nested_def
def inner(v):
    return v * y + x[0]
out = inner(x[1]) * inner(y)
# nested_def_loop
def inner(v):
    a = v
    for i in range(n):
        a = a * 0.5 + y
    return a
out = inner(x[1])
# closure_late_binding
k = y
def inner(v):
    return v * k
k = y * x[0]
out = inner(x[1])
# closures_in_list
fs = []
for i in range(3):
    fs.append(lambda v: v * y * i)
out = fs[0](x[0]) + fs[2](x[1])
# closure_nonlocal
a = y
def bump(v):
    nonlocal a
    a = a * v
bump(x[0])
bump(x[1])
out = a
# closure_writes_array
a = x * y
def put(i):
    a[i] = a[i] * a[i]
put(0)
put(2)
out = np.sum(a)
# closure_factory
f1 = scaled_by(y)
f2 = scaled_by(x[0])
out = f1(x[1]) * f2(y)
# lambda_
g = lambda v: v * y
out = g(x[0]) + g(g(x[1]))
# lambdas_in_list
out = y
for g in [np.sin, lambda v: v * x[0], np.tanh]:
    out = g(out)
# functions_in_global_list
out = y
for g in FUNCTIONS:
    out = g(out) * x[0]
# function_in_dict
out = TABLE["sin"](y) * TABLE["cos"](x[0])
# function_by_index
out = FUNCTIONS[n % 3](y) * x[0]
# function_argument
out = applied(square, y) * applied(lambda v: v * x[0], y)
# partial_
g = functools.partial(affine, shift=y)
out = g(x[0]) * g(x[1], 3.0)
# partial_positional
g = functools.partial(np.multiply, y)
out = np.sum(g(x) * x)
# decorated_
out = decorated(y) * x[0]
# local_decorator
@doubled
def inner(v):
    return v * x[0]
out = inner(y)
# method_
body = Body(x[0], y)
body.move(0.5)
out = body.place * y
# property_
body = Body(x[0], y)
out = body.energy * body.place
# static_and_class_methods
body = Body.still(x[0] * y)
out = Body.twice(body.place) * body.speed
# super_
out = Derived(y).apply(x[0])
# operator_methods
v = Vector(x[0], y) + Vector(y, x[1]) * 2.0
out = v[0] * v[1] + v(y)
# bound_method
g = Body(x[0], y).twice
out = g(x[1]) * y
# method_chain
out = Total().add(x[0]).add(y).value * y
# recursion
out = power(y, 3) * x[0]
# recursion_of_n
out = power(y, n + 1) * x[0]
# mutual_recursion
out = even(y, n) * x[0]
# local_recursion
def fact(v, k):
    return v if k <= 1 else v * fact(v + 0.1, k - 1)
out = fact(y, 3) * x[0]
# local_recursion_of_n
def fact(v, k):
    return v if k <= 1 else v * fact(v + 0.1, k - 1) * x[0]
out = fact(y, n)
# generator_
out = 0.0
for v in parts_of(x):
    out += v * y
# generator_sum
out = sum(parts_of(x)) * y
# generator_list
l = list(parts_of(x))
out = l[0] * l[2] * y
# generator_of_views
out = 0.0
for v in halves(x):
    out += np.sum(v * v) * y
# generator_local
def gen():
    for v in x:
        if v > 0.0:
            yield v * y
out = sum(gen())
# generator_next
g = parts_of(x)
a = next(g)
b = next(g)
out = a * b * y
# map_
out = sum(map(square, x)) * y
# map_two
l = list(map(lambda a, b: a * b, x, WEIGHTS))
out = l[0] * y + l[3]
# filter_
out = sum(filter(lambda v: v > 0.0, x)) * y
# reduce_
out = functools.reduce(lambda a, b: a * 0.5 + b, x, y)
# accumulate_
l = list(itertools.accumulate(x))
out = l[1] * l[4] * y
# pairs_
out = 0.0
for a, b in itertools.product(x[:2], x[3:]):
    out += a * b * y
# chain_
out = 0.0
for v in itertools.chain(x[:2], [y]):
    out = out * 0.5 + v
# operator_module
out = operator.mul(x[0], y) + operator.itemgetter(1)(x)
# sorted_
l = sorted([y, x[0], x[1]])
out = l[0] * 2.0 + l[2] * l[1]
# sorted_key
l = sorted(x, key=lambda v: v * v)
out = l[0] + 3.0 * l[-1] * y
# min_max
out = max(x[0], y) * min(x[1], y, 0.3) + max([x[2], y])
# max_key
out = max(x, key=abs) * y
# abs_round_pow
out = abs(x[1]) * pow(y, 3) + abs(y)
# sum_start
out = sum([x[0], x[1]], y) * y
# math_
out = math.sin(y) * math.exp(x[0]) + math.sqrt(y * y + 1.0) + math.atan2(y, x[1])
# math_hypot
out = math.hypot(y, x[0]) * x[1]
# math_hypot_three
out = math.hypot(y, x[0], x[1])
# math_dist
out = math.dist([y, x[0]], [x[1], 2.0])
# math_fsum
out = math.fsum([y, x[0] * y, x[1]]) * y
# math_fsum_generator
out = math.fsum(v * y for v in x)
# math_prod
out = math.prod([y, x[0], x[1]])
# math_prod_start
out = math.prod(x, start=y)
# math_sumprod_like
out = sum(a * b for a, b in zip(x, WEIGHTS)) * y
# callee_without_a_rule
out = math.nextafter(y, x[0])
# callee_returns_early
out = first_above(x, 0.3) * y
# callee_writes
a = x * y
shift_in_place(a, y)
out = np.sum(a * a)
# callee_writes_view
a = x * y
shift_in_place(a[1:], y)
out = np.sum(a * a)
# callee_writes_argument
shift_in_place(x, 0.25)
out = x[1] * x[2] * y
# callee_gives_a_view
def tail(v):
    return v[2:]
a = x * y
t = tail(a)
t *= t
out = np.sum(a)
# keyword_only_closure
def inner(*, v, w=y):
    return v * w
out = inner(v=x[0]) * inner(v=x[1], w=2.0)
# args_in_closure
def inner(*args):
    return args[0] * args[-1]
out = inner(x[0], y, x[1])
# kwargs_in_closure
def inner(**named):
    return named["a"] * named["b"]
out = inner(a=x[0], b=y)
"""
