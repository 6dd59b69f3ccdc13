def constant_arm(x, limit):
    if x > limit:
        y = 1.0
    else:
        y = x * x * x
    return y * limit


ARGS = (0.4, 1.3)
