"""Parts that play go on playing: one that is missing is likelier, and a thin bar ends later."""

from collections.abc import Mapping

import pytest

from engine.config import SamplingConfig
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.reading.habits import BarStatistics, bar_statistics
from engine.generation.rules.deficit import PartDeficit
from engine.generation.state.decoding import DecodingState
from engine.generation.wishes import WishSpan
from engine.music.score import Note, Score, TimeSignature, Track
from engine.request import Request
from engine.tokens.parts import NO_PART, Parts, parts_of
from engine.tokens.vocabulary import TokenKind, Vocabulary
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import (
    PRIORS,
    at_share,
    begin_bar,
    parts_in,
    plan_of,
    rule_in,
    say,
    shaped,
    strike,
)

NATS = PRIORS.deficit


def deficit_of(usual: BarStatistics, vocabulary: Vocabulary, **more: object) -> PartDeficit:
    return PartDeficit(usual, vocabulary, NATS, **more)


def of_parts(
    vocabulary: Vocabulary, each: Mapping[int, float], *, notes: float, **more: object
) -> PartDeficit:
    return deficit_of(BarStatistics(frozenset(each), notes, each), vocabulary, **more)


@pytest.fixture
def state(model: LiveModel) -> DecodingState:
    return plan_of(model, bars=16).decoding_state()


@pytest.fixture
def silent_bass(model: LiveModel) -> Plan:
    """Of a piece whose second track is written and has no note so far."""
    score = chord_piece()
    return plan_of(model, score.with_track(1, score.tracks[1].with_notes(())), bars=16)


def test_usual_is_who_plays_in_half_of_the_last_bars() -> None:
    always = tuple(Note(t, 60, 480) for t in range(0, 12 * BAR, 480))
    once = (Note(0, 40, 480), Note(11 * BAR, 40, 480))
    early = tuple(Note(t, 50, 480) for t in range(0, 4 * BAR, 480))
    score = Score(tracks=(Track(notes=always), Track(notes=once), Track(notes=early)))
    usual = bar_statistics(score, parts_of(score, most=32), {0, 1, 2}, start=12 * BAR)
    assert usual == BarStatistics(frozenset({0}), 4.0, {0: 4.0}, {0: 1.0}, frozenset({2}))
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


def test_a_part_that_rested_now_and_then_is_leaned_to_less(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    each = {0: 1.0, 1: 1.0, 2: 1.0}
    unsure = deficit_of(
        BarStatistics(frozenset(each), 3.0, each, {0: 1.0, 1: 0.5, 2: 0.0}), vocabulary
    )
    added = shaped(unsure, state, vocabulary)
    first, second, third = parts_in(added, vocabulary, 3)
    assert first == 2 * second > 0
    assert third == 0
    sure = shaped(of_parts(vocabulary, each, notes=3.0), state, vocabulary)
    assert sure[vocabulary.bar] < added[vocabulary.bar]


def test_a_silent_part_comes_in_seldom_and_stays(vocabulary: Vocabulary, silent_bass: Plan) -> None:
    rule, state = rule_in(silent_bass, PartDeficit), silent_bass.decoding_state()
    assert rule is not None

    def nats() -> float:
        return parts_in(shaped(rule, state, vocabulary), vocabulary, 2)[1]

    assert nats() == -NATS.entry
    strike(state, vocabulary, 60, part=1)
    assert nats() == 0
    begin_bar(state, vocabulary, rule)
    assert nats() == NATS.part
    begin_bar(state, vocabulary, rule)
    assert nats() == -NATS.entry


def test_a_silent_part_is_welcome_where_bars_are_to_be_fuller(
    vocabulary: Vocabulary, silent_bass: Plan
) -> None:
    usual = BarStatistics(frozenset({0}), 1.0, silent=frozenset({1}))
    fuller = deficit_of(usual, vocabulary, fullness=(2.5,))
    added = shaped(fuller, silent_bass.decoding_state(), vocabulary)
    assert parts_in(added, vocabulary, 2)[1] == 0


def test_a_silent_part_comes_in_where_a_phrase_begins(
    vocabulary: Vocabulary, silent_bass: Plan
) -> None:
    state = silent_bass.decoding_state()  # in the fifth bar
    usual = BarStatistics(frozenset({0}), 1.0, silent=frozenset({1}))
    nats = [
        parts_in(
            shaped(deficit_of(usual, vocabulary, phrases_from=first), state, vocabulary),
            vocabulary,
            2,
        )[1]
        for first in range(6)
    ]
    assert nats == [-NATS.entry] * 4 + [NATS.phrase_entry, -NATS.entry]
    # A part that has come in is leaned to no more.
    rule = deficit_of(usual, vocabulary, phrases_from=4)
    strike(state, vocabulary, 60, part=1)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 2)[1] == 0


