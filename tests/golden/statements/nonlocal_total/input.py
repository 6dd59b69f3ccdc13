def counted(x):
    total = 0.0

    def add(value):
        nonlocal total
        total = total + value * value

    for value in x:
        add(value)
    add(total)
    return total


ARGS = ([0.7, -1.3, 0.4],)
