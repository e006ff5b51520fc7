"""ABC as players of folk music write it: each line is played as the standard (2.1) says."""

import pytest

from engine.ground.errors import EmptyMusicError, LimitError, NotationFileError
from engine.notation.abc_fields import parts_in
from engine.notation.abc_reading import read_abc, tunes_in
from engine.notation.abc_text import is_abc
from engine.values.score import Score
from tests.notation.musicxml import pitches, sounding

HEAD = "X:1\nT:Case\nM:4/4\nL:1/4\nK:C\n"


def tune(body: str, head: str = HEAD) -> Score:
    return read_abc((head + body).encode()).score


def letters(score: Score) -> str:
    """Return the notes between C4 and B5 as ABC writes them, without signs."""
    return "".join(
        "CcDdEFfGgAaB"[p % 12] if p < 72 else "cddeeffggaab"[p % 12] for p in pitches(score)
    )


@pytest.mark.parametrize(
    "between",
    ["|\n|:", "| |:", "||\n|:", "|\n||\n|:", "|\nK:C\n|:", "|\nP:B\n|:", "|\\\n|:", "|]\n|:", "|:"],
)
def test_a_second_ending_ends_before_the_next_section(between: str) -> None:
    score = tune(f"|: C D E F |1 G G G G :|2 A A A A {between} c d e f | g g g g :|\n")
    first, second = "CDEFGGGGCDEFAAAA", "cdefgggg"
    assert letters(score) == first + second + second


@pytest.mark.parametrize("between", ["|\nP:B\n", "||", "||\n", "|]\n"])
def test_a_second_ending_ends_before_a_section_without_repeats(between: str) -> None:
    score = tune(f"|: C4 |1 D4 :|2 E4 {between} F4 | G4 |")
    assert letters(score) == "CDCEFG"


def test_an_ending_may_begin_within_a_bar() -> None:
    assert letters(tune("|: C D [1 E F :|[2 G A |] B4 |")) == "CDEFCDGAB"


def test_a_repeat_without_a_beginning_begins_where_the_standard_says() -> None:
    assert letters(tune("C4 | D4 :| E4 :| F4 |")) == "CDCDEEF"
    assert letters(tune("C4 || D4 | E4 :| F4 |")) == "CDEDEF"
    assert letters(tune("|: C4 || D4 :| E4 |]")) == "CDCDE"
    assert letters(tune("C4 |1 D4 :|2 E4 || F4 |1 G4 :|2 A4 |]")) == "CDCEFGFA"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("ABA", "ABA"),
        ("A4.B3", "AAAABBB"),
        ("((AB)3.(CD)3)2", "ABABABCDCDCD" * 2),
        ("A(BC)2", "ABCBC"),
        ('"Play" A2', "AA"),
        ("A99999", "A" * 99),
        (")(", ""),
    ],
)
def test_orders_of_parts(text: str, order: str) -> None:
    assert parts_in(text)[: len(order) + 1].startswith(order)


def test_parts_are_played_in_their_order_with_repeats_and_endings() -> None:
    head = "X:1\nT:Case\nP:A2.B\nM:4/4\nL:1/4\nK:C\n"
    assert letters(tune("P:A\nC4 |\nP:B\nD4 |1 E4 :|2 F4 |]", head)) == "CCDEDF"
    assert letters(tune("G4 |\n[P:A] C4 | [P:B] D4 :|", head)) == "GCCDD"
    # Voices have the parts in common, wherever they are marked.
    two = tune("V:1\nP:A\nC4 |\nP:B\nD4 |\nV:2\nE4 | F4 |\n", head)
    assert [[n.pitch for n in t.notes] for t in two.tracks] == [[60, 60, 62], [64, 64, 65]]


def test_parts_that_are_not_marked_are_named_in_a_sentence() -> None:
    head = "X:1\nP:ABC\nL:1/4\nK:C\n"
    reading = read_abc((head + "P:A\nC4|\nP:B\nD4|\n").encode())
    assert reading.warnings == (
        "1 part that the order of parts names is not marked in the tune: ‘C’.",
    )
    # An order without marks is a remark.
    assert letters(tune("C4 | D4 |", "X:1\nP:AABB\nL:1/4\nK:C\n")) == "CD"


@pytest.mark.parametrize(
    ("body", "played"),
    [
        ("|:: C4 ::| G4 |", "CCCG"),
        ("|::: C4 :::| G4 |", "CCCCG"),
        ("|: C4 :||: D4 :| E4 |", "CCDDE"),
        ("|: C4 :|: D4 :|", "CCDD"),
        ("|: C4 :: D4 :|]", "CCDD"),
        ("[|: C4 :|] D4 |[|", "CCD"),
        ("|: C4 .| D4 [|] E4 :|", "CDECDE"),
        ("|: C4 :|\n|E4 :|\n", "CCEE"),
        ("|: C4 |\nE:| G4 |", "CECEG"),
        ("C4 :||", "CC"),
        ("|: C4 [|]:| D4 |", "CCD"),
    ],
)
def test_bar_lines_of_any_shape(body: str, played: str) -> None:
    assert letters(tune(body)) == played


