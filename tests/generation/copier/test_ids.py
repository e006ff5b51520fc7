"""What followed before, after the longest run of the same ids."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.generation.copier.ids import LONGEST, REACH, IdCache, runs_of
from engine.model.decoding.sampling import Guess

IDS = st.lists(st.integers(0, 3), max_size=60)
EVEN_RUN = 10.0


def cache(
    ids: Sequence[int] | NDArray[np.int64] = (), *, strength: float = 1.0, closed: bool = False
) -> IdCache:
    """Return a cache after which ten ids in common are as likely to go on as not."""
    made = IdCache(ids, even_run=EVEN_RUN, strength=strength)
    return made.closed() if closed else made


def sure(run: int) -> float:
    """Return how likely a run of ids goes on."""
    return run**2 / (run**2 + EVEN_RUN**2)


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
    ids = cache(first)
    for token in then:
        ids.push(token)
    guess, by_hand = ids.guess(), repeat_by_hand(first + then)
    if guess is None or by_hand is None:
        assert guess is by_hand is None
    else:
        run, token = by_hand
        assert guess == Guess(token, pytest.approx(sure(run)))


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
    guess = cache(ids).guess()
    assert guess is not None
    assert guess.token == token


def test_strength_is_a_factor_on_the_odds() -> None:
    ids = [*range(10), 0, *range(10)]
    guesses = [cache(ids, strength=strength).guess() for strength in (1.0, 3.0)]
    assert guesses == [Guess(0, 0.5), Guess(0, 0.75)]


@pytest.mark.parametrize("even_run", [5.0, 10.0, 20.0])
def test_a_run_as_long_as_the_even_one_is_as_likely_to_go_on_as_not(even_run: float) -> None:
    run = int(even_run)
    ids = [*range(run), 0, *range(run)]
    assert IdCache(ids, even_run=even_run).guess() == Guess(0, 0.5)


def test_a_run_counts_up_to_its_longest() -> None:
    guess = cache([7] * 500).guess()
    assert guess is not None
    assert guess.share == pytest.approx(sure(LONGEST))


@pytest.mark.parametrize(
    "ids",
    [
        cache([1, 2, 1], strength=0.0),
        cache(),
        cache([1]),
        cache([1, 2]),
        IdCache([1, 2, 1], even_run=0.0),
        cache([1, 2, 1], strength=0.0).closed(),
        IdCache([1, 2, 1], even_run=0.0).closed(),
    ],
)
def test_without_strength_or_a_past_nothing_is_known(ids: IdCache) -> None:
    assert ids.guess() is None


def test_a_closed_one_hears_on_by_itself_and_repeats_only_what_it_was_begun_with() -> None:
    trunk = cache([1, 2, 3, 1])
    closed = trunk.closed()
    for token in (4, 3, 4):
        closed.push(token)
    assert trunk.guess() == Guess(2, pytest.approx(sure(1)))
    # 4 was followed by 3, but it was not in the piece.
    assert closed.guess() is None
    # 1 was followed by 2 and then by 4, which only came later.
    closed.push(1)
    found = closed.guess()
    assert found is not None
    assert found.token == 2


@given(IDS, IDS)
def test_a_closed_one_finds_the_longest_run_in_the_piece(piece: list[int], then: list[int]) -> None:
    closed = cache(piece, closed=True)
    for token in then:
        closed.push(token)
    whole, best = piece + then, None
    for place in range(len(piece) - 1):
        run = 0
        while run <= place and whole[place - run] == whole[-1 - run] and place - run < len(whole):
            run += 1
        if run and place < len(whole) - 1 and (best is None or run >= best[0]):
            best = min(run, LONGEST), piece[place + 1]
    guess = closed.guess()
    if guess is None or best is None:
        assert guess is best is None
    else:
        run, token = best
        assert guess == Guess(token, pytest.approx(sure(run)))


def test_it_hears_on_without_end_and_a_very_long_piece_by_its_last_ids() -> None:
    ids = np.random.default_rng(0).integers(0, 4, REACH + 100)
    assert cache(ids).guess() == cache(ids[-REACH:]).guess()
    short = cache()
    for token in ids[:700].tolist():
        short.push(token)
    assert short.guess() == cache(ids[:700]).guess()


@pytest.mark.parametrize("ids", [[], [1]])
def test_nothing_comes_before_a_first_id(ids: list[int]) -> None:
    assert runs_of(np.array(ids, dtype=np.int64)).tolist() == [0] * len(ids)
