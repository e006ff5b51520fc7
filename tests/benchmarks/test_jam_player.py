"""A jam's figures: an endless turn that keeps ahead, and a desk that keeps a player's rules."""

import pytest

from benchmarks.jam.endless import Endless, measure
from benchmarks.jam.player import Desk
from engine.generation.model import LiveModel
from engine.messages import HandOver, Plan, PlanBegun, TurnEnded
from engine.messages.jamming import part_notes
from engine.values.score import Note
from tests.generation.conftest import make_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


def plan(number: int, **changes: object) -> Plan:
    notes = part_notes(1, (Note(480, 60, 480),))
    wish = {"turn": 1, "from_tick": 480, "notes": notes, "until": 1920}
    return Plan(number=number, **{**wish, **changes})


@pytest.mark.slow
def test_an_endless_turn_keeps_ahead_and_tells_what_it_costs(folder) -> None:
    shares = list(measure(1.0, speed=0.5, model=folder))
    assert [share["until_minute"] for share in shares[:-1]][-1] == 1.0
    whole = shares[-1]
    assert whole["underruns"] == whole["late"] == 0
    assert whole["least_ahead_s"] > 0


@pytest.mark.slow
def test_time_at_great_speed_is_the_processors_own(folder) -> None:
    # A millisecond of work is ten seconds of music: nobody keeps ahead so.
    endless = Endless(LiveModel.load(folder), speed=1e4)
    endless.play(3600.0)
    assert endless.underruns > 0


def test_a_plan_that_waits_begins_on_the_grid_and_its_end_ends_the_turn() -> None:
    desk = Desk(960.0)
    assert not list(desk.take(plan(1, waits=True), 1.0))
    [begun] = desk.take(HandOver(grid=480), 1.1)
    assert begun == PlanBegun(number=1, turn=1, from_tick=1440, seconds=1.5)
    assert [note.start for note in desk.planned] == [1440]
    [ended] = desk.pass_to(3.0)
    assert isinstance(ended, TurnEnded)
    assert ended.by == "plan"


def test_a_key_ends_the_turn_and_late_notes_are_left_out() -> None:
    desk = Desk(960.0)
    list(desk.take(plan(1, more=True), 0.1))
    [ended] = desk.press(1.0)
    assert ended.by == "human"
    list(desk.take(plan(2, turn=2), 2.0))
    assert desk.late == 1
