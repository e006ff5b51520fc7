"""Training: preparation of songs, the loop, optimizers, checkpoints, presets.

May import tokens, model, music, config, errors. Does not know the window, ports, MIDI files or the
user's folders: callers pass songs and folders.
"""
