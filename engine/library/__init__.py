"""The user's MIDI files: reading them guarded, the catalogue, duplicates, fingerprints, reports.

May import tokens and the rooms below them; not the model, training or Qt.
"""
