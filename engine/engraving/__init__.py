"""Pages drawn: systems as SVG, by verovio, which is imported nowhere else.

It is C++ that may end the process on odd input: only the `engrave` role, a job that prints and
tests load it.
"""
