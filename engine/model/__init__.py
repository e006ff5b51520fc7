"""The Transformer-XL: memory, attention, losses, decoding, sampling and weights on disk.

May import torch, numpy, safetensors, engine.config, engine.errors, engine.gate and engine.saving.
Knows neither music nor songs nor tokenizers: only rows of integers.
"""
