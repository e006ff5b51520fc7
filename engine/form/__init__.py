"""Bars and passages of a piece: meters and tempos to come, figures, players, other places. Pure."""
