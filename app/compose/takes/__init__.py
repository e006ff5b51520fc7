"""Takes of the piece: list, drag out, regenerate.

May import `compose.offer` and `compose.files`.
"""
