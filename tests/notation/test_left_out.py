"""What does not come along is said: of what is read, and of what is written."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages import ExportNotation
from engine.notation.not_written import not_written
from engine.notation.reading import read_musicxml
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.events import NoteMove
from engine.values.score import (
    ChannelPressure,
    Control,
    Marker,
    Note,
    Other,
    PitchBend,
    Score,
    Track,
)
from engine.worker.notation import export_notation
from tests.notation.musicxml import direction, document, notations, note, words

CASES = Path(__file__).parent


def said(*measures: str, head: str = "") -> tuple[str, ...]:
    return read_musicxml(document(*measures, note("C"), head=head)).warnings


def cue(step: str) -> str:
    return note(step, first="<cue/>")


SENTENCES = {
    "cue": (cue("C") + cue("D"), "2 cue notes are not played."),
    "ornament": (
        note("C", more=notations("<ornaments><schleifer/><haydn/></ornaments>")),
        "2 ornaments are played plainly: slide from below, Haydn ornament.",
    ),
    "technique": (
        note("C", more=notations("<technical><harmonic/></technical>")),
        "1 playing technique is not heard: harmonic.",
    ),
    "ritardando": (
        note("C") + words("rit."),
        "1 gradual change of tempo is not played.",
    ),
    "figured bass": (
        "<figured-bass><figure><figure-number>6</figure-number></figure></figured-bass>"
        + note("C"),
        "1 figured bass sign is not played.",
    ),
    "microtone": (
        note("C").replace("</step>", "</step><alter>0.5</alter>"),
        "1 microtone was rounded to a semitone.",
    ),
    "range": (note("C", octave=12), "1 note that MIDI does not have was left out."),
    "key": (
        "<attributes><key><key-step>F</key-step><key-alter>1</key-alter></key></attributes>"
        + note("C"),
        "1 key signature that has no sharps or flats by fifths was left out.",
    ),
    "simile": (
        '<attributes><measure-style><measure-repeat type="start">1</measure-repeat>'
        "</measure-style></attributes><note><rest/><duration>4</duration></note>",
        "1 measure is a repeat sign without notes; it is silent.",
    ),
    "unknown": (
        note("C", more="<sparkle/>") + direction("<fireworks/>"),
        "2 elements that MusicXML does not have were left out: ‘sparkle’, ‘fireworks’.",
    ),
    "swing": (
        "<sound><swing><first>2</first><second>1</second></swing></sound>" + note("C"),
        "Swing is written as words; the notes are played as they stand.",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_not_played_is_counted_and_named(name: str) -> None:
    measure, sentence = SENTENCES[name]
    assert sentence in said(measure)


def test_an_ossia_is_left_out_and_said() -> None:
    head = (
        '<staves>2</staves><staff-details number="2"><staff-type>ossia</staff-type></staff-details>'
    )
    back = "<backup><duration>4</duration></backup>"
    measure = note("C", more="<staff>1</staff>") + back + note("E", more="<staff>2</staff>")
    found = read_musicxml(document(measure, head=head))
    assert [n.pitch for n in found.score.tracks[0].notes] == [60]
    assert found.warnings == ("1 note of an ossia was left out.",)


def test_a_plain_file_has_nothing_to_say() -> None:
    plain = note("C", more=notations('<slur type="start"/><technical><up-bow/></technical>'))
    assert said(plain + words("dolce") + direction("<rehearsal>A</rehearsal>")) == ()


ODD_ENCODINGS = {
    "utf-16 over utf-8": ("UTF-16", "utf-8", "read as UTF-8."),
    "no declaration over latin-1": (None, "latin-1", "read as Western European (Windows-1252)."),
    "utf-8 over latin-1": ("UTF-8", "latin-1", "read as Western European (Windows-1252)."),
    "an unknown name": ("klingon", "utf-8", "read as UTF-8."),
}


@pytest.mark.parametrize("name", ODD_ENCODINGS)
def test_a_wrong_encoding_is_read_and_said(name: str) -> None:
    declared, real, sentence = ODD_ENCODINGS[name]
    text = document(note("C")).decode().replace("<part-name>Part", "<part-name>Flöte")
    head = f' encoding="{declared}"' if declared else ""
    text = text.replace('<?xml version="1.0"?>', f'<?xml version="1.0"{head}?>')
    found = read_musicxml(text.encode(real))
    assert found.score.tracks[0].name == "Flöte"
    assert found.warnings == (f"The file names a wrong encoding; it was {sentence}",)


@pytest.mark.parametrize(("declared", "real"), [("UTF-8", "utf-8-sig"), ("UTF-16", "utf-16")])
def test_a_right_encoding_is_not_talked_about(declared: str, real: str) -> None:
    text = document(note("C")).decode().replace('1.0"?>', f'1.0" encoding="{declared}"?>')
    assert read_musicxml(text.encode(real)).warnings == ()
    latin = document(note("C")).decode().replace('1.0"?>', '1.0" encoding="ISO-8859-1"?>')
    assert read_musicxml(latin.encode("latin-1")).warnings == ()


def full_track() -> Score:
    of_note = (NoteMove(0, "timbre", 9), NoteMove(5, "bend", 99), NoteMove(9, "pressure", 3))
    track = Track(
        notes=(Note(0, 60, 480, moves=of_note),),
        controls=(Control(0, 1, 64), Control(0, 64, 127)),
        pitch_bends=(PitchBend(0, 100), PitchBend(240, 0)),
        channel_pressures=(ChannelPressure(0, 3),),
        others=(Other(0, 0xF0, b"\x7e"), Other(0, 0xA0, b"\x3c\x40")),
    )
    words_only = Track(others=(Other(0, 5, b"la"),))
    return Score(tracks=(track, words_only), markers=(Marker(0, "A"),))


def test_what_a_page_does_not_say_is_named_when_it_is_written(tmp_path: Path) -> None:
    expected = (
        "3 pitch bends are not written.",
        "2 controllers are not written.",
        "3 changes of key and channel pressure are not written.",
        "1 message for a certain device is not written.",
        "1 marker is not written.",
        "The tuning is not written; the notes are those of the keys.",
    )
    score = replace(full_track(), tuning=KNOWN_TUNINGS[0])
    assert set(expected) <= set(not_written(score))
    event = export_notation(ExportNotation(score=score, target=str(tmp_path / "a.musicxml")))
    assert event.left_out == not_written(score)
    assert not_written(Score(tracks=(Track(notes=(Note(0, 60, 480),)),))) == ()
