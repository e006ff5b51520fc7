"""When a phrase is over: what is known as the silence begins says how long to wait."""

import math
from itertools import pairwise

import pytest

from engine.live.jam.phrase_ends import (
    FREE_TIME_TIMEOUT,
    PhraseEnds,
    PhraseTimeout,
    StrongBeats,
)

BEAT_S = 0.5


ATTENTIVE = PhraseTimeout(long=-0.1, strong=-0.1, expected=-0.2, pedal=0.3)


def played(
    *notes: tuple[float, float], strong: bool = False, patience: PhraseTimeout | None = None
) -> PhraseEnds[int]:
    """Hear notes (begin, end) in seconds."""
    ends = PhraseEnds(beat_s=BEAT_S, patience=patience)
    moves = [(begin, 1, i) for i, (begin, _) in enumerate(notes)]
    moves += [(end, 0, i) for i, (_, end) in enumerate(notes)]
    for seconds, on, pitch in sorted(moves):
        if on:
            ends.press(seconds, 60 + pitch, strong=strong)
        else:
            ends.release(seconds, 60 + pitch)
    return ends


STEADY = [(i * 0.25, i * 0.25 + 0.2) for i in range(16)]


def test_nothing_played_is_no_phrase_and_a_last_chord_ends_after_four_bars() -> None:
    assert PhraseEnds(beat_s=BEAT_S).silence_s(100.0) is None
    ends = played(*STEADY)
    ends.press(4.0, 72)
    assert ends.silence_s(4.0 + 16 * BEAT_S - 1e-3) is None
    assert ends.silence_s(4.0 + 16 * BEAT_S + 1e-3) is not None
    # It is held, not lost: nothing came and went.
    assert ends.lost(100.0) == ()
    assert ends.holds(72)


def test_a_phrase_ends_once_and_within_two_beats_of_silence() -> None:
    ends = played(*STEADY)
    since = ends.silent_since_s
    assert since == pytest.approx(3.95)
    assert ends.due_s is not None
    assert since < ends.due_s <= since + 2 * BEAT_S
    assert ends.silence_s(ends.due_s - 1e-3) is None
    assert ends.silence_s(since + 2 * BEAT_S) == pytest.approx(2 * BEAT_S)
    assert ends.silence_s(100.0) is None


def test_what_is_handed_over_otherwise_is_not_found_again() -> None:
    ends = played(*STEADY)
    ends.end_phrase()
    assert ends.silence_s(100.0) is None
    ends.press(100.0, 60)
    ends.release(100.2, 60)
    assert ends.silence_s(102.0) is not None


def test_a_long_last_note_and_a_model_that_expects_a_rest_shorten_the_wait() -> None:
    short = played(*STEADY, patience=ATTENTIVE).due_s
    long_end = played(*STEADY, (4.0, 5.5), patience=ATTENTIVE)
    assert short is not None
    assert long_end.due_s is not None
    assert long_end.due_s - 5.5 < short - 3.95
    expected = played(*STEADY, patience=ATTENTIVE)
    expected.expect(1.0)
    assert expected.due_s is not None
    assert expected.due_s < short


def test_a_pedal_that_is_down_lengthens_the_wait() -> None:
    ends = played(*STEADY, patience=ATTENTIVE)
    plain = ends.due_s
    ends.move_pedal(down=True)
    assert plain is not None
    assert ends.due_s is not None
    assert ends.due_s > plain


def test_keys_of_a_keyboard_that_is_gone_are_let_go() -> None:
    ends = played(*STEADY)
    ends.press(4.0, 72)
    ends.release_all(4.5)
    assert ends.silent_since_s == 4.5


def test_whatever_is_known_the_wait_keeps_its_bounds() -> None:
    patience = PhraseTimeout(bias=9.0)
    known = {"longer": 0.0, "slower": 0.0, "strong": False, "expected": 0.0}
    assert patience.beats(**known, pedal=False) == patience.most
    assert PhraseTimeout(bias=-9.0).beats(**known, pedal=False) == patience.least


def test_while_nothing_can_begin_only_a_silence_that_leaves_no_doubt_is_an_end() -> None:
    ends = played(*STEADY)
    since = ends.silent_since_s
    assert since is not None
    assert ends.due_s is not None
    # From where the next note would be.
    certain_s = since + 0.05 + 2 * BEAT_S
    assert ends.silence_s(ends.due_s + 0.01, certain=True) is None
    assert ends.silence_s(certain_s + 1e-6, certain=True) is not None


