def weighted(*terms, **options):
    power = options.get("power", 1)
    return sum((i + 1.0) * t ** power for i, t in enumerate(terms))


def starred(x, y):
    parts = (x, y, x * y)
    return weighted(*parts, power=2) + weighted(x, *parts[1:])


ARGS = (0.4, 1.1)
