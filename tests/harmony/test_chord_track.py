"""Chords in words: typed, written over a piece, kept with it, moved with its key."""

from dataclasses import replace

import pytest

from engine.ground.errors import LimitError, SegueError
from engine.harmony.chord_track import (
    block_chords,
    chord_at,
    end_of,
    harmony_of,
    names_by_bar,
    transposed,
    typed_chords,
    with_chords,
    written_chords,
)
from engine.harmony.chords import QUALITIES, Chord, chord_name
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.score import KeySignature, Note, Other, Score, TimeSignature, Track

BAR = 4 * 480


def piece(bars: int = 4, meter: tuple[int, int] = (4, 4)) -> Score:
    length = 480 * 4 * meter[0] // meter[1]
    notes = tuple(
        Note(bar * length, pitch, length) for bar in range(bars) for pitch in (60, 64, 67)
    )
    return Score(tracks=(Track(notes=notes),), time_signatures=(TimeSignature(0, *meter),))


def named(chords: tuple[Chord, ...]) -> list[tuple[int, str]]:
    return [(chord.tick, chord_name(chord)) for chord in chords]


def test_words_are_a_bar_each() -> None:
    assert named(typed_chords("Dm7 G13 Cmaj7", piece())) == [
        (0, "Dm7"),
        (BAR, "G7"),
        (2 * BAR, "Cmaj7"),
    ]


def test_bars_are_divided_by_strokes_and_repeated_by_a_sign() -> None:
    assert named(typed_chords("| Dm7/F G7 | % | C |", piece(), first_bar=1)) == [
        (BAR, "Dm7/F"),
        (BAR + BAR // 2, "G7"),
        (2 * BAR, "Dm7/F"),
        (2 * BAR + BAR // 2, "G7"),
        (3 * BAR, "C"),
    ]
    assert named(typed_chords("Am | D7", piece(meter=(3, 4)))) == [(0, "Am"), (1440, "D7")]


def test_what_is_written_over_a_piece_is_read_from_its_file_and_its_document() -> None:
    chords = tuple(
        Chord(tick * BAR, root, quality, (root + tick % 2 * 4) % 12)
        for tick, (root, quality) in enumerate(
            (root, quality) for root in range(12) for quality in QUALITIES
        )
    )
    score = with_chords(piece(), (*chords, Chord(130 * BAR)))
    assert written_chords(score) == (*chords, Chord(130 * BAR))
    assert written_chords(read_midi(write_midi(score)).score) == written_chords(score)
    document = from_bytes(to_bytes(Composition.of(score)))
    assert written_chords(document.score) == written_chords(score)
    assert written_chords(score.resampled(960))[1].tick == 2 * BAR


def test_other_words_stay_and_are_no_chords() -> None:
    words = tuple(
        Other(tick, 0x01, word.encode()) for tick, word in ((0, "by me"), (480, "Bridge"))
    )
    score = Score(others=words)
    assert written_chords(score) == ()
    over = with_chords(score, typed_chords("C Am", score))
    assert [other for other in over.others if other in words] == list(words)
    assert named(written_chords(over)) == [(0, "C"), (BAR, "Am")]
    again = with_chords(over, typed_chords("F", score))
    assert named(written_chords(again)) == [(0, "F")]
    assert len(again.others) == 3


def test_letters_of_parts_are_no_chords() -> None:
    letters = tuple(Other(8 * BAR * i, 0x01, letter.encode()) for i, letter in enumerate("ABCD"))
    assert written_chords(Score(others=letters)) == ()
    assert len(with_chords(Score(others=letters), [Chord(0, 0, "maj", 0)]).others) == 5


@pytest.mark.parametrize("text", ["A", "A B", "A B C"])
def test_chords_that_are_written_as_the_letters_of_parts_stay_chords(text: str) -> None:
    chords = typed_chords(text, piece())
    score = with_chords(piece(), chords)
    assert written_chords(score) == chords
    again = read_midi(write_midi(score)).score
    assert written_chords(again) == chords
    assert written_chords(with_chords(again, written_chords(again))) == chords


def test_chords_move_with_the_key() -> None:
    chords = typed_chords("Dm7/F B♭ N.C.", piece())
    assert [name for _, name in named(transposed(chords, 2))] == ["Em7/G", "C", "N.C."]
    assert transposed(transposed(chords, 5), -5) == chords


def test_a_track_of_chords_says_nothing_after_its_last_bar() -> None:
    score = piece(bars=6)
    chords = typed_chords("F G", score, first_bar=1)
    assert end_of(chords, score) == 3 * BAR
    assert named(harmony_of(score, chords)) == [
        (0, "C"),
        (BAR, "F"),
        (2 * BAR, "G"),
        (3 * BAR, "C"),
    ]
    assert chord_at(chords, 0) == Chord(0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("H#m17", "‘H#m17’ is no chord here"),
        ("C Xm", "‘Xm’ is no chord that Segue knows"),
        ("  ", "There are no chords"),
        ("| |", "There are no chords"),
        (" ".join(["C"] * 40) + " | D", "Bar 1 has 40 chords; in 4/4 a bar holds at most 8."),
    ],
)
def test_what_is_no_chord_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SegueError) as refused:
        typed_chords(text, piece())
    assert sentence in refused.value.message


def test_a_track_may_be_longer_than_the_piece_but_not_endless() -> None:
    score = piece(bars=2)
    over = with_chords(score, typed_chords("C F G C", score))
    assert len(written_chords(over)) == 4
    with pytest.raises(LimitError, match="at most 4,000"):
        with_chords(score, [Chord(tick, 0, "maj", 0) for tick in range(4_001)])


def test_words_that_are_sung_from_the_screen_are_no_chords() -> None:
    words = (b"@KMIDI KARAOKE FILE", b"\\A", b"maz", b"ing", b" A", b"/Am", b"Dm7")
    score = Score(others=tuple(Other(480 * i, 0x01, text) for i, text in enumerate(words)))
    assert named(written_chords(score)) == [(480 * 6, "Dm7")]
    assert with_chords(score, ()).others == score.others[:-1]


def test_names_of_bars_are_spelled_in_the_key_that_is_written_or_heard_before_them() -> None:
    empty = Score(tracks=(Track(),))
    heard = typed_chords("D G A D D G A D", empty)
    piece = replace(empty, tracks=(Track(notes=block_chords(heard, empty)),))
    planned = typed_chords("Gb7 Bm", empty, first_bar=8)
    end = end_of(planned, piece)
    assert names_by_bar(planned, piece, start=8 * BAR, end=end) == ("F♯7", "Bm")
    flat = replace(piece, key_signatures=(KeySignature(0, -3),))
    assert names_by_bar(planned, flat, start=8 * BAR, end=end) == ("G♭7", "Bm")
    assert names_by_bar(planned, empty, start=8 * BAR, end=end) == ("G♭7", "Bm")
