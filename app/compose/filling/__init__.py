"""Bars of the piece that are written between what stands: rewritten, filled, accompanied, answered.

What is made is an offer like any other; here it is only asked for.
"""
