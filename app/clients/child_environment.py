"""The environment of a child process, and the file that its log goes to."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

# Enough for the last crashes; one older file of this size is kept.
LOG_BYTES = 1_000_000


def environment(added: Mapping[str, str]) -> QProcessEnvironment:
    """Return this process's environment with added variables."""
    environment = QProcessEnvironment.systemEnvironment()
    for name, value in added.items():
        environment.insert(name, value)
    return environment


def log_file(path: Path) -> str:
    """Return the file for a child's stderr; the null device if the file is not writable."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        path.open("ab").close()
    except OSError:
        # QProcess does not start a child whose stderr file cannot be opened.
        return QProcess.nullDevice()
    return str(path)
