"""The plan of entrances: which parts play in the phrases to come, by the habit of the piece."""

from dataclasses import replace

import pytest

from engine.planning.entrances import (
    ENTERS,
    NO_LINEUPS,
    RETURNS,
    STAYS,
    EntrancePlanner,
    Lineups,
    PartHabit,
    habit_of,
    phrases_begin,
)
from engine.planning.phrases import PHRASE
from engine.planning.sections import SectionBar, lettered_sections
from engine.values.score import Marker, Note, Score, Track

BAR = 4 * 480
TUNE, BASS, PAD, DRUMS = range(4)


def quarters(*phrases: int) -> tuple[Note, ...]:
    """Return a note on each beat of some phrases."""
    bars = [bar for phrase in phrases for bar in range(phrase * PHRASE, (phrase + 1) * PHRASE)]
    return tuple(Note(bar * BAR + beat * 480, 60, 480) for bar in bars for beat in range(4))


def band(*tracks: tuple[int, ...]) -> Score:
    """Return a piece whose tracks play in these phrases."""
    return Score(tracks=tuple(Track(notes=quarters(*phrases)) for phrases in tracks))


def habit(score: Score, *, phrases: int, drums: tuple[int, ...] = ()) -> PartHabit:
    notes = {index: track.notes for index, track in enumerate(score.tracks)}
    return habit_of(score, notes, start=phrases * PHRASE * BAR, drums=drums)


def begins(phrases: int) -> tuple[bool, ...]:
    return tuple(bar % PHRASE == 0 for bar in range(phrases * PHRASE))


def drawn(planner: EntrancePlanner, *, seeds: int = 200) -> list[Lineups]:
    return [planner.plan(seed) for seed in range(seeds)]


def test_parts_that_sound_in_half_of_a_phrase_play_in_it() -> None:
    held = Track(notes=(Note(0, 48, 8 * BAR),))
    half = Track(notes=tuple(Note(bar * BAR, 60, 480) for bar in range(4)))
    less = Track(notes=half.notes[:3])
    found = habit(Score(tracks=(held, half, less, Track())), phrases=1)
    assert found.playing == {0, 1}
    assert found.parts == {0, 1, 2, 3}
    assert found.notes == {0: 1.0, 1: 1.0, 2: 1.0}


def test_notes_after_the_start_are_not_known() -> None:
    score = band((0, 1), (1,))
    found = habit(score, phrases=1)
    assert found.playing == {0}
    assert 1 not in found.notes
    # A note that is held over the start sounds in no bar to come.
    over = Score(tracks=(Track(notes=(Note(0, 60, 99 * BAR),)),))
    assert max(habit(over, phrases=1).sounding[0]) == PHRASE - 1


def test_the_piece_says_how_often_its_parts_turn() -> None:
    found = habit(band((0, 1, 2, 3), (0, 2), (1, 2, 3), ()), phrases=4)
    turns = found.turns()
    assert turns.stays == (3 + 2, 2)  # the second track falls silent twice
    assert turns.returns == (1, 0)
    # The last track has no note at all and says nothing.
    assert turns.enters == (1, 0)


def test_a_piece_whose_parts_always_play_keeps_them_more_often_than_another() -> None:
    steady = EntrancePlanner(habit(band(*[tuple(range(8))] * 3), phrases=8), begins(1))
    turning = EntrancePlanner(
        habit(band(tuple(range(8)), (0, 2, 4, 6, 7), (1, 3, 5, 7)), phrases=8), begins(1)
    )
    stay = [sum(not plan.changes for plan in drawn(each)) for each in (steady, turning)]
    assert stay[0] > 180
    assert stay[1] < 120


def test_parts_change_where_phrases_begin_and_a_seed_gives_one_plan() -> None:
    found = habit(band((0, 1), (0,), (1,), ()), phrases=2)
    planner = EntrancePlanner(found, begins(4))
    for plan in drawn(planner):
        assert plan.before == {0, 2}
        changes = [bar for bar in range(1, 32) if plan.bars[bar] != plan.bars[bar - 1]]
        assert all(bar % PHRASE == 0 for bar in changes)
    assert planner.plan(7) == planner.plan(7)
    assert len({planner.plan(seed) for seed in range(20)}) > 5
    entered = {part for plan in drawn(planner) for part in plan.entering(31)}
    assert entered == {1, 3}


