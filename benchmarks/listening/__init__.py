"""Whether notes are found in sound."""
