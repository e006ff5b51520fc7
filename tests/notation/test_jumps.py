"""Jumps that stand in words only are taken, in the languages and abbreviations that occur."""

import pytest

from engine.notation.jumps import Jump, JumpKind, jump_in
from engine.notation.reading import read_musicxml
from tests.notation.musicxml import direction, document, note, pitches, score, words

BACK = {
    "D.C.": "",
    "D. C. al Fine": "fine",
    "DC al fine": "fine",
    "Da Capo al Coda": "coda",
    "da capo": "",
    "D.C. al ⊕": "coda",
    "Da Capo senza replica e poi la Coda": "coda",
    "von vorne bis Fine": "fine",
    "D.C. e poi Coda": "coda",
}


@pytest.mark.parametrize("text", BACK)
def test_da_capo_is_understood(text: str) -> None:
    assert jump_in(text) == Jump(JumpKind.DA_CAPO, until=BACK[text])


SIGNS = {
    "D.S. al Coda": Jump(JumpKind.DAL_SEGNO, until="coda"),
    "D.S. 2 al Fine": Jump(JumpKind.DAL_SEGNO, "2", "fine"),
    "D.S.S. al Coda": Jump(JumpKind.DAL_SEGNO, "2", "coda"),
    "Dal Segno": Jump(JumpKind.DAL_SEGNO),
    "dal 𝄋 al fine": None,
    "vom Zeichen bis zum Schluss": Jump(JumpKind.DAL_SEGNO, until="fine"),
    "To Coda": Jump(JumpKind.TO_CODA),
    "To Coda 2": Jump(JumpKind.TO_CODA, "2"),
    "Zur Coda": Jump(JumpKind.TO_CODA),
    "al Coda": Jump(JumpKind.TO_CODA),
    "Coda": Jump(JumpKind.CODA),
    "Coda II": Jump(JumpKind.CODA, "2"),
    "Segno": Jump(JumpKind.SEGNO),
    "Fine": Jump(JumpKind.FINE),
    "(Fine)": Jump(JumpKind.FINE),
    "FIN": Jump(JumpKind.FINE),
    # Words that are no jump.
    "D.C. Smith": None,
    "Fine and dandy": None,
    "dolce": None,
    "con fuoco": None,
    "The end of the coda is played by all": None,
    "": None,
}


@pytest.mark.parametrize("text", [text for text, jump in SIGNS.items() if jump is not None])
def test_signs_and_jumps_are_understood(text: str) -> None:
    assert jump_in(text) == SIGNS[text]


@pytest.mark.parametrize("text", ["Fine and dandy", "dolce", "con fuoco", "", "x" * 500])
def test_other_words_are_no_jump(text: str) -> None:
    assert jump_in(text) is None


def test_words_alone_make_the_piece_jump() -> None:
    music = score(note("C"), note("D") + words("Fine"), note("E") + words("D.C. al Fine"))
    assert pitches(music) == [60, 62, 64, 60, 62]


def test_words_lead_to_the_segno_and_to_the_coda() -> None:
    music = score(
        note("C"),
        direction("<segno/>") + note("D"),
        note("E") + words("To Coda"),
        note("F") + words("D.S. al Coda"),
        words("Coda") + note("G"),
    )
    assert pitches(music) == [60, 62, 64, 65, 62, 64, 67]


def test_a_sound_beside_the_words_says_where_to_go() -> None:
    music = score(
        direction("<segno/>", more='<sound segno="a"/>') + note("C"),
        direction("<segno/>", more='<sound segno="b"/>') + note("D"),
        note("E") + words("D.S. al Fine", sound='<sound dalsegno="a"/>'),
        note("F"),
    )
    assert pitches(music) == [60, 62, 64, 60, 62, 64, 65]


def test_a_note_may_be_of_one_pass_only() -> None:
    repeat = '<barline location="right"><repeat direction="backward"/></barline>'
    once = note("D", 2).replace("<note>", '<note time-only="1">')
    assert pitches(score(note("C", 2) + once + repeat, note("E"))) == [60, 62, 60, 64]


def test_files_without_repeats_stand_as_they_are() -> None:
    data = document(note("C"), note("D") + words("D.C."))
    found = read_musicxml(data, repeats=False).score
    assert [n.pitch for n in found.tracks[0].notes] == [60, 62]
