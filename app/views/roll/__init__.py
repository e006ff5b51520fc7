"""The piano roll: `piano_roll.PianoRoll`.

Paints notes in cached tiles, reads the mouse and keys, and asks for edits by signals. Knows no
undo and no document: it shows what it is given.
"""
