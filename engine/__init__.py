"""The engine: everything Segue does without a window.

It never imports Qt. ARCHITECTURE.md lists its packages; pyproject.toml holds the
contracts on their imports.
"""

__version__ = "0.1.0"

ADDRESS = ""
"""The address of the project's page. While it is empty, Segue and its pages say “where you got it”;
`python packaging/address.py` brings the pages in line with it."""
