"""The page for sound and ports, the typing keyboard, and the level meters.

This package may import state, clients, the window and its views. It does not know how a piece is
edited.
"""
