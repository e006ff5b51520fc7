"""Texts in the window's language: figures, instruments, the engine's sentences.

The engine and its files use English; widgets, views and binders translate here.
"""
