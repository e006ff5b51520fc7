"""The piece as a score, drawn line by line by the engraver."""
