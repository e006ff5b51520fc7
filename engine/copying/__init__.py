"""What of some music stands, note for note, in songs that a model learned from.

Holds the fingerprints of songs (all windows of each, or some that ship with a model), where they
are kept, looking music up in them, and the guard that keeps a continuation from copying. May import
music and errors. Does not know the model, tokens, the catalogue or the window.
"""
