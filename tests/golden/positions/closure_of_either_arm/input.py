def scaled(x, k):
    if k > 1.0:
        offset = k * k

        def g(v):
            return v + offset
    else:

        def g(v):
            return v * k

    return g(x) * g(k)


ARGS = (0.7, 1.2)
