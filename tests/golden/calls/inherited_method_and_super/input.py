class Layer:
    def __init__(self, weight):
        self.weight = weight

    def act(self, z):
        return z * z * self.weight


class Scaled(Layer):
    def act(self, z):
        return super().act(z) * self.weight


def network(x, w):
    return Scaled(w).act(x * w)


ARGS = (0.8, 1.3)
