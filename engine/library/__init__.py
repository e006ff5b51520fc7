"""The user's MIDI files: reading them guarded, the catalogue, duplicates, fingerprints, reports.

May import music, messages, paths and errors, and numpy. Does not know the model,
tokens, training or Qt.
"""
