"""A page goes out as ABC and comes in again with the same notes."""

import re
from pathlib import Path

import pytest

from engine.harmony.chord_symbols import parse_chord
from engine.harmony.chord_track import with_chords, written_chords
from engine.midi.file.midifile import read_midi
from engine.notation import abc
from engine.notation.abc_reading import read_abc
from engine.notation.abc_text import is_abc
from engine.notation.formats import left_out
from engine.notation.lyrics import verse_event
from engine.notation.notating import notate
from engine.values.score import Control, KeySignature, Note, Score, Tempo, TimeSignature, Track

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo" / "waltz-for-two.mid"


def again(score: Score) -> Score:
    data = abc.write(notate(score))
    assert is_abc(data)
    reading = read_abc(data)
    assert reading.warnings == ()
    return reading.score


def notes(score: Score) -> list[tuple[float, int, float]]:
    quarter = score.ticks_per_quarter
    return sorted(
        (round(n.start / quarter, 3), n.pitch, 0 if t.is_drum else round(n.duration / quarter, 3))
        for t in score.tracks
        for n in t.notes
    )


def row(*pitches: int, length: int = 480) -> tuple[Note, ...]:
    return tuple(Note(length * n, pitch, length) for n, pitch in enumerate(pitches))


@pytest.mark.parametrize("length", [960, 480, 240, 120, 160, 720])
def test_notes_of_any_length_come_back(length: int) -> None:
    score = Score(
        tracks=(Track(notes=row(*range(48, 80), length=length)),),
        key_signatures=(KeySignature(0, -3),),
    )
    found, expected = notes(again(score)), notes(score)
    assert [pitch for _, pitch, _ in found] == [pitch for _, pitch, _ in expected]
    assert all(abs(a[0] - b[0]) < 0.02 for a, b in zip(found, expected, strict=True))


def test_tuplets_of_five_and_seven_come_back() -> None:
    fives = tuple(Note(7680 + 96 * n, 60 + n, 96) for n in range(5))
    sevens = tuple(Note(8640 + 480 * n // 7, 60 + n, 68) for n in range(7))
    plain = row(*[60] * 32, length=240)
    score = Score(tracks=(Track(notes=(*plain, *fives, *sevens, Note(9600, 60, 480))),))
    found, expected = notes(again(score)), notes(score)
    assert [pitch for _, pitch, _ in found] == [pitch for _, pitch, _ in expected]
    assert all(abs(a[0] - b[0]) < 0.01 for a, b in zip(found, expected, strict=True))


def test_chords_ties_over_bar_lines_voices_and_hands_come_back() -> None:
    held = (Note(0, 48, 2880), Note(0, 60, 480), Note(0, 64, 480), Note(480, 67, 1920))
    score = Score(tracks=(Track(notes=held),))
    assert notes(again(score)) == notes(score)


def test_transposing_instruments_and_drums_come_back_as_they_sound() -> None:
    clarinet = Track(name="Clarinet", program=71, notes=row(61, 65, 60, 58))
    drums = Track(name="Drums", is_drum=True, notes=row(36, 38, 42, 46))
    found = again(Score(tracks=(clarinet, drums)))
    assert [(t.name, t.program, t.is_drum) for t in found.tracks] == [
        ("Clarinet in B♭", 71, False),
        ("Drums", 0, True),
    ]
    assert notes(found) == notes(Score(tracks=(clarinet, drums)))


def test_what_stands_over_the_staff_comes_back() -> None:
    words = tuple(verse_event(480 * n, 1, text) for n, text in enumerate(("A-", "ma-", "zing")))
    track = Track(
        program=52,
        notes=row(60, 64, 67, 65) + tuple(Note(1920 + 480 * n, 60, 480) for n in range(3)),
        others=words,
    )
    chords = (parse_chord("Am7"), parse_chord("B♭", tick=960))
    score = with_chords(
        Score(
            tracks=(track,),
            title="A Title",
            composer="Somebody",
            tempos=(Tempo(0, 90.0), Tempo(1920, 120.0)),
            time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 3, 4)),
            key_signatures=(KeySignature(0, 1, True), KeySignature(1920, -2)),
        ),
        chords,
    )
    found = again(score)
    assert (found.title, found.composer) == ("A Title", "Somebody")
    assert found.tempos == score.tempos
    assert found.time_signatures == score.time_signatures
    assert found.key_signatures == score.key_signatures
    assert written_chords(found) == chords
    assert [other.data for other in found.tracks[0].others] == [b"A-", b"ma-", b"zing"]


def test_a_demo_comes_back() -> None:
    score = read_midi(DEMO.read_bytes()).score
    found, expected = notes(again(score)), notes(score)
    starts = [(start, pitch) for start, pitch, _ in expected]
    assert [(start, pitch) for start, pitch, _ in found] == starts


def played_freely() -> Score:
    """Sixteen bars whose tempo sways by beats and falls in the last bar of the eighth."""
    tempos = tuple(
        Tempo(480 * n, 124.3 * (1.03 if n % 2 else 0.97) * (0.75 if 28 <= n < 32 else 1.0))
        for n in range(64)
    )
    pedal = tuple(Control(960 * n, 64, 0 if n % 2 else 127) for n in range(8))
    return Score(tracks=(Track(notes=row(*[60, 64, 67, 72] * 16), controls=pedal),), tempos=tempos)


def test_a_played_tune_has_one_number_and_words_where_a_phrase_bends() -> None:
    score = played_freely()
    text = abc.write(notate(score)).decode()
    assert re.findall(r"Q:([^\n\]]*)", text) == ['"Freely" 1/4=121']
    assert re.findall(r'"\^([^"]*)"', text) == ["rit.", "a tempo"]
    found = again(score)
    assert notes(found) == notes(score)
    assert [round(tempo.bpm) for tempo in found.tempos] == [121]


def test_what_abc_cannot_write_is_said_with_its_number() -> None:
    score = played_freely()
    page = notate(score)
    assert left_out(score, page, Path("a.abc")) == (
        "63 changes of tempo are not written: ABC would print a number at each.",
        "4 presses of the pedal are not written: ABC has no sign for them.",
    )
    assert left_out(score, page, Path("a.musicxml")) == ()


def test_each_number_of_a_composer_is_written() -> None:
    tempos = tuple(Tempo(1920 * n, 90.0 + 20 * n) for n in range(3))
    score = Score(tracks=(Track(notes=row(*[60] * 12)),), tempos=tempos)
    assert again(score).tempos == tempos
    assert left_out(score, notate(score), Path("a.abc")) == ()