def test_a_part_that_sounds_on_is_not_missing(vocabulary: Vocabulary, state: DecodingState) -> None:
    rule = deficit_of(BarStatistics(frozenset({0, 1}), 2.0), vocabulary)
    before = shaped(rule, state, vocabulary)
    state.voices.place(Note(state.bar.start, 60, BAR), 0)
    after = shaped(rule, state, vocabulary)
    assert parts_in(before, vocabulary, 2) == [NATS.part, NATS.part]
    assert parts_in(after, vocabulary, 2) == [0, NATS.part]
    assert before[vocabulary.bar] < after[vocabulary.bar]


def test_missing_parts_are_likelier_and_the_bar_line_less_likely(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = deficit_of(BarStatistics(frozenset({0, 1}), 4.0), vocabulary)
    empty = shaped(rule, state, vocabulary)
    assert parts_in(empty, vocabulary, 3) == [NATS.part, NATS.part, 0]
    assert empty[vocabulary.bar] == empty[vocabulary.end] < 0
    strike(state, vocabulary, 60, 62, 64, 65, part=0)
    later = shaped(rule, state, vocabulary)
    assert parts_in(later, vocabulary, 3) == [0, NATS.part, 0]
    assert empty[vocabulary.bar] < later[vocabulary.bar] < 0
    strike(state, vocabulary, 60, part=1)
    assert shaped(rule, state, vocabulary)[vocabulary.bar] > 0


def test_it_says_nothing_inside_a_note(vocabulary: Vocabulary, state: DecodingState) -> None:
    rule = deficit_of(BarStatistics(frozenset({0, 1}), 4.0), vocabulary)
    for name in ("Part_0", "Pitch_60", "Velocity_63"):
        say(state, vocabulary, name)
        assert not shaped(rule, state, vocabulary).any()
    say(state, vocabulary, "Duration_1.0.12")
    assert shaped(rule, state, vocabulary).any()


def test_a_part_that_has_played_less_than_usual_by_now_is_likelier(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = of_parts(vocabulary, {0: 4.0, 1: 1.0}, notes=5.0)
    strike(state, vocabulary, 40, part=0)
    strike(state, vocabulary, 60, part=1)

    def nats(share: float) -> list[float]:
        at_share(state, vocabulary, share)
        return [*parts_in(shaped(rule, state, vocabulary), vocabulary, 2)]

    assert nats(0.0) == nats(0.25) == [0.0, 0.0]
    later, late = nats(0.375), nats(0.75)
    assert late[0] > later[0] > 0
    assert later[1] == late[1] == 0


def test_a_bar_in_which_one_part_lacks_ends_later_however_full_it_is(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    strike(state, vocabulary, 40, part=0)
    strike(state, vocabulary, 60, 62, 64, 65, part=1)
    lacking, whole = (
        float(shaped(of_parts(vocabulary, each, notes=5.0), state, vocabulary)[vocabulary.bar])
        for each in ({0: 4.0, 1: 1.0}, {0: 1.0, 1: 1.0})
    )
    assert lacking < whole == 0


def test_a_bar_line_begins_anew_and_branches_keep_their_own_lacks(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_of(model, bars=16)
    rule = of_parts(vocabulary, {0: 1.0, 1: 1.0}, notes=2.0)
    branch, state, other = rule.branch(), plan.decoding_state(), plan.decoding_state()
    strike(other, vocabulary, 60, part=0)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 2) == [NATS.part, NATS.part]
    assert parts_in(shaped(branch, other, vocabulary), vocabulary, 2) == [0, NATS.part]
    begin_bar(other, vocabulary, branch)
    lacked = NATS.part + NATS.bar_lacked
    assert parts_in(shaped(branch, other, vocabulary), vocabulary, 2) == [NATS.part, lacked]
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 2) == [NATS.part, NATS.part]


def test_a_part_that_lacked_for_bars_is_ever_likelier_and_less_so_late_in_a_bar(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = of_parts(vocabulary, {0: 1.0, 1: 1.0}, notes=2.0)

    def missing(share: float = 0.0) -> float:
        at_share(state, vocabulary, share)
        return parts_in(shaped(rule, state, vocabulary), vocabulary, 2)[1]

    found = []
    for bar in range(4):
        if bar:
            begin_bar(state, vocabulary, rule)
        strike(state, vocabulary, 60, part=0)
        found.append(missing())
    assert found[0] < found[1] < found[2] < found[3]
    assert found[3] - found[2] < found[1] - found[0]
    assert found[0] < missing(0.75) < found[3]
    strike(state, vocabulary, 60, part=1)
    begin_bar(state, vocabulary, rule)
    assert missing() < found[3]


def test_a_thin_bar_may_end_where_nothing_more_can_come_in_it(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = deficit_of(BarStatistics(frozenset({0}), 4.0), vocabulary)

    def nats(share: float) -> tuple[float, float]:
        at_share(state, vocabulary, share)
        added = shaped(rule, state, vocabulary)
        return float(added[vocabulary.bar]), float(added[vocabulary.end])

    bar_lines, ends = zip(*map(nats, (0.0, 0.5, 0.9)), strict=True)
    assert bar_lines[0] < bar_lines[1] < bar_lines[2] < 0
    assert bar_lines[2] > -0.5
    # The piece itself does not end with a thin bar.
    assert set(ends) == {bar_lines[0]}


def test_the_only_part_of_a_piece_is_not_missing_though_nothing_names_it(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    """Its Part id is said once, before its first note; a continuation says it no more."""
    melody = Track(notes=tuple(Note(t, 60 + t // 480 % 5, 480) for t in range(0, 4 * BAR, 480)))
    plan = plan_of(model, Score(tracks=(melody,)), bars=16)
    rule, state = rule_in(plan, PartDeficit), plan.decoding_state()
    assert rule is not None
    assert vocabulary.first_part not in plan.header
    for bar in range(3):
        if bar:
            begin_bar(state, vocabulary, rule)
        assert parts_in(shaped(rule, state, vocabulary), vocabulary, 1) == [NATS.part]
        for beat in range(4):
            strike(state, vocabulary, 60, position=12 * beat)
            assert parts_in(shaped(rule, state, vocabulary), vocabulary, 1) == [0]
        assert state.heard.struck == {0: [60] * 4}
        assert shaped(rule, state, vocabulary)[vocabulary.bar] == 0


def test_notes_before_the_first_part_of_a_bar_are_of_the_part_that_played_last(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_of(model, bars=16)  # drums were said last
    rule, state = rule_in(plan, PartDeficit), plan.decoding_state()
    assert rule is not None
    strike(state, vocabulary, *[42] * 4, position=0)
    assert NO_PART not in state.heard.struck
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3) == [NATS.part, NATS.part, 0]
    begin_bar(state, vocabulary, rule)
    lacked = NATS.part + NATS.bar_lacked
    added = shaped(rule, state, vocabulary)
    assert parts_in(added, vocabulary, 3) == [lacked, lacked, NATS.part]


def test_each_bar_lacks_by_its_own_fullness_where_a_bar_is_written_as_several(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    """A bar of 17/16 is two bars of the vocabulary, and both are as full as it is to be."""
    length = 17 * 120
    notes = tuple(Note(t, 60, 120) for t in range(0, 4 * length, 120))
    score = Score(tracks=(Track(notes=notes),), time_signatures=(TimeSignature(0, 17, 16),))
    plan = plan_of(model, score, start=4 * length, bars=4)
    state = plan.decoding_state()
    rule = of_parts(vocabulary, {0: 4.0}, notes=4.0, fullness=(1.0, 1.0, 1.0, 0.25))
    strike(state, vocabulary, 60)
    first = state.bar_number
    begin_bar(state, vocabulary, rule)
    assert state.bar_number == first
    # One note of four: three quarters of a bar are lacked.
    (nats,) = parts_in(shaped(rule, state, vocabulary), vocabulary, 1)
    assert nats == pytest.approx(NATS.part + 0.75 * NATS.bar_lacked)


def test_what_a_bar_lacks_is_told_by_how_full_it_was_to_be(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = of_parts(vocabulary, {0: 4.0}, notes=4.0, fullness=(0.5, 1.0))
    strike(state, vocabulary, 60, part=0)
    begin_bar(state, vocabulary, rule)
    (nats,) = parts_in(shaped(rule, state, vocabulary), vocabulary, 1)
    assert nats == pytest.approx(NATS.part + 0.5 * NATS.bar_lacked)


@pytest.mark.parametrize(("temperature", "kept"), [(0.8, True), (1.0, True), (1.2, False)])
def test_a_bold_request_is_free_of_it(model: LiveModel, temperature: float, *, kept: bool) -> None:
    plan = plan_of(model, sampling=SamplingConfig(temperature=temperature))
    assert (rule_in(plan, PartDeficit) is not None) == kept


def test_without_notes_before_there_is_no_usual_bar(model: LiveModel) -> None:
    silent = Score(tracks=(Track(),))
    plan = Plan(model, silent, Request(start=0, bars=2, alternatives=1))
    assert rule_in(plan, PartDeficit) is None


def test_bars_of_the_same_wish_are_no_measure_of_what_is_usual(model: LiveModel) -> None:
    """Twice as full is meant once, in a gap that is filled piece by piece too."""
    dense = tuple(Note(t, 60, 60) for t in range(4 * BAR, 6 * BAR, 60))
    score = chord_piece()
    piano = score.tracks[0].adding(dense)
    request = Request(start=6 * BAR, bars=2, alternatives=1, wish="busier")
    plan = Plan(model, score.with_track(0, piano), request, span=WishSpan(before=2))
    assert plan.usual_until == 4 * BAR
    rule, alone = rule_in(plan, PartDeficit), plan_of(model, score, wish="busier")
    assert rule is not None
    reference, state = rule_in(alone, PartDeficit), alone.decoding_state()
    assert reference is not None
    vocabulary = model.tokenizer.vocabulary
    strike(state, vocabulary, *range(50, 58), part=0)
    one, other = (shaped(each, state, vocabulary) for each in (rule, reference))
    assert one[vocabulary.bar] == other[vocabulary.bar] != 0
    assert (
        one[vocabulary.ids_of(TokenKind.PART)] == other[vocabulary.ids_of(TokenKind.PART)]
    ).all()
