# ruff: noqa
import numpy as np
def f(x, y):
    a = complex(imag=x)
    b = complex(real=0.3, imag=y)
    c = complex(x, imag=0.25)
    d = complex(0.2, imag=0.25)
    e = complex(imag=0.25)
    return a * b * c * d * e * complex(real=y) 
ARGS=(0.3, 0.7)
