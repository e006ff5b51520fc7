"""Read and write files off the window's thread: pieces, autosave, models, folders.

May import state and the engine's values.
Does not know views, the window or children.
"""