def test_in_free_time_a_silence_of_two_beats_is_an_end() -> None:
    ends = played(*STEADY, patience=FREE_TIME_TIMEOUT)
    assert ends.silent_since_s is not None
    assert ends.due_s == pytest.approx(ends.silent_since_s + 0.05 + 2 * BEAT_S)


def with_rests(ends: PhraseEnds[int], *, begin_s: float, rests: int) -> tuple[float, list[bool]]:
    """Play four notes and rest for two beats again and again; return whether each rest ended."""
    found = []
    for _ in range(rests):
        for note in range(4):
            ends.press(begin_s + note * 0.25, 60)
            ends.release(begin_s + note * 0.25 + 0.2, 60)
        begin_s += 1.0 + 2 * BEAT_S
        found.append(ends.silence_s(begin_s - 1e-3) is not None)
    return begin_s, found


def test_a_player_who_rests_for_two_beats_loses_the_turn_once_and_no_more() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    now_s, found = with_rests(ends, begin_s=0.0, rests=6)
    assert found == [True, False, False, False, False, False]
    # A longer silence is an end, and not much later than before.
    since = ends.silent_since_s
    assert since is not None
    assert ends.due_s is not None
    assert now_s < ends.due_s <= since + 2.5 * BEAT_S


def test_whole_turns_of_segue_make_it_forget_the_players_rests() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    now_s, _ = with_rests(ends, begin_s=0.0, rests=2)
    assert ends.silence_s(now_s + 8 * BEAT_S) is not None
    _, found = with_rests(ends, begin_s=now_s + 8 * BEAT_S, rests=1)
    assert found == [True]


def test_a_turn_that_was_handed_over_says_nothing_of_rests() -> None:
    ends = played(*STEADY)
    ends.end_phrase()
    ends.press(4.5, 60)
    ends.release(4.7, 60)
    # The notes are a twentieth of a second apart, and a rest begins where the next one would.
    assert ends.due_s == pytest.approx(4.75 + 1.9 * BEAT_S)


def breathing(ends: PhraseEnds[int], *, begin_s: float, silence_s: float, times: int) -> float:
    """Play a note and a silence again and again, and a last note; return when it ends."""
    for _ in range(times):
        ends.press(begin_s, 60)
        ends.release(begin_s + BEAT_S, 60)
        begin_s += BEAT_S + silence_s
    ends.press(begin_s, 60)
    ends.release(begin_s + BEAT_S, 60)
    return begin_s + BEAT_S


def test_a_phrase_that_closes_ends_after_half_a_beat() -> None:
    ends = played(*STEADY)
    ends.close_phrase(closes=True)
    since = ends.silent_since_s
    assert since is not None
    assert ends.due_s == pytest.approx(since + BEAT_S / 2)
    assert ends.silence_s(since + BEAT_S / 2 - 1e-3) is None
    assert ends.silence_s(since + BEAT_S / 2 + 1e-3) is not None


def test_a_key_takes_a_close_back() -> None:
    ends = played(*STEADY)
    ends.close_phrase(closes=True)
    ends.press(4.1, 60)
    ends.release(4.3, 60)
    assert ends.due_s == pytest.approx(4.35 + 1.9 * BEAT_S)


@pytest.mark.parametrize("breath", [0.5, 1.0, 1.2])
def test_a_close_is_no_end_within_half_a_beat_beyond_the_players_breaths(breath: float) -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    end_s = breathing(ends, begin_s=0.0, silence_s=breath * BEAT_S, times=3)
    ends.close_phrase(closes=True)
    assert ends.due_s == pytest.approx(end_s + (breath + 0.5) * BEAT_S)


def test_breaths_make_no_phrase_end_later_than_silence_alone() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    end_s = breathing(ends, begin_s=0.0, silence_s=1.8 * BEAT_S, times=3)
    ends.close_phrase(closes=True)
    assert ends.due_s == pytest.approx(end_s + 1.9 * BEAT_S)


def test_breaths_of_long_ago_are_forgotten() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    end_s = breathing(ends, begin_s=0.0, silence_s=1.5 * BEAT_S, times=1)
    end_s = breathing(ends, begin_s=end_s + 0.5 * BEAT_S, silence_s=0.5 * BEAT_S, times=8)
    ends.close_phrase(closes=True)
    assert ends.due_s == pytest.approx(end_s + BEAT_S)


def test_who_rests_for_two_beats_after_a_close_loses_the_turn_once_and_no_more() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    found, begin_s = [], 0.0
    for _ in range(6):
        begin_s = breathing(ends, begin_s=begin_s, silence_s=0.0, times=3) + 2 * BEAT_S
        ends.close_phrase(closes=True)
        found.append(ends.silence_s(begin_s - 1e-3) is not None)
    assert found == [True, False, False, False, False, False]


