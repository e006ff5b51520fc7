"""Standard MIDI files: bytes to a score and back, round whatever is damaged."""
