"""Seeded faults: how many of them does a fast part of the tests notice?  ``python -m tests.mutants``."""
