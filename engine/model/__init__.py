"""The Transformer-XL: its networks in PyTorch (`network`), its decoder in NumPy (`decoding`).

Both use `description.py` and `weights.py`: a model's config, and its weights as arrays. This
package imports nothing about music, songs or tokenizers: it sees rows of integers.
"""
