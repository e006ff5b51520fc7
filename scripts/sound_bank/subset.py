"""Make a smaller sound bank of a large one, with its licence beside it: for installers.

    python scripts/sound_bank/subset.py SOURCE.sf3 [TARGET.sf3]

General MIDI's 128 programs and nine kits are kept, variations are left out; samples are taken over
as they are. Without a target it goes to the program's own sound folder, where the player finds it
first.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from engine.ground.errors import SoundError
from engine.ground.paths import user_paths
from engine.playback.riff import lists
from engine.playback.sound.bank import read_bank
from engine.playback.sound.subset import reduced

# Copyright and comment: where a bank says whose it is and what may be done with it.
_LICENCE = (b"INAM", b"IENG", b"ICOP", b"ICMT")


def main() -> int:
    """Write the bank and its licence, and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path, nargs="?")
    asked = parser.parse_args()
    began = time.perf_counter()
    target = (
        asked.target or user_paths().sound_banks / f"{asked.source.stem}-small{asked.source.suffix}"
    )
    try:
        read_bank(asked.source)
    except SoundError as error:
        print(error.message, file=sys.stderr)
        return 1
    whole = asked.source.read_bytes()
    data = reduced(whole)
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, data)
    replace_file(target.with_suffix(".licence.txt"), licence(whole).encode())
    print(f"{target}: {len(data):,} of {len(whole):,} bytes in {time.perf_counter() - began:.1f} s")
    return 0


def licence(data: bytes) -> str:
    """Return what a bank says of its makers and its terms."""
    info = lists(data)
    said = [
        bytes(info[name]).rstrip(b"\0").decode("utf-8", "replace")
        for name in _LICENCE
        if name in info
    ]
    return "\n\n".join([*said, "This is a subset: its variations were left out.", ""])


def replace_file(path: Path, data: bytes) -> None:
    """Write a file that is whole or not there."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)


if __name__ == "__main__":
    sys.exit(main())
