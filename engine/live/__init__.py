"""A piece that is played with: the model hears it once, then what changes, and goes on when asked.

May import generation, messages and what is below them. Does not know how a note is drawn, ports,
the player's clock, threads, processes or Qt.
"""
