"""What is written as MusicXML fits its schema, and other programs read the same notes."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engine.harmony.chord_symbols import parse_chord
from engine.midi.file.midifile import read_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import Note, Other, Score, Tempo, TimeSignature, Track
from tests.notation.others import problems, read_again

DEMOS = Path(__file__).resolve().parents[2] / "assets" / "demo"
PIECES = ("blue-hour", "ode-to-joy", "waltz-for-two", "when-the-saints", "night-drive")


def piece() -> Score:
    """Triplets, a held bass, a syllable, a grace note, drums, a clarinet; in two meters."""
    triplets = [Note(1920 + 160 * i, 72 - i, 160) for i in range(9)]
    flute = replace(
        Track(name="Flute & <co>", program=73).with_notes([Note(0, 60, 1893), *triplets]),
        others=(Other(0, 5, b"La"),),
    )
    grace = Note(1893, 66, 27)
    clarinet = Track(name="Clarinet", program=71).with_notes([grace, Note(1920, 67, 2400)])
    piano = [Note(480 * i, 40 + 3 * i, 700) for i in range(8)]
    drums = [Note(240 * i, 42, 5) for i in range(16)] + [Note(0, 36, 5), Note(960, 38, 5)]
    return Score(
        title="A & B",
        tracks=(
            flute,
            clarinet,
            Track(name="Piano").with_notes(piano),
            Track(name="Drums", is_drum=True).with_notes(drums),
        ),
        tempos=(Tempo(0, 96.0), Tempo(2000, 90.5)),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 3, 4)),
    )


def test_what_is_written_fits_the_schema() -> None:
    chords = [parse_chord("Am7"), parse_chord("D7/F♯", tick=720), parse_chord("N.C.", tick=1920)]
    document = write(notate(replace(piece(), composer="Nobody <at all>"), chords=chords))
    assert problems(document) == []


def test_dots_of_staccato_fit_the_schema_and_are_played_short_again() -> None:
    track = Track(program=73).with_notes([Note(120 * i, 60 + i, 60) for i in range(8)])
    document = write(notate(Score(tracks=(track,))))
    assert document.count(b"<staccato />") == 8
    assert problems(document) == []
    again = read_musicxml(document).score.tracks[0].notes
    assert {note.marks for note in again} == {"staccato"}
    assert tuple(replace(note, marks="") for note in again) == track.notes


def test_an_empty_piece_fits_it_too() -> None:
    assert problems(write(notate(Score()))) == []


def test_the_title_the_parts_and_the_composer_are_said() -> None:
    document = write(notate(replace(piece(), composer="C. D.")))
    root = ET.fromstring(document)  # noqa: S314 - our own
    assert root.findtext("work/work-title") == "A & B"
    assert root.findtext("identification/creator") == "C. D."
    read = read_musicxml(document).score
    assert (read.title, read.composer) == ("A & B", "C. D.")
    names = [element.text for element in root.iter("part-name")]
    assert names == ["Flute & <co>", "Clarinet in B♭", "Piano", "Drums"]


def test_every_note_has_a_type_and_silence_is_rests() -> None:
    root = ET.fromstring(write(notate(piece())))  # noqa: S314 - our own
    notes = list(root.iter("note"))
    for note in notes:
        rest = note.find("rest")
        whole = rest is not None and rest.get("measure") == "yes"
        assert whole or note.find("type") is not None
    assert any(note.find("rest") is not None for note in notes)
    assert len(list(root.iter("unpitched"))) == 18
    assert len({note.get("id") for note in notes if note.get("id")}) == sum(
        1 for note in notes if note.find("rest") is None
    )


def test_a_transposing_part_says_how_it_sounds() -> None:
    root = ET.fromstring(write(notate(piece())))  # noqa: S314 - our own
    (transpose,) = root.iter("transpose")
    assert (transpose.findtext("diatonic"), transpose.findtext("chromatic")) == ("-1", "-2")


def test_a_part_of_the_piece_begins_with_all_that_holds_there() -> None:
    page = notate(piece())
    whole = ET.fromstring(write(page))  # noqa: S314 - our own
    second = ET.fromstring(write(page, only=range(1, 2)))  # noqa: S314 - our own
    for part, alone in zip(whole.iter("part"), second.iter("part"), strict=True):
        (measure,) = alone.findall("measure")
        assert measure.get("number") == "2"
        assert measure.find("attributes/key") is not None
        assert measure.find("attributes/divisions") is not None
        kept = part.findall("measure")[1]
        assert len(measure.findall("note")) == len(kept.findall("note"))


def alike(*programs: int, meter: tuple[int, int] = (4, 4)) -> Score:
    """A bar of one note for each instrument."""
    return Score(
        tracks=tuple(Track(program=p).with_notes([Note(0, 60, 480)]) for p in programs),
        tempos=(Tempo(0, 90.0),),
        time_signatures=(TimeSignature(0, *meter),),
    )


def test_a_family_of_instruments_stands_in_a_bracket() -> None:
    document = write(notate(alike(73, 40, 40, 41, 42, 0, 52, 52)))
    assert problems(document) == []
    listed = ET.fromstring(document).find("part-list")  # noqa: S314 - our own
    assert listed is not None
    found = [each.get("id") or each.get("type") for each in listed]
    strings, voices = ["start", "P2", "P3", "P4", "P5", "stop"], ["start", "P7", "P8", "stop"]
    assert found == ["P1", *strings, "P6", *voices]
    # What voices sing stands between their staves.
    assert [each.text for each in listed.iter("group-barline")] == ["yes", "no"]


@pytest.mark.parametrize(
    ("meter", "beat", "dots", "a_minute"),
    [
        ((4, 4), "quarter", 0, "90"),
        ((6, 8), "quarter", 1, "60"),
        ((3, 8), "quarter", 0, "90"),
        ((2, 2), "half", 0, "45"),
    ],
)
def test_a_tempo_counts_what_is_beaten(
    meter: tuple[int, int], beat: str, dots: int, a_minute: str
) -> None:
    document = write(notate(alike(0, meter=meter)))
    assert problems(document) == []
    (mark,) = ET.fromstring(document).iter("metronome")  # noqa: S314 - our own
    assert mark.findtext("beat-unit") == beat
    assert len(mark.findall("beat-unit-dot")) == dots
    assert mark.findtext("per-minute") == a_minute
    assert read_musicxml(document).score.tempos == (Tempo(0, 90.0),)


@pytest.mark.parametrize("path", sorted(DEMOS.glob("*.mid")), ids=lambda path: path.stem)
def test_every_piece_that_ships_fits_the_schema(path: Path) -> None:
    assert problems(write(notate(read_midi(path.read_bytes()).score))) == []


def test_the_schema_is_the_one_that_is_named_and_finds_what_is_wrong() -> None:
    document = write(notate(piece()))
    assert b'version="4.0"' in document
    # An element of 4.0: the schema before it does not know it.
    listening = b"<listening><other-listening type='x'/></listening></direction>"
    assert problems(document.replace(b"</direction>", listening)) == []
    assert problems(document.replace(b"<beats>4</beats>", b""))


@pytest.mark.parametrize("name", PIECES)
def test_partitura_reads_the_same_notes(name: str, tmp_path: Path) -> None:
    score = read_midi((DEMOS / f"{name}.mid").read_bytes()).score
    # Chords of drums stop partitura 1.9.
    tracks = [track for track in score.tracks if track.notes and not track.is_drum]
    pitched = replace(score, tracks=tuple(tracks))
    parts = read_again(write(notate(pitched, transposing=False)), tmp_path)
    assert len(parts) == len(tracks)
    quarter = score.ticks_per_quarter
    for part, track in zip(parts, tracks, strict=True):
        expected = sorted((note.pitch, note.start) for note in track.notes)
        found = sorted((pitch, start * quarter) for start, pitch, _ in part)
        assert [pitch for pitch, _ in found] == [pitch for pitch, _ in expected]
        assert [at for _, at in found] == pytest.approx([at for _, at in expected], abs=1.0)
