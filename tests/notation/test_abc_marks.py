"""Marks of ABC are part of the piece and are written to ABC again."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.notation import formats
from engine.notation.abc import unwritten_signs
from engine.notation.abc_marks import DECORATIONS, LETTERS
from engine.notation.abc_reading import read_abc
from engine.notation.left_out import LeftOut
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import Score
from tests.notation.musicxml import document, notations, note

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
_LINES = {"wavy-line-start", "wavy-line-stop"}


def read(body: str) -> Score:
    return read_abc((HEAD + body).encode()).score


def written(score: Score) -> str:
    return formats.written(notate(score), Path("tune.abc")).decode()


def music(text: str) -> str:
    """Return the music of a file of one voice, without its head."""
    return text[text.index("[K:C]") + 6 :].replace("\n", " ").strip()


def heard(score: Score) -> list[tuple[int, int, int, str]]:
    return [(n.start, n.pitch, n.duration, n.marks) for t in score.tracks for n in t.notes]


def marks(score: Score) -> list[str]:
    return [note.marks for track in score.tracks for note in track.notes]


@pytest.mark.parametrize(
    "name", sorted(name for name, mark in DECORATIONS.items() if mark.name not in _LINES)
)
def test_a_decoration_comes_back_at_its_note(name: str) -> None:
    first = read(f"C !{name}!D E F |")
    again = read_abc(written(first).encode()).score
    assert DECORATIONS[name].name in marks(first)[1]
    assert heard(again) == heard(first)


@pytest.mark.parametrize("letter", sorted(LETTERS))
def test_a_letter_is_a_mark(letter: str) -> None:
    assert LETTERS[letter].name in marks(read(f"C {letter}D E F |"))[1]


@pytest.mark.parametrize(
    "body",
    ["(C D) (E F) |", "(C (D) E) F |", "((C D) E) F |", "(C D | E F) |", "(C D (E) F) |",
     "(.C .D) !accent!E2 |"],
)  # fmt: skip
def test_slurs_come_back(body: str) -> None:
    first = read(body)
    again = read_abc(written(first).encode()).score
    assert [m.replace("-start:", "(").replace("-stop:", ")") for m in marks(again)] == [
        m.replace("-start:", "(").replace("-stop:", ")") for m in marks(first)
    ]
    assert any("slur-start" in each for each in marks(first))


def test_a_slur_that_ends_where_another_begins_is_two() -> None:
    assert marks(read("(C (D) E) F |")) == [
        "slur-start:1",
        "slur-start:2 slur-stop:1",
        "slur-stop:2",
        "",
    ]
    # One over a single note is none.
    assert "(" not in music(written(read("(C) D E F |")))


def test_signs_over_the_staff_come_back() -> None:
    body = (
        '|: !p!"^dolce"C !<(!D E F!<)! | !segno!G2 "_sul G"A2 :| !>(!c2 !f!!>)!c2 | '
        '!coda!c4 "^D.S."|]'
    )
    first = read(body)
    again = read_abc(written(first).encode()).score
    kinds = [
        (d.tick, d.kind, d.text, d.above, d.ends_bar) for t in first.tracks for d in t.directions
    ]
    assert sorted(kinds) == sorted(
        (d.tick, d.kind, d.text, d.above, d.ends_bar) for t in again.tracks for d in t.directions
    )
    assert {kind for _, kind, *_ in kinds} == {
        "dynamic", "words", "crescendo", "diminuendo", "hairpin-end", "segno", "coda",
    }  # fmt: skip
    assert first.written_bars == again.written_bars
    assert [n.velocity for n in first.tracks[0].notes] == [
        n.velocity for n in again.tracks[0].notes
    ]


@pytest.mark.parametrize(
    ("body", "bars"),
    [
        ("|: C4 | D4 :| E4 |]", "|:C8 | D8 :| E8 |]"),
        ("|: C4 |1 D4 :|2 E4 || F4 |]", "|:C8 | [1 D8 :| [2 E8 || F8 |]"),
        ("|:: C4 ::| D4 |]", "|::C8 ::| D8 |]"),
        ("|: C4 :: D4 :|", "|:C8 :| |:D8 :|]"),
    ],
)
def test_repeats_are_written_once(body: str, bars: str) -> None:
    text = written(read(body))
    assert music(text) == bars
    assert [n.pitch for n in read_abc(text.encode()).score.tracks[0].notes] == [
        n.pitch for n in read(body).tracks[0].notes
    ]


def test_a_sign_between_the_notes_of_a_voice_stands_over_spaces() -> None:
    first = read('C4 & x2 "G"x2 | "Am"c4 |')
    text = written(first)
    assert '& x4 "G"x4' in text
    assert read_abc(text.encode()).score.markers == first.markers
    assert heard(read_abc(text.encode()).score) == heard(first)


def test_words_without_a_sign_before_them_are_words() -> None:
    # As in books of the 1990s: `"D.C."`, `"tr"`, and the number of a finger.
    reading = read_abc((HEAD + '"4"C D "fine"E2 | F4 "D.C."|').encode())
    assert reading.warnings == ()
    assert "fingering:4" in marks(reading.score)
    assert [n.pitch for n in reading.score.tracks[0].notes] == [60, 62, 64, 65, 60, 62, 64]


def test_marks_that_abc_has_no_sign_for_are_counted() -> None:
    marked = note("C", 4, more=notations("<articulations><doit/></articulations>"))
    page = notate(read_musicxml(document(marked)).score)
    assert dict(unwritten_signs(page))[LeftOut.SIGNS] == 1


@pytest.mark.parametrize("ending", ["abc", "musicxml"])
def test_jumps_that_are_written_out_are_not_jumped_again(ending: str) -> None:
    first = read('|: C4 | D4 "^Fine":| E4 | F4 "^D.C. al Fine"|]')
    track = first.tracks[0]
    changed = first.with_track(
        0, track.with_notes([replace(track.notes[0], pitch=59), *track.notes[1:]])
    )
    data = formats.written(notate(changed), Path(f"tune.{ending}"))
    again = formats.read_notation(data).score
    assert [n.pitch for n in again.tracks[0].notes] == [n.pitch for n in changed.tracks[0].notes]


def test_a_rehearsal_mark_comes_back() -> None:
    again = read_abc(written(read("[P:A] C4 | [P:B] D4 |")).encode()).score
    assert [(d.kind, d.text) for d in again.tracks[0].directions] == [
        ("rehearsal", "A"),
        ("rehearsal", "B"),
    ]


def test_grace_notes_may_be_chords() -> None:
    notes = read("{[ce]g}C4 |").tracks[0].notes
    assert [n.pitch for n in notes if n.start == notes[0].start] == [72, 76]
