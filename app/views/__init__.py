"""The views: each module or sub-package is one view.

A view gets plain values by its `show_*()` methods and emits signals named after the user's actions.
Views may import widgets, `app.style`, `app.values` and the engine's values (music, config, errors).
They know no other view, no state and no process.
"""
