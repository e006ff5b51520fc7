"""The groove stays: onsets that came in every bar are not passed over, and nothing is forced."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.model import LiveModel
from engine.generation.reading.bars import Grid
from engine.generation.reading.habits import OnsetPattern, onset_pattern
from engine.generation.rules.deficit import OnsetDeficit
from engine.generation.rules.rule import Logits
from engine.generation.state.decoding import DecodingState
from engine.music.score import Note, Score, TimeSignature, Track
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind, Vocabulary
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import begin_bar, plan_of, rule_in, say, shaped, strike

GRID = Grid(ticks_per_quarter=480, positions_per_quarter=12)
LENGTH = 48
NATS = 2.0


@pytest.fixture
def state(model: LiveModel) -> DecodingState:
    """Of a piece of four pitched tracks, the last of which played last."""
    notes = tuple(Note(t, 60, 240) for t in range(0, 4 * BAR, 480))
    score = Score(tracks=tuple(Track(notes=notes) for _ in range(4)))
    return plan_of(model, score, bars=16).decoding_state()


def pattern_of(
    *notes: Sequence[Note], bars: int = 8, since: int = 0, **score: object
) -> OnsetPattern:
    music = Score(tracks=tuple(Track(notes=tuple(sorted(each))) for each in notes), **score)
    parts, written = parts_of(music, most=32), range(len(notes))
    return onset_pattern(music, parts, written, grid=GRID, start=bars * BAR, since=since)


def each_bar(*ticks: int, bars: range = range(8)) -> tuple[Note, ...]:
    return tuple(Note(bar * BAR + tick, 60, 100) for bar in bars for tick in ticks)


def sure(**at: float | tuple[float, ...]) -> np.ndarray:
    rows = {int(name[1:]): np.atleast_1d(value) for name, value in at.items()}
    found = np.zeros((LENGTH, max(map(len, rows.values()))))
    for position, row in rows.items():
        found[position, : len(row)] = row
    return found


def deficit_of(pattern: OnsetPattern, vocabulary: Vocabulary, **more: object) -> OnsetDeficit:
    return OnsetDeficit(pattern, vocabulary, NATS, **more)


class Here:
    """What is said of a place of a bar of its own.

    Args:
        state: Of a row; it goes on by a bar for each place.
        vocabulary: Of the ids.
    """

    def __init__(self, state: DecodingState, vocabulary: Vocabulary) -> None:
        self._state, self._vocabulary = state, vocabulary

    def at(self, position: int | None, *, part: int | None = None, struck: int = 0) -> None:
        """Come to a position, after a part that plays has begun so many notes there.

        Args:
            position: None stays where the bar begins.
            part: Plays; None is one that no pattern of these tests has.
            struck: Notes that it begins at the position.
        """
        begin_bar(self._state, self._vocabulary)
        if position is None:
            return
        playing = 3 if part is None else part
        say(self._state, self._vocabulary, f"Part_{playing}", f"Position_{position}")
        strike(self._state, self._vocabulary, *range(60, 60 + struck))

    def led(
        self, rule: OnsetDeficit, position: int | None, *, part: int | None = None, struck: int = 0
    ) -> Logits:
        """Return what a rule adds at a place."""
        self.at(position, part=part, struck=struck)
        return shaped(rule, self._state, self._vocabulary)


@pytest.fixture
def here(state: DecodingState, vocabulary: Vocabulary) -> Here:
    return Here(state, vocabulary)


def test_onsets_are_where_most_bars_have_one_and_many_bars_are_surer() -> None:
    found = pattern_of(each_bar(0, 720), (*each_bar(0), *each_bar(960, bars=range(4))))
    assert set(found) == {0, 1}
    assert np.flatnonzero(found[0]).tolist() == [0, 18]
    assert found[0][0] == found[0][18] == pytest.approx(2 * (8 / 9) - 1)
    assert np.flatnonzero(found[1]).tolist() == [0]
    few = pattern_of(each_bar(0, bars=range(2)), bars=2)
    assert 0 < few[0][0] < found[0][0] / 2
    assert pattern_of(each_bar(0, bars=range(1)), bars=1) == {}


def test_a_part_that_came_in_late_counts_from_there_and_one_that_rests_is_not_sure() -> None:
    late = pattern_of(each_bar(0, bars=range(4, 8)))
    assert late[0][0] == pytest.approx(2 * (4 / 5) - 1)
    assert pattern_of(each_bar(0, bars=range(0, 8, 2))) == {}
    assert pattern_of(each_bar(0), since=8 * BAR) == {}


def test_a_chord_is_as_wide_as_it_was_in_most_bars() -> None:
    def struck(pitch: int, bars: range) -> tuple[Note, ...]:
        return tuple(Note(bar * BAR, pitch, 100) for bar in bars)

    whole, half = range(8), range(4)
    found = pattern_of((*struck(60, whole), *struck(64, whole), *struck(67, half)))
    usual = pytest.approx(2 * (8 / 9) - 1)
    assert found[0].shape == (LENGTH, 3)
    assert [*found[0][0]] == [usual, usual, 0.0]
    assert not found[0][1:].any()


def test_a_little_lateness_is_no_other_place_and_drums_keep_time_by_themselves() -> None:
    notes = tuple(Note(bar * BAR + (bar % 2) * 15, 60, 100) for bar in range(8))
    assert np.flatnonzero(pattern_of(notes)[0]).tolist() == [0]
    drummer = Score(tracks=(Track(is_drum=True, notes=each_bar(0)),))
    parts = parts_of(drummer, most=32)
    assert onset_pattern(drummer, parts, {0}, grid=GRID, start=8 * BAR) == {}


def test_bars_of_another_meter_say_nothing() -> None:
    score = {"time_signatures": (TimeSignature(0, 4, 4), TimeSignature(7 * BAR, 3, 4))}
    assert pattern_of(each_bar(0), bars=7, **score)[0].shape == (48, 1)
    waltz = tuple(Note(7 * BAR + bar * 1440, 60, 100) for bar in range(4))
    found = pattern_of((*each_bar(0, bars=range(7)), *waltz), bars=10, **score)
    assert {each.shape for each in found.values()} == {(36, 1)}


def test_a_part_that_is_not_written_has_none() -> None:
    score = Score(tracks=(Track(notes=each_bar(0)), Track(notes=each_bar(0))))
    parts = parts_of(score, most=32)
    assert set(onset_pattern(score, parts, {1}, grid=GRID, start=8 * BAR)) == {1}


def test_tracks_that_share_a_part_have_one_pattern() -> None:
    mine, yours = each_bar(0, bars=range(4)), each_bar(0, 720, bars=range(4, 8))
    (whole,) = pattern_of((*mine, *yours)).values()
    for notes in ((mine, yours), (yours, mine), (mine, yours, ())):
        score = Score(tracks=tuple(Track(notes=each) for each in notes))
        parts = Parts((0,) * len(notes), (0,))
        (found,) = onset_pattern(score, parts, {0}, grid=GRID, start=8 * BAR).values()
        assert np.array_equal(found, whole)


def test_the_places_after_an_onset_are_less_likely_and_its_own_is_not(
    vocabulary: Vocabulary, here: Here
) -> None:
    rule = deficit_of({0: sure(p12=1.0), 1: sure(p12=0.5, p24=1.0)}, vocabulary)
    first = vocabulary.first_of(TokenKind.POSITION)
    led = here.led(rule, 0)
    assert led[first + 1 : first + 13].tolist() == [0.0] * 12
    assert led[first + 13 : first + 25].tolist() == [-NATS] * 12
    assert led[first + 25] == led[vocabulary.bar] == led[vocabulary.end] == -2 * NATS
    others = np.setdiff1d(np.arange(len(vocabulary)), vocabulary.ids_of(TokenKind.POSITION))
    assert set(np.flatnonzero(led)) & set(others) == {vocabulary.bar, vocabulary.end}
    assert not led[first + LENGTH : first + 144].any()
    before = here.led(rule, None)
    assert before[first + 12] == 0 > before[first + 13]
    assert not here.led(rule, 30)[first:].any()


def test_a_part_that_is_due_here_is_likelier_and_the_place_is_not_left(
    vocabulary: Vocabulary, here: Here
) -> None:
    rule = deficit_of({0: sure(p12=1.0), 2: sure(p12=0.5)}, vocabulary)
    first, part = vocabulary.first_of(TokenKind.POSITION), vocabulary.first_part
    pitches = vocabulary.ids_of(TokenKind.PITCH)
    led = here.led(rule, 12, part=1)
    assert led[part : part + 3].tolist() == [NATS, 0.0, NATS / 2]
    assert led[first + 13] == led[vocabulary.bar] == -NATS
    assert not led[pitches].any()
    # The part that plays needs no id of its own.
    goes_on = here.led(rule, 12, part=0)
    assert set(goes_on[pitches].tolist()) == {NATS}
    # It has played; those below it may not any more.
    struck = here.led(rule, 12, part=0, struck=1)
    assert struck[part : part + 3].tolist() == [0.0, 0.0, NATS / 2]
    assert not struck[pitches].any()
    assert struck[vocabulary.bar] == -NATS / 2
    assert not here.led(rule, 12, part=2, struck=1).any()


def test_a_chord_that_lacks_notes_is_filled_before_others_play_and_no_further(
    vocabulary: Vocabulary, here: Here
) -> None:
    rule = deficit_of({1: sure(p12=(1.0, 0.5)), 2: sure(p12=1.0)}, vocabulary)
    part, pitches = vocabulary.first_part, vocabulary.ids_of(TokenKind.PITCH)
    lacks = here.led(rule, 12, part=1, struck=1)
    assert set(lacks[pitches].tolist()) == {NATS / 2}
    assert lacks[part] == 0  # those before it may not play any more
    assert lacks[part + 2] == NATS / 2  # due itself, and would end the chord
    assert lacks[part + 3] == -NATS / 2
    assert lacks[vocabulary.bar] == -NATS
    whole = here.led(rule, 12, part=1, struck=2)
    assert not whole[pitches].any()
    assert whole[part : part + 4].tolist() == [0.0, 0.0, NATS, 0.0]


def test_a_tune_s_held_note_rings_and_an_accompaniment_goes_on(
    vocabulary: Vocabulary, state: DecodingState, here: Here
) -> None:
    found = {0: sure(p12=1.0, p24=1.0)}
    here.at(0, part=0, struck=1)
    state.voices.place(Note(state.bar.start, 60, 2 * 480), 0)
    chords = shaped(deficit_of(found, vocabulary), state, vocabulary)
    tune = shaped(deficit_of(found, vocabulary, tunes={0}), state, vocabulary)
    assert chords[vocabulary.bar] == -2 * NATS
    assert tune[vocabulary.bar] == -NATS


def test_inside_a_note_and_in_another_meter_it_says_nothing(
    vocabulary: Vocabulary, state: DecodingState, here: Here
) -> None:
    rule = deficit_of({0: sure(p12=1.0)}, vocabulary)
    assert here.led(rule, 0).any()
    for name in ("Part_0", "Pitch_60", "Velocity_63"):
        say(state, vocabulary, name)
        assert not shaped(rule, state, vocabulary).any()
    say(state, vocabulary, "Duration_1.0.12")
    assert shaped(rule, state, vocabulary).any()
    assert not here.led(deficit_of({0: np.ones((36, 1))}, vocabulary), 0).any()
    assert not here.led(deficit_of({}, vocabulary), 0).any()


def test_emptier_bars_hold_to_it_less(
    vocabulary: Vocabulary, here: Here, state: DecodingState
) -> None:
    found = {0: sure(p12=1.0)}
    here.at(0)
    led = {
        fullness: float(
            shaped(deficit_of(found, vocabulary, fullness=(fullness,)), state, vocabulary)[
                vocabulary.bar
            ]
        )
        for fullness in (0.4, 1.0, 2.5)
    }
    assert led[0.4] == pytest.approx(0.4 * led[1.0])
    assert led[2.5] == led[1.0] < 0


def test_each_bar_has_its_own_fullness_and_later_ones_that_of_the_last(
    vocabulary: Vocabulary, here: Here, state: DecodingState
) -> None:
    rule = deficit_of({0: sure(p12=1.0)}, vocabulary, fullness=(1.0, 0.5, 0.25))
    say(state, vocabulary, "Position_0")
    led = [float(shaped(rule, state, vocabulary)[vocabulary.bar])]
    led += [float(here.led(rule, 0)[vocabulary.bar]) for _ in range(3)]
    assert led == pytest.approx([-NATS, -NATS / 2, -NATS / 4, -NATS / 4])


@pytest.mark.parametrize(("temperature", "kept"), [(1.0, True), (1.2, False)])
def test_a_bold_request_is_free_of_it(model: LiveModel, temperature: float, *, kept: bool) -> None:
    plan = plan_of(
        model,
        chord_piece(),
        sampling=SamplingConfig(temperature=temperature),
        steering=SteeringConfig(busy=-1.0),
    )
    assert (rule_in(plan, OnsetDeficit) is not None) == kept
