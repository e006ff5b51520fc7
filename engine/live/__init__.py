"""Going on with a piece: reading it into the memory, drawing what follows, notes as they are made.

May import tokens, model and what is below them. Does not know ports, the player's clock, threads,
processes or Qt.
"""
