def first_big(xs, limit):
    for x in xs:
        if x > limit:
            return x * x
    return 0.0


def outer(xs, limit):
    return first_big(xs, limit) * first_big(xs[1:], 0.0)


ARGS = ([0.4, 1.3, 0.6], 1.0)
WRT = "xs"
