"""A jam without a click: the human's beats carry its bars, its turns and the answer's tempo."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.found_time import FoundTime, TickMap
from engine.live.jam.session import ME, SEGUE
from engine.messages import PlanBegun
from engine.messages.jamming import JamBars, JamTurn
from engine.values.score import Note, TimeSignature
from tests.generation.conftest import make_model
from tests.live.test_jam import SPEED, Stage

QUARTER = 480


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def played(beat: float, beats: int, *, begin: float = 333.0) -> list[Note]:
    """Return a bass, chords and a tune on even beats, in ticks of the player."""
    notes = []
    for number in range(beats):
        at = begin + number * beat
        pitches = (36, 60, 64, 67, 72) if number % 4 == 0 else (60, 64, 67, 72 + number % 5)
        notes += [Note(round(at), pitch, round(beat * 0.8)) for pitch in pitches]
        notes.append(Note(round(at + beat / 2), 76 + number % 3, round(beat * 0.4)))
    return notes


def off_beat(tick: float, *, beat: float, begin: float = 333.0) -> float:
    """Return how far a tick is from the nearest beat, as a share of a beat."""
    place = (tick - begin) / beat
    return abs(place - round(place))


@pytest.mark.slow
@pytest.mark.parametrize("bpm", [84, 107, 138])
def test_the_answer_begins_on_a_beat_and_keeps_the_humans_tempo(model: LiveModel, bpm: int) -> None:
    beat = SPEED * 60 / bpm
    stage = Stage(model, "answer", time="free", bars=2)
    stage.play(played(beat, 16))
    stage.until(333 + 30 * beat)
    told = stage.all(JamBars)
    assert told
    assert told[-1].beat == pytest.approx(beat, rel=0.03)
    assert told[-1].bar == pytest.approx(4 * beat, rel=0.03)
    assert off_beat(told[-1].tick, beat=beat) < 0.1
    begun = stage.all(PlanBegun)[0]
    assert begun.from_tick >= 333 + 15 * beat
    assert off_beat(begun.from_tick, beat=beat) < 0.1
    ends = next(turn for turn in stage.all(JamTurn) if turn.who == "segue").until
    assert off_beat(ends, beat=beat) < 0.2
    # The model draws on twelfths of a quarter; the player hears the same twelfths of the beat.
    answered = [note.start for note in stage.desk.planned if note.start >= begun.from_tick]
    assert answered
    twelfth = told[-1].beat / 12
    assert all(off_beat(at, beat=twelfth, begin=begun.from_tick) < 0.3 for at in answered)


@pytest.mark.slow
def test_the_memory_has_the_notes_on_its_beats_and_the_piece_has_them_when_they_sounded(
    model: LiveModel,
) -> None:
    beat = SPEED * 60 / 93
    stage = Stage(model, "answer", time="free", hears_ends=False)
    notes = played(beat, 16)
    stage.play(notes)
    stage.until(333 + 17 * beat)
    heard = stage.jam.memory.score().tracks[ME].notes
    assert len(heard) == len(notes)
    beside = [abs(note.start / QUARTER * 2 - round(note.start / QUARTER * 2)) for note in heard]
    assert np.mean(beside) < 0.12
    kept = stage.jam.captured().score.tracks[ME].notes
    starts = sorted(note.start for note in notes)
    assert np.abs(np.array([note.start for note in kept]) - np.array(starts)).max() <= 2


@pytest.mark.slow
def test_after_a_turn_the_next_phrase_may_have_another_tempo(model: LiveModel) -> None:
    stage = Stage(model, "answer", time="free", bars=1)
    first = SPEED * 60 / 120
    stage.play(played(first, 12))
    stage.until(333 + 30 * first)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me"]
    second = SPEED * 60 / 80
    begin = stage.tick + 12 * first
    stage.play(played(second, 16, begin=begin))
    stage.until(begin + 24 * second)
    assert stage.all(JamBars)[-1].beat == pytest.approx(second, rel=0.04)
    assert off_beat(stage.all(PlanBegun)[-1].from_tick, beat=second, begin=begin) < 0.12


@pytest.mark.slow
def test_without_a_steady_beat_a_jam_is_as_before(model: LiveModel) -> None:
    draw = np.random.default_rng(3)
    stage, at, notes = Stage(model, "answer", time="free", bars=2), 100.0, []
    for number in range(6):
        notes.append(Note(round(at), 60 + number % 12, 60))
        at += draw.uniform(150, 1900)
    stage.play(notes)
    stage.until(at + 4000)
    assert not stage.all(JamBars)
    assert stage.all(PlanBegun)
    kept = stage.jam.captured().score.tracks[ME].notes
    assert [note.start for note in kept] == [note.start for note in notes]
    assert [n.start for n in stage.jam.memory.score().tracks[ME].notes] == [n.start for n in kept]


@pytest.mark.slow
def test_with_a_beat_that_was_set_nothing_is_looked_for(model: LiveModel) -> None:
    stage = Stage(model, "answer", time="beat")
    beat = SPEED * 60 / 93
    stage.play(played(beat, 12))
    assert not stage.all(JamBars)
    notes = stage.jam.captured().score.tracks[ME].notes
    assert sorted(n.start for n in notes) == sorted(n.start for n in played(beat, 12))


@pytest.mark.slow
def test_what_was_played_stays_when_the_human_goes_back(model: LiveModel) -> None:
    stage = Stage(model, "answer", time="free", hears_ends=False)
    beat = SPEED * 60 / 93
    stage.play(played(beat, 16))
    stage.do(stage.jam.rewind(2))
    kept = stage.jam.captured().score.tracks[ME].notes
    assert kept
    assert max(note.start for note in kept) <= 2 * 4 * QUARTER + beat
    assert not stage.jam.captured().score.tracks[SEGUE].notes


def ticks() -> Iterator[TickMap]:
    yield TickMap()
    yield TickMap().through([100.0, 700.0], [480.0, 960.0], 0.8)
    yield TickMap().through([100.0, 700.0], [480.0, 960.0], 0.8).through([650.0], [1440.0], 1.3)


@pytest.mark.parametrize("tick_map", list(ticks()))
def test_ticks_of_player_and_memory_rise_together(tick_map: TickMap) -> None:
    places = [tick_map.music_at(tick) for tick in range(-50, 3000, 7)]
    assert places == sorted(places)
    for tick in range(0, 3000, 7):
        assert tick_map.player_at(tick_map.music_at(tick)) == pytest.approx(tick, abs=1e-6)


def test_in_six_eight_a_beat_is_a_dotted_quarter() -> None:
    assert FoundTime(BarGrid(meter=TimeSignature(0, 6, 8))).beat == 3 * QUARTER // 2
    assert FoundTime(BarGrid(meter=TimeSignature(0, 3, 8))).beat == QUARTER // 2
    assert FoundTime(BarGrid(meter=TimeSignature(0, 3, 4))).beat == QUARTER
