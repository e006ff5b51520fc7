"""How many blocks of a piece are expected to return, by what its own bars do."""

import pytest

from engine.planning.returning import likeness_back, share_returning

A, B, C, D = (frozenset({(place, pitch) for place in range(4)}) for pitch in range(60, 64))
HALF = frozenset({*list(A)[:2], *list(B)[:2]})


@pytest.mark.parametrize("loop", [(A, B), (A, B, C, D), (A, B, C, D, B, A, D, C)])
def test_a_loop_of_two_four_or_eight_bars_is_like_itself(loop) -> None:
    bars = [loop[at % len(loop)] for at in range(16)]
    assert likeness_back(bars) == 1.0


def test_bars_that_are_all_new_are_like_nothing_and_half_of_a_bar_is_half_alike() -> None:
    new = [frozenset({(0, pitch)}) for pitch in range(16)]
    assert likeness_back(new) == 0.0
    assert likeness_back([A, B, HALF, B, A]) == pytest.approx((1 / 3 + 1 + 1 / 3) / 3)


def test_silence_and_a_single_pair_tell_nothing() -> None:
    assert likeness_back([]) == 0.0
    assert likeness_back([frozenset()] * 16) == 0.0
    assert likeness_back([A, B, A]) == 0.0


def test_more_returns_where_the_piece_repeats_itself_and_in_bands() -> None:
    alone = share_returning(0.4, 0.2, has_drums=False)
    assert alone < share_returning(0.4, 0.2, has_drums=True)
    assert alone < share_returning(0.4, 0.8, has_drums=False)
    assert alone < share_returning(0.7, 0.2, has_drums=False)
    assert share_returning(0.0, 0.0, has_drums=False) > 0.0
    assert share_returning(1.0, 1.0, has_drums=True) < 1.0
