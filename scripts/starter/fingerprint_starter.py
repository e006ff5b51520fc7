"""Makes the fingerprints of the songs the starter learned from, which ship with it.

    python scripts/starter/fingerprint_starter.py DATA STORE... [--out assets/models/starter]

DATA is the folder of `starter_store.py` and each STORE something it prepared that the
starter was trained on, all of them: what is drawn of a source depends on the mix. They say what is
learned from and what is held out; songs of the band are the project's own and may be copied. Writes
OUT/songs.prints, then looks every held-out song up in it and in all windows of the songs, and
prints what was found: what is in it by accident, by coincidence, and how much of what
truly stands in the songs.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from starter_store import read

from engine.copying.sparse import SparsePrints, winnowed
from engine.copying.windows import (
    Hashes,
    SongWindows,
    gathered,
    hashed_track,
    voices_of,
)
from engine.ground.errors import SegueError
from engine.ground.paths import starter_model
from engine.making.model_folders import PRINTS
from engine.tokens.store import open_store
from engine.values.score import Score
from engine.values.time import BarMap


class Windows(NamedTuple):
    """All windows of a song, and those that are kept."""

    every: Hashes
    kept: SongWindows


def main() -> None:
    """Make the file and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("stores", type=Path, nargs="+", metavar="store")
    parser.add_argument("--out", type=Path, default=starter_model())
    arguments = parser.parse_args()
    titles = titles_of(arguments.data)
    trained, others = songs_of(arguments.stores)
    learned = [
        (titles[name], windows)
        for name in sorted(trained & titles.keys())
        for windows in windows_in(arguments.data / name)
    ]
    sparse = SparsePrints.of_songs((title, windows.kept) for title, windows in learned)
    data = sparse.packed()
    (arguments.out / PRINTS).write_bytes(data)
    every = np.unique(np.concatenate([windows.every for _, windows in learned]))
    print(
        f"{len(learned)} songs with {len(every):,} windows; {len(sparse):,} kept"
        f" ({len(sparse) / len(every):.1%}), {len(data) / 1e6:.2f} MB"
    )
    held_out = [
        windows.every
        for name in sorted(others & titles.keys())
        for windows in windows_in(arguments.data / name)
    ]
    say_how_good(SparsePrints.unpacked(data), every, np.concatenate(held_out))


def songs_of(stores: Sequence[Path]) -> tuple[set[str], set[str]]:
    """Return the songs that are learned from in any of some stores, and those in none."""
    trained: set[str] = set()
    known: set[str] = set()
    for folder in stores:
        store = open_store(folder, verify=False)
        known |= set(store.names)
        pairs = zip(store.names, store.splits, strict=True)
        trained |= {name for name, split in pairs if split == "train"}
    return trained, known - trained


def windows_in(path: Path) -> Iterator[Windows]:
    """Yield the windows of a song; nothing where it cannot be read."""
    try:
        score = read(path)
    except SegueError as error:
        print(f"{path.name}: {error}")
        return
    yield windows_of(score)


def windows_of(score: Score) -> Windows:
    """Return all windows of a song and those that are kept."""
    voices = [hashed_track(voice, score.ticks_per_quarter) for voice in voices_of(score)]
    kept = []
    for _, ticks, hashes in voices:
        some = winnowed(hashes)
        kept.append((ticks[some], hashes[some]))
    every = np.concatenate([np.zeros(0, np.uint64), *(hashes for _, _, hashes in voices)])
    return Windows(every, gathered(kept, BarMap.of(score)))


def titles_of(data: Path) -> dict[str, str]:
    """Return what each file is called: composer and title, and its name where others are so too."""
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    named = {row["file"]: f"{row['composer'].strip()}, {row['title'].strip()}" for row in rows}
    often = Counter(named.values())
    return {
        file: name.strip(", ") if often[name] == 1 else f"{name} ({Path(file).stem})".strip(", ")
        for file, name in named.items()
    }


def say_how_good(sparse: SparsePrints, every: Hashes, looked_up: Hashes) -> None:
    """Print what looking windows up finds, of songs that were not learned from."""
    true = np.isin(looked_up, every)
    found = sparse.places(looked_up) >= 0
    print(f"{len(looked_up):,} windows of held-out songs:")
    print(f"  {true.mean():.3%} stand in a song that was learned from, by coincidence")
    print(f"  {(found & true).mean():.3%} of all are among those and found")
    print(f"  {(found & ~true).mean():.4%} are found and stand in none: accidents of the hash")


if __name__ == "__main__":
    main()