def test_an_overlay_is_another_voice_of_its_bar() -> None:
    assert sounding(tune("C D E F & c4 | G4 |")) == [
        (0, 60, 1), (0, 72, 4), (1, 62, 1), (2, 64, 1), (3, 65, 1), (4, 67, 4),
    ]  # fmt: skip
    three = sounding(tune("C4 & E4 & G4 | c4 |"))
    assert three == [(0, 60, 4), (0, 64, 4), (0, 67, 4), (4, 72, 4)]


def test_an_overlay_of_several_bars() -> None:
    assert sounding(tune("C4 | D4 && E4 | F4 | G4 |")) == [
        (0, 60, 4), (0, 64, 4), (4, 62, 4), (4, 65, 4), (8, 67, 4),
    ]  # fmt: skip
    assert sounding(tune("(& C4 | D4 & E4 | F4 &) | G4 |")) == [
        (0, 60, 4), (0, 64, 4), (4, 62, 4), (4, 65, 4), (8, 67, 4),
    ]  # fmt: skip
    # Words go under the first voice, signs of one voice are not those of the other.
    assert pitches(tune("^F2 F2 & F4 | G4 |")) == [65, 66, 66, 67]


@pytest.mark.parametrize(
    "chord",
    ["[C!accent!E]2", "[.C.E]2", '["Am"CE]2', "[+accent+C+tenuto+E]2", "[C2E2]", "[C/E/]4",
     "[CuE]2", "+CE+ z", '[C"^up"E]2', "[C-E-]2[CE]0"],
)  # fmt: skip
def test_chords_with_signs_inside(chord: str) -> None:
    found = sounding(tune(f"{chord} G2 |"))
    assert [(start, pitch) for start, pitch, _ in found[:2]] == [(0, 60), (0, 64)]
    assert [start for start, pitch, _ in found if pitch == 67] == [2]


def test_a_chord_moves_time_by_its_first_note() -> None:
    assert sounding(tune("[C2E4] G2 |")) == [(0, 60, 2), (0, 64, 4), (2, 67, 2)]


@pytest.mark.parametrize(
    ("field", "pitch"),
    [
        ("K:C clef=treble-8", 60),
        ("K:C treble+8", 84),
        ("K:C treble-15", 48),
        ("K:C clef=bass", 72),
        ("K:C octave=-1", 60),
        ("K:C transpose=-2", 70),
        ("K:C clef=treble-8 octave=1 transpose=3", 75),
        ("K:clef=treble-8", 60),
        ("K:C", 72),
        ("K:G clef=G2-8", 60),
    ],
)
def test_clefs_octaves_and_transposition_in_a_key(field: str, pitch: int) -> None:
    assert pitches(tune("c4 |", f"X:1\nL:1/4\n{field}\n")) == [pitch]
    if field != "K:clef=treble-8":
        assert pitches(tune(f"e4 |[{field}] c4 |"))[1] == pitch
        assert pitches(tune(f"e4 |\n{field}\nc4 |"))[1] == pitch


def test_clefs_and_octaves_of_voices() -> None:
    head = 'X:1\nM:4/4\nL:1/4\nV:1 clef=treble-8\nV:2 octave=-2 name="+8"\nK:C\n'
    score = tune("[V:1] c4 |\n[V:2] c4 |\n[V:2 octave=0] c4 |\n", head)
    assert [[n.pitch for n in t.notes] for t in score.tracks] == [[60], [48, 72]]


def test_signs_hold_for_their_letter_in_all_octaves_to_the_bar_line() -> None:
    assert pitches(tune("^F f F f | f4 |")) == [66, 78, 66, 78, 77]
    octave = HEAD.replace("K:C", "%%propagate-accidentals octave\nK:C")
    assert pitches(tune("^F f F2 |", octave)) == [66, 77, 66]
    none = HEAD.replace("K:C", "I:propagate-accidentals not\nK:C")
    assert pitches(tune("^F F F2 |", none)) == [66, 65, 65]


def test_a_tie_carries_its_sign_over_the_bar_line() -> None:
    assert sounding(tune("^F4- | F2 F2 |")) == [(0, 66, 6), (6, 65, 2)]
    assert sounding(tune("[^F4-A4-] | [FA]4 | F4 |"))[-1] == (8, 65, 4)


@pytest.mark.parametrize(
    ("key", "body", "expected"),
    [
        ("D exp ^f", "c d f g", [72, 74, 78, 79]),
        ("none", "c f b", [72, 77, 83]),
        ("HP", "c f", [72, 77]),
        ("Hp", "c f", [73, 78]),
        ("D Phr ^f", "f e b", [78, 75, 82]),
        ("Am ^g", "g", [80]),
        ("a minor", "g", [79]),
        ("Ador", "f", [78]),
        ("G clef=treble", "f", [78]),
    ],
)
def test_keys(key: str, body: str, expected: list[int]) -> None:
    assert pitches(tune(body, f"X:1\nL:1/4\nK:{key}\n")) == expected


