"""What is named in the language of the window: figures, instruments, the engine's sentences.

The engine and its files are in English; the widgets, views and binders ask here for what they show.
"""
