"""Members of enumerations are themselves; the else of a loop that returns."""

import enum


class Col(enum.Enum):
    RED = 1
    BLUE = 2.5


class IE(enum.IntEnum):
    A = 2


class FE(float, enum.Enum):
    H = 0.5


def e1(x):
    return x * Col.BLUE.value


def e2(x):
    return x * (2 if Col.RED is Col.RED else 3)


def e3(x):
    return x * IE.A


def e4(x):
    return x * FE.H


def e5(x):
    return x * (2 if Col.RED == Col.BLUE else 3)


def e6(x):
    c = Col.RED
    if c is Col.RED:
        return x * x
    return x


def e7(x):
    return x * len(Col) + sum(c.value * x for c in Col)


def e8(x):
    return x * Col["RED"].value * Col(2.5).value


def e9(x):
    match Col.RED:
        case Col.BLUE:
            return x
        case Col.RED:
            return x * x


def l1(x):
    for i in range(3):
        if i == 5:
            return 0.0
    else:
        return x * x


def l2(x):
    for i in range(3):
        if i == 5:
            return 0.0
    else:
        y = x * x
    return y


def l3(x):
    for i in range(3):
        if i == 5:
            break
    else:
        return x * x
    return x


def l4(x):
    while x > 5:
        if x > 6:
            return 0.0
        x = x - 1
    else:
        return x * x


def l5(x):
    for i in [1, 2]:
        if i == 2:
            return x * 3
    else:
        return x * x


def l6(x):
    for i in range(2):
        for j in range(2):
            if i * j > 5:
                return 0.0
        else:
            if i:
                return x * 7
    else:
        return x
