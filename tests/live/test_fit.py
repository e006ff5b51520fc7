"""An answer that fits takes up figures of the phrase and has its density."""

import pytest

from engine.live.jam.fit import PhraseFit
from engine.values.score import Note

BEAT = 480
BAR = 4 * BEAT
TUNE = (60, 62, 64, 67, 65, 64, 62, 60)


def line(*pitches: int, step: int = BEAT, start: int = 0) -> list[Note]:
    return [Note(start + index * step, pitch, step - 80) for index, pitch in enumerate(pitches)]


@pytest.fixture
def fit() -> PhraseFit:
    return PhraseFit(line(*TUNE), ticks=2 * BAR)


def test_the_phrase_moved_to_another_step_fits_better_than_other_notes(fit: PhraseFit) -> None:
    own = fit.score(line(67, 69, 71, 74), ticks=BAR)
    other = fit.score(line(67, 66, 71, 61), ticks=BAR)
    assert own > other


def test_a_figure_that_began_in_the_bar_before_counts() -> None:
    heard = line(67, 69, 71)
    after = [Note(3 * BEAT, 74, 400)]
    begun = PhraseFit(line(*TUNE), ticks=2 * BAR, before=heard)
    assert begun.score(after, ticks=BEAT) == pytest.approx(1.0)
    assert PhraseFit(line(*TUNE), ticks=2 * BAR).score(after, ticks=BEAT) < 0.5


@pytest.mark.parametrize("more", [2, 4])
def test_twice_as_many_notes_and_half_as_many_fit_worse(fit: PhraseFit, more: int) -> None:
    same = [60] * 4
    usual = fit.score(line(*same), ticks=BAR)
    assert fit.score(line(*same * more, step=BEAT // more), ticks=BAR) < usual
    assert fit.score(line(60, 60, step=2 * BEAT), ticks=BAR) < usual
    assert fit.score([], ticks=BAR) < usual


def test_a_lower_note_on_the_tick_of_an_earlier_one_changes_no_figure() -> None:
    begun = PhraseFit(line(*TUNE), ticks=2 * BAR, before=line(67, 69, 71))
    alone = begun.score([Note(3 * BEAT, 74, 400)], ticks=BAR)
    both = begun.score([Note(2 * BEAT, 60, 400), Note(3 * BEAT, 74, 400)], ticks=BAR)
    assert alone > 0.0
    assert both > 0.0


def test_a_bar_of_the_phrase_fits_worse_than_the_bar_moved_where_copies_are_not_wanted() -> None:
    copied, moved = line(*TUNE[:4]), line(*(pitch + 5 for pitch in TUNE[:4]))
    free = PhraseFit(line(*TUNE), ticks=2 * BAR)
    assert free.score(copied, ticks=BAR) == pytest.approx(free.score(moved, ticks=BAR))
    varied = PhraseFit(line(*TUNE), ticks=2 * BAR, bar=BAR)
    assert varied.score(copied, ticks=BAR) < varied.score(moved, ticks=BAR)
    other = line(71, 61, 70, 63)
    assert varied.score(other, ticks=BAR) == free.score(other, ticks=BAR)
