"""The model at work on one piece: it reads the piece once, then the changes, and continues it.

May import generation, messages and what is below them. Does not know how a note is drawn, ports,
the player's clock, threads, processes or Qt.
"""
