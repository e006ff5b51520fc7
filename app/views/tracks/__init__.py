"""The list of tracks beside the roll: a header for each, and what a row shows."""
