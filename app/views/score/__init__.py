"""The piece as a score, line by line, as the engraver draws it."""
