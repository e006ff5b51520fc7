"""Counts the chords of the starter's songs, from which it plans harmony.

    python scripts/starter/starter_chords.py DATA [--songs 250] [--out assets/models/starter]

DATA is the folder of `starter_store.py`. It counts the same number of songs of each source: the
source of romantic songs is ten times as large as that of dances, and users write neither alone.
"""

import argparse
import csv
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.ground.errors import SegueError
from engine.ground.paths import starter_model
from engine.library.songs import score_of
from engine.planning.chord_model import encoded
from engine.planning.counting import count_chords
from engine.planning.files import FILE_NAME
from engine.values.score import Score

# Drummers have no chords; recordings without bars have none at their bar lines.
LEFT_OUT = frozenset({"groove", "giantmidi"})


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--songs", type=int, default=250)
    parser.add_argument("--out", type=Path, default=starter_model())
    arguments = parser.parse_args()
    chosen = list(songs_of(arguments.data, arguments.songs))
    counts = count_chords(scores(chosen))
    (arguments.out / FILE_NAME).write_bytes(encoded(counts))
    print(f"{len(chosen):,} songs, {len(encoded(counts)):,} bytes; {counts.returns}")
    for line in counts.motion:
        print(line)


def songs_of(data: Path, most: int) -> Iterator[Path]:
    """Yield songs that the starter trained on, `most` of each source."""
    found: dict[str, list[Path]] = {}
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            path = data / row["file"]
            if path.parent.name == "train":
                found.setdefault(path.parent.parent.name, []).append(path)
    for source, paths in sorted(found.items()):
        if source not in LEFT_OUT:
            # By the hash of its name a song is drawn the same way on every machine.
            yield from sorted(paths, key=lambda path: sha256(path.name.encode()).digest())[:most]


def scores(paths: list[Path]) -> Iterator[Score]:
    """Yield the songs that can be read."""
    for path in paths:
        try:
            yield score_of(path.read_bytes())
        except (OSError, SegueError):
            continue


if __name__ == "__main__":
    main()
