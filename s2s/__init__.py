"""s2s: differentiates Python with NumPy by writing readable Python with NumPy."""
from s2s import testing
from s2s.api import differentiate
from s2s.conveniences import check_gradients, grad, hvp, jacobian, linearize, value_and_grad, vjp
from s2s.custom import custom_rule, stop_gradient
from s2s.differentiated import Differentiated
from s2s.errors import CotangentError, GradientMismatch, MutationError, ResidualsError, S2SError, UnsupportedError
from s2s.residuals import Residuals
from s2s.storage import load, save

__version__ = "0.1.0"

__all__ = [
    "CotangentError",
    "Differentiated",
    "GradientMismatch",
    "MutationError",
    "Residuals",
    "ResidualsError",
    "S2SError",
    "UnsupportedError",
    "check_gradients",
    "custom_rule",
    "differentiate",
    "grad",
    "hvp",
    "jacobian",
    "linearize",
    "load",
    "save",
    "stop_gradient",
    "testing",
    "value_and_grad",
    "vjp",
]
