"""Scala's files: all corners of the formats, and one sentence for each bad file."""

import contextlib
import random
from pathlib import Path

import pytest

from engine.ground.errors import TuningError
from engine.tunings.scala import KeyboardMapping, mapping_of, read_scala, scale_of, tuning_of
from engine.values.tuning import Tuning, hz_of_pitch

EQUAL = "! equal.scl\n!\n12 equal steps\n 12\n!\n" + "".join(
    f" {100 * step}.00000\n" for step in range(1, 13)
)
FIFTHS = "Two notes\n2\n3/2\n2/1\n"


def scale(*lines: str, count: int | None = None) -> tuple[float, ...]:
    text = "\n".join(["A scale", str(len(lines) if count is None else count), *lines])
    return scale_of(text).cents


def mapping(*degrees: object, size: int | None = None, **changes: object) -> KeyboardMapping:
    given = {
        "first": 0,
        "last": 127,
        "middle": 60,
        "reference": 60,
        "frequency": "261.6255653",
        "octave": 0,
    } | changes
    values = (len(degrees) if size is None else size, *given.values(), *degrees)
    return mapping_of("\n".join(f"! a comment\n{value}" for value in values))


# --- scales --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "cents"),
    [
        ("3/2", 701.955),
        (" 3 / 2 ", 701.955),
        ("\t81/64\tE\\", 407.82),
        ("408.0", 408.0),
        ("408.", 408.0),
        (".5", 0.5),
        ("-5.0", -5.0),
        ("+5.0", 5.0),
        ("2", 1200.0),
        ("10/20", -1200.0),
        ("100.0 cents", 100.0),
        ("100.0 C#", 100.0),
        ("5/4 ! not a comment, only text", 386.314),
        ("2147483647/2147483646", 0.0),
        ("0.0", 0.0),
    ],
)
def test_a_pitch_is_a_ratio_or_cents_and_text_follows(line: str, cents: float) -> None:
    assert scale(line) == (pytest.approx(cents, abs=1e-3),)


@pytest.mark.parametrize(
    "line",
    ["-3/2", "3/-2", "0/2", "3/0", "0", "-2", "3/", "3/2/1", "/2", ".", "abc", "1e3", "100,5",
     "1.2.3", "nan.", "inf", "x", "99999.", "$3/2"],
)  # fmt: skip
def test_what_is_no_pitch_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(TuningError, match=r"^‘a\.scl’ is not a readable Scala scale \(.*line 3"):
        scale_of(f"A scale\n1\n{line}\n", name="a.scl")


def test_comments_may_stand_anywhere_and_an_empty_description_counts() -> None:
    found = scale_of("! name\n!\n\n! between\n2\n!\n3/2\n! 5/4 is left out\n2/1\n!\n")
    assert found.description == ""
    assert found.cents == (pytest.approx(701.955, abs=1e-3), 1200.0)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end: str) -> None:
    assert scale_of(FIFTHS.replace("\n", end)) == scale_of(FIFTHS)


@pytest.mark.parametrize("count", ["2", " 2 ", "2\t", "2 notes", "2 ! notes"])
def test_text_may_follow_the_number_of_notes(count: str) -> None:
    assert scale_of(f"A scale\n{count}\n3/2\n2/1") == scale_of("A scale\n2\n3/2\n2/1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it ends before the number of notes"),
        ("! only a comment", "it ends before a description"),
        ("A scale", "it ends before the number of notes"),
        ("A scale\ntwelve\n", "the number of notes, line 2, is no number from 0 to 10000"),
        ("A scale\n-1\n", "the number of notes, line 2, is no number from 0 to 10000"),
        ("A scale\n99999\n", "the number of notes, line 2, is no number from 0 to 10000"),
        ("A scale\n2.5\n", "the number of notes, line 2, is no number from 0 to 10000"),
        ("A scale\n3\n3/2\n2/1", "it announces 3 notes and has 2"),
        ("A scale\n3\n3/2\n\n2/1\n\n", "it announces 3 notes and has 2"),
        ("A scale\n1\n3/2\n2/1", "it announces 1 notes and has more"),
        ("A scale\n0\n2/1", "it announces 0 notes and has more"),
    ],
)
def test_a_scale_that_is_not_whole_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(TuningError) as refused:
        scale_of(text, name="a.scl")
    assert refused.value.message == f"‘a.scl’ is not a readable Scala scale ({why})."


