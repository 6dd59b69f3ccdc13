"""One line (or a few, divided by ``;;``) in the middle of a function: odd, malformed or unsupported.

Each line stands in ``def f(x, k)`` after ``y = x * k`` and before ``return y * x``; x is an array of three, k a float.
"""
from tests.hostile.functions import whole

LINES = """
yield y
y = yield
y = [(yield a) for a in y]
await y
async def g(): return y
async with y: pass
global y
nonlocal y
class G: pass
class G(np.ndarray): pass
import os
from os import *
from numpy import sin;; y = sin(y)
import numpy.linalg as la;; y = y / la.norm(y)
exec("y = 0")
y = eval("y * 2.0")
y = locals()["y"]
y = globals()["np"].sin(y)
y = vars()["y"]
locals()["y"] = 0.0
y = compile("y", "", "eval") and y
y = __import__("numpy").sin(y)
y = getattr(np, "sin")(y)
y = getattr(np, "s" + "in")(y)
y = getattr(np, "nothing")(y)
y = np.nothing(y)
y = nothing(y)
y = nothing
setattr(np, "evil", y)
np.evil = y
math.tau2 = k
del np
del x
del y
del y[0]
del nothing
print(y);; input = 3
y = input()
open("/nonexistent/file")
with open("/nonexistent/file") as h: y = h
y = y.nothing
y = y.nothing()
y.nothing = 3
y = y()
y = "text" * y
y = "text" + y
y = y + "text"
y = y + None
y = y + [1.0, 2.0, 3.0]
y = y + (1.0, 2.0, 3.0)
y = [1.0, 2.0, 3.0] * y
y = y + {1.0}
y = y @ None
y = not y
y = ~y
y = y << 1
y = y & 1
y = y | y
y = y ^ 1
y = y // 1
y = y % 1.0
y = y % "text"
y = y < 3.0
y = y == y
y = y is y
y = y is None
y = y in [1.0]
y = k in (0.7, 1.0)
y = y if y else x
y = y and x
y = k and x
y = k or x
if y: y = x
if y is not None: y = y * 2.0
if k is k: y = y * 2.0
while y: break
while k: y = y * 2.0;; break
assert y
assert k, y
for a in k: y = y + a
for a in 3: y = y + a
for a in None: y = y + a
for a in "abc": y = y + 1.0
for a in y: y = y + a
for a in {1.0, 2.0}: y = y * a
for a in {"a": 1.0}: y = y * 2.0
for a in range(3): y[a] = y[a - 1] * k
for a in range(k): y = y + a
for a in iter([1.0, 2.0]): y = y * a
for a, b in [(1.0, 2.0), (3.0,)]: y = y * a
for a, *b in [(1.0, 2.0), (3.0,)]: y = y * a
for y[0] in [k, 2.0]: pass
for y in [x, x * 2.0]: pass
for np in [1.0]: y = y * np
a = b = y;; b[0] = k;; y = a
a, b = y
a, b, c = y;; y = x * a * b
a, b, c, d = y
(a, b), c = [(k, 2.0), y];; y = c * a * b
[a, b, c] = y;; y = x * b
*a, = y;; y = x * a[0]
y, y = y, x
y[0], y[1] = y[1], y[0]
y[0] = y[1] = k
y[0]: float = k
y: float
y: "nothing" = x
y[0] += y[1]
y += y
y -= x
y *= y
y @= x
y **= 2
y //= 1.0
y %= 1.0
y >>= 1
y[:] = y[::-1]
y[1:] = y[:-1]
y[:-1] += y[1:]
y[::2] = k
y[[0, 0]] += k
y[[0, 0]] = [k, 2.0 * k]
y[y > 0.0] = k
y[y > 0.0] *= 2.0
y[...] = x
y[()] = x
y[None] = x
y[3] = k
y[-4] = k
y["a"] = k
y[0.0] = k
y[k] = k
y[True] = k
y[0][0] = k
y[0, 0] = k
y = y[3]
y = y[-4]
y = y["a"]
y = y[k]
y = y[0:1:0]
y = y[::k]
y = y[None, ..., None][0, :, 0]
y = y[True]
y = y[np.array([True, False, True])].sum() * x
y = y[[2, 0, 0]]
y = y[np.argsort(y)]
y = np.sort(y)
y.sort()
y.sort(axis=7)
y = sorted(y)[0] * x
y = sorted(y, key=lambda a: -a)[0] * x
y = min(y) * x
y = max(y, key=abs) * x
y = max(k, 2.0) * x
y = max([]) * x
y = sum(y, k) * x
y = sum([y, x])
y = abs(y)
y = round(k, 1) * x
y = round(k) * x
y = int(k) * x
y = float(y[0]) * x
y = float(y) * x
y = complex(k, k).real * x
y = bool(k) * x
y = str(k) and y
y = hash(k) and y
y = id(y) and y
y = repr(y) and y
y = f"{y}" and y
y = type(y)(x)
y = type(k)(2.0) * x
y = isinstance(y, np.ndarray) * x
y = callable(y) * x
y = len(y) * x
y = len(k) * x
y = list(y)[0] * x
y = tuple(y)[0] * x
y = set(y) and x
y = frozenset([k]) and x
y = {k: y}[k]
y = {"a": y}["a"]
y = {"a": y}["b"]
y = {**{"a": y}}["a"]
y = {"a": y}.get("a") * 1.0
y = {"a": y}.get("b", x)
y = {"a": y}.pop("a")
y = dict(a=y)["a"]
y = dict(zip("ab", [x, y]))["b"]
y = [y, x][True]
y = [y, x][k]
y = [y] * 2;; y = y[0] + y[1]
y = [[0.0] * 3] * 2;; y[0][0] = k;; y = x * y[1][0]
y = list(map(lambda a: a * k, y))[0] * x
y = list(filter(lambda a: a > 0.0, y))[0] * x
y = list(zip(x, y))[0][1] * x
y = list(enumerate(y))[1][1] * x
y = next(iter(y)) * x
y = any(y > 0.0) * x
y = all(a > 0.0 for a in y) * x
y = (lambda: y)()
y = (lambda a, /, b=y, *, c=k: a * b * c)(x)
y = (lambda *a, **b: a[0] * b["c"])(x, c=y)
y = (lambda a: a)()
y = (lambda a: a)(y, y)
y = (lambda a: a)(b=y)
y = (lambda f: f(f, 3))(lambda f, n: y if n == 0 else f(f, n - 1) * k)
def g(a): return g(a)
def g(a): a[0] = k;; g(y)
def g(): y = x
def g(a=y): return a;; y = y * 2.0;; y = g()
def g(): return y;; y = y * 2.0;; y = g()
def g(*, a): return a;; y = g(a=y)
def g(a, a2=[]): a2.append(a);; g(y);; g(y)
def y(a): return a
y = np.sin
y = [np.sin, np.cos][int(k > 1.0)](y)
y = (np.sin if k > 1.0 else np.cos)(y)
y = np.vectorize(math.sin)(y)
y = np.frompyfunc(math.sin, 1, 1)(y)
y = np.apply_along_axis(np.sort, 0, y)
y = np.piecewise(y, [y > 0.0], [lambda a: a * k, 0.0])
y = np.fromiter((a for a in y), float)
y = np.array([y, None])
y = np.array([y, "a"])
y = np.array([x, y[:2]], dtype=object)[0]
y = y.astype(int) * x
y = y.astype(bool) * x
y = y.astype("S8") and x
y = y.view(np.int64) * x
y = y.tolist()[0] * x
y = np.frombuffer(y.tobytes())
y = y.tobytes() and x
y.tofile("/nonexistent/file")
y.resize(5)
y.shape = (3, 1)
y.dtype = int
y.flags.writeable = False;; y[0] = k
y.setflags(write=False)
y.fill(k)
y.itemset(0, k)
y.put([0], k)
y.flat[0] = k
y.flat = k
y.T[0] = k
y.real = x
y.data[0] = 1.0
y = y.base
y = y.ctypes
y = np.random.default_rng(0).normal(size=3) * y
np.random.seed(0)
np.copyto(y, x)
np.copyto(y, x, where=[True, False, True])
np.put(y, [0, 0], [k, 2.0])
np.place(y, y > 0.0, [k])
np.fill_diagonal(y, k)
np.add(x, k, out=y)
np.add(x, k, y)
np.add(x, k, out=(y,))
np.add.at(y, [0, 0], k)
np.multiply.at(y, [0, 0], k)
y = np.add.reduce(y) * x
y = np.multiply.accumulate(y)
y = np.add.outer(x, y)[0]
y = np.add(x, y, where=[True, False, True])
y = np.add(x, y, dtype=np.float32) * 1.0
y = np.add(x, y, casting="no")
y = np.add(x)
y = np.sum(y, axis=3) * x
y = np.sum(y, nothing=3) * x
y = np.sum(y, axis=k) * x
y = np.zeros(k) + y
y = np.zeros(3, dtype=object) + y
y = np.zeros(-1) + y
y = np.reshape(y, (2, 2))
y = np.reshape(y, k)
y = np.concatenate([y, None])[:3]
y = np.concatenate(y)
y = np.linalg.inv(y)
y = np.linalg.solve(np.zeros((3, 3)), y)
y = np.einsum("i,i->i", x, y)
y = np.einsum("i,j", x)
y = np.where(y > 0.0)
y = np.where(y > 0.0, y)
y = np.where(y > 0.0, y, None)
y = np.select([y > 0.0], [y], k)
y = np.errstate and y
with np.errstate(all="ignore"): y = np.sqrt(y * y)
with np.errstate(all="raise"): y = y / 1.0
with nothing: y = x
with k: y = x
try: y = y * 2.0;; except: y = x
raise ValueError
raise ValueError(y)
raise y
if k > 9.0: raise ValueError(f"{y}")
try: raise ValueError;; finally: y = x
return
return y,
return None
return lambda: y
return {y[0]: k}
return {"a": y, 3: k}
return np.sin
return np
return (a for a in y)
return map(abs, y)
return range(3)
return slice(0, 3)
return Ellipsis
return NotImplemented
return y.shape
return y.dtype, y
return [y, [y, [y]]]
break
continue
pass
...
"docstring"
y
y + nothing
1 / 0
k / 0.0
y = y / 0
y = [] + y
y = () * y
y = x.__add__(y)
y = x.__array__() * y
y = x.__class__(3)
y = np.ndarray.__mul__(x, y)
y = x.__iadd__(y)
y = x.__getitem__(0) * y
y.__setitem__(0, k)
y = y.__dict__
y = f.__name__ and y
y = f(x, k)
y = f
y = math.sin(y)
y = math.sin(k) * x
y = math.floor(k) * x
y = math.nan * y
y = math.fsum(y) * x
y = math.prod([k, 2.0]) * x
y = math.sqrt(-k) * x
y = 0x{hex} % 7 * y
y = 0.{digits} * y
y = 1{digits}.0 * y
y = 10 ** 10000 % 7 * y
y = 2 ** 100000 % 3 * y
y = 1e400 * y
y = "{digits}" and y
y = int("{digits}") % 7 * y
match y:;;     case None:;;         y = x
match k:;;     case 0.7:;;         y = x
match (x, y):;;     case (a, b):;;         y = a * b
match {"a": y}:;;     case {"a":;;         b}: y = b
match [x, y]:;;     case [a, *b]:;;         y = b[0]
match y:;;     case np.ndarray():;;         y = y * 2.0
match k:;;     case float(a):;;         y = y * a
if (z := np.sum(y)) > 0.0: y = y * z
y = [z := a for a in y][0] * x
y = y[(z := 0)] * x
y = (y for _ in range(1))
type Y = int
y = y if k > 0.0 else nothing
y = x if False else y
y = np.sin(*[y])
y = np.sin(**{"x": y})
y = np.sin(y, **{})
y = np.sum(*[y], **{"axis": 0}) * x
y = np.maximum(*[x, y])
y = x.__matmul__(y) * x
y = divmod(k, 0.3)[1] * x
y = pow(k, 2) * x
y = pow(2, 3, 5) * x
y = k ** -0.5 * y
y = k ** 1000 * 1e300 ** 2 * y
y = k.is_integer() * x
y = k.real * x
y = k.conjugate() * x
y = k.as_integer_ratio()[0] * x
y = (3).bit_length() * y
y = "abc".upper() and y
y = "a,b".split(",") and y
y = b"abc"[0] * y
y = bytes(3) and y
y = bytearray(3) and y
y = memoryview(y)[0] * x
y = object() and y
y = super().f and y
y = property(lambda s: y) and x
y = staticmethod(f) and y
y = breakpoint and y
y = help and y
y = exit and y
y = __name__ and y
y = __debug__ * y
y = __builtins__ and y
y = __spec__ and y
""".strip().split("\n")

DIGITS = "3" * 10_000


def program(line: str) -> str:
    """The module of a line."""
    body = line.replace("{digits}", DIGITS).replace("{hex}", "a" * 10_000).replace(";; ", "\n")
    return whole(f"y = x * k\n{body}\nreturn y * x")


PROGRAMS = [(line, program(line)) for line in LINES]
