def checked(x):
    y = 1.0
    for i in range(3):
        try:
            if x[i] > 5.0:
                raise ValueError("too large")
        except ValueError as error:
            raise RuntimeError(f"entry {i}") from error
        else:
            y = y * x[i]
        finally:
            last = i
    return y * last


ARGS = ([0.7, -1.3, 2.1],)
