"""What the window is about, without a widget: document, history, edits, offers, who is heard.

May import the engine's values and Qt's signals.
Does not know views, the window, children or files.
"""
