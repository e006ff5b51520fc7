"""The Jam page: what is checked, chosen and played, and the waterfall of notes."""
