"""Tuples, lists, dicts, records."""
SNIPPETS = """
# list_append
l = []
for v in x:
    l.append(v * y)
out = l[0] * l[-1]
# list_append_if
l = []
for v in x:
    if v > 0.0:
        l.append(v * y)
out = sum(l)
# list_pop
l = [y, x[0], x[1]]
a = l.pop()
b = l.pop(0)
out = a * b * l[0]
# list_pop_in_loop
l = []
for v in x:
    l.append(v * y)
out = 0.0
while l:
    out = out * 0.5 + l.pop()
# list_insert_extend
l = [y]
l.insert(0, x[0])
l.extend([x[1], x[2]])
out = l[0] * l[1] + l[3]
# list_index_assign
l = [y, x[0]]
l[0] = l[1] * l[0]
out = l[0] * l[1]
# list_concat
l = [y] + [x[0]] * 2
out = l[0] * l[1] * l[2]
# list_slice
l = [y, x[0], x[1], x[2]]
out = sum(l[1:]) * l[:2][0]
# list_slice_reversed
l = [v * y for v in x]
l = l[::-1]
out = l[0] * l[1] + l[4]
# list_reverse
l = [y, x[0], x[1]]
l.reverse()
out = l[0] * 2.0 + l[1] * l[2]
# list_sort
l = [y, x[0], x[1]]
l.sort()
out = l[0] * 2.0 + l[1] * l[2]
# list_alias
l = [y, x[0]]
m = l
m[0] = m[0] * x[1]
out = l[0] * l[1]
# list_copy
l = [y, x[0]]
m = l.copy()
m[0] = m[0] * x[1]
out = l[0] * m[0]
# list_of_lists
l = [[y, x[0]], [x[1], 2.0]]
out = l[0][1] * l[1][0] + l[0][0]
# list_of_arrays
l = [x * y, x * x]
out = np.sum(l[0] * l[1])
# list_of_arrays_grown
l = []
for i in range(3):
    l.append(x * y * i)
out = np.sum(np.stack(l) ** 2)
# list_of_tuples
l = [(y, x[0]), (x[1], x[2])]
out = 0.0
for a, b in l:
    out += a * b
# list_of_tuples_grown
l = []
for v in x:
    l.append((v, v * y))
out = l[1][0] * l[2][1]
# list_len
l = [v for v in x if v > 0.0]
out = sum(l) * len(l) * y
# list_repeated
l = [x[0] * y] * n
l[0] = l[0] * x[1]
out = l[0] * l[n - 1]
# list_in_dict
d = {"l": [y, x[0]]}
d["l"].append(x[1])
out = d["l"][0] * d["l"][2]
# list_equal_items
l = [0.0] * n
for i in range(n):
    l[i] = y * x[i]
out = sum(l) * y
# dict_
d = {"a": y}
d["b"] = x[0] * d["a"]
out = d["a"] * d["b"]
# dict_get
d = {"a": y}
out = d.get("a", 0.0) * d.get("z", x[0])
# dict_update
d = {"a": y}
d.update(b=x[0], a=x[1])
d.update({"c": y})
out = d["a"] * d["b"] * d["c"]
# dict_setdefault
d = {"a": y}
d.setdefault("a", 3.0)
d.setdefault("b", x[0])
out = d["a"] * d["b"]
# dict_pop
d = {"a": y, "b": x[0]}
a = d.pop("a")
out = a * d["b"]
# dict_merge
d = {"a": y} | {"b": x[0]}
out = d["a"] * d["b"]
# dict_of_arrays
d = {"w": x * y, "b": x}
out = np.sum(d["w"] * d["b"])
# dict_of_dicts
d = {"p": {"a": y, "b": x[0]}}
d["p"]["a"] = d["p"]["a"] * 2.0
out = d["p"]["a"] * d["p"]["b"]
# dict_by_number
d = {}
for i in range(3):
    d[i] = x[i] * y
out = d[0] * d[2]
# dict_in_place
d = {"w": x * y}
d["w"] += x
d["w"][0] = y
out = np.sum(d["w"] ** 2)
# named_tuple
p = Pair(y, x[0])
out = p.u * p.v + p.product()
# named_tuple_replace
p = Pair(y, x[0])._replace(v=x[1])
out = p.u * p.v
# named_tuple_unpack
a, b = Pair(y * y, x[0])
out = a * b
# dataclass_
body = Body(x[0], y)
body.place = body.place * body.speed
out = body.place * body.speed
# dataclass_array
body = Body(x.copy(), y)
body.place[1:] *= body.speed
out = np.sum(body.place ** 2)
# dataclass_replace
body = dataclasses.replace(Frozen(x[0], y), a=x[1])
out = body.a * body.b
# dataclass_alias
body = Body(x[0], y)
other = body
other.place = other.place * y
out = body.place * body.place
# dataclass_in_loop
body = Body(x[0], y)
for i in range(n):
    body.move(0.25 * x[i])
out = body.place * y
# instances_in_list
l = [Body(v, y) for v in x]
for body in l:
    body.move(0.5)
out = l[0].place * l[1].place
# instance_total
t = Total()
for v in x:
    t.add(v * y)
out = t.value * t.value
# tuple_index
t = (y, x[0], x * y)
out = t[0] * t[1] + np.sum(t[2])
# tuple_of_tuples
t = ((y, x[0]), x[1])
(a, b), c = t
out = a * b * c
# tuple_in_loop
t = (y, x[0])
for i in range(n):
    t = (t[1] * 0.5, t[0] + x[i])
out = t[0] * t[1]
# zip_star
l = [(v, v * y) for v in x]
a, b = zip(*l)
out = a[0] * b[1]
# enumerate_dict
d = {}
for i, k in enumerate(("a", "b")):
    d[k] = x[i] * y
out = d["a"] * d["b"]
# deque_
q = collections.deque([y, x[0]])
q.append(x[1])
q.appendleft(x[2])
a = q.popleft()
b = q.pop()
out = a * b * q[0]
# deque_in_loop
q = collections.deque()
for v in x:
    q.append(v * y)
out = 0.0
while q:
    out = out * 0.5 + q.popleft()
# defaultdict_float
d = collections.defaultdict(float)
for i in range(4):
    d[i % 2] += x[i] * y
out = d[0] * d[1]
# defaultdict_list
d = collections.defaultdict(list)
d["a"].append(y)
d["b"].append(x[0])
d["a"].append(x[1])
out = d["a"][0] * d["a"][1] * d["b"][0]
# simple_namespace
s = types.SimpleNamespace(a=y, b=x[0])
s.a = s.a * s.b
s.c = x[1]
out = s.a * s.b + s.c
# ordered_dict
d = collections.OrderedDict(a=y, b=x[0])
out = d["a"] * d["b"]
"""
