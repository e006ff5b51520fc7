"""The store that the starter learns from: songs encoded, and carried as one file."""

import argparse
import sys
import tarfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from starter_mix import Heard, mixed, songs_in, table

from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.music.score import Score
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Song, prepare


def read(path: Path) -> Score:
    """Return the score of a file."""
    return normalized(read_score(path).score)


def songs_of(data: Path, band: Path | None = None) -> list[Song[Path]]:
    """Return the songs of the manifests, divided as their folders say and mixed."""
    return [song_of(heard) for heard in heard_of(data, band)]


def heard_of(data: Path, band: Path | None = None) -> list[Heard]:
    """Return what is heard of the collections, and of the songs that the band wrote."""
    return mixed([*songs_in(data), *(songs_in(band, "band_music/") if band else ())])


def song_of(heard: Heard) -> Song[Path]:
    """Return a song as training prepares it."""
    split = "valid" if heard.split == "valid" else "train"
    return Song(name=heard.name, source=heard.path, split=split, weight=heard.times)


def prepare_store(arguments: argparse.Namespace) -> None:
    """Encode the songs."""
    heard = heard_of(arguments.data, arguments.band)
    print(table(heard), flush=True)
    songs = [song_of(song) for song in heard]
    tokenizer = Tokenizer()
    problems: Counter[str] = Counter()
    for prepared in prepare(
        songs, arguments.store, tokenizer=tokenizer, read=read, processes=arguments.processes
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
