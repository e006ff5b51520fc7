"""A library of made-up files, as large as one likes: rows as an import would have written them."""

import random
from hashlib import blake2b
from pathlib import PurePosixPath

import numpy as np

from engine.library.catalogue import Catalogue
from engine.library.credits import SongCredits
from engine.library.entries import Examined
from engine.library.facts import Facts, refused
from engine.library.fingerprints import Fingerprint
from engine.library.location import SongLocation
from engine.library.scanning import FoundSong
from engine.library.statistics import Statistics
from engine.values.library import PieceQuery

_WORDS = (
    *("waltz", "march", "prelude", "nocturne", "blues", "song", "dance", "étude", "rain", "night"),
    *("love", "summer", "groove", "take", "sonata", "minuet", "river", "train", "home"),
)
_TONICS = ("C", "D♭", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B")
_KEYS = tuple(f"{tonic} {mode}" for tonic in _TONICS for mode in ("major", "minor"))
_COMPOSERS = ("", "", "Bach", "Chopin", "Dvořák", "Scott Joplin")
# As large as those of real pieces.
_PICTURE_BYTES = 340
_FILES_A_BATCH = 1000
_TAGGED_EVERY = 50
# What a user asks the panel for: all, a word as it is typed, each filter, each order.
PANEL_QUERIES = (
    PieceQuery(),
    *(PieceQuery(text="waltz"[:length]) for length in range(1, 6)),
    PieceQuery(text="song 12"),
    PieceQuery(text="chopin waltz"),
    PieceQuery(text="music/123"),
    PieceQuery(folder=b"/music/123"),
    PieceQuery(text="nothing is called so"),
    PieceQuery(family=5),
    PieceQuery(family=16),
    PieceQuery(key="C major"),
    PieceQuery(seconds=(0.0, 30.0)),
    PieceQuery(seconds=(60.0, 120.0)),
    PieceQuery(bpm=(90.0, 120.0)),
    PieceQuery(tag="blue"),
    PieceQuery(text="waltz", family=0, key="C major"),
    PieceQuery(order="seconds", descending=True),
    PieceQuery(order="music_key"),
    PieceQuery(order="composer"),
    PieceQuery(order="folder", descending=True),
    PieceQuery(order="added_s", descending=True),
)


def fill(catalogue: Catalogue, count: int) -> None:
    """Write so many files into a catalogue, one in ten of them refused."""
    draw = random.Random(1)  # noqa: S311 - names of songs, not a secret
    for first in range(0, count, _FILES_A_BATCH):
        numbers = range(first, min(count, first + _FILES_A_BATCH))
        rows = catalogue.record(_file(number, draw) for number in numbers)
        for row in rows[::_TAGGED_EVERY]:
            catalogue.set_tags(row, ["blue"])


def _file(number: int, draw: random.Random) -> Examined:
    name = f"{' '.join(draw.sample(_WORDS, 3))} {number}.mid"
    path = str(PurePosixPath("/music") / str(number % 500) / name).encode()
    found = FoundSong(SongLocation(path), 1000 + number, number)
    content = blake2b(str(number).encode(), digest_size=16).digest()
    if number % 10 == 9:
        return Examined(found, refused("There are no notes.", content=content))
    sketch = np.sort(np.frombuffer(blake2b(content, digest_size=64).digest(), "<u8")).tobytes()
    return Examined(
        found,
        Facts(
            state="ready",
            content=content,
            statistics=Statistics(
                seconds=round(draw.uniform(5, 600), 3),
                bars=draw.randrange(4, 200),
                tracks=draw.randrange(1, 17),
                programs=tuple(sorted(draw.sample(range(128), draw.randrange(1, 8)))),
                drums=draw.random() < 0.5,
                notes=draw.randrange(50, 9000),
                polyphony=draw.randrange(1, 30),
                bpm=round(draw.uniform(50, 200), 2),
                meter="4/4",
                key=draw.choice(_KEYS),
            ),
            fingerprint=Fingerprint(content, content, sketch),
            credits=SongCredits(composer=draw.choice(_COMPOSERS)),
            thumbnail=draw.randbytes(_PICTURE_BYTES),
        ),
    )
