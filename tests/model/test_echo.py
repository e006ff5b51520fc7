"""The echo: what followed before, after the longest run of the same ids."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.echo import AS_LIKELY, LONGEST, REACH, Echo, Repeat, runs_of

IDS = st.lists(st.integers(0, 3), max_size=60)


def repeat_by_hand(ids: list[int]) -> tuple[int, int] | None:
    """Say the longest run and what followed it last, from the definition, slowly."""
    best = None
    for place in range(len(ids) - 1):
        run = 0
        while run <= place and run < LONGEST and ids[place - run] == ids[-1 - run]:
            run += 1
        if run and (best is None or run >= best[0]):
            best = run, ids[place + 1]
    return best


@given(IDS, IDS)
def test_what_was_heard_at_once_and_id_by_id_is_the_same(first: list[int], then: list[int]) -> None:
    echo = Echo(first)
    for token in then:
        echo.push(token)
    repeat, by_hand = echo.repeat(), repeat_by_hand(first + then)
    if repeat is None or by_hand is None:
        assert repeat is by_hand is None
    else:
        run, token = by_hand
        assert (repeat.token, repeat.run) == (token, run)
        assert repeat.share == pytest.approx(run**2 / (run**2 + AS_LIKELY**2))


@pytest.mark.parametrize(
    ("ids", "token"),
    [
        # 1 2 3 was followed by 4, 2 3 alone by 5: the longer run says more.
        ([1, 2, 3, 4, 0, 2, 3, 5, 0, 1, 2, 3], 4),
        # 2 3 was followed by 4 and then by 5: the later one says more.
        ([2, 3, 4, 0, 2, 3, 5, 1, 2, 3], 5),
    ],
)
def test_the_longest_run_decides_and_then_the_latest(ids: list[int], token: int) -> None:
    repeat = Echo(ids).repeat()
    assert repeat is not None
    assert repeat.token == token


def test_strength_is_a_factor_on_the_odds() -> None:
    ids = [*range(10), 0, *range(10)]
    shares = [Echo(ids, strength=strength).repeat() for strength in (1.0, 3.0)]
    assert shares == [Repeat(0, 10, 0.5), Repeat(0, 10, 0.75)]


def test_a_run_counts_up_to_its_longest() -> None:
    repeat = Echo([7] * 500).repeat()
    assert repeat is not None
    assert repeat.run == LONGEST


@pytest.mark.parametrize("echo", [Echo([1, 2, 1], strength=0.0), Echo(), Echo([1]), Echo([1, 2])])
def test_without_strength_or_a_past_nothing_is_known(echo: Echo) -> None:
    assert echo.repeat() is None


def test_a_closed_one_hears_on_by_itself_and_repeats_only_what_it_was_begun_with() -> None:
    trunk = Echo([1, 2, 3, 1])
    closed = trunk.closed()
    for token in (4, 3, 4):
        closed.push(token)
    assert trunk.repeat() == Repeat(2, 1, pytest.approx(1 / 101))
    # 4 was followed by 3, but it was not in the piece.
    assert closed.repeat() is None
    # 1 was followed by 2 and then by 4, which only came later.
    closed.push(1)
    found = closed.repeat()
    assert found is not None
    assert found.token == 2


@given(IDS, IDS)
def test_a_closed_one_finds_the_longest_run_in_the_piece(piece: list[int], then: list[int]) -> None:
    closed = Echo(piece, closed=True)
    for token in then:
        closed.push(token)
    whole, best = piece + then, None
    for place in range(len(piece) - 1):
        run = 0
        while run <= place and whole[place - run] == whole[-1 - run] and place - run < len(whole):
            run += 1
        if run and place < len(whole) - 1 and (best is None or run >= best[0]):
            best = min(run, LONGEST), piece[place + 1]
    repeat = closed.repeat()
    assert (repeat and (repeat.run, repeat.token)) == best


def test_it_hears_on_without_end_and_a_very_long_piece_by_its_last_ids() -> None:
    ids = np.random.default_rng(0).integers(0, 4, REACH + 100)
    assert Echo(ids).repeat() == Echo(ids[-REACH:]).repeat()
    short = Echo()
    for token in ids[:700].tolist():
        short.push(token)
    assert short.repeat() == Echo(ids[:700]).repeat()


@pytest.mark.parametrize("ids", [[], [1]])
def test_nothing_comes_before_a_first_id(ids: list[int]) -> None:
    assert runs_of(np.array(ids, dtype=np.int64)).tolist() == [0] * len(ids)
