"""Everything the model ever offered for this piece: listed, dragged out, made again.

May import `compose.offer` and `compose.files`.
"""
