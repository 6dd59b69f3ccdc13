from concurrent.futures import ThreadPoolExecutor


def f(xs):
    with ThreadPoolExecutor() as pool:
        return sum(pool.map(lambda t: t * t, xs))


ARGS = ([0.5, 1.5],)
