class Ball:
    def __init__(self, height, speed):
        self.height, self.speed = height, speed

    def fall(self, dt):
        self.speed -= 9.81 * dt
        self.height += self.speed * dt


def drop(height, dt):
    ball = Ball(height, 0.0)
    while ball.height > 0.0:
        ball.fall(dt)
    return ball.speed


ARGS = (0.7, 0.1)
