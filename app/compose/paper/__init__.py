"""The piece as a score: shown, edited and printed."""
