"""Bars of any meter as bars that the vocabulary can write."""

import pytest

from engine.tokens.layout import MeterSpeller, lay_out
from engine.values.score import Note, Score, TimeSignature, Track


@pytest.mark.parametrize(
    ("numerator", "denominator", "length", "whole", "expected"),
    [
        (6, 8, 36, True, ["6/8"]),
        (2, 2, 48, True, ["2/2"]),
        (3, 4, 24, False, ["2/4"]),  # cut short: the meter of that length
        (6, 8, 18, False, ["3/8"]),
        (2, 2, 24, False, ["2/4"]),  # no 1/2 in the table: quarters before all others
        (4, 16, 12, True, ["1/4"]),
        (15, 8, 90, True, ["12/8", "3/8"]),
        (4, 1, 192, True, ["9/4", "7/4"]),
        (19, 8, 114, True, ["12/8", "7/8"]),
        (11, 16, 33, True, ["9/16", "1/8"]),
        (3, 32, 4, True, ["1/16"]),  # a remainder of one position is nearest to nothing
        (3, 32, 5, True, ["1/16", "1/16"]),
        (3, 32, 2, False, ["1/16"]),
        (1, 64, 1, True, ["1/16"]),
    ],
)
def test_a_bar_is_spelled_by_the_rule(
    *, tokenizer, numerator, denominator, length, whole, expected
) -> None:
    spelled = MeterSpeller(tokenizer.vocabulary).spell(
        numerator=numerator, denominator=denominator, length=length, whole=whole
    )
    meters = tokenizer.vocabulary.meters
    assert ["{}/{}".format(*meters[i]) for i in spelled] == expected


def test_a_change_of_meter_inside_a_bar_begins_a_bar(tokenizer) -> None:
    score = Score(
        ticks_per_quarter=480,
        tracks=(Track(notes=(Note(0, 60, 10_000),)),),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920 + 480, 3, 4)),
    )
    layout = lay_out(score, tokenizer.vocabulary, end=5000, bars=0)
    meters = [tokenizer.vocabulary.meters[i] for i in layout.meters]
    assert meters == [(4, 4), (1, 4), (3, 4), (3, 4)]
    assert layout.starts.tolist() == [0, 1920, 2400, 3840]
    assert layout.first_of_bar.tolist() == [0, 1, 2, 3]
    assert layout.end == 3840 + 1440


def test_a_split_bar_is_one_bar_of_the_score(tokenizer) -> None:
    score = Score(
        ticks_per_quarter=24,
        tracks=(Track(notes=(Note(0, 60, 1),)),),
        time_signatures=(TimeSignature(0, 15, 8),),
    )
    layout = lay_out(score, tokenizer.vocabulary, end=1, bars=3)
    assert layout.first_of_bar.tolist() == [0, 2, 4]
    assert layout.starts.tolist() == [0, 144, 180, 324, 360, 504]
    assert layout.lengths.tolist() == [72, 18] * 3
