import struct


def f(xs):
    total = 0.0
    for x in xs:
        if x > 1.0:
            total = total + struct.unpack("d", struct.pack("d", x))[0]
    return total


ARGS = ([0.5, 1.5],)
