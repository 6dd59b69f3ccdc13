def first_above(values, limit):
    total = 0.0
    for v in values:
        total = total + v * v
        if total > limit:
            break
    return total * total


ARGS = ([0.5, 1.2, 2.0, 0.1], 1.5)
WRT = "values"