@pytest.mark.parametrize(
    "line",
    [
        "%%MIDI program 40 % violin",
        "%%MIDI program 1 40",
        "I:MIDI program 40",
        "I:MIDI=program 40",
        "%%MIDI  program   40",
    ],
)
def test_programs(line: str) -> None:
    assert tune("C4 |", HEAD.replace("K:C", f"{line}\nK:C")).tracks[0].program == 40
    assert tune(f"{line}\nC4 |").tracks[0].program == 40


def test_a_program_changes_within_a_tune() -> None:
    score = tune("%%MIDI program 40\nC4 | [I:MIDI program 73] D4 |\n")
    assert [(t.program, [n.pitch for n in t.notes]) for t in score.tracks] == [
        (40, [60]),
        (73, [62]),
    ]


@pytest.mark.parametrize(
    ("field", "bpm"),
    [("C3=60", 90), ("C=120", 60), ("c3=60", 90), ("1/4=90", 90), ("3/8=60", 90), ("120", 120),
     ('"Allegro" 1/4=100', 100), ("1/8 1/8=50", 50), ("1/4=106.77", 106.77)],
)  # fmt: skip
def test_tempos(field: str, bpm: float) -> None:
    score = tune("C4 |", f"X:1\nM:4/4\nL:1/8\nQ:{field}\nK:C\n")
    # The usual tempo need not be said.
    found = [tempo.bpm for tempo in score.tempos] or [120]
    assert found == [pytest.approx(bpm)]


def test_symbols_of_the_tune_itself() -> None:
    head = HEAD.replace("K:C", "U:W = !staccato!\nU: n = !nil!\nK:C")
    assert sounding(tune("WC nG", head)) == [(0, 60, 0.5), (1, 67, 1)]


def test_what_a_line_break_and_old_signs_leave() -> None:
    reading = read_abc((HEAD + "C D E F | G A !B c | d4 |!\n").encode())
    assert reading.warnings == ()
    assert letters(reading.score) == "CDEFGABcd"


# --- files --------------------------------------------------------------------------------------


def test_headers_of_any_length_and_indented_lines() -> None:
    long = "X:1\nT:Long\n" + "N:who played it\n" * 1000 + "L:1/4\nK:C\nC D E F |\n"
    assert is_abc(long.encode())
    assert letters(read_abc(long.encode()).score) == "CDEF"
    indented = HEAD.replace("\n", "\n ") + "  C D E F |"
    assert letters(read_abc(indented.encode()).score) == "CDEF"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252"])
def test_encodings(encoding: str) -> None:
    data = (HEAD.replace("Case", "Für Élise") + "C D E F |").encode(encoding)
    assert is_abc(data)
    assert read_abc(data).score.title == "Für Élise"


def test_an_encoding_that_the_file_names() -> None:
    head = HEAD.replace("X:1", "%%abc-charset iso-8859-2\nX:1").replace("Case", "Přání")
    assert read_abc((head + "C").encode("iso-8859-2")).score.title == "Přání"


def test_the_ending_of_a_name_is_believed() -> None:
    assert is_abc(b"C D E F |", "tune.abc")
    assert not is_abc(b"MThd\0\0\0\6", "tune.abc")
    with pytest.raises(NotationFileError, match="ABC"):
        read_abc(b"C D E F |", name="tune.abc")
    with pytest.raises(EmptyMusicError, match="ABC"):
        read_abc(b" \n", name="tune.abc")


def test_one_tune_of_many() -> None:
    book = HEAD + "C4 |\n\nX:2\nT:Other\nK:D\nd4 |\n\nX:7\nT:Third\nK:D\ne4|\n"
    found = tunes_in(book.encode())
    assert [(each.number, each.title) for each in found] == [
        ("1", "Case"),
        ("2", "Other"),
        ("7", "Third"),
    ]
    reading = read_abc(book.encode(), tune=3)
    assert (reading.score.title, reading.warnings) == ("Third", ())
    with pytest.raises(NotationFileError):
        read_abc(book.encode(), tune=4)


@pytest.mark.parametrize("sign", ["c", "[CE]", "{c}d", "C>>>>>D", "(c)", "+CE+", "~c"])
def test_music_without_bar_lines_has_an_end(sign: str) -> None:
    with pytest.raises(LimitError, match="1,024 quarters"):
        tune(sign * (200_000 // len(sign)))


def test_a_measure_has_voices_in_bounds() -> None:
    with pytest.raises(LimitError, match="64 voices"):
        tune("&c" * 1000)


@pytest.mark.parametrize(
    "body",
    ["{" * 200_000, "[" * 200_000, '"' * 199_999, "[K:" * 66_000, "[C1" * 66_000, "(" * 200_000,
     "!" * 200_000, "+" * 200_000, "[" + "C1" * 100_000, "C>>>>>D" * 28_000, ":" * 200_000,
     "&" * 200_000, "(3" * 100_000, "{a" * 100_000, "+C" * 100_000, "[|" * 100_000],
)  # fmt: skip
def test_lines_of_any_signs_are_tokens_in_linear_time(body: str) -> None:
    from engine.notation.abc_tokens import TOKENS

    # One that goes back at each sign would read these for minutes.
    assert sum(len(found.group()) for found in TOKENS.finditer(body)) == len(body)
