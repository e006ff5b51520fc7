"""`segue continue --beats other` takes the most likely other beats, or says that there are none."""

import argparse

import numpy as np
import pytest

from engine.cli.beats import other_beats
from engine.cli.other_beats import with_other_beats
from engine.ground.errors import RequestError
from engine.ground.paths import starter_model
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Track
from engine.values.time import TempoMap


def _played() -> Composition:
    """Return eighths over a bass, 15 ms uneven, whose bars are those of a file without any."""
    random = np.random.default_rng(3)
    tune = [60, 64, 67, 72, 71, 67, 65, 62]
    notes = [
        Note(
            start=max(0, round(at * 260 + random.normal(0, 14))),
            duration=220,
            pitch=tune[at % 8] - (24 if low else 0),
            velocity=100 if at % 8 == 0 else 70,
        )
        for at in range(160)
        for low in ((False, True) if at % 4 == 0 else (False,))
    ]
    return Composition.of(Score(ticks_per_quarter=480, tracks=(Track().with_notes(notes),)))


def _seconds(piece: Composition) -> list[float]:
    tempo = TempoMap.of(piece.score)
    times = np.array([tempo.seconds_at(note.start) for _, note in piece.score.notes()])
    return list(times - times.min())


def test_each_number_gives_other_beats_and_no_note_moves() -> None:
    played, said = _played(), list[str]()

    pieces = [
        with_other_beats(
            played, number, folder=starter_model(), say=said.append, report=lambda _share: None
        )
        for number in (1, 2)
    ]

    assert said[0].startswith("Other beats, 1 of ")
    assert said[1].startswith("Other beats, 2 of ")
    assert pieces[0].score.tempos != pieces[1].score.tempos
    for piece in pieces:
        assert _seconds(piece) == pytest.approx(_seconds(played), abs=0.01)


def test_a_number_beyond_the_last_is_refused() -> None:
    with pytest.raises(RequestError, match="only"):
        with_other_beats(
            _played(),
            99,
            folder=starter_model(),
            say=lambda _text: None,
            report=lambda _share: None,
        )


def test_a_few_notes_have_no_other_beats() -> None:
    notes = [Note(start=at, duration=90, pitch=60, velocity=80) for at in (0, 130, 500)]
    few = Composition.of(Score(tracks=(Track().with_notes(notes),)))

    with pytest.raises(RequestError, match="no other beats"):
        with_other_beats(
            few, 1, folder=starter_model(), say=lambda _text: None, report=lambda _share: None
        )


@pytest.mark.parametrize(("text", "number"), [("other", 1), ("other:1", 1), ("other:12", 12)])
def test_a_number_follows_the_word(text: str, number: int) -> None:
    assert other_beats(text) == number


@pytest.mark.parametrize("text", ["", "others", "other:0", "other:-1", "other:x", "other:100"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        other_beats(text)
