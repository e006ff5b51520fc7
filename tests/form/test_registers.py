"""The registers of instruments."""

import pytest

from engine.form.registers import ALL, has_one_voice, register_of

PIANO, FINGER_BASS, VIOLIN, FLUTE, STRINGS = 0, 33, 40, 73, 48


@pytest.mark.parametrize("program", range(128))
def test_every_program_has_a_register_that_spans_an_octave_and_more(program: int) -> None:
    low, high = register_of(program)
    assert 0 <= low < low + 12 < high <= 127


def test_known_instruments() -> None:
    assert register_of(VIOLIN)[0] == 55  # the open G string
    assert register_of(FLUTE)[0] == 60
    assert register_of(FINGER_BASS)[1] < 60
    assert register_of(PIANO) == ALL
    assert all(map(has_one_voice, (FINGER_BASS, VIOLIN, FLUTE)))
    assert not any(map(has_one_voice, (PIANO, STRINGS)))
