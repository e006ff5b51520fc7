"""MusicXML: what a notation program reads is what the piece has, and a missing library is told."""

import importlib.util
from xml.etree import ElementTree as ET

import pytest

from engine.errors import SegueError
from engine.music import notation
from engine.music.score import KeySignature, Note, Score, Tempo, TimeSignature, Track


def piece() -> Score:
    """A melody with triplets over a held bass and an overlapping middle, in two meters."""
    melody = [Note(480 * i, 60 + 2 * i, 480) for i in range(4)]
    triplets = [Note(1920 + 160 * i, 72 - i, 160) for i in range(6)]
    middle = [Note(0, 55, 1440), Note(480, 52, 480), Note(960, 51, 2400)]
    return Score(
        title="A & B",
        tracks=(
            Track(name="Flute", program=73).with_notes([*melody, *triplets]),
            Track(name="Viola", program=41).with_notes(middle),
            Track(name="Silent"),
            Track(name="Drums", is_drum=True).with_notes([Note(0, 36, 5), Note(0, 42, 5)]),
        ),
        tempos=(Tempo(0, 96.0),),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 3, 4)),
        key_signatures=(KeySignature(0, -3, minor=False),),
    )


def sounding(part: ET.Element) -> list[tuple[int, int, int]]:
    """(start, pitch, duration) in divisions, tied notes joined, by what MusicXML says."""
    found: list[list[int]] = []
    clock = 0
    onset = 0
    for measure in part.iter("measure"):
        begin = clock
        longest = begin
        for element in measure:
            length = int(element.findtext("duration", "0"))
            if element.tag == "backup":
                clock -= length
            elif element.tag == "forward":
                clock += length
            elif element.tag == "note":
                onset = onset if element.find("chord") is not None else clock
                if element.find("rest") is None and element.find("pitch") is not None:
                    ties = {tie.get("type") for tie in element.iter("tie")}
                    pitch = _pitch(element.find("pitch"))
                    if "stop" in ties:
                        before = next(n for n in reversed(found) if n[1] == pitch)
                        before[2] += length
                    else:
                        found.append([onset, pitch, length])
                clock = max(clock, onset + length)
            longest = max(longest, clock)
        clock = longest
    return sorted((start, pitch, length) for start, pitch, length in found)


def _pitch(element: ET.Element | None) -> int:
    assert element is not None
    step = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[element.findtext("step", "")]
    alter = int(element.findtext("alter", "0"))
    return 12 * (int(element.findtext("octave", "0")) + 1) + step + alter


@pytest.fixture(scope="module")
def written() -> ET.Element:
    return ET.fromstring(notation.write_musicxml(piece()))  # noqa: S314 - our own


@pytest.mark.slow
def test_every_note_is_where_it_was(written: ET.Element) -> None:
    grid = piece().resampled(notation.DIVISIONS)
    parts = written.findall("part")
    for part, track in zip(parts, grid.tracks[:2], strict=False):
        wanted = sorted((note.start, note.pitch, note.duration) for note in track.notes)
        assert sounding(part) == wanted


def test_names_meters_and_keys_are_said(written: ET.Element) -> None:
    names = [each.findtext("part-name") for each in written.iter("score-part")]
    assert names == ["Flute", "Viola", "Drums"]
    assert [each.text for each in written.iter("beats")][:2] == ["4", "3"]
    assert written.findtext(".//fifths") == "-3"
    assert written.findtext("work/work-title") == "A & B"
    assert written.find(".//time-modification") is not None
    # In three flats a black key is a flat.
    assert {each.text for each in written.iter("alter")} <= {"-1", None}


def test_without_the_library_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SegueError, match="partitura") as told:
        notation.write_musicxml(piece())
    assert "segue[musicxml]" in told.value.hint
