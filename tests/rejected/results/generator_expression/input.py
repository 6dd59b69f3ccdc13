def f(x):
    return (x * k for k in range(3))


ARGS = (1.5,)
