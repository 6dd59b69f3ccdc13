def f(x):
    scope = {"x": x}
    exec("y = x * x", scope)
    return scope["y"]


ARGS = (1.5,)
