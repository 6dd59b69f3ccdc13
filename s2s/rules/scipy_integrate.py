"""Rules of scipy.integrate."""
from __future__ import annotations

from scipy import integrate

from s2s.rules.registry import rule
from s2s.rules.scans import trapezoid

rule(integrate.trapezoid)(trapezoid)
