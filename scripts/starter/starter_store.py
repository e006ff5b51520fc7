"""The store that the starter learns from: songs encoded, and carried as one file."""

import argparse
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from starter_mix import MIXES, WIDE, Heard, Mix, mixed, songs_in, table
from starter_variants import varied

from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.music.score import Score
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Song, prepare


def read(path: Path) -> Score:
    """Return the score of a file."""
    return normalized(read_score(path).score)


@dataclass(frozen=True, slots=True)
class Copy:
    """A song as it is heard once in a pass.

    Attributes:
        path: Its file.
        name: Of this copy.
        seed: Draws its variant; None: as written.
    """

    path: Path
    name: str
    seed: int | None = None


def read_copy(copy: Copy) -> Score:
    """Return the score of a copy: its variant, where it has one."""
    score = read(copy.path)
    return score if copy.seed is None else varied(score, copy.name, seed=copy.seed)


def heard_of(data: Path, band: Path | None = None, mix: Mix = WIDE) -> list[Heard]:
    """Return what is heard of the collections, and of the songs that the band wrote."""
    return mixed([*songs_in(data), *(songs_in(band, "band_music/") if band else ())], mix)


def copies_of(heard: Heard, seed: int | None = None) -> Iterator[Song[Copy]]:
    """Yield a song as training prepares it, as often as it is heard in a pass.

    Held-out songs are as written: what they are measured by stays the same.

    Args:
        heard: The song.
        seed: Draws the variants; None: all is as written.
    """
    held_out = heard.split == "valid"
    for number in range(heard.times):
        # Named as the store names what is heard again.
        name = f"{heard.name}#{number + 1}" if number else heard.name
        copy = Copy(heard.path, name, None if held_out else seed)
        yield Song(name=name, source=copy, piece=heard.name, split="valid" if held_out else "train")


def prepare_store(arguments: argparse.Namespace) -> None:
    """Encode the songs."""
    heard = heard_of(arguments.data, arguments.band, MIXES[arguments.mix])
    print(table(heard), flush=True)
    songs = [copy for song in heard for copy in copies_of(song, arguments.variants)]
    tokenizer = Tokenizer()
    problems: Counter[str] = Counter()
    for prepared in prepare(
        songs, arguments.store, tokenizer=tokenizer, read=read_copy, processes=arguments.processes
    ):
        if prepared.problem:
            problems[prepared.problem] += 1
        if prepared.done % 500 == 0 or prepared.done == prepared.total:
            print(f"{prepared.done} of {prepared.total} songs", flush=True)
    store = open_store(arguments.store)
    print({split: store.token_count(split) for split in ("train", "valid")}, dict(problems))


def pack(arguments: argparse.Namespace) -> None:
    """Make one file of a store, for a machine that has not the music."""
    open_store(arguments.store)  # a store that is broken is not worth carrying
    with tarfile.open(arguments.file, "w:xz", preset=1) as file:
        for path in sorted(arguments.store.iterdir()):
            file.add(path, path.name)
    print(f"{arguments.file}: {arguments.file.stat().st_size / 2**20:.1f} MiB")


def unpack(arguments: argparse.Namespace) -> None:
    """Make a store of a file."""
    with tarfile.open(arguments.file) as file:
        file.extractall(arguments.store, filter="data")
    store = open_store(arguments.store)
    print({split: store.token_count(split) for split in ("train", "valid")})
