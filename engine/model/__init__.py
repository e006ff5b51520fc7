"""The Transformer-XL: its networks in PyTorch (`network`), its decoder in NumPy (`decoding`).

Both stand on `description.py` and `weights.py`: a model's config, and its weights as arrays. Knows
neither music nor songs nor tokenizers: only rows of integers.
"""
