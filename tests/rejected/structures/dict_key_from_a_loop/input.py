def f(xs):
    sums = {0: 0.0, 1: 0.0}
    for x in xs:
        sums[int(x * 10.0) % 2] += x * x
    return sums[0] * sums[1]


ARGS = ([1.5, 0.7, 0.2],)
