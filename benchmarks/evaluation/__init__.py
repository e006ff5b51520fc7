"""A network on songs: how well it predicts them, and how what is made lies beside what is real.

`examination` asks all of it about a model and some songs, `run` writes it, `command` is
`python -m benchmarks evaluate`. What the program itself asks of a model (its strengths, its
sliders, its figures of music) is in `engine.evaluation`.
"""
