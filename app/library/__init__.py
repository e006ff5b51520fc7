"""The workspace of pieces and models that are there: found, heard, imported, used.

May import state, talk, files, the window and its views.
Does not know how a piece is edited.
"""
