"""Evaluation: loss by context, what makes music music, originality, pictures of all of it.

May import tokens, model, music, config, errors, and Pillow in `picture`. Does not know the window,
training, MIDI files or where they are kept.
"""
