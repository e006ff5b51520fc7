"""ABC comes in as its tunes are played, and goes out so that it comes in again."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError, SegueError
from engine.midi.file.span import Limits
from engine.notation.abc_reading import read_abc
from engine.notation.abc_text import is_abc
from engine.notation.lyrics import lyrics_of
from engine.values.score import KeySignature, Score, TimeSignature
from tests.notation.musicxml import pitches, sounding

HEAD = "X:1\nT:A Tune\nC:Trad.\nM:4/4\nL:1/4\nK:C\n"


def tune(*lines: str, head: str = HEAD) -> Score:
    return read_abc((head + "\n".join(lines)).encode()).score


def starts(music: Score) -> list[float]:
    return [start for start, _, _ in sounding(music)]


def test_a_jig_is_read_with_its_head() -> None:
    music = read_abc(
        b"%abc-2.1\nX:7\nT:The Kesh\nC:Anon.\nR:jig\nM:6/8\nQ:3/8=120\nK:G\n"
        b"|:G3 GAB|A3 ABd|edd gdd|edB dBA:|\n"
    ).score
    assert (music.title, music.composer) == ("The Kesh", "Anon.")
    assert music.tempos[0].bpm == 180
    assert music.time_signatures == (TimeSignature(0, 6, 8),)
    assert music.key_signatures == (KeySignature(0, 1),)
    assert len(pitches(music)) == 2 * (4 + 4 + 6 + 6)
    assert music.end == 8 * 3 * music.ticks_per_quarter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C,, C, C c c' c''", [36, 48, 60, 72, 84, 96]),
        ("^C C | C _E =E", [61, 61, 60, 63, 64]),
        ("^^F __B", [67, 69]),
    ],
)
def test_pitches_octaves_and_accidentals_until_the_bar_line(text: str, expected: list[int]) -> None:
    assert pitches(tune(text)) == expected


@pytest.mark.parametrize(
    ("key", "fifths", "minor"),
    [
        ("Am", 0, True),
        ("D dorian", 0, False),
        ("Gmix", 0, False),
        ("F#m", 3, True),
        ("Bb", -2, False),
        ("E minor", 1, True),
        ("HP", 0, False),
        ("none", 0, False),
        ("A lydian", 4, False),
    ],
)
def test_keys_and_modes(key: str, fifths: int, minor: bool) -> None:  # noqa: FBT001 - a table's row
    music = tune("C", head=f"X:1\nK:{key}\n")
    assert music.key_signatures == (KeySignature(0, fifths, minor),)


def test_the_key_moves_letters_and_may_name_them() -> None:
    assert pitches(tune("F C B", head="X:1\nK:D\n")) == [66, 61, 71]
    assert pitches(tune("F C B", head="X:1\nK:D exp _B\n"))[2] == 70
    assert pitches(tune("F | [K:C] F", head="X:1\nK:D\n")) == [66, 65]


def test_lengths_broken_rhythms_and_tuplets() -> None:
    assert [length for *_, length in sounding(tune("C2 C/ C/2 C// C3/2"))] == [
        2, 0.5, 0.5, 0.25, 1.5,
    ]  # fmt: skip
    assert starts(tune("C>D E<F")) == [0, 1.5, 2, 2.5]
    assert [length for *_, length in sounding(tune("C>>D"))] == [1.75, 0.25]
    assert [round(start, 2) for start in starts(tune("(3CDE F"))] == [0, 0.67, 1.33, 2]
    assert starts(tune("(3:2:2 C2D F"))[2] == 2
    six = tune("(2CD E", head="X:1\nM:6/8\nL:1/8\nK:C\n")
    assert starts(six) == [0, 0.75, 1.5]
    assert starts(tune("c d", head="X:1\nM:2/4\nK:C\n")) == [0, 0.25]


def test_chords_ties_rests_and_many_bars_of_rest() -> None:
    assert sounding(tune("[CEG]2 z2 | C4- | C4")) == [
        (0, 60, 2), (0, 64, 2), (0, 67, 2), (4, 60, 8),
    ]  # fmt: skip
    assert starts(tune("C4 | Z2 | C4")) == [0, 12]
    assert sounding(tune("[C-E]2 [CG]2"))[0] == (0, 60, 4)


def test_repeats_endings_and_jumps() -> None:
    assert pitches(tune("|: C4 |1 D4 :|2 E4 |] F4")) == [60, 62, 60, 64, 65]
    assert pitches(tune("C4 :: D4 :| E4")) == [60, 60, 62, 62, 64]
    assert pitches(tune("|: C4 |[1 D4 :|[2 E4 || F4")) == [60, 62, 60, 64, 65]
    assert pitches(tune("C4 !fine! | D4 !D.C.! |")) == [60, 62, 60]
    assert pitches(tune('C4 | S D4 | "^D.S." E4')) == [60, 62, 64, 62, 64]
    assert pitches(tune("|: C4 |1,3 D4 :|2 E4 :|")) == [60, 62, 60, 64, 60, 62]


def test_decorations_are_played_and_unknown_ones_are_said() -> None:
    assert [length for *_, length in sounding(tune(".C D"))] == [0.5, 1]
    assert pitches(tune("Mc")) == [72, 71, 72]
    assert len(pitches(tune("!trill!C"))) == 8
    loud = tune("!p! C !crescendo(! C C !crescendo)! !f! C")
    velocities = [n.velocity for n in loud.tracks[0].notes]
    assert (velocities[0], velocities[-1]) == (49, 96)
    assert velocities == sorted(velocities)
    reading = read_abc((HEAD + "!sparkle! C").encode())
    assert reading.warnings == ("1 sign of the ABC file was left out: ‘sparkle’.",)


def test_grace_notes_stand_before_their_note() -> None:
    found = sounding(tune("C {de}F"))
    assert [pitch for _, pitch, _ in sorted(found)] == [60, 74, 76, 65]
    assert found[-1][0] == 1 or sorted(found)[-1][0] == 1


def test_words_go_under_their_notes() -> None:
    music = tune("C D E F | G4", "w: A-ma-zing grace_", "w: O~my love")
    first, *_ = lyrics_of(music).values()
    lines = [[verse and verse.text for verse in verses] for verses in first.values()]
    assert [line[0] for line in lines] == ["A", "ma", "zing", "grace"]
    assert [line[1] for line in lines[:2]] == ["O my", "love"]


def test_voices_are_parts_with_programs_and_transposition() -> None:
    music = tune(
        'V:1 name="Flute"',
        "%%MIDI program 73",
        "C4",
        "V:2 name=Clarinet transpose=-2",
        "D4",
        "[V:1] E4",
        head="X:1\nM:4/4\nL:1/4\nK:C\n",
    )
    assert [(t.name, t.program, [n.pitch for n in t.notes]) for t in music.tracks] == [
        ("Flute", 73, [60, 64]),
        ("Clarinet", 0, [60]),
    ]


def test_chord_symbols_and_tempo_words() -> None:
    music = tune('"Am7"C2 "^Allegro"D2')
    assert music.tempos[0].bpm == 138
    assert [marker.text for marker in music.markers] or music.others


def test_of_several_tunes_the_first_is_opened_and_that_is_said() -> None:
    book = HEAD + "C4|\n\nX:2\nT:Other\nK:D\nd4|\n\nX:3\nT:Third\nK:D\nd4|\n"
    reading = read_abc(book.encode())
    assert reading.score.title == "A Tune"
    assert [str(each) for each in reading.warnings] == [
        "2 more tunes of the ABC file were left out: add its folder to the library to open each."
    ]


def test_latin_letters_of_old_files_are_read() -> None:
    assert read_abc((HEAD.replace("A Tune", "Für Élise") + "C").encode("cp1252")).score.title == (
        "Für Élise"
    )


@pytest.mark.parametrize("data", [b"", b"MThd\0\0", b"<score/>", b"X:1\n", b"hello", b"X:1\nT:x\n"])
def test_what_is_no_abc_is_refused(data: bytes) -> None:
    assert not is_abc(data)
    with pytest.raises(NotationFileError):
        read_abc(data)


def test_bounds_hold() -> None:
    with pytest.raises(EmptyMusicError):
        read_abc(HEAD.encode())
    with pytest.raises(LimitError):
        read_abc((HEAD + "C|" * 300).encode(), limits=Limits(bars=100))
    with pytest.raises(LimitError):
        read_abc((HEAD + "".join(f"V:{n}\nC\n" for n in range(400))).encode())
    with pytest.raises(LimitError):
        read_abc((HEAD + "C" * 100).encode(), limits=Limits(file_bytes=100))


@pytest.mark.slow
@given(st.text("ABCDEFGabcdefg|:[]{}()<>-^_=/1234567890 \"!+~.zZxXwKMLQVT\n,'&*$`", max_size=200))
@settings(max_examples=300, deadline=None)
def test_odd_letters_end_in_music_or_in_a_sentence(body: str) -> None:
    with suppress(SegueError):
        read_abc((HEAD + body).encode())
