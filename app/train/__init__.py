"""The workspace in which a model learns: what from, how long, how it goes, what came of it.

May import state, talk, files, the window and its views.
Does not know how a piece is edited.
"""
