"""The engine: everything Segue does without a window.

It never imports Qt. Rooms and the arrows between them are in ARCHITECTURE.md and in pyproject.toml.
"""

__version__ = "0.1.0"
