"""Which part leads, and which of its pitches are its tune."""

import pytest

from engine.planning.leading import leading_part, tune_share
from engine.values.score import Note

TUNE = tuple(
    Note(480 * beat, pitch, 480) for beat, pitch in enumerate((72, 74, 76, 74, 72, 71, 72, 74))
)
CHORDS = tuple(
    Note(1920 * bar, pitch, 1920) for bar in range(4) for pitch in (76, 79, 84)
)  # a pad above the tune
BASS = tuple(Note(960 * beat, 36 + 7 * (beat % 2), 960) for beat in range(4))
ARPEGGIO = tuple(Note(240 * at, (72, 76, 79, 84)[at % 4], 240) for at in range(16))


@pytest.mark.parametrize("above", [CHORDS, ARPEGGIO, BASS])
def test_a_tune_leads_and_not_chords_or_broken_chords_that_lie_above_it(above) -> None:
    assert leading_part({0: above, 1: TUNE}) == 1


def test_of_two_voices_the_higher_one_leads() -> None:
    lower = tuple(Note(note.start, note.pitch - 12, 480) for note in TUNE)
    assert leading_part({0: lower, 1: TUNE, 2: lower}) == 1


def test_a_few_notes_do_not_lead() -> None:
    assert leading_part({0: TUNE[:3]}) is None
    assert leading_part({}) is None


def test_all_pitches_of_one_voice_are_its_tune_and_none_below_it() -> None:
    share = tune_share(TUNE)
    assert share[71:].tolist() == [1.0] * len(share[71:])
    assert not share[:60].any()


def test_of_a_piano_the_upper_notes_are_the_tune() -> None:
    under = tuple(Note(note.start, note.pitch - 24, 480) for note in TUNE)
    share = tune_share((*TUNE, *under))
    assert share[72] == 1.0
    assert share[48] == 0.0
