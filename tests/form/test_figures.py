"""Melodic figures of an upper line."""

from engine.form.figures import melodic_figures, upper_line
from engine.values.score import Note


def line(*pitches: int, step: int = 480, start: int = 0) -> list[Note]:
    return [Note(start + index * step, pitch, step) for index, pitch in enumerate(pitches)]


def test_a_figure_is_the_same_in_any_transposition_and_at_any_tempo() -> None:
    tune = list(melodic_figures(line(60, 62, 64, 65, 67)))
    assert len(tune) == 2
    assert list(melodic_figures(line(55, 57, 59, 60, 62, step=240, start=1000))) == tune


def test_other_intervals_and_other_rhythms_are_other_figures() -> None:
    (figure,) = melodic_figures(line(60, 62, 64, 65))
    assert figure not in melodic_figures(line(60, 62, 63, 65))
    dotted = [Note(start, pitch, 200) for start, pitch in ((0, 60), (720, 62), (960, 64))]
    assert figure not in melodic_figures([*dotted, Note(1680, 65, 200)])


def test_a_repeated_note_and_a_short_line_have_no_figure() -> None:
    assert list(melodic_figures(line(60, 60, 60, 60, 60))) == []
    assert list(melodic_figures(line(60, 62, 64))) == []
    assert len(list(melodic_figures(line(60, 62, 64), notes=2))) == 2


def test_the_upper_line_has_the_highest_of_the_notes_that_begin_together() -> None:
    chords = [Note(0, 60, 480), Note(0, 67, 480), Note(480, 65, 480), Note(480, 59, 480)]
    assert [note.pitch for note in upper_line(chords)] == [67, 65]
