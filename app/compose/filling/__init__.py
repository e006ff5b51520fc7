"""Requests for bars in the middle: rewrite, fill, accompany, answer.

The result is an offer (`compose.offer`).
"""
