"""The Compose workspace: connects its views to the document, the player and the model.

Each activity has a folder. The files at the top level are used by all of them: the views of the
piece (`score_views`, `view_actions`), menus (`roll_menu`, `help_actions`) and failure notices
(`failures`).

May import state, clients, files, the window and its views. Does not know other workspaces.
"""
