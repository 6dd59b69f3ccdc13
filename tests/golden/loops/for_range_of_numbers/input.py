def power_tower(x, n):
    y = 1.0
    for k in range(n):
        y = y * x + k
    return y


ARGS = (0.8, 4)
