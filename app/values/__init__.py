"""Frozen values and pure functions that `state` and `views` share; no Qt.

Imports `engine.music`, `engine.request` and the gate.
"""
