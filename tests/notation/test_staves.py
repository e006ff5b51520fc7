"""Hands of played music: what is let go early still belongs to the hand that plays around it."""

from engine.notation.grid import GridNote
from engine.notation.page import QUARTER
from engine.notation.staves import in_hands


def two_hands() -> list[GridNote]:
    """A broken chord over middle C and a tune over it; no note sounds into the next."""
    half, quarter = QUARTER // 2, QUARTER // 4
    left = [
        GridNote(half * n, half * n + quarter, (60, 67, 64, 67)[n % 4], n, 50) for n in range(64)
    ]
    right = [
        GridNote(QUARTER * n + quarter, QUARTER * n + half, 76 + n % 7, 64 + n, 90)
        for n in range(32)
    ]
    return sorted([*left, *right], key=lambda note: (note.start, note.pitch))


def test_hands_of_a_player_are_parted_by_what_they_reach() -> None:
    right, left = in_hands(two_hands(), played=True)
    assert {note.velocity for note in right} == {90}
    assert {note.velocity for note in left} == {50}


def test_both_hands_together_have_all_notes_in_order() -> None:
    notes = two_hands()
    for played in (False, True):
        right, left = in_hands(notes, played=played)
        both = sorted([*right, *left], key=lambda note: (note.start, note.pitch))
        assert both == notes
    assert in_hands([], played=True) == ((), ())
