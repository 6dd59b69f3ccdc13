def annotated(x: float) -> float:
    y: float = x * 2.0
    if (w := y * y) > 1.0:
        y = w - x
    return y * w


ARGS = (0.9,)
