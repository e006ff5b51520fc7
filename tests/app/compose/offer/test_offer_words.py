"""One word tells each alternative from the others; all have one, or none has."""

from dataclasses import replace

import pytest

from app.compose.offer.offer_words import Features, features_of, words_of
from engine.harmony.keys import Key
from engine.values.score import Note, Score
from engine.values.time import BarMap

BARS = BarMap.of(Score())
PLAIN = Features(notes=20, slope=0.0, height=70.0, leaps=2.0, width=7.0, length=1.0, last=0)


def test_each_alternative_gets_the_word_of_its_plainest_difference() -> None:
    alternatives = (
        PLAIN,
        replace(PLAIN, slope=9.0, height=71.0),
        replace(PLAIN, notes=60),
        replace(PLAIN, notes=21, last=7),
    )
    assert words_of(alternatives, Key(0)) == ("calmer", "rises", "busier", "ends on V")


def test_all_have_a_word_or_none_has_and_no_word_is_said_twice() -> None:
    higher = [replace(PLAIN, height=70.0 + 5 * step) for step in range(8)]
    # There are two words for heights, and nothing else differs.
    assert words_of(tuple(higher), None) == ("",) * 8
    assert words_of(tuple(higher[:2]), None) == ("lower", "higher")
    several = [
        replace(each, notes=20 + 9 * (step % 3), loudness=5.0 * (step % 5), length=1 + step % 2)
        for step, each in enumerate(higher[:4])
    ]
    words = words_of(tuple(several), None)
    assert all(words)
    assert len(set(words)) == 4


def test_a_word_for_all_comes_before_the_plainest_one_for_some() -> None:
    # The second one alone could be *louder*, and it is also much *higher*.
    alternatives = (
        replace(PLAIN, notes=10),
        replace(PLAIN, height=90.0, loudness=9.0),
        replace(PLAIN, height=89.0, notes=21),
        replace(PLAIN, notes=30),
    )
    assert words_of(alternatives, None) == ("calmer", "louder", "higher", "busier")


def test_drums_have_words_of_their_own() -> None:
    kit = Features(notes=40, loudness=80.0, off_beat=0.5)
    alternatives = (
        replace(kit, notes=60),
        replace(kit, loudness=95.0),
        replace(kit, off_beat=0.8),
        replace(kit, notes=25),
    )
    assert words_of(alternatives, None) == ("busier", "louder", "off-beat", "calmer")


def test_one_alternative_or_equal_ones_have_no_word_and_none_has_while_one_is_made() -> None:
    assert words_of((PLAIN,), Key(0)) == ("",)
    assert words_of((PLAIN, replace(PLAIN, height=80.0), None), Key(0)) == ("", "", "")
    assert words_of((PLAIN, PLAIN), Key(0)) == ("", "")
    assert words_of((), None) == ()


def test_features_are_measured_on_the_tune_on_all_notes_and_on_the_last_bass() -> None:
    tune = tuple(Note(480 * i, 60 + i, 480, 64) for i in range(8))
    ending = (Note(3000, 43, 840, 96), Note(3360, 67, 480, 96))
    found = features_of(tune, (*tune, *ending), ending, bars=BARS, quarter=480)
    assert found == Features(
        notes=10,
        loudness=pytest.approx(70.4),
        off_beat=0.1,
        slope=6.0,
        height=63.5,
        leaps=1.0,
        width=7,
        length=1.0,
        last=7,
    )
    assert features_of((), (), (), bars=BARS, quarter=480) == Features()
    drums = features_of((), (Note(240, 38, 60, 90),), (), bars=BARS, quarter=480)
    assert drums == Features(notes=1, loudness=90.0, off_beat=1.0)


def test_played_notes_that_are_a_little_early_or_late_are_on_the_beat() -> None:
    played = [Note(480 * beat + late, 60, 400) for beat, late in enumerate((0, 20, 465, 940))]
    assert features_of((), played, (), bars=BARS, quarter=480).off_beat == 0
