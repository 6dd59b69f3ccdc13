def affine(x, w=2.0, *, b=0.5):
    return w * x * x + b


def calls(x, w):
    return affine(x) + affine(b=x, x=w) + affine(w, x)


ARGS = (0.4, 1.1)
