def f(xs):
    smallest = min(xs, key=lambda x: x * x)
    return smallest * smallest


ARGS = ([1.5, -0.7],)
