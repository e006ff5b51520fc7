"""The page for ports and the built-in sound, the computer's keys as a piano, levels.

May import state, talk, the window and its views.
Does not know how a piece is edited.
"""
