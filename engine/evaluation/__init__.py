"""Evaluation: losses, what memory is for, what makes music music, originality, pictures.

`examination` asks all of it about a model and some songs; `page` shows what it found.

May import tokens, model, music, config, errors, and Pillow in `picture`. Does not know the window,
training, MIDI files or where they are kept.
"""
