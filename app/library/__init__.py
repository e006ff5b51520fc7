"""Binds the library: pieces and models are found, heard, imported and used.

May import state, clients, files, the main window and its views; not the editing of pieces.
"""
