class Square:
    def __init__(self, x):
        self.value = x * x


FUNCTION = Square
ARGS = (1.5,)
