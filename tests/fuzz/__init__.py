"""A hunt for silently wrong gradients: random programs, checked against what must hold for every program."""
