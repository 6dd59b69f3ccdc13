"""Functions whose names, comments or arguments hold texts that would be code, if they were copied as they are."""
import numpy as np

BREAK = "\nraise SystemExit('code from a name')\n#"


def named(x, k):
    return x * k


named.__name__ = "named(x):\n    pass" + BREAK


def qualified(x, k):
    return x * k


qualified.__qualname__ = f"qualified{BREAK}"
qualified.__module__ = f"tests{BREAK}"


def helper(a):
    return np.sin(a)


helper.__name__ = helper.__qualname__ = f"sin{BREAK}"


def calls(x, k):
    return helper(x) * k


def takes(x, k, function=helper):
    return function(x) * k


Odd = type(f"Odd{BREAK}", (), {})
odd = Odd()
odd.weight = 2.0


def holds(x, k, thing=odd):
    return x * k * thing.weight


def commented(x, k):
    y = np.tanh(x)  # [31m ‮ lager    raise SystemExit
    return y * k  # " \ \n raise SystemExit


def keywords(x, k):
    return collect(**{"a b": x, "c\nraise SystemExit": k * x})


def collect(**parts):
    return sum(parts.values())


class class_:
    pass


def attributes(x, k):
    thing = class_()
    setattr(thing, "a b", x * k)
    return getattr(thing, "a b") * 2.0


def text(x, k):
    return x * k * len("‮ \x1b[31m '''\n\"\"\"") + len(f"{k:.1f} \x1b {'a'} \"")


FUNCTIONS = [named, qualified, calls, takes, holds, commented, keywords, attributes, text]
