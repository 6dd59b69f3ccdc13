def f(x):
    class Doubled:
        value = x * 2.0

    return Doubled.value * x


ARGS = (1.5,)
