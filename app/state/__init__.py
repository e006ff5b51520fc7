"""The state of the window without widgets: document, history, edits, offers, playback leases.

May import the engine's values and Qt's signals.
Does not know views, the window, children or files.
"""
