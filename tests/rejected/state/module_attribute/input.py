import types

settings = types.ModuleType("settings")


def f(x):
    settings.scale = x * x
    return settings.scale * x


ARGS = (1.5,)
