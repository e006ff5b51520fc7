"""A folder that nothing can be written to, whoever runs the tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Its own file system, for this command alone.
_CLOSED = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@contextmanager
def read_only(folder: Path) -> Iterator[tuple[str, ...]]:
    """Close a folder with all that is in it; yield what a command must begin with to see that."""
    if os.geteuid() == 0:
        # Root may write where rights say no: only a closed file system stops it.
        before = ("unshare", "--mount", "sh", "-c", _CLOSED, str(folder))
        if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
            pytest.skip("no mounting here")
        yield before
        return
    folders = (folder, *(path for path in folder.rglob("*") if path.is_dir()))
    for each in folders:
        each.chmod(0o500)
    try:
        yield ()
    finally:
        for each in folders:
            each.chmod(0o700)
