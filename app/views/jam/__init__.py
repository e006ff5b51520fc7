"""The Jam page: checks, settings, the turn button and the waterfall of notes."""
