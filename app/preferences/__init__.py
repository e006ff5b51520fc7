"""Binds the Preferences window: folders, keys, colours, language.

May import files, the main window and its views; not state, pieces, models or child processes.
"""
