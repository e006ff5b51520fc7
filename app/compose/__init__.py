"""The workspace in which a piece is written: binds its views to the document and to who plays it.

May import state, talk, files, the window and its views.
Does not know the other workspaces.
"""
