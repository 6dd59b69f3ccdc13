def aliased(x, y):
    items = [x, y]
    other = items
    other.append(x * y)
    items[0] = items[2] * other[1]
    copied = items[:]
    copied[1] = 7.0
    return sum(other) * copied[1] * copied[0]


ARGS = (0.7, -1.3)
