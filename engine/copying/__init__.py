"""Finds passages that copy, note for note, songs that a model learned from.

Holds the fingerprints of songs (all windows, or the winnowed ones that ship with a model), their
store, the search, and the guard that stops a continuation from copying.
"""
