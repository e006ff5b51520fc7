"""Export the piece as MIDI, notation or audio, in child processes."""
