def f(params):
    params["b"] = params["a"] * params["b"]
    return params["b"] * 2.0


ARGS = ({"a": 1.5, "b": 0.7},)
