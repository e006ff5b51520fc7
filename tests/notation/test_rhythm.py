"""Lengths become note values that let every beat be seen; tuplets are found where they stand."""

import pytest

from engine.notation import rhythm
from engine.notation.grid import GridNote
from engine.notation.meter import beamed_spans, measure_span
from engine.notation.page import QUARTER, Value
from engine.notation.rhythm import Piece, WrittenValue
from engine.notation.staves import StaffChord

EIGHTH = QUARTER // 2


def written(
    meter: tuple[int, int], *lengths: int, rests: tuple[int, ...] = ()
) -> list[WrittenValue]:
    """What is written for lengths one after another, those at some places being rests."""
    pieces, at = [], 0
    for number, length in enumerate(lengths):
        note = GridNote(at, at + length, 60, number, 80)
        chord = None if number in rests else StaffChord(at, at + length, (note,))
        pieces.append(Piece(at, at + length, chord))
        at += length
    return list(rhythm.write(pieces, measure_span(*meter, at)))


def values(meter: tuple[int, int], *lengths: int, rests: tuple[int, ...] = ()) -> list[Value]:
    return [one.value for one in written(meter, *lengths, rests=rests)]


def test_a_whole_measure_is_one_note() -> None:
    assert values((4, 4), 4 * QUARTER) == [Value(2)]
    assert values((3, 4), 3 * QUARTER) == [Value(1, 1)]
    assert values((6, 8), 3 * QUARTER) == [Value(1, 1)]


def test_a_syncopation_within_half_a_measure_is_one_note() -> None:
    assert values((4, 4), EIGHTH, QUARTER, EIGHTH, 2 * QUARTER) == [
        Value(-1),
        Value(0),
        Value(-1),
        Value(1),
    ]


def test_what_hides_the_middle_of_the_measure_is_tied() -> None:
    found = values((4, 4), QUARTER + EIGHTH, QUARTER, QUARTER + EIGHTH)
    assert found == [Value(0, 1), Value(-1), Value(-1), Value(0, 1)]


def test_in_six_eighths_the_dotted_beat_is_seen() -> None:
    found = values((6, 8), 2 * EIGHTH, 2 * EIGHTH, 2 * EIGHTH)
    assert found == [Value(0), Value(-1), Value(-1), Value(0)]


def test_a_rest_shows_the_beats_it_covers() -> None:
    found = values((4, 4), QUARTER, 2 * QUARTER, QUARTER, rests=(1,))
    assert found == [Value(0), Value(0), Value(0), Value(0)]


def test_triplets_of_a_beat_and_of_a_half_are_told_apart() -> None:
    beat = written((2, 4), QUARTER // 3, QUARTER // 3, QUARTER // 3, QUARTER)
    assert [one.value for one in beat] == [Value(-1)] * 3 + [Value(0)]
    half = written((4, 4), *[2 * QUARTER // 3] * 3, 2 * QUARTER)
    assert [one.value for one in half] == [Value(0)] * 3 + [Value(1)]
    marks = [one.tuplet for one in half]
    assert marks[0] is not None
    assert (marks[0].actual, marks[0].normal, marks[0].starts) == (3, 2, True)
    assert marks[2] is not None
    assert marks[2].stops
    assert marks[3] is None


@pytest.mark.parametrize("notes", [5, 7, 9, 11, 13])
def test_odd_tuplets_fill_their_beat(notes: int) -> None:
    found = written((1, 4), *[QUARTER // notes] * notes)
    assert [one.duration for one in found] == [QUARTER // notes] * notes
    mark = found[0].tuplet
    assert mark is not None
    assert mark.actual == notes
    assert mark.normal == (4 if notes < 8 else 8)


def test_triplets_of_128ths_are_written() -> None:
    short = QUARTER // 48
    found = written((1, 4), *[short] * 3, QUARTER - 3 * short)
    assert [one.value for one in found[:3]] == [Value(-5)] * 3
    assert sum(one.duration for one in found) == QUARTER


def test_seven_sixteenths_fall_into_two_and_two_and_three() -> None:
    span = measure_span(7, 16, 7 * QUARTER // 4)
    assert beamed_spans(span, 16) == (0, QUARTER // 2, QUARTER)
    found = values((7, 16), *[QUARTER // 4] * 7)
    assert found == [Value(-2)] * 7


def test_a_bar_line_within_a_triplet_leaves_a_part_of_it() -> None:
    third = QUARTER // 3
    found = written((4, 4), 2 * QUARTER, QUARTER, third, third)
    assert [one.value for one in found] == [Value(1), Value(0), Value(-1), Value(-1)]
    assert [one.duration for one in found[2:]] == [third, third]
    mark = found[3].tuplet
    assert mark is not None
    assert (mark.actual, mark.normal) == (3, 2)


def test_every_length_is_written_whole_whatever_it_is() -> None:
    """Cuts at all sixteenths of 5/4, and thirds among them: the lengths always add up."""
    for cut in range(1, 20):
        first = cut * QUARTER // 4
        for second in (QUARTER // 4, QUARTER // 3, QUARTER // 5, QUARTER // 64):
            rest = 5 * QUARTER - first - second
            if rest > 0:
                found = written((5, 4), first, second, rest)
                assert sum(one.duration for one in found) == 5 * QUARTER


def test_beams_join_and_short_ones_stand_alone() -> None:
    assert rhythm.beams([1, 1]) == (("begin",), ("end",))
    assert rhythm.beams([1, 2, 2]) == (("begin",), ("continue", "begin"), ("end", "end"))
    assert rhythm.beams([1, 2]) == (("begin",), ("end", "backward hook"))
    assert rhythm.beams([2, 1]) == (("begin", "forward hook"), ("end",))
    assert rhythm.beams([3]) == ((),)
