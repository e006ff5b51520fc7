"""Other ticks for the same seconds, there and back."""

import numpy as np
import pytest

from engine.form.regridding import Regridding
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.score import Control, Marker, Note, Score, Tempo, TimeSignature, Track
from engine.values.time import TempoMap


def _score(random: np.random.Generator) -> Score:
    notes = [Note(*map(int, random.integers((0, 0, 1), (20_000, 128, 900)))) for _ in range(60)]
    tempos = tuple(Tempo(at, float(random.uniform(50, 200))) for at in (0, 3000, 9001))
    return Score(
        tracks=(Track(controls=(Control(700, 64, 127),)).with_notes(notes),),
        tempos=tempos,
        markers=(Marker(5000, "here"),),
    )


def _ruler(random: np.random.Generator, *, quarter: int = 480) -> Score:
    return Score(
        ticks_per_quarter=quarter,
        tempos=tuple(Tempo(quarter * beat, float(random.uniform(40, 240))) for beat in range(50)),
        time_signatures=(TimeSignature(0, 3, 4),),
    )


def _seconds(score: Score) -> list[float]:
    time = TempoMap.of(score)
    return sorted(time.seconds_at(at) for _, n in score.notes() for at in (n.start, n.end))


@pytest.mark.parametrize("seed", range(20))
def test_everything_keeps_its_second_but_for_the_shift(seed: int) -> None:
    random = np.random.default_rng(seed)
    score = _score(random)
    shift_s = float(random.uniform(-2, 0))
    change = Regridding.between(score, _ruler(random), shift_s=shift_s)
    moved = change.score(score)
    for before, after in zip(_seconds(score), _seconds(moved), strict=True):
        assert after == pytest.approx(before - shift_s, abs=0.005)
    assert moved.markers[0].tick == change.at(5000)
    assert moved.tracks[0].controls[0].tick == change.at(700)


@pytest.mark.parametrize("seed", range(10))
def test_several_changes_are_one_and_can_be_taken_back(seed: int) -> None:
    random = np.random.default_rng(seed)
    score = _score(random)
    first = Regridding.between(score, _ruler(random), shift_s=-0.3)
    middle = first.score(score)
    second = Regridding.between(middle, _ruler(random, quarter=960), shift_s=-0.2)
    whole = first.then(second)
    assert whole.score(score) == second.score(middle)
    assert whole.shift_s == pytest.approx(-0.5)
    for tick in range(0, 20_000, 777):
        assert whole.inverse.tick_of(whole.tick_of(tick)) == pytest.approx(tick, abs=1e-6)
        assert abs(whole.inverse.at(whole.at(tick)) - tick) <= 4
    assert whole.inverse.score(whole.score(score)).tempos == score.tempos


def test_a_take_moves_with_all_that_its_request_names() -> None:
    random = np.random.default_rng(5)
    score = _score(random)
    change = Regridding.between(score, _ruler(random), shift_s=-1.0)
    part = PartNote(0, Note(4000, 60, 240))
    ask = Request(
        start=3840,
        bars=2,
        since=1920,
        beginning=(part,),
        beginning_end=5760,
        pattern=(1920, 3840),
    )
    take = Take(number=1, request=1, parent=0, end=7680, notes=(part,), model="m", seed=1, ask=ask)
    moved = take.regridded(change)
    assert moved.notes == moved.ask.beginning == (PartNote(0, change.note(part.note)),)
    assert (moved.start, moved.end) == (change.at(3840), change.at(7680))
    assert (moved.ask.since, moved.ask.beginning_end) == (change.at(1920), change.at(5760))
    assert moved.ask.pattern == (change.at(1920), change.at(3840))
    bars = change.bars
    assert moved.ask.bars == bars.bars_until(moved.end) - bars.bar_at(moved.start)


def test_what_a_request_does_not_name_is_not_named_afterwards() -> None:
    score = _score(np.random.default_rng(1))
    change = Regridding.between(score, _ruler(np.random.default_rng(2)), shift_s=-1.0)
    assert change.at(0) > 0
    moved = Request(start=960, bars=0).regridded(change, end=1920)
    assert (moved.since, moved.beginning_end, moved.pattern, moved.bars) == (0, 0, (0, 0), 0)


@pytest.mark.parametrize("seed", range(20))
def test_bar_lines_are_bar_lines_again_after_undo(seed: int) -> None:
    random = np.random.default_rng(seed)
    score = _score(random)
    change = Regridding.between(score, _ruler(random), shift_s=float(random.uniform(-2, 0)))
    for bar in range(40):
        assert change.inverse.at(change.at(1920 * bar)) == 1920 * bar
    ticks = list(map(change.at, range(4000)))
    assert ticks == sorted(ticks)
