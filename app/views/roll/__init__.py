"""The piano roll: `piano_roll.PianoRoll`.

The roll paints notes in cached tiles, handles mouse and keys, and requests edits by signals. It
does not know the document or the undo history. One widget in five classes, each in its own module,
from the base: `RollState` (what is shown), `RollFolding` (which rows), `RollSight` (zoom and
sound), `RollWalking` (the keyboard), `PianoRoll` (painting and events).
"""
