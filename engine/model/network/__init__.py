"""The networks in PyTorch, which train, evaluate and export a model.

Holds relative attention, memory, the trunk with its two kinds of network, and checkpoints. Imports
`engine.model.weights`, whose arrays it reads and writes; never `engine.model.decoding`.
"""
