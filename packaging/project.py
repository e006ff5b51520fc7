"""Where the project is, its version, and the day of its release."""

import os
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
_RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def version() -> str:
    """Return Segue's version."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def releases() -> dict[str, str]:
    """Return the day of each release, the newest first, as the changelog has it: 2026-11-26."""
    return dict(_RELEASE.findall(CHANGELOG.read_text(encoding="utf-8")))


def repeatable() -> dict[str, str]:
    """Return the environment in which Python, PyInstaller and dpkg repeat what they made."""
    return {**os.environ, "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(released_s())}


def released_s() -> int:
    """Return the time that every packed file gets, in seconds since 1970.

    The start of the day of the newest release, in UTC: the same source makes the same package on
    any day. `SOURCE_DATE_EPOCH` has the last word, as in other build systems.
    """
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    newest = next(iter(releases().values()))
    return int(datetime.fromisoformat(newest).replace(tzinfo=UTC).timestamp())
