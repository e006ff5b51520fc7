"""The chords over the piece in the window: typed, found, moved, played, and others that fit."""
