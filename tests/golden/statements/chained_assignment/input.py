def chained(x):
    a = b = x * x
    a = a * b
    return a + b


ARGS = (0.8,)
