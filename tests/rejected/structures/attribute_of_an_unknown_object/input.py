class Lazy:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return 2.0 * len(name)


def f(x, scale):
    scale.value = x * x
    return scale.value * x


ARGS = (1.5, Lazy())
WRT = "x"
