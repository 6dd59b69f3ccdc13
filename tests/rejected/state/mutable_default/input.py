def f(x, cache=[]):
    cache.append(x * x)
    return cache[0] * x


ARGS = (1.5,)
