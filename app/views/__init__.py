"""What the user sees: each module or sub-package is one view.

A view takes plain values by its `show_*()` methods and emits signals named after what the user did.
May import widgets, theme, geometry and the engine's values (music, config, errors). Knows no other
view, no state, no process.
"""
