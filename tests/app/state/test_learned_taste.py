"""A taste is learned from what is kept beside what was heard, and an undo takes it back."""

from dataclasses import replace

from app.state.learned_taste import LearnedTaste, choice_in
from app.state.offer import Alternative, Offer
from engine.request import PartNote, Request
from engine.taste.learning import MOST_CHOICES
from engine.taste.taste import NO_TASTE
from engine.values.score import Note
from tests.app.doubles import BAR, piece

START = 4 * BAR


def alternative(pitch: int, *, heard: bool = True, starred: bool = False) -> Alternative:
    notes = tuple(
        PartNote(0, Note(start=START + 480 * beat, pitch=pitch, duration=480)) for beat in range(4)
    )
    return Alternative(notes=notes, end=START + BAR, touched=heard, starred=starred)


def offer(*alternatives: Alternative, current: int = 0) -> Offer:
    ask = Request(start=START, bars=1, alternatives=len(alternatives), roles=("write",))
    made = Offer.of(ask, request=1, piece=piece(), model="m")
    return replace(made, alternatives=alternatives, current=current, making=False)


HIGH = offer(alternative(84), alternative(60), alternative(48))


def test_what_was_kept_is_preferred_to_what_was_heard() -> None:
    learning = LearnedTaste(lambda: True)
    for _ in range(20):
        learning.learn(HIGH)
    assert learning.taste.sure[0] == "height"
    assert learning.taste.weights.height > 0.0
    assert learning.applied == learning.taste


def test_only_what_was_heard_or_starred_counts_as_passed_over() -> None:
    assert choice_in(offer(alternative(84), alternative(60, heard=False))) is None
    starred = choice_in(offer(alternative(84), alternative(60, heard=False, starred=True)))
    assert starred is not None
    assert len(starred.passed) == 1
    assert choice_in(replace(HIGH, current=-1)) is None


def test_an_undo_takes_a_choice_back_and_a_reset_all() -> None:
    learning, other = LearnedTaste(lambda: True), replace(HIGH, current=2)
    learning.learn(HIGH)
    learning.learn(other)
    learning.learn(HIGH)
    learning.unlearn(HIGH)
    assert learning.choices == (choice_in(HIGH), choice_in(other))
    learning.unlearn(offer(alternative(100), alternative(101)))
    assert len(learning.choices) == 2
    learning.reset()
    assert (learning.choices, learning.taste) == ((), NO_TASTE)


def test_who_does_not_want_it_is_not_watched() -> None:
    wanted = [True]
    learning = LearnedTaste(lambda: wanted[0])
    learning.learn(HIGH)
    wanted[0] = False
    learning.learn(HIGH)
    assert len(learning.choices) == 1
    assert learning.applied == NO_TASTE
    wanted[0] = True
    assert not learning.applied.is_blank


def test_the_latest_choices_are_held() -> None:
    learning = LearnedTaste(lambda: True)
    learning.load([choice_in(HIGH)] * (MOST_CHOICES + 5))
    learning.learn(replace(HIGH, current=1))
    assert len(learning.choices) == MOST_CHOICES
    assert learning.choices[-1] == choice_in(replace(HIGH, current=1))
