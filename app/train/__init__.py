"""Binds the Train workspace: the choices before a training, its progress and its result.

May import state, clients, files, the main window and its views; not the editing of pieces.
"""
