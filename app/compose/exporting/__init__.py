"""The piece for other programs: MIDI, notation and sound, written beside everything else."""
