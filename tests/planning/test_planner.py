"""Plans go on from a prompt, move as songs do, come back to blocks, and differ by their seed."""

from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest

from engine.ground.paths import starter_model
from engine.harmony.chord_symbols import chord_name
from engine.harmony.chord_track import typed_chords
from engine.planning.chord_model import ChordModel, load_chord_model
from engine.planning.counting import count_chords
from engine.planning.harmony import NONE, TONES, degree_of
from engine.planning.motion import Motion, motion_of
from engine.planning.planner import (
    EFFECTIVE,
    Planner,
    _effective,
    _flattened,
    _levelled,
    chords_in,
    chosen_key,
    plan_prompt,
)
from engine.values.score import KeySignature, Note, Score, TimeSignature, Track
from tests.planning.conftest import LOOP, VERSE, song

BAR = 4 * 480


@pytest.fixture(scope="module")
def model() -> ChordModel:
    turn = "Dm | G | C | C | F | C | G | C"
    songs = [song(VERSE, times=3), song(LOOP, times=4), song(turn, times=4)]
    return ChordModel(count_chords(songs))


def test_a_prompt_has_a_key_its_chords_and_its_place_in_the_phrase() -> None:
    prompt = plan_prompt(song(LOOP), start=6 * BAR)
    assert prompt is not None
    assert prompt.key.tonic == 0
    assert [degree_of(bar.first) for bar in prompt.chords] == [0, 9, 5, 7, 0, 9]
    assert prompt.place == 6
    assert not prompt.stands_still


def test_a_bar_again_and_again_stands_still() -> None:
    prompt = plan_prompt(song("C | C | C | C | C | C | C | C"), start=8 * BAR)
    assert prompt is not None
    assert prompt.stands_still


@pytest.mark.slow
def test_other_bars_on_one_root_are_left_as_real_songs_leave_them() -> None:
    starter = load_chord_model(starter_model())
    assert starter is not None
    chord = song("C | C | C | C | C | C | C | C")
    tune = Track(
        notes=tuple(
            Note(bar * BAR + place * 480, (72, 76, 79, 84)[(bar * 3 + place * place) % 4], 480)
            for bar in range(8)
            for place in range(bar % 2, 4)
        )
    )
    prompt = plan_prompt(replace(chord, tracks=(*chord.tracks, tune)), start=8 * BAR)
    assert prompt is not None
    assert prompt.motion.stay == 8.0
    assert not prompt.stands_still
    planner = Planner(starter, prompt, bars=16)
    stays = [motion_of([bar.chords.first for bar in planner.plan(s)]).stay for s in range(20)]
    assert np.mean(stays) < 7.0


def test_a_plan_moves_more_than_the_chords_that_are_found_in_songs(model, monkeypatch) -> None:
    prompt = plan_prompt(song(VERSE), start=16 * BAR)

    def mean_stay() -> float:
        planner = Planner(model, prompt, bars=16)
        plans = [planner.plan(seed) for seed in range(60)]
        return fmean(motion_of([bar.chords.first for bar in plan]).stay for plan in plans)

    heard = mean_stay()
    monkeypatch.setattr("engine.planning.planner.HEARD", Motion(1.0, 1.0, 1.0, 1.0))
    assert heard < mean_stay()


def test_without_pitched_notes_or_bars_there_is_no_prompt() -> None:
    drums = Track(is_drum=True, notes=tuple(Note(t, 38, 120) for t in range(0, 8 * BAR, 480)))
    assert plan_prompt(Score(tracks=(drums,)), start=8 * BAR) is None
    assert plan_prompt(song(LOOP), start=0) is None


