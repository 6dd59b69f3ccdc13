def layered(x, y):
    def affine(slope):
        def apply(t):
            return slope * t + x

        return apply

    first, second = affine(y), affine(x * y)
    return first(second(x))


ARGS = (0.7, -1.3)
