class Dual:
    def __init__(self, a, b):
        self.a, self.b = a, b

    @classmethod
    def of(cls, a):
        return cls(a, a * a)

    product = property(lambda self: self.a * self.b)

    def __add__(self, other):
        return Dual(self.a + other.a, self.b + other.b)


def f(x, y):
    return (Dual.of(x) + Dual(y, x)).product


ARGS = (0.7, -1.3)
