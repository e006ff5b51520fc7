"""MIDI inputs: what they send is heard, reported and kept."""