def test_text_after_the_notes_is_ignored() -> None:
    assert scale_of(FIFTHS + "\nMade by hand.\n") == scale_of(FIFTHS)


# --- tunings without a mapping -------------------------------------------------------------------


def test_twelve_equal_steps_are_equal_temperament() -> None:
    tuning = tuning_of(scale_of(EQUAL))
    assert tuning.name == "12 equal steps"
    assert tuning.pitches == tuple(map(float, range(128)))


def test_a_scale_repeats_after_its_last_note_whatever_that_is() -> None:
    tritave = tuning_of(scale_of("No octave\n2\n5/3\n3/1\n"))
    for key, ratio in ((60, 1), (61, 5 / 3), (62, 3), (63, 5), (58, 1 / 3), (59, 5 / 9)):
        pitch = tritave.pitches[key]
        assert pitch is not None
        assert hz_of_pitch(pitch) == pytest.approx(261.6256 * ratio, rel=1e-5)


def test_notes_may_descend_and_a_scale_of_no_notes_is_one_pitch() -> None:
    assert tuning_of(scale_of("Down\n2\n-100.\n1200.")).pitches[59:63] == (47.0, 60, 59, 72)
    assert set(tuning_of(scale_of("One\n0\n")).pitches) == {60.0}


def test_keys_above_and_below_what_midi_says_are_silent() -> None:
    wide = tuning_of(scale_of("Octaves\n1\n2/1"))
    assert wide.pitches[55:66] == (0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120)
    assert wide.silent_keys == {*range(55), *range(66, 128)}


# --- mappings ------------------------------------------------------------------------------------


def on_white_keys(**changes: object) -> Tuning:
    seven = scale_of("Seven\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1")
    return tuning_of(seven, mapping(0, "x", 1, "x", 2, 3, "x", 4, "x", 5, "x", 6, **changes))


def test_unmapped_keys_are_silent_and_the_others_have_their_degree() -> None:
    tuning = on_white_keys()
    assert {key % 12 for key in tuning.silent_keys} == {1, 3, 6, 8, 10}
    assert [tuning.cents_of(key) for key in (60, 64, 72)] == [
        0,
        pytest.approx(-13.686, abs=1e-3),
        0,
    ]


def test_the_reference_key_has_its_frequency() -> None:
    for reference, frequency in ((69, 432.0), (48, 130.0), (60, 256.0)):
        tuning = on_white_keys(reference=reference, frequency=frequency)
        pitch = tuning.pitches[reference]
        assert pitch is not None
        assert hz_of_pitch(pitch) == pytest.approx(frequency, rel=1e-6)
        assert hz_of_pitch(tuning.pitches[72] or 0) == pytest.approx(
            2 * hz_of_pitch(tuning.pitches[60] or 0), rel=1e-6
        )


def test_a_reference_key_that_is_not_mapped_is_refused() -> None:
    with pytest.raises(TuningError, match="gives the frequency of key 61, which it leaves out"):
        on_white_keys(reference=61)


def test_unmapped_keys_at_the_end_may_be_left_out() -> None:
    assert mapping(0, 1, size=4).degrees == (0, 1, None, None)


def test_keys_outside_the_range_stay_in_equal_temperament() -> None:
    tuning = on_white_keys(first=60, last=71)
    assert tuning.pitches[:60] == tuple(map(float, range(60)))
    assert tuning.pitches[72:] == tuple(map(float, range(72, 128)))
    assert tuning.pitches[61] is None


def test_a_map_of_size_nought_has_one_degree_a_key_from_the_middle_key() -> None:
    fifths = scale_of(FIFTHS)
    tuning = tuning_of(fifths, mapping(size=0, middle=62, reference=62, frequency=300.0))
    assert tuning.pitches[64] == pytest.approx((tuning.pitches[62] or 0) + 12)
    assert hz_of_pitch(tuning.pitches[63] or 0) == pytest.approx(450.0, rel=1e-6)


