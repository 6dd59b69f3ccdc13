import numpy as np


def cavity_step(u, v, p, dt, nu):
    un, vn = u.copy(), v.copy()
    c = (slice(1, -1), slice(1, -1))
    convection = un[c] * (un[c] - un[1:-1, :-2]) + vn[c] * (un[c] - un[:-2, 1:-1])
    diffusion = un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1] - 4.0 * un[c]
    u[c] = un[c] - dt * (convection + 0.5 * (p[1:-1, 2:] - p[1:-1, :-2])) + nu * dt * diffusion
    convection = un[c] * (vn[c] - vn[1:-1, :-2]) + vn[c] * (vn[c] - vn[:-2, 1:-1])
    diffusion = vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1] - 4.0 * vn[c]
    v[c] = vn[c] - dt * (convection + 0.5 * (p[2:, 1:-1] - p[:-2, 1:-1])) + nu * dt * diffusion
    u[0, :] = u[:, 0] = u[:, -1] = 0.0
    u[-1, :] = 1.0


ARGS = (*np.random.default_rng(19).normal(size=(3, 4, 5)), 0.1, 0.3)
