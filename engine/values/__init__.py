"""Music as frozen values: notes, events, scores, time, bars; and the settings of a request.

May import `ground`. Knows no MIDI file, no chord, no token and no process.
"""
