"""The live process orders other beats of a piece by its model, and other commands go before."""

import queue
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.beats.finding import find_beats
from engine.beats.notes import notes_of
from engine.generation.model import LiveModel
from engine.library.other_bars import other_bars
from engine.messages import (
    CancelOtherBeats,
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
from engine.values.time import BarMap, TempoMap
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


def test_a_cancelled_search_says_so_and_leaves_everything_as_it_was(model: Path) -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    told: list[LiveEvent] = []
    ended_s: list[float] = []

    def hear(event: LiveEvent) -> None:
        told.append(event)
        if isinstance(event, OtherBeatsFound):
            ended_s.append(time.perf_counter())
            inbox.put(MUSIC)
        elif isinstance(event, ContinuationFinished | Failed):
            inbox.put(None)

    long = FindOtherBeats(score=_long(), number=1, request=7)
    for command in (LoadModel(folder=str(model)), long):
        inbox.put(command)
    cancelled_s: list[float] = []

    def cancel() -> None:
        cancelled_s.append(time.perf_counter())
        inbox.put(CancelOtherBeats(request=7))

    timer = threading.Timer(0.6, cancel)
    timer.start()
    LiveRole(inbox, hear, border=answering).run()
    timer.join()
    (answer,) = found(told)
    assert (answer.request, answer.cancelled, answer.found) == (7, True, None)
    assert ended_s[0] - cancelled_s[0] < 0.5
    # The music that follows is that of a process that never looked for beats.
    assert _made(told) == _made(told_until(ContinuationFinished, model, MUSIC))


def test_a_search_looks_around_all_the_time(model: Path) -> None:
    looks_s: list[float] = []
    other_bars(
        _long(), LiveModel.load(model), report=lambda _share: looks_s.append(time.thread_time())
    )
    assert max(after - before for before, after in pairwise(looks_s)) < 0.25


def test_a_search_that_was_put_off_can_be_cancelled(model: Path) -> None:
    asked = FindOtherBeats(score=PIECE, number=1, request=3)
    told = told_until(OtherBeatsFound, model, asked, MUSIC, CancelOtherBeats(request=3))
    (answer,) = found(told)
    assert answer.cancelled


def test_the_cancel_of_another_question_ends_nothing(model: Path) -> None:
    asked = FindOtherBeats(score=PIECE, number=1, request=3)
    (answer,) = found(told_until(OtherBeatsFound, model, asked, CancelOtherBeats(request=2)))
    assert (answer.request, answer.cancelled) == (3, False)
    assert answer.found is not None


def test_onsets_at_random_get_guesses_that_say_so(model: Path) -> None:
    random = np.random.default_rng(5)
    starts = np.sort(random.integers(0, 60_000, 300)).tolist()
    notes = tuple(Note(start, int(random.integers(40, 80)), 200, 80) for start in starts)
    asked = FindOtherBeats(score=Score(tracks=(Track(notes=notes),)), number=1)
    assert find_beats(notes_of(asked.score)) is None
    (answer,) = found(told_until(OtherBeatsFound, model, asked))
    assert answer.count > 1
    assert answer.found is not None
    assert not answer.is_steady


def test_other_beats_have_the_bar_lines_that_are_said(model: Path) -> None:
    usual = find_beats(notes_of(PIECE))
    assert usual is not None
    line_s = float(usual.seconds[9 if not usual.down[9] else 10])
    for number in (1, 2):
        asked = FindOtherBeats(score=PIECE, number=number, lines_s=(line_s,))
        (answer,) = found(told_until(OtherBeatsFound, model, asked))
        assert answer.found is not None
        score = answer.found.score
        seconds = TempoMap.of(score).seconds_at
        lines = [
            seconds(tick) + answer.found.shift_s
            for _, tick in BarMap.of(score).bar_starts(0, score.end)
        ]
        assert min(abs(line - line_s) for line in lines) < 0.08


def _long() -> Score:
    """Return nine minutes of dense music."""
    random = np.random.default_rng(2)
    notes = sorted(
        Note(int(start), int(pitch), 200, 80)
        for start, pitch in zip(
            np.repeat(np.arange(4300) * 120, 2) + random.integers(0, 14, 8600),
            random.integers(40, 84, 8600),
            strict=True,
        )
    )
    return Score(tracks=(Track(notes=tuple(notes)),))
