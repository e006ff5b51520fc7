"""This machine's figures: speed of decoding, training, importing, playing and drawing.

May import everything below the command line. Things that are compared take turns in one run, so
that whatever else the machine does befalls all of them. Does not know Qt: the roll is measured by
the window's own process.
"""
