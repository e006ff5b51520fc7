"""Faders, meters and lamps, which show decibels."""
