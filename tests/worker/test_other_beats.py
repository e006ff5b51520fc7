"""The live process orders other beats of a piece by its model, and other commands go before."""

import queue
from pathlib import Path

import pytest

from engine.messages import (
    ContinuationFinished,
    Continue,
    Failed,
    FindOtherBeats,
    ForgetMemory,
    LiveEvent,
    LoadModel,
    NotesMade,
    OtherBeatsFound,
)
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from engine.worker.live import LiveRole
from engine.worker.roles import answering
from tests.generation.conftest import BAR, make_model

BASS = tuple(Note(480 * i, (36, 43, 40, 43)[i % 4], 460, 80) for i in range(64))
TUNE = tuple(Note(240 * i, 60 + (0, 2, 4, 5, 7, 5, 4, 2)[i % 8], 220, 80) for i in range(128))
PIECE = Score(tracks=(Track(notes=tuple(sorted(BASS + TUNE))),))
_SEED = SamplingConfig(seed=4)
MUSIC = Continue(
    request=1,
    score=PIECE,
    ask=Request(start=8 * BAR, bars=2, alternatives=1, sampling=_SEED),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


def ask(number: int) -> FindOtherBeats:
    return FindOtherBeats(score=PIECE, number=number)


def told_until(ends: type[LiveEvent], model: Path, *commands: object) -> list[LiveEvent]:
    """Return what the role tells where the commands wait at once, until an event ends it."""
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    told: list[LiveEvent] = []

    def hear(event: LiveEvent) -> None:
        told.append(event)
        if isinstance(event, ends | Failed):
            inbox.put(None)

    for command in (LoadModel(folder=str(model)), *commands):
        inbox.put(command)
    LiveRole(inbox, hear, border=answering).run()
    return told


def found(told: list[LiveEvent]) -> list[OtherBeatsFound]:
    return [event for event in told if isinstance(event, OtherBeatsFound)]


def test_each_number_has_other_beats_and_one_beyond_has_none(model: Path) -> None:
    (first,) = found(told_until(OtherBeatsFound, model, ask(1)))
    (second,) = found(told_until(OtherBeatsFound, model, ask(2)))
    assert first.count == second.count > 1
    assert first.found is not None
    assert second.found is not None
    assert first.found.score != second.found.score
    (beyond,) = found(told_until(OtherBeatsFound, model, ask(first.count + 1)))
    assert (beyond.count, beyond.found) == (first.count, None)


def test_a_piece_without_a_steady_beat_has_none(model: Path) -> None:
    few = FindOtherBeats(score=Score(tracks=(Track(notes=BASS[:3]),)), number=1)
    (answer,) = found(told_until(OtherBeatsFound, model, few))
    assert (answer.count, answer.found) == (0, None)


def test_music_that_waits_is_made_before_and_the_answer_follows(model: Path) -> None:
    told = told_until(OtherBeatsFound, model, ask(1), MUSIC)
    ends = ContinuationFinished | OtherBeatsFound
    order = [type(event) for event in told if isinstance(event, ends)]
    assert order == [ContinuationFinished, OtherBeatsFound]


def test_a_newer_question_replaces_one_that_was_put_off(model: Path) -> None:
    told = told_until(OtherBeatsFound, model, ask(1), ForgetMemory(), ask(2))
    assert [event.number for event in found(told)] == [2]


def test_the_memory_of_the_piece_stays(model: Path) -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    told: list[LiveEvent] = []

    def hear(event: LiveEvent) -> None:
        told.append(event)
        if isinstance(event, OtherBeatsFound):
            inbox.put(MUSIC)
        elif isinstance(event, ContinuationFinished | Failed):
            inbox.put(None)

    for command in (LoadModel(folder=str(model)), ask(1)):
        inbox.put(command)
    LiveRole(inbox, hear, border=answering).run()
    alone = told_until(ContinuationFinished, model, MUSIC)
    assert _made(alone)
    assert _made(told) == _made(alone)


def _made(told: list[LiveEvent]) -> list[object]:
    return [note for event in told if isinstance(event, NotesMade) for note in event.notes]
