"""Frozen values and pure functions that `state` and `views` share; no Qt.

Imports `engine.values`, `engine.request` and the gate.
"""
