"""What the model looks at while it writes can be watched, and changes nothing."""

import queue
from pathlib import Path

import pytest

from engine.generation.draw import MusicGenerator
from engine.generation.events import AlternativeEnded, Attended, NotesDrawn
from engine.generation.model import LiveModel
from engine.messages import (
    ContinuationFinished,
    Continue,
    LiveEvent,
    LoadModel,
    MemoryLooked,
    Primed,
    WatchMemory,
)
from engine.request import Request
from engine.values.score import Note, Score, Track
from engine.worker.live import LiveRole
from engine.worker.roles import answering
from tests.generation.conftest import BAR, make_model

NOTES = tuple(Note(tick, 60 + tick // 480 % 12, 240) for tick in range(0, 8 * BAR, 480))
PIECE = Score(tracks=(Track(notes=NOTES),))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


def drawn(generator: MusicGenerator, since: int = 0) -> tuple[list[object], list[Attended]]:
    request = Request(start=8 * BAR, bars=3, alternatives=2, since=since)
    events = list(generator.events(PIECE, request))
    kinds = (NotesDrawn, AlternativeEnded)
    looks = [event for event in events if isinstance(event, Attended)]
    return [event for event in events if isinstance(event, kinds)], looks


def test_bars_are_looked_at_and_the_notes_are_the_same(model: Path) -> None:
    generator = MusicGenerator(LiveModel.load(model))
    unwatched, none = drawn(generator)
    assert none == []
    generator.watch(on=True)
    watched, looks = drawn(generator)
    assert watched == unwatched
    assert len(looks) > 1
    for look in looks:
        assert (look.first_bar, len(look.shares)) == (0, 8)
        assert all(share >= 0 for share in look.shares)
        assert 0 < sum(look.shares) <= 1 + 1e-5, "the rest is on what it writes itself"
    generator.watch(on=False)
    assert drawn(generator)[1] == []


def test_bars_count_from_the_piece_where_the_first_ones_are_forgotten(model: Path) -> None:
    generator = MusicGenerator(LiveModel.load(model))
    generator.watch(on=True)
    _, looks = drawn(generator, since=3 * BAR)
    assert {(look.first_bar, len(look.shares)) for look in looks} == {(3, 5)}


def test_watching_begins_while_something_is_made_and_ends_when_it_is_told_to(model: Path) -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    told: list[LiveEvent] = []
    ask = Request(start=8 * BAR, bars=3, alternatives=2)

    def hear(event: LiveEvent) -> None:
        told.append(event)
        match event:
            case Primed(request=1):
                inbox.put(WatchMemory(on=True))
            case ContinuationFinished(request=1):
                inbox.put(WatchMemory(on=False))
                inbox.put(Continue(request=2, score=PIECE, ask=ask))
            case ContinuationFinished(request=2):
                inbox.put(None)

    inbox.put(LoadModel(folder=str(model)))
    inbox.put(Continue(request=1, score=PIECE, ask=ask))
    LiveRole(inbox, hear, border=answering).run()  # type: ignore[arg-type]
    assert {event.request for event in told if isinstance(event, MemoryLooked)} == {1}
    assert not any(e.cancelled for e in told if isinstance(e, ContinuationFinished))
