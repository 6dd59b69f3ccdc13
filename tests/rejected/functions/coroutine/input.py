async def f(x):
    return x * x


ARGS = (1.5,)
