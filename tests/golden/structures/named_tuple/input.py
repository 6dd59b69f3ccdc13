from collections import namedtuple

Point = namedtuple("Point", ["x", "y"])


def reflect(p):
    q = Point(y=p.x * p.y, x=p.y)
    return q._replace(x=q.x * q.y)


ARGS = (Point(0.7, 1.3),)
