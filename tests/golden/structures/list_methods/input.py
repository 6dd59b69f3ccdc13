def shuffled(x, y):
    items = [x, y]
    items.insert(1, x * y)
    items.extend([y, x * x])
    items.reverse()
    first = items.pop(0)
    del items[0]
    items += [first]
    head, *middle, last = items
    return sum(middle) * last + head * items[-1]


ARGS = (0.7, -1.3)
