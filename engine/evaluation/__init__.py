"""What the program asks of a model and of music: strengths, sliders, figures, pictures.

`fitting` fits the strengths of a model after a training, by `forced` and `drift`; `steering` tells
which sliders work with it; `musicality` counts in music, `picture` draws it. What only measures a
model is in `benchmarks.evaluation`.

May import generation, tokens, model, music, config, errors, and Pillow in `picture`. Does not know
the window, training, MIDI files or where they are kept.
"""
