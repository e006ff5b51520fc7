"""Decoding without PyTorch: a model's weights in NumPy, one id after another.

Holds the decoder with its log, rewinds and branches, and sampling. Imports neither PyTorch nor
`engine.model.network`, so that a continuation, a fill and a jam load neither.
"""
