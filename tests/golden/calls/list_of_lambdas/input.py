def composed(x, y):
    functions = [lambda t: t * x, lambda t: t * t + y]
    z = 1.0
    for function in functions:
        z = function(z) + 0.5
    return z


ARGS = (0.7, -1.3)
