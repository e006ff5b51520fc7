"""What a jam's memory holds: forgotten, pinned and taken back, while whoever plays plays on."""

import pytest
from msgspec.structs import replace

from engine.generation.model import LiveModel
from engine.live.jam.session import ME
from engine.messages import Plan, PlanBegun
from engine.messages.jamming import JamHeard, JamTurn, JamUnderrun
from tests.generation.conftest import BAR, make_model
from tests.live.test_jam import BEAT, Stage, phrase


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> LiveModel:
    return LiveModel.load(make_model(tmp_path_factory.mktemp("models") / "tiny"))


def test_a_jam_goes_back_to_a_bar_with_the_memory_of_then(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0, 8))
    stage.until(8 * BEAT + 100)
    then = stage.jam.memory.score().between(0, BAR)
    stage.do(stage.jam.rewind(1))
    assert stage.jam.memory.score() == then
    assert replace(stage.all(JamHeard)[-1], lags_s=()) == JamHeard(bars=1, notes=4)


def test_what_is_forgotten_stays_in_the_piece(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0, 8))
    before = len(stage.jam.memory.ids)
    stage.do(stage.jam.forget(stage.now_s))
    stage.until(8 * BEAT + 200)
    assert len(stage.jam.memory.ids) < before
    assert stage.jam.captured().score.tracks[ME].notes == tuple(phrase(0, 8))


@pytest.mark.slow
def test_during_segues_turn_it_forgets_up_to_what_is_heard_not_up_to_what_is_planned(model) -> None:
    stage = Stage(model, "answer", bars=0, hears_ends=False)
    stage.play(phrase(0))
    stage.do(stage.jam.hand_over())
    stage.until(5 * BAR + BEAT)
    stage.do(stage.jam.forget(stage.now_s))
    assert stage.jam.memory.first_bar == 5
    stage.play(phrase(round(stage.tick) + 10, 4))
    stage.until(8 * BAR)
    assert [turn.who for turn in stage.all(JamTurn)] == ["segue", "me"]
    assert any(plan.waits and plan.from_tick > 6 * BAR for plan in stage.all(Plan))


@pytest.mark.slow
def test_playing_along_it_forgets_and_plays_on(model) -> None:
    stage = Stage(model, "accompany", look_ahead=4.0)
    stage.play(phrase(0, 12))
    stage.do(stage.jam.forget(stage.now_s))
    assert stage.jam.memory.first_bar == 2
    stage.jam._players.hear_likelihood(0.0)
    stage.play(phrase(12 * BEAT, 8))
    assert stage.desk.known > stage.tick
    assert not stage.all(JamUnderrun)


@pytest.mark.slow
def test_while_it_is_pinned_the_memory_keeps_to_what_it_held(model) -> None:
    stage = Stage(model, "answer")
    stage.play(phrase(0, 8))
    stage.do(stage.jam.pin(pinned=True))
    stage.play(phrase(2 * BAR, 8))
    stage.until(4 * BAR + 4 * BEAT)
    vocabulary = model.tokenizer.vocabulary
    assert stage.jam.memory.ids.count(vocabulary.bar) <= 3
    assert stage.all(PlanBegun)[0].from_tick >= 4 * BAR


@pytest.mark.slow
def test_what_is_pinned_and_then_forgotten_is_gone_and_the_rest_comes_back_unpinned(model) -> None:
    stage = Stage(model, "answer", hears_ends=False)
    stage.play(phrase(0))
    stage.do(stage.jam.pin(pinned=True))
    stage.play(phrase(2 * BAR))
    stage.do(stage.jam.forget(stage.now_s))
    stage.play(phrase(4 * BAR))
    stage.until(6 * BAR + 200)
    assert any(plan.from_tick > 4 * BAR for plan in stage.all(Plan))
    stage.do(stage.jam.pin(pinned=False))
    stage.jam.memory.read()
    vocabulary = model.tokenizer.vocabulary
    # It was told to forget in its fourth bar of six.
    assert stage.jam.memory.ids.count(vocabulary.bar) == 3
