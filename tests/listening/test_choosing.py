"""Whether a recording has one voice or many."""

import pytest

from engine.listening.choosing import voices_of
from tests.listening.tones import heard

TUNE = [(0.2 + 0.4 * n, 0.6 + 0.4 * n, pitch) for n, pitch in enumerate((60, 64, 67, 65, 62, 60))]


@pytest.mark.parametrize(
    ("notes", "voices"),
    [
        ([], "one"),
        (TUNE, "one"),
        # Its octave and its twelfth are harmonics.
        ([*TUNE, *[(start, end, pitch + 12) for start, end, pitch in TUNE]], "one"),
        ([*TUNE, *[(start, end, pitch + 19) for start, end, pitch in TUNE]], "one"),
        # In a room a tone rings on for a moment.
        ([(start, end + 0.06, pitch) for start, end, pitch in TUNE], "one"),
        ([*TUNE, *[(start, end, pitch - 9) for start, end, pitch in TUNE]], "many"),
        # A few chords in a tune are enough.
        ([*TUNE, (0.2, 1.0, 52)], "many"),
    ],
)
def test_keys_that_sound_together_and_are_no_harmonics_are_many_voices(
    notes: list[tuple[float, float, int]], voices: str
) -> None:
    assert voices_of(heard(notes, seconds=3)) == voices
