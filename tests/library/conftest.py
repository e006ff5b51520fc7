"""Songs and folders that the library's tests share."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.library.catalogue import Catalogue
from engine.library.entries import Examined
from engine.library.facts import examine
from engine.library.importing import import_folders
from engine.library.location import SongLocation
from engine.library.scanning import FoundSong
from engine.messages import ImportProgress, ImportReport
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track


def song(seed: int, *, notes: int = 60) -> Score:
    """A melody of its own."""
    draw = random.Random(seed)  # noqa: S311 - a tune, not a secret
    melody = tuple(
        Note(240 * i, 60 + draw.randrange(24), draw.choice([120, 240]), 60 + draw.randrange(60))
        for i in range(notes)
    )
    return Score(tracks=(Track(program=seed % 100, notes=melody),))


def transposed(score: Score, by: int) -> Score:
    return replace(
        score,
        tracks=tuple(
            t.with_notes(replace(n, pitch=n.pitch + by, velocity=100) for n in t.notes)
            for t in score.tracks
        ),
    )


def write_song(path: Path, score: Score) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write_midi(score))
    return path


def add(catalogue: Catalogue, name: str, score: Score) -> int:
    path = write_song(catalogue.path.parent / name, score)
    place = SongLocation.of(path)
    (number,) = catalogue.record([Examined(FoundSong(place, 1, 1), examine(write_midi(score)))])
    return number


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue(tmp_path / "library.sqlite") as opened:
        yield opened


def run(folder: Path, catalogue: Catalogue) -> ImportReport:
    *progress, report = import_folders([folder], catalogue, workers=1)
    assert isinstance(report, ImportReport)
    assert all(isinstance(event, ImportProgress) for event in progress)
    return report
