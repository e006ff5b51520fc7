"""Playing music: the schedule, the player, MIDI ports, the built-in synthesizer, audio files.

May import music, messages, the pipe to live, paths and errors. Does not know models, tokens, torch
or Qt. Only `ports/system_ports.py` imports rtmidi.
"""
