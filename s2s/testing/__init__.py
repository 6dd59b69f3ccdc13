"""Checks that users run on their own functions and rules."""
from s2s.testing.functions import check_function
from s2s.testing.rules import Sample, check_rule

__all__ = ["Sample", "check_function", "check_rule"]
