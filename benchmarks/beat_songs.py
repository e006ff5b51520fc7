"""The songs that the network of beats learned, so that nothing is judged on them."""

import hashlib
import math
from functools import cache
from pathlib import Path

# Songs of each source. Bands and tunes are few in the collections and frequent among users.
SOURCES = {
    "openscore_lieder": 250,
    "openscore_quartets": 40,
    "mutopia": 700,
    "openewld": 250,
    "freedoom": 56,
    "helland": 42,
    "polish": 500,
    "chopin": 186,
    "cre": 80,
    "openhymnal": 60,
    "orchestra": 40,
    "jsb": 40,
    "groove": 60,
}
# Of these, so many more chose the checkpoint.
_VALID_SHARE = 0.08


@cache
def learned_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of SOURCE/train that the network learned, or of SOURCE/valid that chose it.

    Args:
        folder: One of these two; of another one there are none.
    """
    count = SOURCES.get(folder.parent.name, 0)
    shares = {"train": 1.0, "valid": _VALID_SHARE}
    files = sorted(
        folder.glob("*.mid"), key=lambda path: hashlib.sha256(path.name.encode()).hexdigest()
    )
    return tuple(files[: math.ceil(count * shares.get(folder.name, 0.0))])