def phrase_and_turn(ends: PhraseEnds[int], *, begin_s: float, notes: int) -> float:
    """Play a phrase that Segue answers; return when the answer ends."""
    for note in range(notes):
        ends.press(begin_s + note * BEAT_S, 60)
        ends.release(begin_s + note * BEAT_S + 0.8 * BEAT_S, 60)
    ends.end_phrase()
    return begin_s + (notes + 8) * BEAT_S


def test_a_phrase_as_long_as_the_one_that_was_answered_ends_after_half_a_beat() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    begin_s = phrase_and_turn(ends, begin_s=0.0, notes=8)
    for note in range(8):
        ends.press(begin_s + note * BEAT_S, 60)
        ends.release(begin_s + (note + 0.8) * BEAT_S, 60)
        # An open end waits from where the next note would be, a clear one from the release.
        wait = 0.8 + 0.5 if note == 7 else 1.0 + 1.9
        assert ends.due_s == pytest.approx(begin_s + (note + wait) * BEAT_S)


def test_short_calls_say_nothing_of_the_next_phrase() -> None:
    ends = PhraseEnds(beat_s=BEAT_S)
    begin_s = phrase_and_turn(ends, begin_s=0.0, notes=3)
    for note in range(3):
        ends.press(begin_s + note * BEAT_S, 60)
        ends.release(begin_s + (note + 0.8) * BEAT_S, 60)
    assert ends.due_s == pytest.approx(begin_s + (3.0 + 1.9) * BEAT_S)


def test_in_free_time_no_end_is_clear() -> None:
    ends = played(*STEADY, patience=FREE_TIME_TIMEOUT)
    ends.close_phrase(closes=True)
    assert ends.silent_since_s is not None
    assert ends.due_s == pytest.approx(ends.silent_since_s + 2 * BEAT_S)


def sparse(bars: int, *, breath_s: float = 0.5) -> PhraseEnds[int]:
    """Hear two notes a bar, each with a breath after it, where bars are known."""
    ends = PhraseEnds[int](beat_s=BEAT_S)
    ends.strong = StrongBeats(0.0, 4 * BEAT_S, 2 * BEAT_S)
    for note in range(2 * bars):
        ends.press(note * 1.0, 60 + note)
        ends.release(note + 1.0 - breath_s, 60 + note)
    return ends


def test_four_bars_of_a_sparse_player_end_just_beyond_the_breaths() -> None:
    ends = sparse(4)
    assert ends.is_clear
    assert ends.due_s == pytest.approx(7.5 + 1.5 * BEAT_S)
    # The breaths of one who rests for a beat and a half are longer than that.
    assert sparse(4, breath_s=0.75).due_s == pytest.approx(7.25 + 0.75 + 0.25 * BEAT_S)


def test_three_bars_and_four_of_a_player_without_breaths_end_as_before() -> None:
    for ends in (sparse(3), sparse(4, breath_s=0.05)):
        assert not ends.is_clear
        assert ends.due_s is not None
        assert ends.silent_since_s is not None
        assert ends.due_s >= ends.silent_since_s + 1.9 * BEAT_S


def in_rhythm(*onsets: float, last_s: float) -> PhraseEnds[int]:
    """Hear four bars of notes at beats, each as long as leaves a rest of a beat and a half."""
    ends = PhraseEnds[int](beat_s=BEAT_S)
    ends.strong = StrongBeats(0.0, 4 * BEAT_S, 2 * BEAT_S)
    for key, (at, after) in enumerate(pairwise((*onsets, math.inf))):
        ends.press(at * BEAT_S, 60 + key)
        end_s = last_s if after == math.inf else max(at + 0.5, after - 1.5) * BEAT_S
        ends.release(end_s, 60 + key)
    return ends


def test_four_bars_end_where_a_rhythm_that_came_twice_does_not_go_on() -> None:
    twice = in_rhythm(1, 2, 4, 7, 9, 10, 12, 15, last_s=15.8 * BEAT_S)
    # It would go on at beat 17; the player's own breaths alone would take until 17.55.
    assert twice.due_s == pytest.approx(17.3 * BEAT_S)
    once = in_rhythm(1, 2, 4, 7, 9, 10, 12, 13, 15, last_s=15.8 * BEAT_S)
    assert once.due_s == pytest.approx((15.8 + 1.5 + 0.25) * BEAT_S)
    # Where it goes on late, the breaths count as before.
    late = in_rhythm(3, 5, 6, 11, 13, 14, last_s=14.5 * BEAT_S)
    assert late.due_s is not None
    assert late.due_s > 16 * BEAT_S
