"""The run: a record of each song, kept on disk as soon as it is there.

A record is a plain dictionary, so that the tables can be made again from a file. A run that was
interrupted goes on where it stopped: what is in the file of its records is not measured again.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality.controls import controls_of
from benchmarks.quality.drawing import draw_side_by_side, time_alone
from benchmarks.quality.figures import all_figures
from benchmarks.quality.forced import SAMPLING, likelihood_of, request_of
from benchmarks.quality.songs import ChosenSong
from benchmarks.quality.variants import Variant
from benchmarks.songs import Split
from engine.generation.model import LiveModel
from engine.generation.reading.memory_log import MemoryLog
from engine.ground.errors import SegueError

Record = dict[str, Any]

LIKELIHOOD, DRAWN, TIME, REAL = "likelihood", "drawn", "time", "real"
"""Kinds of records: real bars under each variant, drawn bars, their time, figures of real bars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What makes the records of a run comparable.

    Attributes:
        split: The half that the songs are of.
        seed: Of all draws.
        model: Hash of its weights.
        priors: Its strengths, as text.
        variants: Names, the whole machine first.
    """

    split: Split
    seed: int
    model: str
    priors: str
    variants: tuple[str, ...]


class Records:
    """Records in a file of JSON lines, the settings first.

    Args:
        path: The file; it is made, or gone on with.
        settings: Of the run.

    Raises:
        SegueError: The file has records of another run.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        head = json.dumps({"settings": asdict(settings)})
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if lines and lines[0] != head:
            raise SegueError(
                f"‘{path.name}’ has records of another run.",
                hint="Name another file with --out, or delete this one.",
            )
        # A run that was killed leaves half a line, which nothing may be added to.
        whole = [line for line in lines[1:] if _record(line) is not None]
        if not lines or len(whole) < len(lines) - 1:
            path.write_text("".join(f"{line}\n" for line in (head, *whole)), encoding="utf-8")
        self._records = [found for line in whole if (found := _record(line)) is not None]

    @property
    def all(self) -> tuple[Record, ...]:
        """All records, in the order in which they were made."""
        return tuple(self._records)

    def has(self, kind: str, song: ChosenSong) -> bool:
        """Return whether there is a record of this kind of a song."""
        return any(
            record["kind"] == kind and record["song"] == song.sha256 for record in self._records
        )

    def add(self, record: Record) -> None:
        """Keep a record."""
        line = json.dumps(record)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        # As it is read again: JSON knows no tuples.
        self._records.append(json.loads(line))


def _record(line: str) -> Record | None:
    """Return a record; None where a line is cut."""
    try:
        found: Record = json.loads(line)
    except json.JSONDecodeError:
        return None
    return found


def settings_of(
    folder: Path, model: LiveModel, variants: Sequence[Variant], *, split: Split, seed: int
) -> Settings:
    """Return the settings of a run.

    Args:
        folder: The model's.
        model: The same, loaded.
        variants: The whole machine first.
        split: The half that the songs are of.
        seed: Of all draws.
    """
    weights = hashlib.sha256()
    for path in sorted(folder.glob("*.safetensors")):
        weights.update(path.read_bytes())
    return Settings(
        split=split,
        seed=seed,
        model=weights.hexdigest(),
        priors=repr(model.priors),
        variants=tuple(variant.name for variant in variants),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Songs:
    """Which songs are asked what.

    Attributes:
        likely: Whose real bars are read by each variant.
        drawn: That each variant goes on with.
        timed: That each variant goes on with alone.
        pool: Whose real bars tell how far real music lies from real music.
    """

    likely: Sequence[ChosenSong]
    drawn: Sequence[ChosenSong]
    timed: Sequence[ChosenSong]
    pool: Sequence[ChosenSong]


def run(
    model: LiveModel,
    variants: Sequence[Variant],
    songs: Songs,
    records: Records,
    *,
    seed: int,
) -> Iterator[tuple[int, int, str]]:
    """Measure what no record has yet.

    Args:
        model: The network and its strengths.
        variants: The whole machine first.
        songs: Which are asked what.
        records: Where records are kept.
        seed: Of all draws.

    Yields:
        After each song: how many are done, of how many, and what it was.
    """
    log = MemoryLog(model)
    tasks: list[tuple[str, Sequence[ChosenSong], Callable[[ChosenSong], Record]]] = [
        (REAL, songs.pool, lambda song: {"real": all_figures(song.passage)}),
        (LIKELIHOOD, songs.likely, lambda song: _likelihood(song, model, log, variants)),
        (TIME, songs.timed, lambda song: _time(song, model, log, variants, seed)),
        (DRAWN, songs.drawn, lambda song: _drawn(song, model, log, variants, seed)),
    ]
    total, done = sum(len(chosen) for _, chosen, _ in tasks), 0
    for kind, chosen, measure in tasks:
        for song in chosen:
            done += 1
            if not records.has(kind, song):
                about = {
                    "kind": kind,
                    "song": song.sha256,
                    "name": song.name,
                    "collection": song.collection,
                    "place": song.place,
                }
                records.add(about | measure(song))
            yield done, total, f"{kind}: {song.collection}, {song.name}"


def _likelihood(
    song: ChosenSong, model: LiveModel, log: MemoryLog, variants: Sequence[Variant]
) -> Record:
    try:
        return asdict(likelihood_of(song, model, log, variants))
    except ValueError as error:
        return {"failed": str(error)}


def _drawn(
    song: ChosenSong,
    model: LiveModel,
    log: MemoryLog,
    variants: Sequence[Variant],
    seed: int,
) -> Record:
    differing = _differing(song, model, variants)
    passages = draw_side_by_side(song, model, log, differing, seed=seed)
    made = {
        variant.name: all_figures(passage)
        for variant, passage in zip(differing, passages, strict=True)
    }
    full = made[variants[0].name]
    return {
        "real": all_figures(song.passage),
        # What cannot differ has the figures of the whole machine.
        "made": {variant.name: made.get(variant.name, full) for variant in variants},
        "controls": {
            name: all_figures(passage)
            for name, passage in controls_of(song.passage, seed=seed).items()
        },
        "speaking": [variant.name for variant in differing[1:]],
    }


def _time(
    song: ChosenSong,
    model: LiveModel,
    log: MemoryLog,
    variants: Sequence[Variant],
    seed: int,
) -> Record:
    differing = _differing(song, model, variants)
    return {
        "taken": {
            variant.name: asdict(time_alone(song, model, log, variant, seed=seed))
            for variant in differing
        }
    }


def _differing(
    song: ChosenSong, model: LiveModel, variants: Sequence[Variant]
) -> Sequence[Variant]:
    """Return the whole machine and the variants that can differ from it after a prompt."""
    heard = song.passage.score.between(0, song.passage.start)
    plan = variants[0].plan(model, heard, request_of(song, SAMPLING))
    return [variants[0], *(each for each in variants[1:] if each.differs(plan))]
