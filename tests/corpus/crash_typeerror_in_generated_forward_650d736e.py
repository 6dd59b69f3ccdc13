# ruff: noqa
# seed 170: crash TypeError in generated forward
import numpy as np
TABLE = np.array([[-0.742, -1.031, -0.938], [-1.514, 1.185, -1.94], [1.628, -0.783, -0.005]])

def first(p, q):
    return abs(TABLE[1, -2]) if 2.0 > q[0] else 0.5 * (TABLE[-1, 0] - q[1])

def f(x, net):
    c = 0.5 * np.abs(net['b'][-1] * np.full((3, 3), TABLE[2, -3]))
    pair = np.empty((3,))
    z = first(0.5 * np.transpose(net['w'][1]), np.array([1.5, -0.5, net['w'][-3, 0]]))
    out = [np.where(-0.5 > 0.2, np.where(x > 0.2, np.ones((3,)) * -0.8, x), -0.5), 0.5 * (net['w'][..., 0].ravel() * np.concatenate((pair[1:], net['w'][:, 0][0:1]))), 0.125 * (net['b'].T * pair.T) ** 2]
    step = 0
    v = (TABLE, out[0])
    acc = TABLE[1:]
    for u in range(4 - 1, -1, -1):
        for grid, items in enumerate(x):
            for right in out[:3]:
                left = np.ones((3,))
                temp = abs(np.full((3, 2), net['k']))
                np.add(0.5 * net['k'], np.tanh(np.full((3, 3), temp[0, u % 2]) * c[::-1]), out=net['w'])
                np.subtract.at(temp, [1, 2, 1], net['b'][grid - 1])
                temp[...] *= 0.3333333333333333
                if z > temp[grid - 1, u % 2] + items:
                    net['w'][0][grid - 1] = first(np.tanh(np.square(net['b'])), out[-1])
                    continue
                step = (step + 1) % 2
                left[[2, 1]] *= 0.5 * (np.ones((2,)) * left[(grid + 1) % 3])
            if 0.5 < z:
                c *= 0.5 * v[0]
            else:
                z *= 0.25 * np.square(acc[(grid + 1) % 2, -1 - u % 3])
                ring = net['b'].T
                d = {'bias': v[0], 'w': out[-1], 'gain': ring}
            if u > 0:
                return [np.tanh(np.cumsum(pair[::2][...], axis=0)), np.abs(v[1].ravel().T[[1, 2]]), 0.5 * (np.minimum(x[step % 3], net['b'][:-1]) * items)]
            c[grid, grid % 3] = max(net['w'][(step + 1) % 3, grid - 1], z)
            if items > np.sum(TABLE) and x[u % 3] > -0.8:
                return [0.166 * np.where(np.dot(acc, out[-1]) > 0.2, x[1:].T * x[1:], np.dot(acc, out[-1]))]
    return [0.27 * np.where(out[-1][1:] > 0.2, np.exp(pair[1:]), out[-1][1:])]
ARGS = (np.array([0.066, 1.882, 1.156]), {'w': np.array([[-0.196, 0.652, -0.354], [-0.293, 1.627, -1.505], [0.669, 0.948, -1.711]]), 'b': np.array([-0.173, 0.11, 0.986]), 'k': -1.416})