def test_pitched_music_goes_on_and_drums_alone_may() -> None:
    restless = habit(band((0, 2), (1, 3), (0, 1, 2, 3)), phrases=4, drums=(2,))
    for plan in drawn(EntrancePlanner(restless, begins(4))):
        assert all(bar & {0, 1} for bar in plan.bars)
    drums = habit(band((0,), (0,)), phrases=1, drums=(0, 1))
    for plan in drawn(EntrancePlanner(drums, begins(4))):
        assert all(plan.bars)


def test_a_wish_for_more_lets_nobody_leave_and_one_for_less_nobody_enter() -> None:
    found = habit(band((0, 2), (1, 3), (0, 1, 2, 3), ()), phrases=4)
    for plan in drawn(EntrancePlanner(found, begins(4), may_leave=False)):
        assert all(plan.before <= bar for bar in plan.bars)
    for plan in drawn(EntrancePlanner(found, begins(4), may_enter=False)):
        assert all(bar <= plan.before for bar in plan.bars)


def test_a_section_that_returns_has_the_parts_of_its_source() -> None:
    score = band((0, 1), (0,), (1,))
    ahead = replace(score, markers=tuple(Marker(PHRASE * BAR * at, "ABAC"[at]) for at in range(4)))
    form = lettered_sections(ahead, first=16, bars=16)
    planner = EntrancePlanner(
        habit(score, phrases=2),
        phrases_begin(ahead, form, first=16, bars=16),
        sections=form.bars,
    )
    plans = drawn(planner)
    assert all(bar == {0, 1} for plan in plans for bar in plan.bars[:PHRASE])
    assert len({plan.bars[PHRASE] for plan in plans}) > 1
    # And of a section that was planned before it.
    new = (*(SectionBar(since=at) for at in range(PHRASE)), *[SectionBar(back=PHRASE)] * PHRASE)
    for plan in drawn(EntrancePlanner(habit(score, phrases=2), begins(2), sections=new)):
        assert plan.bars[PHRASE:] == plan.bars[:PHRASE]


def test_phrases_begin_with_sections_and_else_with_those_of_the_piece() -> None:
    score = band((0, 1))
    assert phrases_begin(score, None, first=14, bars=11) == tuple(
        bar in (16, 24) for bar in range(14, 25)
    )
    marked = replace(score, markers=(Marker(18 * BAR, "B"),))
    form = lettered_sections(marked, first=14, bars=14)
    found = phrases_begin(marked, form, first=14, bars=14)
    assert [14 + at for at, begin in enumerate(found) if begin] == [16, 18, 26]


def test_a_line_up_says_who_comes_in_and_who_rests_and_lasts() -> None:
    plan = Lineups(before=frozenset({0, 1}), bars=(frozenset({0, 1}), frozenset({1, 2})))
    assert (plan.entering(0), plan.resting(0)) == (set(), {2})
    assert (plan.entering(9), plan.resting(9)) == ({2}, {0})
    assert plan.changes
    assert not NO_LINEUPS.changes
    assert NO_LINEUPS.resting(0) == NO_LINEUPS.entering(0) == set()


def test_parts_that_were_never_heard_come_in_as_often_as_in_real_songs() -> None:
    score = band((0,), (0,), (), ())
    plans = drawn(EntrancePlanner(habit(score, phrases=1), begins(2)))
    came_in = [part in plan.bars[-1] or part in plan.bars[0] for plan in plans for part in (2, 3)]
    # In 92 songs .59 of such parts play in the next sixteen bars.
    assert 0.55 < sum(came_in) / len(came_in) < 0.69


@pytest.mark.parametrize("chance", [STAYS, RETURNS, ENTERS])
def test_what_a_piece_does_moves_a_chance(chance) -> None:
    assert chance.after(0, 9) < chance.after(0, 0) < chance.after(9, 0) < 1
