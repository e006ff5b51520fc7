"""Keys: names, scales and the key a piece is in."""

from itertools import accumulate

import pytest

from engine.harmony.keys import (
    MAJOR_STEPS,
    NATURAL_MINOR_STEPS,
    Key,
    estimate_key,
    fifths_at,
    is_black,
    key_of_durations,
    pitch_name,
    share_in_key,
    spelled,
)
from engine.midi.file.midifile import read_midi
from engine.midi.file.writing import write_midi
from engine.values.score import KeySignature, Note, Score, Track


def _line(*pitches: int) -> list[Note]:
    return [Note(i, pitch, 1) for i, pitch in enumerate(pitches)]


@pytest.mark.parametrize(
    ("tonic", "minor", "name", "fifths"),
    [(0, False, "C major", 0), (9, True, "A minor", 0), (3, False, "E♭ major", -3),
     (6, False, "F♯ major", 6), (0, True, "C minor", -3), (4, True, "E minor", 1)],
)  # fmt: skip
def test_names_and_signatures(tonic: int, minor: bool, name: str, fifths: int) -> None:  # noqa: FBT001
    key = Key(tonic, minor)
    assert key.name == name
    assert key.fifths == fifths
    assert Key.of(key.signature()) == key


def test_every_signature_gives_its_key() -> None:
    for fifths in range(-5, 7):
        for minor in (False, True):
            assert Key.of(KeySignature(0, fifths, minor)).fifths == fifths


def test_scales_in_use() -> None:
    assert Key(0).pitch_classes == {0, 2, 4, 5, 7, 9, 11}
    assert Key(9, minor=True).pitch_classes == {9, 11, 0, 2, 4, 5, 6, 7, 8}
    assert Key(9, minor=True).scale == (9, 11, 0, 2, 4, 5, 7)


def test_a_major_and_a_minor_line_are_told_apart() -> None:
    assert estimate_key(_line(60, 62, 64, 65, 67, 69, 71, 72, 67, 64, 60)) == Key(0)
    assert estimate_key(_line(69, 71, 72, 74, 76, 77, 68, 69, 76, 72, 69)) == Key(9, minor=True)
    assert estimate_key([]) is None


def test_transposed_music_is_in_the_transposed_key() -> None:
    tune = (60, 62, 64, 65, 67, 69, 71, 72, 67, 64, 60)
    for shift in range(12):
        assert estimate_key(_line(*(p + shift for p in tune))) == Key(shift)


def _tune(*notes: tuple[int, float]) -> list[Note]:
    """Return a tune of (pitch, beats)."""
    starts = accumulate((round(480 * beats) for _, beats in notes), initial=0)
    return [
        Note(start, pitch, round(480 * beats))
        for start, (pitch, beats) in zip(starts, notes, strict=False)
    ]


@pytest.mark.parametrize(
    ("tune", "key"),
    [
        pytest.param(
            _tune((66, 1), (66, 1), (67, 1), (69, 1), (69, 1), (67, 1), (66, 1), (64, 1),
                  (62, 1), (62, 1), (64, 1), (66, 1), (66, 1.5), (64, 0.5), (64, 2)),
            Key(2),
            id="Ode to Joy begins on the third",
        ),
        pytest.param(
            _tune((67, 1.5), (69, 0.5), (67, 1), (64, 3), (67, 1.5), (69, 0.5), (67, 1), (64, 3),
                  (74, 2), (74, 1), (71, 3), (72, 2), (72, 1), (67, 3)),
            Key(0),
            id="Silent Night begins on the dominant",
        ),
        pytest.param(
            _tune((69, 0.5), (69, 0.5), (72, 2), (69, 0.5), (69, 0.5), (72, 2), (69, 0.5),
                  (72, 0.5), (77, 1), (76, 1.5), (74, 0.5), (74, 1), (72, 1)),
            Key(5),
            id="Brahms's lullaby dwells on the dominant",
        ),
        pytest.param(
            _tune((69, 1), (72, 2), (74, 1), (76, 1.5), (77, 0.5), (76, 1), (74, 2), (71, 1),
                  (67, 1.5), (69, 0.5), (71, 1), (72, 2), (69, 1), (69, 1.5), (68, 0.5), (69, 1),
                  (71, 2), (68, 1), (64, 2)),
            Key(9, minor=True),
            id="Greensleeves has a major dominant",
        ),
    ],
)  # fmt: skip
def test_a_short_tune_is_in_the_key_that_it_is_printed_in(tune: list[Note], key: Key) -> None:
    assert estimate_key(tune) == key
    assert estimate_key(reversed(tune)) == key  # their order is that of their starts


