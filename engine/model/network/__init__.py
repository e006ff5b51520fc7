"""The networks in PyTorch: what trains, evaluates and exports a model.

Holds relative attention, memory, the trunk with its two kinds of network, and checkpoints. Knows
`engine.model.weights`, whose arrays it makes networks of and writes; never `engine.model.decoding`.
"""
