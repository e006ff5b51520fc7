"""Numbers of MIDI channels and their controllers that values of a piece need."""

# Channel 10 of General MIDI, from 0.
DRUM_CHANNEL = 9
# Values of these controllers after a reset of a General MIDI device; all others have 0.
CONTROLS_AT_REST = {7: 100, 10: 64, 8: 64, 11: 127, **dict.fromkeys(range(70, 80), 64)}
# From here on controller numbers are channel mode messages.
FIRST_MODE_MESSAGE = 120