def test_the_formal_octave_need_not_be_that_of_the_scale() -> None:
    whole = scale_of(EQUAL)
    # Seven keys from fifth to fifth: degree 7 is the distance of two repetitions.
    tuning = tuning_of(whole, mapping(0, 1, 2, octave=7))
    assert tuning.pitches[57:67] == (53, 54, 55, 60, 61, 62, 67, 68, 69, 74)


def test_degrees_may_go_beyond_the_scale_and_below_it() -> None:
    tuning = tuning_of(scale_of(FIFTHS), mapping(0, 5, -1, octave=2))
    assert [round(pitch or 0, 2) for pitch in tuning.pitches[60:64]] == [60, 91.02, 55.02, 72]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("12", "it ends before the first key"),
        ("x\n0\n127\n60\n69\n440\n12", "the size of the map, line 1, is no number from 0 to 10000"),
        ("0\n0\n128\n60\n69\n440\n12", "the last key, line 3, is no number from 0 to 127"),
        ("0\n9\n8\n60\n69\n440\n12", "its first key, 9, comes after its last key, 8"),
        ("0\n0\n127\n60\n69\nnan\n12", "the frequency in line 6 is no audible one"),
        ("0\n0\n127\n60\n69\n0.0\n12", "the frequency in line 6 is no audible one"),
        ("0\n0\n127\n60\n69\n-440.0\n12", "the frequency in line 6 is no audible one"),
        ("1\n0\n127\n60\n69\n440\n0\n0\n1", "it announces 1 keys and has more"),
        ("1\n0\n127\n60\n69\n440\n0\nC", "the degree in line 8, line 8, is no number"),
        ("0\n0\n127\n60\n69\n440", "it ends before the degree of the octave"),
    ],
)
def test_a_bad_mapping_is_refused_in_one_sentence(lines: str, why: str) -> None:
    with pytest.raises(TuningError) as refused:
        mapping_of(lines, name="a.kbm")
    assert refused.value.message.startswith(
        f"‘a.kbm’ is not a readable Scala keyboard mapping ({why}"
    )


@pytest.mark.slow
def test_whatever_the_bytes_are_there_is_a_tuning_or_a_sentence(tmp_path: Path) -> None:
    rng = random.Random(47)  # noqa: S311
    good = EQUAL.encode(), b"2\n0\n127\n60\n69\n440.0\n12\n0\nx\n"
    paths = tmp_path / "a.scl", tmp_path / "a.kbm"
    for _ in range(500):
        for path, data in zip(paths, good, strict=True):
            mutant = bytearray(data)
            for _ in range(rng.randint(0, 4)):
                at = rng.randrange(len(mutant))
                mutant[at : at + rng.randint(0, 3)] = (
                    rng.randbytes(rng.randint(0, 3)) + b"9./- \n"[: rng.randint(0, 2)]
                )
            path.write_bytes(mutant)
        # Anything else fails the test.
        with contextlib.suppress(TuningError):
            assert len(read_scala(*paths).pitches) == 128


# --- files ---------------------------------------------------------------------------------------


def test_files_are_read_in_any_coding_and_give_the_tuning_its_name(tmp_path: Path) -> None:
    for coding in ("utf-8", "utf-8-sig", "latin-1"):
        (tmp_path / "a.scl").write_bytes("Mélange\n1\n2/1\n".encode(coding))
        assert read_scala(tmp_path / "a.scl").name == "Mélange"
    (tmp_path / "b.scl").write_text("\n1\n2/1\n")
    (tmp_path / "white.kbm").write_text("0\n0\n127\n60\n60\n261.6\n0\n")
    assert read_scala(tmp_path / "b.scl").name == "b"
    assert read_scala(tmp_path / "b.scl", tmp_path / "white.kbm").name == "b (white)"


def test_what_is_no_text_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture.scl").write_bytes(b"\x89PNG\0\1\2\3")
    (tmp_path / "huge.scl").write_bytes(b"!" * (1 << 20) + b"!")
    for name, why in (
        ("picture.scl", "‘picture.scl’ is not a text, as Scala files are."),
        ("huge.scl", "‘huge.scl’ is larger than any Scala file."),
        ("missing.scl", "Could not open ‘missing.scl’."),
    ):
        with pytest.raises(TuningError) as refused:
            read_scala(tmp_path / name)
        assert refused.value.message == why
