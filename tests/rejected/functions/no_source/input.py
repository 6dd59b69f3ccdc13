FUNCTION = eval("lambda x: x * x")
ARGS = (1.5,)
