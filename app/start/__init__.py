"""From nothing to a window: one process at a time, its imports, its parts wired together.

May import every room of the app.
Does not know what any of them does.
"""
