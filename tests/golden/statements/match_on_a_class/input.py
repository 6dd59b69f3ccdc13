from dataclasses import dataclass


@dataclass
class Shape:
    width: float
    height: float = 0.0


def area(shape):
    match shape:
        case Shape(width=w, height=0.0):
            return w * w
        case Shape(width=w, height=h) if w > h:
            return w * h
        case _:
            return 0.0


ARGS = (Shape(1.7, 0.4),)
