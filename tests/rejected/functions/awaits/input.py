async def square(x):
    return x * x


async def f(x):
    return await square(x)


ARGS = (1.5,)
