def f(items):
    items[0] = items[1] * items[1]
    return items[0] * 2.0


ARGS = ([1.5, 0.7],)
