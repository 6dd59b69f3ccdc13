import pickle


def f(x):
    return pickle.loads(pickle.dumps(x)) * x


ARGS = (1.5,)