@pytest.mark.slow
def test_each_bar_has_a_chord_and_a_seed_its_own_plan(model) -> None:
    prompt = plan_prompt(song(VERSE), start=16 * BAR)
    planner = Planner(model, prompt, bars=16)
    plans = [planner.plan(seed) for seed in range(12)]
    assert all(len(plan) == 16 for plan in plans)
    assert all(bar.chords.first != NONE for plan in plans for bar in plan)
    assert len(set(plans)) > 6
    assert plans == [Planner(model, prompt, bars=16).plan(seed) for seed in range(12)]
    assert [plan[:5] for plan in plans] == [
        Planner(model, prompt, bars=5).plan(seed) for seed in range(12)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text", [LOOP, VERSE, "F | Dm | E7 | Am", "Dm7 | G7 | Cmaj7 | Cmaj7"])
def test_of_four_rows_two_begin_with_other_chords_and_each_goes_by_its_own_seed(text) -> None:
    starter = load_chord_model(starter_model())
    assert starter is not None
    bars = 32
    piece = song(text, times=bars // len(text.split("|")))
    planner = Planner(starter, plan_prompt(piece, start=bars * BAR), bars=8)

    def beginning(seed: int) -> tuple[int, ...]:
        return tuple(bar.chords.first for bar in planner.plan(seed)[:4])

    for first in (0, 1, 17, 2**31 - 4):
        assert len({beginning(seed) for seed in range(first, first + 4)}) >= 2
    alone = Planner(starter, plan_prompt(piece, start=bars * BAR), bars=8)
    assert alone.plan(19) == planner.plan(19)


def test_a_beginning_that_is_likelier_than_all_others_has_half_of_the_rows() -> None:
    weights = _levelled(np.array([6.0, 1.0, 2.0, 1.0]), np.array([0, 1, 0, 2]))
    assert weights / weights.sum() == pytest.approx([0.375, 0.25, 0.125, 0.25])
    # Others are raised tenfold and not more.
    weights = _levelled(np.array([99.0, 0.6, 0.4]), np.array([0, 1, 1]))
    assert weights / weights.sum() == pytest.approx([0.9, 0.06, 0.04])
    fair = np.array([1.0, 2.0, 2.0])
    assert _levelled(fair, np.array([0, 1, 2])) is fair
    alone = np.array([1.0, 2.0])
    assert _levelled(alone, np.array([0, 0])) is alone


def test_weights_that_lie_on_one_plan_are_flattened_and_keep_their_order() -> None:
    weights = np.exp(-np.arange(40.0))
    flat = _flattened(weights)
    assert _effective(weights) < 3.0
    assert EFFECTIVE <= _effective(flat) < 2 * EFFECTIVE
    assert (np.diff(flat) < 0.0).all()
    fair = np.ones(9)
    assert np.array_equal(_flattened(fair), fair)
    # Three plans cannot be eight.
    assert _flattened(np.array([1.0, 1e-30, 0.0])).argmax() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "mode", "foreign"),
    [
        ("D | C | G | D", "mixolydian", 0.11),
        ("Am | F | C | G", "aeolian", 0.05),
        ("D | C | G | G", "mixolydian", 0.08),
    ],
)
def test_the_plans_of_a_loop_keep_to_its_mode_and_are_many(text, mode, foreign) -> None:
    starter = load_chord_model(starter_model())
    assert starter is not None
    chords = typed_chords(" | ".join([text] * 4), Score(tracks=(Track(),)))
    low = Track(notes=tuple(Note(chord.tick, 36 + chord.root, BAR) for chord in chords))
    piece = song(text, times=4)
    prompt = plan_prompt(replace(piece, tracks=(*piece.tracks, low)), start=16 * BAR)
    assert prompt is not None
    assert prompt.key.mode == mode
    planner = Planner(starter, prompt, bars=16)
    plans = [planner.plan(seed) for seed in range(40)]
    scale = {(tone - prompt.key.tonic) % 12 for tone in prompt.key.pitch_classes}
    kept = [TONES[bar.chords.first] <= scale for plan in plans for bar in plan]
    assert 1.0 - np.mean(kept) < foreign
    assert len(set(plans)) >= EFFECTIVE
    firsts = {bar.chords.first for plan in plans for bar in plan}
    assert len(firsts) > 10


def test_chosen_plans_move_and_do_not_stand_still(model) -> None:
    prompt = plan_prompt(song(VERSE), start=16 * BAR)
    planner = Planner(model, prompt, bars=16)
    motions = [motion_of([bar.chords.first for bar in planner.plan(s)]) for s in range(40)]
    assert np.mean([motion.stay for motion in motions]) < 4.0
    assert np.mean([motion.roots for motion in motions]) >= 3.0


