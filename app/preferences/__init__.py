"""Binds the Preferences window: folders, keys, colours, language.

May import files, the main window, its views, and of `state` the user's taste; no pieces, models or
child processes.
"""
