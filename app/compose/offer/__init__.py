"""Show the model's offers: their place in the piece, their cards, and musical wishes.

Rewriting and filling bars (`compose.filling`) end in an offer as well.
"""
