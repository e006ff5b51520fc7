"""MusicXML that is made to take long: each file is read or refused with work that it is worth."""

import time
from fractions import Fraction

import pytest

from engine.form import unfolding
from engine.form.quarters import FINEST, simplified
from engine.form.unfolding import Signs, unfolded
from engine.gate import xml
from engine.ground.errors import NotationFileError, SegueError
from engine.notation.musicxml import write
from engine.notation.musicxml_measures import sounding_fifths
from engine.notation.musicxml_parts import parts_of
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import Note, Score, Track
from tests.notation.hostile import HOSTILE, document, note

# What a guarded reader has. The slowest of these take a quarter of it.
LONGEST_S = 20.0


# Seconds each. What bounds them is tried by smaller files, too: here by `a container`, `back and
# forth` and `endings in endings`, below by parts times repeats and by divisions.
SECONDS_EACH = {
    "99 endings of 200 measures",
    "codas that are not there",
    "dynamics of 20,000 staves",
    "grace notes",
    "long measures",
    "repeats of 250 parts",
    "staves and voices",
    "unlike divisions in each measure",
}


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=pytest.mark.slow) if k in SECONDS_EACH else k for k in HOSTILE],
)
def test_a_hostile_file_is_read_or_refused_in_a_readers_time(kind: str) -> None:
    data = HOSTILE[kind]()
    told = "."
    began_s = time.process_time()
    try:
        read_musicxml(data)
    except SegueError as error:
        told = error.message
    if kind == "repeats of 250 parts":
        assert "measures to play" in told
    assert time.process_time() - began_s < LONGEST_S
    assert told.endswith(".")
    assert len(told) < 200


@pytest.mark.slow
def test_a_piece_of_ten_minutes_is_read_in_a_quarter_of_a_readers_time() -> None:
    bars = 300  # of two seconds each: one of 40 minutes has all of the time
    tracks = tuple(
        Track(
            name=str(number),
            program=program,
            notes=tuple(Note(step * n, 48 + n * 7 % 30, step) for n in range(bars * 1920 // step)),
        )
        for number, (program, step) in enumerate(((40, 240), (0, 120), (42, 480)))
    )
    data = write(notate(Score(tracks=tracks)))
    began_s = time.process_time()
    reading = read_musicxml(data)
    assert time.process_time() - began_s < LONGEST_S / 4
    assert [track.notes for track in reading.score.tracks] == [track.notes for track in tracks]
    assert reading.warnings == ()


@pytest.mark.parametrize("duration", ["0", "-5", "9999999999", "NaN"])
def test_a_note_without_a_length_is_left_out_with_a_word(duration: str) -> None:
    reading = read_musicxml(document(note(), note(duration=duration)))
    assert reading.score.note_count == 1
    assert reading.warnings == ("1 note without a length was left out.",)


def _as_it_was(fifths: int, semitones: int) -> int:
    sounding = fifths + (semitones * 7 + 6) % 12 - 6
    while sounding > 7:
        sounding -= 12
    while sounding < -7:
        sounding += 12
    return sounding


def test_keys_of_many_signs_sound_as_those_of_the_same_tones_with_fewer() -> None:
    for fifths in range(-60, 61):
        for semitones in range(-30, 31):
            assert sounding_fifths(fifths, semitones) == _as_it_was(fifths, semitones)


@pytest.mark.parametrize(
    ("fifths", "heard"), [("8", -4), ("14", 2), ("-14", -2), ("15", 3), ("-999999999", 3)]
)
def test_a_key_of_more_than_fourteen_signs_is_passed_over(fifths: str, heard: int) -> None:
    def key(said: str) -> str:
        return f"<attributes><key><fifths>{said}</fifths></key></attributes>"

    score = read_musicxml(document(key("3") + note(), key(fifths) + note())).score
    assert score.key_signatures[-1].fifths == heard


def test_places_stay_small_fractions_whatever_the_divisions() -> None:
    document_ = xml.parse(HOSTILE["unlike divisions before each note"]())
    (part,) = parts_of(document_, most_parts=1, most_measures=10_000)
    for measure in part.measures:
        assert measure.length.denominator <= FINEST
        assert all(sounding.start.denominator <= FINEST for sounding in measure.notes)


def test_places_that_music_has_are_exact() -> None:
    for parts in (*range(1, 17), 480, 1024, 10_080, 768 * 7 * 11 * 13):
        assert simplified(Fraction(1, parts)) == Fraction(1, parts)
    assert simplified(Fraction(1, 7919 * 7907 * 7901)) == Fraction(0)


@pytest.mark.slow
def test_endings_that_are_passed_over_take_no_step_for_each_of_their_measures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = 0
    step = unfolding._Unfolder.step

    def counted(walk: unfolding._Unfolder) -> unfolding.PlayedMeasure | None:
        nonlocal steps
        steps += 1
        return step(walk)

    monkeypatch.setattr(unfolding._Unfolder, "step", counted)
    endings = [
        Signs(endings=frozenset({number}), closes=index == 99, backward=99 if index == 99 else 0)
        for number in range(1, 99)
        for index in range(100)
    ]
    assert len(unfolded(endings, most=20_000)) == 9_800
    assert steps < 20_000


@pytest.mark.parametrize(
    "declared",
    ['<!ATTLIST note a CDATA "x">', "<!ATTLIST note a ID #IMPLIED>", '<!ATTLIST b c (d|e) "d">'],
)
def test_a_document_that_declares_attributes_is_refused(declared: str) -> None:
    before = f"<!DOCTYPE score-partwise [{declared}]>"
    with pytest.raises(NotationFileError, match="it declares attributes"):
        read_musicxml(document(note(), before=before))


def test_a_syllable_is_no_book() -> None:
    text = f"<lyric><text>{'la' * 8_000}</text></lyric>"
    (track,) = read_musicxml(document(note(text))).score.tracks
    assert len(track.others[0].data) == 1024