@pytest.mark.parametrize("times", [1, 2, 4, 16, 64])
def test_what_is_entered_first_is_in_its_own_key(times: int) -> None:
    assert estimate_key(_line(*[65] * times)) == Key(5)
    assert estimate_key(_line(*(55, 59, 62) * times)) == Key(7)
    assert estimate_key(_line(*(57, 60, 64) * times)) == Key(9, minor=True)


def test_durations_name_the_key_that_their_notes_name() -> None:
    notes = _line(66, 66, 67, 69, 69, 67, 66, 64, 62, 62, 64, 66, 66, 64, 64)
    durations = [sum(n.pitch % 12 == pitch_class for n in notes) for pitch_class in range(12)]
    assert key_of_durations(durations, count=len(notes), first=66) == estimate_key(notes)
    assert key_of_durations([0.0] * 12, count=1, first=60) is None


def test_share_in_key() -> None:
    assert share_in_key(_line(60, 61, 62, 64), Key(0)) == 0.75
    assert share_in_key([], Key(0)) == 1.0


def test_pitch_names() -> None:
    assert pitch_name(60) == "C4"
    assert pitch_name(0) == "C-1"
    assert [pitch_name(pitch, fifths) for pitch, fifths in ((70, -3), (70, 2), (73, -1))] == [
        "B♭4",
        "A♯4",
        "C♯5",
    ]
    assert is_black(61)
    assert not is_black(64)


@pytest.mark.parametrize("fifths", range(-7, 8))
def test_every_note_of_a_key_is_spelled_as_its_signature_has_it(fifths: int) -> None:
    tonic = 7 * fifths % 12
    letters = [spelled((tonic + step) % 12, fifths)[0] for step in (0, 2, 4, 5, 7, 9, 11)]
    assert sorted(letters) == list("ABCDEFG")
    signs = [spelled((tonic + step) % 12, fifths)[1] for step in (0, 2, 4, 5, 7, 9, 11)]
    assert signs.count("♯") - signs.count("♭") == fifths


@pytest.mark.parametrize("fifths", [None, *range(-7, 8)])
def test_a_name_in_any_key_is_the_pitch_it_names(fifths: int | None) -> None:
    steps = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
    for pitch in range(12, 128):
        name = pitch_name(pitch, fifths)
        sign = {"♯": 1, "♭": -1}.get(name[1], 0)
        octave = int(name[1 + abs(sign) :])
        assert 12 * (octave + 1) + steps[name[0]] + sign == pitch
    assert fifths_at((KeySignature(0, 2), KeySignature(960, -3)), 960) == -3
    assert fifths_at((), 0) is None


def _scale(steps: tuple[int, ...], tonic: int, count: int = 140) -> tuple[Note, ...]:
    """Return a tune up and down a scale that rests on its first and fifth notes."""
    walk = (0, 1, 2, 3, 4, 3, 2, 1, 0, 4, 5, 6, 4, 2, 0)
    return tuple(
        Note(n * 120, 60 + tonic + steps[walk[n % len(walk)]], 240 if n % 15 == 0 else 120, 80)
        for n in range(count)
    )


def _file_in(key: KeySignature, notes: tuple[Note, ...]) -> bytes:
    return write_midi(Score(tracks=(Track(notes=notes),), key_signatures=(key,)))


def test_a_default_key_that_the_notes_deny_is_not_believed() -> None:
    """Writers that know no key put C major into the file; the notes say C minor."""
    minor = _scale(NATURAL_MINOR_STEPS, 0)
    reading = read_midi(_file_in(KeySignature(0, 0), minor))
    assert reading.score.key_signatures == ()
    assert estimate_key(reading.score.tracks[0].notes) == Key(0, minor=True)


@pytest.mark.parametrize(
    ("key", "notes"),
    [
        (KeySignature(0, 0), _scale(MAJOR_STEPS, 0)),
        (KeySignature(0, 0), _scale(NATURAL_MINOR_STEPS, 9)),  # A minor has no signs either
        (KeySignature(0, 2), _scale(NATURAL_MINOR_STEPS, 0)),  # nobody writes D major by default
        (KeySignature(0, 0), _scale(NATURAL_MINOR_STEPS, 0, count=40)),  # too few notes
    ],
)
def test_a_key_is_believed_where_the_notes_do_not_deny_it(
    key: KeySignature, notes: tuple[Note, ...]
) -> None:
    assert read_midi(_file_in(key, notes)).score.key_signatures == (key,)
