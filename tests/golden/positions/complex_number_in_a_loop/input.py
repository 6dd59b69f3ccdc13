import cmath


def spiral(r, phi, n):
    z = complex(r, 0.0)
    for _ in range(n):
        z = z * cmath.exp(1j * phi) + r
    return abs(z)


ARGS = (0.7, 0.3, 3)
