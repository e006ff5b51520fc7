"""Letters of sections: typed, moved and removed, and other markers stay."""

import pytest

from app.state.edits import (
    with_planned_sections,
    with_section_moved,
    with_typed_sections,
    without_section,
)
from engine.ground.errors import SegueError
from engine.values.score import Marker, Score
from engine.values.sections import Section, written_sections

BAR = 4 * 480


def letters(score: Score) -> list[tuple[int, str]]:
    return [(section.first, section.name) for section in written_sections(score)]


def lettered(text: str = "A B A", bar: int = 8) -> Score:
    return with_typed_sections(Score(markers=(Marker(8 * BAR, "Verse"),)), text, bar)


@pytest.mark.parametrize("text", ["A B A'", "a b a′", "  A  b  A’ "])
def test_letters_are_typed_a_phrase_each(text) -> None:
    assert letters(lettered(text)) == [(8, "A"), (16, "B"), (24, "A′")]


def test_several_letters_replace_those_of_their_bars_and_one_that_of_its_bar() -> None:
    score = with_typed_sections(lettered("A B A C"), "D E", 12)
    assert letters(score) == [(8, "A"), (12, "D"), (20, "E"), (32, "C")]
    assert letters(with_typed_sections(lettered(), "C", 16)) == [(8, "A"), (16, "C"), (24, "A")]
    assert letters(with_typed_sections(lettered(), "C", 17))[1:3] == [(16, "B"), (17, "C")]


def test_empty_text_removes_a_letter_and_words_of_the_user_stay() -> None:
    score = with_typed_sections(lettered(), "  ", 8)
    assert letters(score) == [(16, "B"), (24, "A")]
    assert score.markers[0] == Marker(8 * BAR, "Verse")
    assert without_section(score, 24).markers == score.markers[:2]


@pytest.mark.parametrize("word", ["Verse", "1", "AB", "′", "A?"])
def test_what_is_no_letter_is_said(word) -> None:
    with pytest.raises(SegueError, match=word[0]):
        lettered(f"A {word}")


@pytest.mark.parametrize(("first", "to", "after"), [(16, 12, 12), (16, 23, 23), (8, 0, 0)])
def test_a_border_moves_to_another_bar_line(first, to, after) -> None:
    moved = with_section_moved(lettered(), first, to)
    assert after in [first for first, _ in letters(moved)]
    assert len(written_sections(moved)) == 3


@pytest.mark.parametrize(("first", "to"), [(16, 8), (16, 30), (8, -1), (9, 10), (24, 16)])
def test_a_border_crosses_no_other_and_none_moves_where_none_is(first, to) -> None:
    assert with_section_moved(lettered(), first, to) == lettered()


def test_the_letters_of_a_plan_replace_those_of_its_bars() -> None:
    plan = (
        Section(first=12, bars=8, letter="C"),
        Section(first=20, bars=4, letter="C", varied=True),
    )
    score = with_planned_sections(lettered(), plan)
    assert letters(score) == [(8, "A"), (12, "C"), (20, "C′"), (24, "A")]
    assert with_planned_sections(lettered(), ()) == lettered()