@pytest.mark.slow
def test_a_plan_of_many_bars_moves_as_much_at_its_end_as_at_its_beginning() -> None:
    starter = load_chord_model(starter_model())
    prompt = plan_prompt(song("C | C | G | G | C | C | G | C"), start=8 * BAR)
    planner = Planner(starter, prompt, bars=64)
    plans = [planner.plan(seed) for seed in range(40)]
    assert all(len(plan) == 64 for plan in plans)

    def stay(first: int) -> float:
        """Return the mean of the longest stays in sixteen bars of the plans."""
        parts = [plan[first : first + 16] for plan in plans]
        return fmean(motion_of([bar.chords.first for bar in part]).stay for part in parts)

    first, *later = [stay(bar) for bar in range(0, 64, 16)]
    assert max(later) <= first + 1.0
    short = Planner(starter, prompt, bars=16)
    assert all(short.plan(seed) == plans[seed][:16] for seed in range(40))


def test_a_bar_that_returns_has_the_chords_of_the_bar_that_it_names(model) -> None:
    prompt = plan_prompt(song(LOOP, times=2), start=16 * BAR)
    planner = Planner(model, prompt, bars=16)
    returned = 0
    for seed in range(20):
        plan = planner.plan(seed)
        chords = [*prompt.chords, *(bar.chords for bar in plan)]
        for index, bar in enumerate(plan, len(prompt.chords)):
            if bar.back:
                returned += 1
                assert bar.chords == chords[index - bar.back]
    assert returned > 60


def test_a_plan_stands_over_the_bars_to_come_up_to_the_last_one(model) -> None:
    score = song(VERSE)
    prompt = plan_prompt(score, start=16 * BAR)
    plan = Planner(model, prompt, bars=7).plan(3)
    chords = chords_in(score, plan, prompt.key, first_bar=16)
    assert {chord.tick for chord in chords} >= {bar * BAR for bar in range(16, 23)}
    assert all(chord_name(chord) for chord in chords)


def test_a_meter_without_a_middle_has_one_chord_a_bar(model) -> None:
    score = song(VERSE)
    waltz = Score(tracks=score.tracks, time_signatures=(TimeSignature(0, 3, 4),))
    prompt = plan_prompt(waltz, start=12 * 1440)
    assert prompt is not None
    plan = Planner(model, prompt, bars=8).plan(1)
    chords = chords_in(waltz, plan, prompt.key, first_bar=12)
    assert [chord.tick for chord in chords] == [bar * 1440 for bar in range(12, 20)]


@pytest.mark.parametrize(
    ("fifths", "minor", "tonic"), [(-1, False, 5), (0, True, 9), (2, False, 2)]
)
def test_before_the_first_note_the_key_signature_says_the_key(fifths, minor, tonic) -> None:
    starter = load_chord_model(starter_model())
    assert starter is not None
    empty = Score(tracks=(Track(),), key_signatures=(KeySignature(0, fifths, minor),))
    prompt = plan_prompt(empty, start=0)
    assert prompt is not None
    assert (prompt.key.tonic, prompt.key.minor) == (tonic, minor)
    assert not prompt.stands_still
    planner = Planner(starter, prompt, bars=8)
    plans = [planner.plan(seed) for seed in range(30)]
    assert len(set(plans)) > 12
    firsts = [bar.chords.first for plan in plans for bar in plan]
    assert NONE not in firsts
    in_scale = [(degree_of(chord) + tonic) % 12 in prompt.key.pitch_classes for chord in firsts]
    assert np.mean(in_scale) > 0.85
    assert np.mean([motion_of([bar.chords.first for bar in plan]).moves for plan in plans]) > 0.5


def test_each_row_chooses_a_key_for_an_empty_piece_that_has_none() -> None:
    prompt = plan_prompt(Score(tracks=(Track(),)), start=0)
    assert prompt is not None
    assert prompt.is_key_open
    assert prompt.minor().key.minor
    assert not prompt.key.minor
    keys = [chosen_key(seed) for seed in range(200)]
    assert keys == [chosen_key(seed) for seed in range(200)]
    assert len(set(keys)) == 14
    assert 60 < sum(key.minor for key in keys) < 140


def test_notes_that_come_later_are_no_prompt() -> None:
    notes = (Note(8 * BAR, 60, 480),)
    later = Score(tracks=(Track(notes=notes),), key_signatures=(KeySignature(0, 0, False),))
    assert plan_prompt(later, start=0) is None
