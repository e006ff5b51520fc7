"""Titles and composers, from what files and their paths say."""

from pathlib import Path

import pytest

from engine.library.composers import composer_named_in
from engine.library.credits import NOBODY, SongCredits, composer_in_path, credits_of_midi
from engine.library.facts import examine
from engine.midi.file.midifile import parse_midi, write_midi
from tests.library.conftest import song


def credits_of(data: bytes) -> SongCredits:
    return credits_of_midi(parse_midi(data).raw)


def _file(*tracks: list[tuple[int, str]], notes: int = -1) -> bytes:
    """A MIDI file of texts; the track of this number has a note as well."""
    chunks = []
    for number, texts in enumerate(tracks):
        body = b"".join(
            bytes((0, 0xFF, kind, len(text.encode()))) + text.encode() for kind, text in texts
        )
        if number == notes:
            body += bytes((0, 0x90, 60, 64, 96, 0x80, 60, 0))
        body += b"\x00\xff\x2f\x00"
        chunks.append(b"MTrk" + len(body).to_bytes(4, "big") + body)
    head = b"MThd" + (6).to_bytes(4, "big") + bytes((0, 1, 0, len(tracks), 0, 96))
    return head + b"".join(chunks)


@pytest.mark.parametrize(
    ("text", "composer"),
    [
        ("SchumannR_O25_widmung", "Schumann"),
        ("HaydnFJ", "Haydn"),
        ("saint-saens the swan", "Saint-Saëns"),
        ("DVORAK 9", "Dvořák"),
        ("Schubert, Franz, Piano Sonata", "Schubert"),
        ("Offenbacher Tanz", ""),
        ("bridge over the field", ""),
    ],
)
def test_well_known_surnames_are_found_as_words_only(text: str, composer: str) -> None:
    assert composer_named_in(text) == composer


def test_the_nearest_part_of_a_path_that_names_a_composer_counts() -> None:
    home = Path("/home/mozart")
    assert composer_in_path(home / "midi" / "Bach" / "Brahms op 1.mid", home=home) == "Brahms"
    assert composer_in_path(home / "midi" / "Bach" / "1.mid", home=home) == "Bach"
    assert composer_in_path(Path("/x/all.zip"), "Grieg/a.mid", home=home) == "Grieg"
    # Whose computer it is tells nothing about the music.
    assert composer_in_path(home / "midi" / "1.mid", home=home) == ""


def test_a_file_says_who_wrote_it_and_what_it_is() -> None:
    data = _file([(3, "The Haunting"), (1, "By: Tanner Helland")], [(3, "Violin")], notes=1)
    assert credits_of(data) == SongCredits("The Haunting", "Tanner Helland")
    data = _file([(3, "tempo")], [(2, "Music by Clara Wieck (1835)")], notes=1)
    assert credits_of(data).composer == "Clara Wieck"


def test_the_name_of_a_part_is_no_title_and_nobody_is_made_up() -> None:
    with_notes = _file([(3, "The Haunting")], [(3, "Violin")], notes=0)
    assert credits_of(with_notes).title == ""
    for text in ("Tempo Track", "untitled", "track 1", "120", "Conductor"):
        assert credits_of(_file([(3, text)], [], notes=1)) == NOBODY
    remarks = _file([(1, "Composer :"), (2, "Sequenced by Ann"), (1, "Arranged by Bo")], notes=0)
    assert credits_of(remarks) == NOBODY


def test_notation_says_it_in_places_of_its_own() -> None:
    document = """<score-partwise><work><work-title>Spring</work-title></work>
    <identification><creator type="lyricist">X</creator>
    <creator type="composer">Ada Byron</creator></identification>
    <part-list><score-part id="P1"><part-name>Flute</part-name></score-part></part-list>
    <part id="P1"><measure number="1"><attributes><divisions>1</divisions></attributes>
    <note><pitch><step>C</step><octave>4</octave></pitch><duration>4</duration></note>
    </measure></part></score-partwise>"""
    assert examine(document.encode()).credits == SongCredits("Spring", "Ada Byron")
    assert examine(write_midi(song(1))).credits == NOBODY
