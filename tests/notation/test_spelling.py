"""Pitches get the letters that a musician would write."""

import pytest

from engine.notation.page import Spelling, Transposition
from engine.notation.spelling import midi_pitch, spell, spelled
from engine.notation.transposing import PartTransposer


def names(pitches: list[int], fifths: int = 0) -> list[str]:
    signs = {-2: "bb", -1: "b", 0: "", 1: "#", 2: "##"}
    return [s.step + signs[s.alter] for s in spell(pitches, [fifths] * len(pitches))]


def test_the_leading_note_of_a_minor_is_g_sharp() -> None:
    melody = [69, 71, 72, 74, 76, 74, 72, 71, 69, 68, 69, 68, 69, 71, 72, 69]
    assert set(names(melody)) == {"A", "B", "C", "D", "E", "G#"}


def test_the_leading_note_of_c_minor_is_b_natural_and_its_sixth_a_flat() -> None:
    melody = [60, 62, 63, 65, 67, 68, 67, 65, 63, 62, 60, 59, 60, 67, 68, 71, 72]
    assert set(names(melody, -3)) == {"C", "D", "Eb", "F", "G", "Ab", "B"}


@pytest.mark.parametrize("fifths", range(-7, 8))
def test_a_scale_has_each_letter_once_in_every_key(fifths: int) -> None:
    tonic = 60 + fifths * 7 % 12
    scale = [tonic + step for step in (0, 2, 4, 5, 7, 9, 11, 12)] * 3
    found = spell(scale, [fifths] * len(scale))
    assert len({s.step for s in found[:7]}) == 7
    assert [midi_pitch(s) for s in found] == scale
    sharps = sum(s.alter for s in found[:7])
    assert sharps == fifths


def test_one_note_alone_goes_by_its_key() -> None:
    assert spelled(61, 2) == Spelling("C", 1, 4)
    assert spelled(61, -4) == Spelling("D", -1, 4)
    assert spelled(59, -6) == Spelling("C", -1, 4)


def test_no_music_has_no_spelling() -> None:
    assert spell([], []) == ()


def test_a_clarinet_in_b_flat_is_written_a_tone_higher() -> None:
    clarinet = PartTransposer(Transposition(-1, -2))
    assert clarinet.fifths(-2) == 0
    assert clarinet.written(Spelling("B", -1, 3), -2) == Spelling("C", 0, 4)
    assert clarinet.written(Spelling("F", 1, 4), 1) == Spelling("G", 1, 4)


def test_no_transposed_key_has_more_than_seven_signs() -> None:
    alto = PartTransposer(Transposition(-5, -9))
    for sounding in range(-7, 8):
        assert -7 <= alto.fifths(sounding) <= 7
        written = alto.written(Spelling("F", 1, 4), sounding)
        assert midi_pitch(written) == 66 + 9
