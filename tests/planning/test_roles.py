"""Instruments say which part is the bass, as long as no part has notes."""

import pytest

from engine.planning.roles import bass_of

PIANO, GUITAR, BASS, VIOLIN, VIOLA, CELLO, CHOIR, LEAD, FLUTE = 0, 24, 33, 40, 41, 42, 52, 80, 73


@pytest.mark.parametrize("program", [PIANO, GUITAR, BASS, CELLO])
def test_an_instrument_that_reaches_down_is_the_bass(program: int) -> None:
    assert bass_of({3: program}) == 3


@pytest.mark.parametrize("program", [VIOLIN, VIOLA, CHOIR, LEAD, FLUTE])
def test_others_are_none(program: int) -> None:
    assert bass_of({3: program}) is None


def test_of_several_the_one_that_stays_down_is_the_bass() -> None:
    assert bass_of({0: PIANO, 1: BASS, 2: FLUTE, 3: CELLO}) == 1
    assert bass_of({}) is None
