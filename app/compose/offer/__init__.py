"""Offers of the model: the place that it writes to, the wishes, and a card for each alternative.

Bars that are rewritten or filled (`compose.filling`) end in an offer as well.
"""
