"""The environment of a child process, and the file that its log goes to."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment

# Enough for the last crashes; a second file of as much is the one before.
LOG_BYTES = 1_000_000


def environment(added: Mapping[str, str]) -> QProcessEnvironment:
    """Return this process's environment with some more variables."""
    environment = QProcessEnvironment.systemEnvironment()
    for name, value in added.items():
        environment.insert(name, value)
    return environment


def log_file(path: Path) -> str:
    """Return where a child's stderr goes: nowhere when nothing can be written there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
        path.open("ab").close()
    except OSError:
        # With a file that cannot be opened the child would not be started at all.
        return QProcess.nullDevice()
    return str(path)
