import contextlib


def parsed(x, text):
    scale = x
    with contextlib.suppress(ValueError):
        scale = scale * 3.0
        scale = scale * int(text)
    return scale


ARGS = (0.7, "2")
