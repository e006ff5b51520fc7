"""A note of a file keeps its letter where the page would choose another one."""

from dataclasses import replace

import pytest

from engine.notation.kept_spelling import kept_spelling
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.page import Spelling
from engine.notation.reading import read_musicxml
from engine.values.mark_kinds import shown_marks
from engine.values.score import Score

NOTE = (
    "<note><pitch><step>{0}</step><alter>{1}</alter><octave>4</octave></pitch>"
    "<duration>1</duration><type>quarter</type>{2}</note>"
)


def file_of(*notes: tuple[str, int, str]) -> bytes:
    inside = "".join(NOTE.format(*note) for note in notes)
    return (
        '<score-partwise version="4.0"><part-list><score-part id="P1"><part-name/></score-part>'
        '</part-list><part id="P1"><measure number="1"><attributes><divisions>1</divisions>'
        "<key><fifths>0</fifths></key><time><beats>4</beats><beat-type>4</beat-type></time>"
        f"</attributes>{inside}</measure></part></score-partwise>"
    ).encode()


def letters(score: Score) -> list[str]:
    (part,) = notate(score).parts
    heads = (h for m in part.measures for v in m.voices for s in v.symbols for h in s.heads)
    return [f"{head.spelling.step}{head.spelling.alter}" for head in heads]


ODD = (("A", -1, ""), ("B", 0, ""), ("C", 0, ""), ("E", 1, ""))


def test_letters_of_a_file_come_back_and_only_unusual_ones_are_kept() -> None:
    score = read_musicxml(file_of(*ODD)).score
    assert letters(score) == ["A-1", "B0", "C0", "E1"]
    assert letters(read_musicxml(write(notate(score))).score) == ["A-1", "B0", "C0", "E1"]
    notes = score.tracks[0].notes
    # Nobody sees a mark, and what the page would write anyway needs none.
    assert [shown_marks(note.marks) for note in notes] == [()] * 4
    assert [bool(note.marks) for note in notes[1:3]] == [False, False]


def test_a_letter_holds_as_long_as_the_note_has_its_pitch() -> None:
    score = read_musicxml(file_of(*ODD)).score
    track = score.tracks[0]
    higher = tuple(replace(note, pitch=note.pitch + 1) for note in track.notes)
    assert letters(score.with_track(0, replace(track, notes=higher)))[-1] == "F1"


def test_a_trill_goes_to_the_next_letter_again() -> None:
    trill = "<notations><ornaments><trill-mark/></ornaments></notations>"
    sharps = (("C", 1, ""), ("F", 1, ""), ("D", 1, ""), ("B", -1, trill))
    score = read_musicxml(file_of(*sharps)).score
    # From B flat to C; from A sharp it would go to B.
    assert {note.pitch for note in score.tracks[0].notes if note.start >= 3 * 480} == {70, 72}
    assert letters(score)[-1] == "B-1"
    again = read_musicxml(write(notate(score))).score
    assert again.tracks[0].notes == score.tracks[0].notes


@pytest.mark.parametrize("marks", ["", "staccato", "spelled", "spelled:H=0=4", "spelled:E=x=4"])
def test_a_damaged_mark_keeps_nothing(marks: str) -> None:
    assert kept_spelling(marks, 65) is None
    assert kept_spelling("staccato spelled:E=1=4", 65) == Spelling("E", 1, 4)
    assert kept_spelling("spelled:E=1=4", 66) is None
