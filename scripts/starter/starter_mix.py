"""What the starter hears, and how often: the mix of its sources, from the songs of a manifest.

A source is heard so many times an epoch, but never makes more of it than its cap: a share of the
epoch's notes (`Mix`). What that comes to for a song is a whole number of times,
drawn by the hash of its name where it is not one: of a source that is heard half a time, half of
the songs are in the store.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mix:
    """How often what is heard.

    Attributes:
        times: That a song of a source is heard in an epoch, before the caps; one where it is not
            named.
        caps: The largest share of an epoch's notes that a source may be.
    """

    times: Mapping[str, float]
    caps: Mapping[str, float]


# Recorded time at a constant 120: its bars mean nothing.
_NO_BARS = {"giantmidi": 0.0}
# Drummers alone: more of them, and a drum is taken for one.
_DRUMMERS = {"groove": 0.03}

WIDE = Mix(
    times=_NO_BARS
    | {
        "freedoom": 4.0,  # bands are what the collections have least of
        "helland": 4.0,
        "blasphemer": 4.0,
        "cre": 3.0,  # short songs
    },
    caps=_DRUMMERS
    | {
        "polish": 0.20,  # two fifths of all that is free; a quarter of the notes at the very most
        "band_music": 0.30,  # made by rule: more than of any one source, less than of the rest
        "cre": 0.03,  # one voice
    },
)
# What users keep is songs of bands first and lead sheets, then piano, hymns and songs; of quartets,
# orchestras and scores of the nineteenth century a little. The last fifth of a training hears this.
LIBRARY = Mix(
    times=_NO_BARS
    | {"freedoom": 5.0, "helland": 5.0, "blasphemer": 5.0}
    | {"openewld": 6.0, "openhymnal": 4.0, "jsb": 3.0, "cre": 3.0},
    caps=_DRUMMERS
    | {
        "band_music": 0.40,
        "polish": 0.10,
        "openscore_lieder": 0.08,
        "openscore_quartets": 0.05,
        "orchestra": 0.04,
        "cre": 0.03,
    },
)
MIXES = {"wide": WIDE, "library": LIBRARY}


@dataclass(frozen=True, slots=True)
class Heard:
    """A song of a manifest and how often it is heard.

    Attributes:
        name: Unique: the path in its folder, with the collection before it.
        path: Its file.
        source: The collection.
        split: `train` or `valid`.
        notes: How many.
        times: In an epoch; 0: not used.
    """

    name: str
    path: Path
    source: str
    split: str
    notes: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    """What a source is of an epoch.

    Attributes:
        source: The collection.
        songs: Different ones, of the training part.
        notes: Heard in an epoch, repeats counted.
        share: Of all notes of the epoch.
    """

    source: str
    songs: int
    notes: int
    share: float


def songs_in(folder: Path, prefix: str = "") -> list[Heard]:
    """Return the songs of a folder with a `manifest.csv`, each heard once."""
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return [
            Heard(
                name=prefix + row["file"],
                path=folder / row["file"],
                source=row["source"],
                split="valid" if "valid" in Path(row["file"]).parts else "train",
                notes=int(row["notes"]),
            )
            for row in csv.DictReader(file)
        ]


def mixed(songs: Sequence[Heard], mix: Mix = WIDE) -> list[Heard]:
    """Return the songs that are used, each with its times; those held out are heard once."""
    times = times_of(songs, mix)
    counted = [
        replace(
            song,
            times=_whole(times[song.source], song.name)
            if song.split == "train"
            else int(times[song.source] > 0),
        )
        for song in songs
    ]
    return [song for song in counted if song.times]


def times_of(songs: Sequence[Heard], mix: Mix = WIDE) -> dict[str, float]:
    """Return how often each source is heard in an epoch so that every cap holds."""
    caps = mix.caps
    notes: dict[str, float] = {}
    for song in songs:
        own = song.notes * (song.split == "train")
        notes[song.source] = notes.get(song.source, 0.0) + own
    wanted = {source: mix.times.get(source, 1.0) for source in notes}
    full: set[str] = set()
    while True:
        free = sum(notes[s] * wanted[s] for s in notes if s not in full)
        total = free / (1.0 - sum(caps[s] for s in full))
        over = {
            s
            for s in notes
            if s in caps and s not in full and notes[s] * wanted[s] > caps[s] * total
        }
        if not over or len(full | over) == len(notes):
            break
        full |= over
    return {s: caps[s] * total / notes[s] if s in full else wanted[s] for s in notes}


def _whole(times: float, name: str) -> int:
    """Return a whole number of times that is the wanted one on the mean over names."""
    drawn = int.from_bytes(sha256(name.encode()).digest()[:8], "big") / 2**64
    return int(times) + (drawn < times - int(times))


def shares(songs: Sequence[Heard]) -> Iterator[Share]:
    """Yield what each source is of an epoch, the largest first."""
    heard: dict[str, int] = {}
    count: dict[str, int] = {}
    for song in songs:
        if song.split == "train":
            heard[song.source] = heard.get(song.source, 0) + song.notes * song.times
            count[song.source] = count.get(song.source, 0) + 1
    total = sum(heard.values())
    for source in sorted(heard, key=lambda s: -heard[s]):
        yield Share(source, count[source], heard[source], heard[source] / total)


def table(songs: Sequence[Heard]) -> str:
    """Return the shares as lines of text."""
    lines = [f"{'source':20} {'songs':>6} {'notes':>11} {'of an epoch':>12}"]
    lines += [f"{s.source:20} {s.songs:6} {s.notes:11,} {s.share:12.1%}" for s in shares(songs)]
    return "\n".join(lines)
