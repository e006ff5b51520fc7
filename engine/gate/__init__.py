"""Checks of documents from outside: size, depth, number of objects, names, decompression.

Pieces, models, archives, journals, settings and messages pass these checks before any object is
built from them. The meaning of a document is checked by its reader.
"""
