"""Chords over the piece: typed, detected, moved, played, and suggestions."""
