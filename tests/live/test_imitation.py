"""The first half of an answer leans to the bars of the phrase."""

import pytest

from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.imitation import Imitation, imitated_bars, imitation, interval, is_sparse
from engine.values.score import Note

BAR = 1920
GRID = BarGrid()


def bars(phrase: int, answer: int, tick: int, *, turn: int = 4) -> tuple[int, int] | None:
    found = imitated_bars(GRID, phrase=phrase, answer=answer, tick=tick, bars=turn)
    return None if found is None else (found[0] // BAR, found[1] // BAR)


def test_bar_by_bar_in_the_first_half_of_the_turn() -> None:
    found = [bars(4 * BAR, 8 * BAR, (8 + into) * BAR) for into in range(4)]
    assert found == [(4, 8), (5, 8), None, None]


def test_a_phrase_of_one_bar_comes_again() -> None:
    assert [bars(7 * BAR, 8 * BAR, (8 + into) * BAR, turn=8) for into in range(4)] == [(7, 8)] * 4


def test_an_answer_that_begins_inside_a_bar_counts_this_bar() -> None:
    assert bars(4 * BAR + 480, 8 * BAR + 960, 8 * BAR + 960) == (4, 8)
    assert bars(4 * BAR + 480, 8 * BAR + 960, 9 * BAR) == (5, 8)


@pytest.mark.parametrize("phrase", [8 * BAR, 8 * BAR + 480])
def test_a_phrase_that_began_in_the_same_bar_is_not_imitated(phrase: int) -> None:
    assert bars(phrase, 8 * BAR + 960, 8 * BAR + 960) is None


def test_a_turn_without_a_set_length_counts_as_four_bars() -> None:
    found = [bars(4 * BAR, 8 * BAR, (8 + into) * BAR, turn=0) for into in range(3)]
    assert found == [(4, 8), (5, 8), None]


def tune(*pitches: int, step: int = BAR // 2, start: int = 4 * BAR) -> list[Note]:
    return [Note(start + index * step, pitch, step // 2) for index, pitch in enumerate(pitches)]


SPARSE = tune(60, 62, 64, 60, 65, 64, 62, 60)
DENSE = tune(*(60, 62, 64, 60, 65, 64, 62, 60) * 2, step=BAR // 4)


def leaning(notes: list[Note], tick: int, *, turn: int = 4) -> Imitation | None:
    return imitation(GRID, notes, phrase=4 * BAR, answer=8 * BAR, tick=tick, bars=turn)


def test_a_sparse_phrase_has_fewer_than_three_onsets_in_a_bar() -> None:
    chords = sorted(
        Note(note.start, note.pitch + third, 480) for note in SPARSE for third in (0, 4)
    )
    assert is_sparse(GRID, SPARSE, phrase=4 * BAR)
    assert is_sparse(GRID, chords, phrase=4 * BAR)
    assert not is_sparse(GRID, DENSE, phrase=4 * BAR)
    assert not is_sparse(GRID, [], phrase=4 * BAR)


def test_the_answer_to_a_sparse_phrase_leans_to_its_bars_moved_far_and_then_near() -> None:
    found = [leaning(SPARSE, (8 + into) * BAR) for into in range(6)]
    assert [each and each.first // BAR for each in found] == [4, 5, 6, 7, 4, None]
    assert [each and each.returns.moved for each in found] == [-5, -5, -5, -3, -3, None]
    assert [each and each.varied for each in found] == [True, True, True, True, True, None]
    assert all(each is None or each.returns.nats > 1.0 for each in found)


def test_the_answer_to_more_notes_leans_as_it_did() -> None:
    found = [leaning(DENSE, (8 + into) * BAR) for into in range(4)]
    assert found == [Imitation(4 * BAR, 8 * BAR), Imitation(5 * BAR, 8 * BAR), None, None]


def test_a_phrase_moves_to_a_step_where_it_stays_in_its_key() -> None:
    assert interval(tune(60, 62, 64, 67, 64, 62, 60)) == -5
    # A fourth down its seventh step would be F sharp.
    assert interval(tune(60, 67, 64, 71, 72, 60)) == 5
    assert interval([]) == 0
