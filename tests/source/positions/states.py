"""What outlives the position: the lines before ``---`` stand at the top of the function, the others in the position."""
SNIPPETS = """
# number
s = y
---
s = s * x[0] + y
out = s
# number_augmented
s = y
---
s += x[1]
s *= 0.5
out = s * y
# two_numbers_swapped
s, t = y, x[0]
---
s, t = t, s * 0.5 + x[1]
out = s * t
# counter
k = 0
---
k += 1
out = x[k % 5] * y
# flag
seen = False
---
if seen:
    out = y * x[0]
else:
    out = y
seen = True
# array_rebound
a = x * y
---
a = a * 0.5 + x
out = np.sum(a * a)
# array_written
a = x * y
---
a[1] = a[0] * y
a *= 0.9
out = np.sum(a * a)
# array_of_the_caller
---
x[2] = x[1] * y
out = x[2] * x[3]
# array_and_its_view
a = x * y
v = a[1:3]
---
v *= y
out = np.sum(a * a)
# array_and_its_alias
a = x * y
b = a
---
b[0] = a[1] * y
out = a[0] * a[2]
# alias_given_up
a = x * y
b = a
---
b = b * 0.5
b[0] = y
out = np.sum(a * b)
# two_buffers
a, b = x * y, np.zeros(5)
---
b[:] = a * 0.5
a, b = b, a
out = np.sum(a * y) + b[1]
# rows
a = np.outer(x, x)
---
a[0], a[1] = a[1] * y, a[0] * 0.5
out = np.sum(a[0] * a[2])
# history
history = []
---
history.append(y * x[len(history) % 5])
out = history[-1] * history[0]
# history_of_arrays
history = [x * y]
---
history.append(history[-1] * 0.5 + x)
out = np.sum(history[-1] * history[0])
# history_of_pairs
history = [(y, x[0])]
---
history.append((history[-1][1], history[-1][0] * 0.5))
out = history[-1][0] * history[-1][1]
# stack
stack = [y, x[0], x[1], x[2], y, x[0], x[1], x[2], y, x[3]]
---
top = stack.pop()
stack[-1] = stack[-1] * top
out = stack[-1] * y
# queue
queue = [y, x[0]]
---
queue.append(queue.pop(0) * x[1])
out = queue[0] * queue[1]
# list_items
l = [y, x[0], x[1]]
---
l[0] = l[1] * 0.5
l[2] += l[0]
out = l[2] * y
# list_rotated
l = [y, x[0], x[1]]
---
l = l[1:] + [l[0] * 0.5]
out = l[0] * l[2]
# list_rotated_in_place
l = [y, x[0], x[1]]
---
l.append(l[0] * 0.5)
del l[0]
out = l[0] * l[2]
# list_and_its_alias
l = [y, x[0]]
m = l
---
m[0] = m[1] * y
out = l[0] * l[1]
# list_sorted
l = [y, x[0], x[1]]
---
l.sort()
l[0] = l[0] * 0.5 + y
out = l[0] * l[2]
# list_of_arrays
l = [x * y, x * 1.0]
---
l[0] = l[1] * 0.5
out = np.sum(l[0] * l[1])
# dict_items
d = {"a": y, "b": x[0]}
---
d["a"] = d["b"] * 0.5
d["b"] += d["a"] * y
out = d["b"] * d["a"]
# dict_of_arrays
d = {"w": x * y, "b": y}
---
d["w"] = d["w"] * 0.5 + d["b"]
out = np.sum(d["w"] ** 2)
# dict_of_arrays_written
d = {"w": x * y, "b": y}
---
d["w"] -= 0.1 * x
d["w"][0] = d["b"]
out = np.sum(d["w"] ** 2)
# dict_counted
d = {"a": 0.0}
---
d["a"] = d.get("a", 0.0) + x[0] * y
out = d["a"] * y
# dict_grows
d = {}
---
d["a"] = x[0] * y
out = d["a"] * y
# dict_by_index
d = {0: y, 1: x[0]}
k = 0
---
d[k % 2] = d[(k + 1) % 2] * 0.5 + x[1]
k += 1
out = d[0] * d[1]
# cache
cache = {}
---
if "a" not in cache:
    cache["a"] = x[0] * y
out = cache["a"] * y
# instance
body = Body(x[0], y)
---
body.move(0.25)
body.speed = body.speed * 0.5 + body.place
out = body.energy
# instance_of_arrays
body = Body(x * 1.0, x * y)
---
body.place += 0.5 * body.speed
body.speed = body.speed * y
out = np.sum(body.place * body.speed)
# instance_and_its_alias
body = Body(x[0], y)
other = body
---
other.place = other.place * y
out = body.place * 2.0
# instance_replaced
body = Body(x[0], y)
---
body = Body(body.place * y, body.speed + 0.5)
out = body.place * body.speed
# instance_total
total_of_all = Total()
---
total_of_all.add(x[0] * y).add(y)
out = total_of_all.value * y
# instances_in_list
bodies = [Body(x[0], y), Body(x[1], 0.5)]
---
for body in bodies:
    body.move(0.1)
out = bodies[0].place * bodies[1].place
# instances_in_list_meet
bodies = [Body(x[0], y), Body(x[1], 0.5)]
---
bodies[0].place += 0.5 * bodies[1].place
bodies[1].speed = bodies[0].speed * y
out = bodies[0].place * bodies[1].speed
# named_tuple
p = Pair(y, x[0])
---
p = Pair(p.v * 0.5, p.u + x[1])
out = p.product()
# named_tuple_replaced
p = Pair(y, x[0])
---
p = p._replace(u=p.u * p.v)
out = p.u * y
# tuple_
t = (y, x[0])
---
t = (t[1], t[0] * 0.5 + x[1])
out = t[0] * t[1]
# tuple_nested
t = ((y, x[0]), x * y)
---
t = ((t[0][1], t[0][0] * 0.5), t[1] * 0.9)
out = t[0][0] * np.sum(t[1])
# frozen
p = Frozen(y, x * y)
---
p = dataclasses.replace(p, a=p.a * 0.5, b=p.b + p.a)
out = p.a * np.sum(p.b)
# best
best = None
---
if best is None or best < y * x[1]:
    best = y * x[1]
out = best * x[0]
# best_pair
best = None
---
if best is None or best[0] < y:
    best = (y * 0.9, x[1])
out = best[0] * best[1]
# largest
largest = -1.0
---
largest = max(largest, y * x[0])
out = largest * y
# function_chosen
g = np.sin
---
out = g(y) * x[0]
# function_changes
g = np.sin
---
out = g(y) * x[0]
g = np.cos
# functions_swapped
g, h = np.sin, square
---
out = g(y) * h(x[0])
g, h = h, g
# closure_reads
s = y
def inner(v):
    return v * s
---
s = s * 0.5 + x[0]
out = inner(x[1])
# closure_counts
s = y
def bump(v):
    nonlocal s
    s = s * v
    return s
---
out = bump(x[0] + 1.0) * y
# closure_writes
a = x * y
def put(i):
    a[i] = a[i] * y
---
put(1)
out = np.sum(a * a)
# closure_appends
l = []
def keep(v):
    l.append(v)
    return v * y
---
out = keep(x[len(l) % 5]) * y
# lambda_over_state
l = [y, x[0]]
g = lambda v: v * l[0]
---
l[0] = l[0] * 0.5
out = g(x[1])
# partial_
g = functools.partial(affine, y)
---
out = g(x[0]) * g(slope=x[1])
# generator_made_before
items = (v * y for v in x)
---
out = x[0] * y
# iterator
items = iter([y, x[0], x[1], y, x[2], x[0], x[3], y, x[4], x[0]])
---
out = next(items) * y
# random_numbers
rng = np.random.default_rng(3)
---
out = rng.normal() * y + x[0]
# complex_state
z = complex(y, 0.5)
---
z = z * z * 0.5 + complex(x[0], y)
out = abs(z)
# complex_array
z = x + 1j * y
---
z[0] = z[1] * 0.5j
z *= 0.9
out = np.sum(np.abs(z) ** 2)
# single_precision
a = np.float32(y)
---
a = a * np.float32(0.5) + np.float32(1.0)
out = float(a) * x[0]
# matrix
m = np.eye(5) * y
---
m = 0.5 * m @ m + np.outer(x, x)
out = np.trace(m)
# matrix_written
m = np.eye(5) * y
---
m[:2] *= y
m[2] = m[0] + x
m[:, 4] = x * m[0, 0]
out = np.sum(m * m)
# shape_changes
a = x
---
a = np.concatenate([a, [y]])
out = np.sum(a * a)
# shrinks
a = np.concatenate([x, x, x]) * y
---
a = a[1:] * 0.9
out = np.sum(a * a)
# index_array
order = np.arange(5)
---
order = order[::-1]
out = x[order[0]] * y + x[order][1]
# string
name = "a"
---
name = name + "b"
out = y * len(name) * x[0]
# global_read
---
out = SCALE * y * WEIGHTS[1] + x @ WEIGHTS
# nothing_active
k = [1.0, 2.0]
---
k[0] = k[0] + k[1]
out = k[0] * y
# either_array
a, b = x * y, x + y
---
c = a if y > 0.9 else b
c = c * 0.5
out = np.sum(a * c)
# either_array_written
a, b = x * y, x + y
---
c = a if x[0] > 0.3 else b
c[1] = y
out = np.sum(a) * np.sum(b)
# row_kept
m = np.outer(x, x)
r = m[1]
---
r[2] = y
m[0] = m[1] * y
out = np.sum(m * m)
# slices_kept
a = x * y
left, right = a[:2], a[3:]
---
left += right * y
out = np.sum(a * left[0])
"""
