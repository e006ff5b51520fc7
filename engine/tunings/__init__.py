"""Tunings by name, and Scala's files of them."""
