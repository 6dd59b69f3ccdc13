import math

FUNCTION = math.fsum
ARGS = ([1.5, 2.0],)
