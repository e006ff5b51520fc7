"""Makes the store that the starter learns from: songs encoded, some of them as performances.

    python scripts/starter/starter_store.py DATA STORE --band BAND [--mix performed]

DATA is a folder with `manifest.csv` (file, source, licence, notes) and
`SOURCE/{train,valid}/*.mid`, BAND what `band_music` wrote; what of them is heard how often,
`starter_mix.py` says.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from starter_mix import MIXES, RECORDED, WIDE, Heard, Mix, mixed, songs_in, table
from starter_performed import BANDS, drawn_by, performed
from starter_piano import for_piano

from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Song, prepare
from engine.values.score import Score


def read(path: Path) -> Score:
    """Return the score of a file."""
    return normalized(read_score(path).score)


class Manner(Enum):
    """In what way a song is heard."""

    WRITTEN = auto()
    PERFORMED = auto()
    ARRANGED = auto()  # for piano, and performed


@dataclass(frozen=True, slots=True)
class Copy:
    """A song as it is heard once in a pass.

    Attributes:
        path: Its file.
        name: Of this copy.
        seed: Draws its performance.
        manner: As written, or as somebody plays it.
    """

    path: Path
    name: str
    seed: int = 0
    manner: Manner = Manner.WRITTEN


def read_copy(copy: Copy) -> Score:
    """Return the score of a copy: as written, or its performance.

    A song without a tune cannot be arranged; it is performed as it is.
    """
    score = read(copy.path)
    if copy.manner is not Manner.WRITTEN:
        players = None
        if copy.manner is Manner.ARRANGED:
            score = for_piano(score, drawn_by(f"{copy.seed}/{copy.name}")) or score
            players = BANDS  # such files are made at a computer
        return performed(score, copy.name, seed=copy.seed, players=players)
    return score


# Of these only songs with a piano are performed: of the rest the store has enough as written.
_MANY_WITHOUT_PIANO = frozenset({"polish", "mutopia"})
_PIANOS = range(8)


def heard_of(data: Path, band: Path | None = None, mix: Mix = WIDE) -> list[Heard]:
    """Return what is heard of the collections, and of the songs that the band wrote."""
    songs = [*songs_in(data), *(songs_in(band, "band_music/") if band else ())]
    found = [
        replace(song, performances=0)
        if song.performances and song.source in _MANY_WITHOUT_PIANO and not _has_piano(song.path)
        else song
        for song in mixed(songs, mix)
    ]
    return [song for song in found if song.times or song.played]


def _has_piano(path: Path) -> bool:
    """Return whether a song has a part for piano."""
    tracks = read_score(path).score.tracks
    return any(t.program in _PIANOS and not t.is_drum and t.notes for t in tracks)


def copies_of(heard: Heard, *, players: int = 0) -> Iterator[Song[Copy]]:
    """Yield a song as training prepares it, each copy with how often it is heard in a pass.

    Held-out songs are as written: what they are measured by stays the same. Performances are known
    by the beginning of their names, also those of recordings that are held out.

    Args:
        heard: The song.
        players: Draws the performances.
    """
    held_out = heard.split == "valid"
    split = "valid" if held_out else "train"
    if heard.times:
        recorded = held_out and heard.source in RECORDED
        name = f"performed/{heard.name}" if recorded else heard.name
        copy = Copy(heard.path, name)
        yield Song(name=name, source=copy, piece=heard.name, split=split, weight=heard.times)
    for manner, word, count in (
        (Manner.PERFORMED, "performed", heard.performances),
        (Manner.ARRANGED, "arranged", heard.arrangements),
    ):
        for number in range(count):
            name = f"{word}/{heard.name}" + (f"~{number + 1}" if number else "")
            yield Song(
                name=name,
                source=Copy(heard.path, name, 0 if held_out else players, manner),
                piece=heard.name,
                split=split,
            )


def main() -> None:
    """Encode the songs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("store", type=Path)
    parser.add_argument("--band", type=Path, help="a folder that scripts/starter/band_music wrote")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--mix", choices=MIXES, default="wide", help="see starter_mix.py")
    parser.add_argument("--players", type=int, default=0, help="seed of the performances")
    arguments = parser.parse_args()
    heard = heard_of(arguments.data, arguments.band, MIXES[arguments.mix])
    print(table(heard), flush=True)
    songs = [copy for song in heard for copy in copies_of(song, players=arguments.players)]
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


if __name__ == "__main__":
    main()
