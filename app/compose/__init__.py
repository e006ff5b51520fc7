"""The workspace in which a piece is written: binds its views to the document and to who plays it.

May import state, talk, files, the window and its views. A folder for each thing that is done with a
piece; flat lie only what shows the piece everywhere (`score_views`, `view_actions`), the menus that
reach into all folders (`roll_menu`, `help_actions`) and the words of a failure (`failures`).
Does not know the other workspaces.
"""
