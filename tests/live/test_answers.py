"""Answers are there before they are asked for, and keep to themselves while the player goes on."""

import pytest

from engine.generation.model import LiveModel
from engine.live.jam.answers import AnswerRequest, JamAnswer, before
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.memory import JamMemory
from engine.values.score import Note
from tests.generation.conftest import BAR, make_model
from tests.live.test_memory import ME, PARTS, SEGUE, TRACKS, play

ROLES = ("context", "write")
BEAT = BAR // 4


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


@pytest.fixture
def ear(model) -> JamMemory:
    ear = JamMemory(model, BarGrid(), tracks=TRACKS, parts=PARTS)
    play(ear, [Note(beat * BEAT, 60 + beat % 5, 400) for beat in range(14)])
    return ear


def answer(
    ear: JamMemory, model: LiveModel, *, start: int, rows: int = 1, seed: int = 1
) -> JamAnswer:
    asked = AnswerRequest(start=start, until=start + 2 * BAR, track=SEGUE, rows=rows, roles=ROLES)
    return JamAnswer(model, ear, asked, seed=seed)


def drawn_out(one: JamAnswer) -> JamAnswer:
    while not one.is_drawn:
        one.draw()
    return one


@pytest.mark.parametrize("start", [14 * BEAT, 16 * BEAT, 5 * BAR, 14 * BEAT + 240])
def test_an_answer_begins_where_it_was_asked_for(ear, model, start) -> None:
    made = drawn_out(answer(ear, model, start=start)).best
    assert made.notes
    assert made.until >= start + 2 * BAR
    assert all(note.start >= start for note in made.notes)
    assert [n.start for n in made.notes] == sorted(n.start for n in made.notes)


def test_an_answer_goes_on_while_the_player_does(ear, model) -> None:
    alone = drawn_out(answer(ear, model, start=16 * BEAT)).best
    again = answer(ear, model, start=16 * BEAT)
    tick = 14 * BEAT
    while not again.is_drawn:
        again.draw()
        ear.press(ME, tick, 72, 90)
        ear.release(ME, tick + 50, 72)
        ear.read()
        tick += 60
    assert again.best == alone


def test_late_in_a_jam_an_answer_is_drawn_in_its_own_bar(model) -> None:
    ear = JamMemory(model, BarGrid(), tracks=TRACKS, parts=PARTS)
    ear.add_notes(SEGUE, [Note(beat * BEAT, 48, 400) for beat in range(160)])
    made = drawn_out(answer(ear, model, start=40 * BAR)).best
    assert all(note.start >= 40 * BAR for note in made.notes)
    assert made.notes[0].start < 42 * BAR


def test_of_several_ways_the_one_that_begins_soonest_is_taken(ear, model) -> None:
    several = drawn_out(answer(ear, model, start=16 * BEAT, rows=4))
    onsets = [
        min(n.start for n in drawn_out(answer(ear, model, start=16 * BEAT, seed=seed)).best.notes)
        for seed in range(1, 5)
    ]
    assert min(note.start for note in several.best.notes) == min(onsets)


def test_what_comes_before_a_tick_is_cut_there() -> None:
    from engine.live.jam.answers import DrawnNotes

    made = DrawnNotes((Note(0, 60, 480), Note(480, 62, 480)), 960)
    assert before(made, 480) == DrawnNotes((Note(0, 60, 480),), 480)
