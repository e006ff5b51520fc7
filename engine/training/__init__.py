"""Training: songs to token stores, the loop, its schedule, its checkpoints, its presets.

May import tokens, model, music, config, errors. Does not know the window, ports, MIDI files or
where the user keeps them: callers bring songs and folders.
"""
