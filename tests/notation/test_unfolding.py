"""Measures are played in the order that a musician reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import LimitError
from engine.notation.unfolding import Signs, in_order, unfolded


def order(*signs: Signs, most: int = 100) -> list[int]:
    return [turn.measure for turn in unfolded(signs, most=most)]


PLAIN = Signs()


def test_without_signs_measures_come_as_they_stand() -> None:
    assert order(PLAIN, PLAIN, PLAIN) == [0, 1, 2]
    assert [turn.measure for turn in in_order(3)] == [0, 1, 2]


def test_a_repeat_goes_back_to_where_it_begins_or_to_the_beginning() -> None:
    assert order(PLAIN, Signs(backward=2), PLAIN) == [0, 1, 0, 1, 2]
    assert order(PLAIN, Signs(forward=True), Signs(backward=2)) == [0, 1, 2, 1, 2]
    assert order(Signs(backward=2), PLAIN, Signs(backward=3)) == [0, 0, 1, 2, 1, 2, 1, 2]


def test_each_ending_has_its_time() -> None:
    first = Signs(endings=frozenset({1}), closes=True, backward=2)
    second = Signs(endings=frozenset({2}), closes=True)
    assert order(PLAIN, first, second, PLAIN) == [0, 1, 0, 2, 3]


def ending(*passes: int, backward: int = 0) -> Signs:
    return Signs(endings=frozenset(passes), closes=True, backward=backward)


def test_there_are_as_many_passes_as_endings() -> None:
    one, two, three = (ending(1, backward=2), ending(2, backward=2), ending(3))
    assert order(PLAIN, one, two, three, PLAIN) == [0, 1, 0, 2, 0, 3, 4]
    assert order(PLAIN, ending(1, 2, backward=2), three, PLAIN) == [0, 1, 0, 1, 0, 2, 3]
    assert order(PLAIN, ending(1, backward=2), ending(2), three) == [0, 1, 0, 2, 0, 3]
    assert order(PLAIN, ending(1, 3, backward=2), two, PLAIN) == [0, 1, 0, 2, 0, 1, 3]


def test_endings_without_a_repeat_are_played_as_they_stand() -> None:
    assert order(PLAIN, ending(1, 2), ending(3), PLAIN) == [0, 1, 2, 3]


def test_after_a_first_ending_alone_the_next_section_counts_anew() -> None:
    signs = (PLAIN, ending(1, backward=2), PLAIN, Signs(backward=2), PLAIN)
    assert order(*signs) == [0, 1, 0, 2, 3, 2, 3, 4]


REPEATS = st.builds(
    Signs,
    forward=st.booleans(),
    backward=st.sampled_from((0, 0, 2, 3)),
    endings=st.frozensets(st.integers(1, 4), max_size=2),
    closes=st.booleans(),
)


@given(st.lists(REPEATS, max_size=8))
def test_every_measure_is_played(signs: list[Signs]) -> None:
    assert set(order(*signs, most=10_000)) == set(range(len(signs)))


def test_the_second_of_two_repeated_sections_counts_anew() -> None:
    first = Signs(endings=frozenset({1}), closes=True, backward=2)
    second = Signs(endings=frozenset({2}), closes=True)
    section = (Signs(forward=True), first, second)
    assert order(*section, *section) == [0, 1, 0, 2, 3, 4, 3, 5]


def test_da_capo_goes_to_fine_without_repeats() -> None:
    signs = (Signs(backward=2), Signs(fine=True), Signs(da_capo=True))
    assert order(*signs) == [0, 0, 1, 2, 0, 1]


def test_dal_segno_goes_to_the_coda() -> None:
    signs = (
        PLAIN,
        Signs(segno=True),
        Signs(to_coda=True),
        Signs(dal_segno=True),
        Signs(coda=True),
    )
    assert order(*signs) == [0, 1, 2, 3, 1, 2, 4]


def test_the_verse_is_told_by_the_time() -> None:
    turns = unfolded((Signs(backward=3),), most=10)
    assert [turn.time for turn in turns] == [1, 2, 3]


def test_endless_repeats_are_refused() -> None:
    with pytest.raises(LimitError, match="repeats"):
        order(*(Signs(backward=99) for _ in range(50)), most=1000)
