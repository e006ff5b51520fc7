"""What the model offers: where it is to write, asked in a word too, and the cards of what came.

Bars that are rewritten or filled (`compose.filling`) end in an offer as well.
"""
