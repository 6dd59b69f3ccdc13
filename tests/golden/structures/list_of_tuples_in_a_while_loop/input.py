def descend(x, rate):
    history = []
    while x * x > 0.1:
        history.append((x, rate * x))
        x -= rate * 2.0 * x
    return sum(a * b for a, b in history)


ARGS = (1.3, 0.2)
