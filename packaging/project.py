"""Where the project is, and its version."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"


def version() -> str:
    """Return Segue's version."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
