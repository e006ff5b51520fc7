"""Keys, scales and chords: named, found in a score, written over it. Pure."""
