"""The usual bar of a piece: the parts that play in it, how many notes they begin, how steadily."""

from engine.generation.reading.habits import BarStatistics, bar_statistics
from engine.tokens.parts import Parts, parts_of
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR


def test_usual_is_who_plays_in_half_of_the_last_bars() -> None:
    always = tuple(Note(t, 60, 480) for t in range(0, 12 * BAR, 480))
    once = (Note(0, 40, 480), Note(11 * BAR, 40, 480))
    early = tuple(Note(t, 50, 480) for t in range(0, 4 * BAR, 480))
    score = Score(tracks=(Track(notes=always), Track(notes=once), Track(notes=early)))
    usual = bar_statistics(score, parts_of(score, most=32), {0, 1, 2}, start=12 * BAR)
    assert usual == BarStatistics(frozenset({0}), 4.0, {0: 4.0}, {0: 1.0})
    nothing = Score(tracks=(Track(),))
    assert bar_statistics(nothing, parts_of(nothing, most=32), (), start=0).notes == 0


def test_tracks_that_share_a_part_have_one_usual_bar() -> None:
    mine = tuple(Note(t, 60, 480) for t in range(0, 4 * BAR, 480))
    yours = tuple(Note(t, 62, 480) for t in range(4 * BAR, 8 * BAR, 240))
    whole = Score(tracks=(Track(notes=(*mine, *yours)),))
    usual = bar_statistics(whole, Parts((0,), (0,)), {0}, start=8 * BAR)
    for notes in ((mine, yours), (yours, mine), (mine, yours, ())):
        score = Score(tracks=tuple(Track(notes=each) for each in notes))
        parts = Parts((0,) * len(notes), (0,))
        assert bar_statistics(score, parts, {0}, start=8 * BAR) == usual


def test_how_steady_a_part_is_counts_from_where_it_came_in_and_by_what_sounds() -> None:
    held = tuple(Note(t, 60, 2 * BAR) for t in range(0, 8 * BAR, 2 * BAR))
    late = tuple(Note(t, 50, 480) for t in range(4 * BAR, 8 * BAR, 480))
    resting = tuple(Note(bar * BAR, 40, 480) for bar in (0, 1, 2, 4, 5, 6))
    half = tuple(Note(bar * BAR, 45, 480) for bar in (0, 2, 4, 6))
    over = (Note(0, 70, 8 * BAR + 99), *(Note(bar * BAR, 72, 99) for bar in (4, 5, 6, 7)))
    score = Score(tracks=tuple(Track(notes=notes) for notes in (held, late, resting, half, over)))
    parts = parts_of(score, most=32)
    usual = bar_statistics(score, parts, range(5), start=8 * BAR)
    assert usual.parts == frozenset(range(5))
    assert usual.steady == {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.0, 4: 1.0}
    assert usual.each == {0: 1.0, 1: 4.0, 2: 1.0, 3: 1.0, 4: 1.0}
    # Bars before `since` do not count, though their notes sound on.
    since = bar_statistics(score, parts, {0, 4}, start=8 * BAR, since=4 * BAR)
    assert since.steady == {0: 1.0, 4: 1.0}
