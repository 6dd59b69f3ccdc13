def halvings(x):
    steps = 0
    while (y := x * x) > 0.3:
        x = 0.5 * x + 0.1 * y
        steps += 1
    if (z := x + y) > 0.0 and (w := z * x) < 9.0:
        return w * steps
    return z


ARGS = (1.7,)
