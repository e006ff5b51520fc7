"""Move Segue's folders: copy everything first, then remove the old files."""

import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from engine.ground.errors import SegueError

# Suffix of unfinished copies, which are renamed when all are complete.
_PART = ".segue-part"


def size_of(places: Iterable[Path]) -> int:
    """Return the size of files and folders in bytes; unreadable files count 0."""
    total = 0
    for place in places:
        files = place.rglob("*") if place.is_dir() else (place,)
        for file in files:
            with suppress(OSError):
                total += file.stat().st_size if file.is_file() else 0
    return total


def free_at(folder: Path) -> int | None:
    """Return the free bytes on a folder's disk, or None if unknown."""
    for place in (folder, *folder.parents):
        with suppress(OSError):
            return shutil.disk_usage(place).free
    return None


def copy_into(target: Path, entries: Sequence[Path]) -> None:
    """Copy files and folders into a folder, all of them or none.

    Raises:
        SegueError: Copying failed; nothing was changed.
    """
    made: list[Path] = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        taken = [entry.name for entry in entries if (target / entry.name).exists()]
        if taken:
            raise SegueError(
                "‘{target}’ already has something named ‘{taken}’. Nothing was moved.",
                target=target,
                taken=taken[0],
                hint="Choose an empty folder.",
            )
        for entry in entries:
            part = target / f"{entry.name}{_PART}"
            made.append(part)
            if entry.is_dir():
                shutil.copytree(entry, part)
            else:
                shutil.copy2(entry, part)
        for entry in entries:
            (target / f"{entry.name}{_PART}").rename(target / entry.name)
            made.append(target / entry.name)
    except OSError as error:
        remove(made)
        raise SegueError(
            "‘{target}’ cannot be used ({error}). Nothing was moved.",
            target=target,
            error=error.strerror or error,
            hint="Choose another folder.",
        ) from error


def remove(entries: Iterable[Path]) -> None:
    """Remove files and folders; failures are ignored, because copies exist."""
    for entry in entries:
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            with suppress(OSError):
                entry.unlink(missing_ok=True)
