"""Program start: one window process per user, its imports, and the wiring of all parts.

May import every room of the app.
Knows no detail of what the parts do.
"""
