import numpy as np


def correlation(data):
    data = data - np.mean(data, axis=0)
    data /= np.std(data, axis=0) * np.sqrt(data.shape[0])
    corr = np.eye(data.shape[1])
    for i in range(data.shape[1] - 1):
        corr[i, i + 1 :] = data[:, i] @ data[:, i + 1 :]
        corr[i + 1 :, i] = corr[i, i + 1 :]
    return corr


ARGS = (np.array([[0.5, -1.2, 0.4], [2.0, 0.3, -0.8], [0.1, 0.9, 1.1]]),)
