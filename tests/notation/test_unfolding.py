"""Measures are played in the order that a musician reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.form.unfolding import JumpBack, Signs, in_order, unfolded
from engine.ground.errors import LimitError


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


def test_a_repeat_sign_under_the_last_ending_adds_no_pass() -> None:
    one, two = ending(1, backward=2), ending(2, backward=2)
    assert order(PLAIN, one, two, PLAIN) == [0, 1, 0, 2, 3]
    assert order(PLAIN, one, PLAIN) == [0, 1, 0, 2]


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
    signs = (Signs(backward=2), Signs(fine=True), Signs(back=JumpBack()))
    assert order(*signs) == [0, 0, 1, 2, 0, 1]


def test_dal_segno_goes_to_the_coda() -> None:
    signs = (
        PLAIN,
        Signs(segnos=frozenset({""})),
        Signs(to_coda=""),
        Signs(back=JumpBack(segno="")),
        Signs(codas=frozenset({""})),
    )
    assert order(*signs) == [0, 1, 2, 3, 1, 2, 4]


def test_the_verse_is_told_by_the_time() -> None:
    turns = unfolded((Signs(backward=3),), most=10)
    assert [turn.time for turn in turns] == [1, 2, 3]


def test_endless_repeats_are_refused() -> None:
    with pytest.raises(LimitError, match="repeats"):
        order(*(Signs(backward=99) for _ in range(50)), most=1000)


def segno(*names: str) -> Signs:
    return Signs(segnos=frozenset(names or ("",)))


def coda(*names: str) -> Signs:
    return Signs(codas=frozenset(names or ("",)))


def test_a_jump_goes_to_the_segno_of_its_name_else_to_the_last_one() -> None:
    signs = (segno("a"), segno("b"), Signs(back=JumpBack(segno="a")), PLAIN)
    assert order(*signs) == [0, 1, 2, 0, 1, 2, 3]
    bare = (segno(), segno(), Signs(back=JumpBack(segno="")), PLAIN)
    assert order(*bare) == [0, 1, 2, 1, 2, 3]
    second = (segno(), segno(), Signs(back=JumpBack(segno="2")), Signs(back=JumpBack(segno="1")))
    assert order(*second) == [0, 1, 2, 1, 2, 3, 0, 1, 2, 3]


def test_one_leaves_for_the_coda_of_the_sign_s_name() -> None:
    signs = (Signs(to_coda="2"), Signs(back=JumpBack()), coda("1"), coda("2"))
    assert order(*signs) == [0, 1, 0, 3]


def test_al_fine_passes_the_coda_sign_and_al_coda_passes_fine_before_the_coda() -> None:
    to_fine = (Signs(to_coda=""), Signs(fine=True), Signs(back=JumpBack(until="fine")), coda())
    assert order(*to_fine) == [0, 1, 2, 0, 1]
    to_coda = (
        Signs(fine=True),
        Signs(to_coda=""),
        Signs(back=JumpBack(until="coda")),
        coda(),
        Signs(fine=True),
        PLAIN,
    )
    assert order(*to_coda) == [0, 1, 2, 0, 1, 3, 4]


def test_the_first_of_two_bare_coda_signs_leads_to_the_second() -> None:
    signs = (PLAIN, coda(), Signs(back=JumpBack(until="coda")), coda())
    assert order(*signs) == [0, 1, 2, 0, 3]


def test_a_jump_may_be_of_one_pass_only() -> None:
    back = JumpBack(passes=frozenset({2}))
    assert order(Signs(backward=2), Signs(back=back)) == [0, 0, 1]
    assert order(Signs(backward=2, back=back), PLAIN) == [0, 0, 0, 1]


JUMPS = st.builds(
    Signs,
    backward=st.sampled_from((0, 0, 2)),
    segnos=st.frozensets(st.sampled_from(("", "a")), max_size=1),
    codas=st.frozensets(st.sampled_from(("", "a")), max_size=1),
    to_coda=st.sampled_from((None, None, "", "a", "b")),
    back=st.sampled_from((None, JumpBack(), JumpBack(segno=""), JumpBack(segno="b", until="fine"))),
    fine=st.booleans(),
)


@pytest.mark.slow
@given(st.lists(JUMPS, max_size=8))
def test_whatever_jumps_say_it_ends_and_begins_at_the_beginning(signs: list[Signs]) -> None:
    played = order(*signs, most=10_000)
    assert played[:1] == [0][: len(signs)]
