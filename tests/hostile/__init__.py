"""What nobody should write, and what happens by accident: the right answer or an error of s2s's own, never more."""
