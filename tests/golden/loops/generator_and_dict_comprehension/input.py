def table_of(xs):
    table = {name: x * 2.0 for name, x in zip("abc", xs)}
    return table["b"] * sum(value * value for value in table.values())


ARGS = ([0.5, -1.2, 2.0],)
