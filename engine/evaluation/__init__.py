"""The measurements that the program itself needs: of strengths, sliders and figures, and pictures.

After a training, `fitting` fits the strengths of the rules with `forced`, and
`steering` decides which sliders work. `musicality` computes figures of music, `picture` draws it.
Measurements for developers are in `benchmarks.evaluation`.

May import generation, tokens, model, music, config, errors, and Pillow in `picture`. Does not know
the window, training, or MIDI files.
"""
