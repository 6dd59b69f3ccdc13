def rotate(pair, angle):
    a, b = pair
    return (a * angle - b, (a + b * angle, a))


ARGS = ((0.5, -1.2), 0.3)
