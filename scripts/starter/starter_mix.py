"""What the starter hears, and how often: the mix of its sources, from the songs of a manifest.

A source is heard so many times an epoch, but never makes more of it than its cap: a share of the
epoch's notes (`Mix`). What that comes to for a song is a whole number of times,
drawn by the hash of its name where it is not one: of a source that is heard half a time, half of
the songs are in the store.

Beside the written songs a mix may have performances of them (`starter_performed.py`) and
arrangements for piano (`starter_piano.py`), so many of a song of each source.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mix:
    """How often what is heard.

    Attributes:
        times: That a song of a source is heard in an epoch, before the caps; one where it is not
            named.
        caps: The largest share of the written notes of an epoch that a source may be.
        performed: Different performances of a song of a source; none where it is not named.
        arranged: Different arrangements for piano of a song of a source, each performed.
    """

    times: Mapping[str, float]
    caps: Mapping[str, float]
    performed: Mapping[str, float] = field(default_factory=dict)
    arranged: Mapping[str, float] = field(default_factory=dict)


# Sources that are recordings: their bars are found, and of theirs nothing is written.
RECORDED = frozenset({"giantmidi"})
_RECORDED = {"giantmidi": 4.0}
# Drummers alone: more of them, and a drum is taken for one.
_DRUMMERS = {"groove": 0.03}

WIDE = Mix(
    times=_RECORDED
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
# Users keep written and performed music: two fifths of the notes here are performed.
PERFORMED = Mix(
    times=_RECORDED | {"freedoom": 5.0, "helland": 5.0, "blasphemer": 5.0, "openewld": 2.0},
    caps=_DRUMMERS | {"polish": 0.18, "openscore_quartets": 0.07, "band_music": 0.25, "cre": 0.02},
    performed={
        "chopin": 2.0,
        "polish": 0.6,
        "mutopia": 1.0,
        "openscore_lieder": 0.5,
        "openscore_quartets": 0.1,
        "openewld": 2.0,
        "openhymnal": 2.0,
        "jsb": 1.0,
        "cre": 0.3,
        "freedoom": 1.5,
        "helland": 1.5,
        "blasphemer": 1.5,
        "band_music": 0.35,
    },
    arranged={"band_music": 0.8, "openewld": 2.5},
)
# Of the songs held out so many have a performance that is held out, too.
_HELD_OUT_PERFORMED = 0.25
MIXES = {"wide": WIDE, "performed": PERFORMED}


@dataclass(frozen=True, slots=True)
class Heard:
    """A song of a manifest and how often it is heard.

    Attributes:
        name: Unique: the path in its folder, with the collection before it.
        path: Its file.
        source: The collection.
        split: `train` or `valid`.
        notes: How many.
        times: In an epoch as it is written; 0: not.
        performances: Different ones.
        arrangements: Different ones.
    """

    name: str
    path: Path
    source: str
    split: str
    notes: int
    times: int = 1
    performances: int = 0
    arrangements: int = 0

    @property
    def played(self) -> int:
        """How often it is heard in an epoch as somebody plays it; an arrangement counts as one."""
        return self.performances + self.arrangements


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
        _counted(song, times[song.source], mix)
        if song.split == "train"
        else _held_out(song, times[song.source], mix)
        for song in songs
    ]
    return [song for song in counted if song.times or song.played]


def _counted(song: Heard, times: float, mix: Mix) -> Heard:
    """Return a song to learn from with how often it is heard."""
    return replace(
        song,
        times=_whole(times, song.name),
        performances=_whole(mix.performed.get(song.source, 0.0), f"performed/{song.name}"),
        arrangements=_whole(mix.arranged.get(song.source, 0.0), f"arranged/{song.name}"),
    )


def _held_out(song: Heard, times: float, mix: Mix) -> Heard:
    """Return a song that is held out: once as written, and some once as performed."""
    share = _HELD_OUT_PERFORMED * (mix.performed.get(song.source, 0.0) > 0)
    performances = _whole(share, f"performed/{song.name}")
    return replace(song, times=int(times > 0), performances=performances)


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
        for source, times in ((song.source, song.times), (f"{song.source}, played", song.played)):
            if song.split == "train" and times:
                heard[source] = heard.get(source, 0) + song.notes * times
                count[source] = count.get(source, 0) + 1
    total = sum(heard.values())
    for source in sorted(heard, key=lambda s: -heard[s]):
        yield Share(source, count[source], heard[source], heard[source] / total)


def table(songs: Sequence[Heard]) -> str:
    """Return the shares as lines of text."""
    lines = [f"{'source':28} {'songs':>6} {'notes':>11} {'of an epoch':>12}"]
    lines += [f"{s.source:28} {s.songs:6} {s.notes:11,} {s.share:12.1%}" for s in shares(songs)]
    return "\n".join(lines)
