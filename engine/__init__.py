"""The engine: everything Segue does without a window.

It never imports Qt. ARCHITECTURE.md lists its packages; pyproject.toml holds the
contracts on their imports.
"""

__version__ = "0.1.0"
