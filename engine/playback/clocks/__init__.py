"""Clocks of others: MIDI clock, time code, JACK. Pure but for JACK."""
