"""Chords: named, read, and found in music."""

import random

import pytest

from engine.ground.errors import LimitError, SegueError
from engine.harmony import chords
from engine.harmony.chord_symbols import played_chord
from engine.harmony.chord_track import MOST_BEATS, heard_chords
from engine.harmony.chords import (
    QUALITIES,
    Chord,
    chord_name,
    find_chords,
    fitting_chords,
    parse_chord,
    pitch_classes,
)
from engine.values.score import Note, Score, TimeSignature, Track

BAR = 4 * 480


def block(pitches: tuple[int, ...], start: int, duration: int = BAR) -> tuple[Note, ...]:
    return tuple(Note(start, pitch, duration) for pitch in pitches)


def piece(*notes: Note, meter: tuple[int, int] = (4, 4), is_drum: bool = False) -> Score:
    track = Track(is_drum=is_drum).with_notes(notes)
    return Score(tracks=(track,), time_signatures=(TimeSignature(0, *meter),))


def names(score: Score) -> list[str]:
    return [chord_name(chord) for chord in find_chords(score)]


@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize("root", range(12))
def test_every_chord_is_read_back_from_its_name(root: int, quality: str) -> None:
    for bass in (root, (root + 1) % 12):
        chord = Chord(0, root, quality, bass)  # type: ignore[arg-type]
        assert parse_chord(chord_name(chord)) == chord


@pytest.mark.parametrize("fifths", range(-7, 8))
@pytest.mark.parametrize("quality", QUALITIES)
def test_every_chord_is_read_back_from_its_name_in_a_key(fifths: int, quality: str) -> None:
    for root in range(12):
        for bass in range(12):
            chord = Chord(0, root, quality, bass)  # type: ignore[arg-type]
            assert parse_chord(chord_name(chord, fifths)) == chord


@pytest.mark.parametrize(
    ("text", "fifths", "name"),
    [
        ("Gb7", 2, "F♯7"),
        ("Gb7", -3, "G♭7"),
        ("Ab7", 3, "G♯7"),
        ("Ab", 0, "A♭"),
        ("Abdim7", 0, "G♯dim7"),
        ("Db", 0, "D♭"),
        ("Dbm", -3, "D♭m"),
        ("F#7/A#", 2, "F♯7/A♯"),
        ("D7/F#", -2, "D7/F♯"),
        ("Ab/C", -4, "A♭/C"),
        ("Fdim7", 6, "E♯dim7"),
        ("Fm", 4, "Fm"),
        ("B", -5, "B"),
        ("B", -6, "C♭"),
    ],
)
def test_a_key_decides_how_a_chord_is_spelled(text: str, fifths: int, name: str) -> None:
    assert chord_name(parse_chord(text), fifths) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dm7/F", "Dm7/F"),
        ("G13", "G7"),
        ("G13(b9)", "G7"),
        ("Cmaj7", "Cmaj7"),
        ("C6/9", "C"),
        ("Bb", "B♭"),
        ("F#m7-5/A", "F♯m7♭5/A"),
        ("Asus2", "Asus4"),
        ("C(add9)", "C"),
        ("Cadd9/E", "C/E"),
        ("Eø", "Em7♭5"),
        ("Fmaj9#11", "Fmaj7"),
        ("Am(maj7)", "Am"),
        ("G7alt", "G7"),
        ("C+", "Caug"),
        ("B°7", "Bdim7"),
        ("CMaj7", "Cmaj7"),
        ("CMA7", "Cmaj7"),
        ("CMa7", "Cmaj7"),
        ("C^7", "Cmaj7"),
        ("C^", "Cmaj7"),
        ("CM7", "Cmaj7"),
        ("CM", "C"),
        ("CMadd9", "C"),
        ("Cm7", "Cm7"),
        ("CMin7", "Cm7"),
        ("CMi7b5", "Cm7♭5"),
        ("CmMaj7", "Cm"),
        ("C-^7", "Cm"),
        (" n.c. ", "N.C."),
    ],
)
def test_symbols_as_people_write_them_are_read(text: str, name: str) -> None:
    assert chord_name(parse_chord(text)) == name


@pytest.mark.parametrize(
    "text", ["", "H7", "c", "Cx", "C/", "C/H", "Cm7♭", "/E", "🎵", "C" * 10_000]
)
def test_what_is_no_chord_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SegueError, match="no chord") as caught:
        parse_chord(text)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ((60, 64, 67), "C"),
        ((64, 67, 72), "C/E"),
        ((57, 60, 64, 67), "Am7"),
        ((55, 59, 62, 65), "G7"),
        ((53, 55, 59, 62), "G7/F"),
        ((43, 65, 69, 72), "F/G"),
        ((48, 64, 70), "C7"),
        ((60, 63), "Cm"),
        ((60, 65, 67), "Csus4"),
        ((60, 63, 66, 69), "Cdim7"),
        ((63, 66, 69, 72), "E♭dim7"),
        ((60, 64, 68), "Caug"),
        ((48, 52, 55, 59, 62), "Cmaj7"),
        ((36, 48, 60, 64, 67, 76), "C"),
    ],
)
def test_keys_that_are_held_together_name_a_chord(keys: tuple[int, ...], name: str) -> None:
    assert chord_name(played_chord(keys)) == name
    assert chord_name(played_chord(reversed(keys))) == name


@pytest.mark.parametrize("keys", [(), (60,), (60, 72), (60, 67), (60, 61, 62), range(60, 72)])
def test_keys_that_name_no_chord_are_refused_with_a_sentence(keys: tuple[int, ...]) -> None:
    with pytest.raises(SegueError, match="no chord that Segue knows"):
        played_chord(keys)


def test_a_slash_chord_holds_its_bass() -> None:
    assert pitch_classes(parse_chord("C/D")) == {0, 2, 4, 7}
    assert pitch_classes(Chord(0)) == frozenset()


@pytest.mark.parametrize("quality", QUALITIES)
def test_a_chord_held_in_root_position_is_found_in_every_key(quality: str) -> None:
    for root in range(12):
        pitches = tuple(48 + root + step for step in QUALITIES[quality])  # type: ignore[index]
        (chord,) = find_chords(piece(*block(pitches, 0)))
        wanted = root
        if quality == "aug":  # the same three pitch classes have three names
            assert chord.quality == "aug"
        else:
            assert (chord.root, chord.quality) == (wanted, quality)


def test_chords_begin_where_they_change_and_equal_ones_are_one() -> None:
    score = piece(
        *block((48, 64, 67, 72), 0),
        *block((48, 64, 67, 72), BAR),
        *block((45, 60, 64, 69), 2 * BAR, BAR // 2),
        *block((50, 60, 65, 69), 2 * BAR + BAR // 2, BAR // 2),
        *block((43, 59, 65, 67), 3 * BAR),
    )
    found = [(chord.tick, chord_name(chord)) for chord in find_chords(score)]
    assert found == [
        (0, "C"),
        (2 * BAR, "Am"),
        (2 * BAR + BAR // 2, "Dm7"),
        (3 * BAR, "G7"),
    ]


def test_broken_chords_and_passing_notes_are_one_chord() -> None:
    steps = (48, 64, 67, 72, 67, 64, 65, 64)
    score = piece(*(Note(240 * i, pitch, 240) for i, pitch in enumerate(steps)))
    assert names(score) == ["C"]


def test_an_inversion_says_its_bass() -> None:
    assert names(piece(*block((52, 60, 67, 72), 0))) == ["C/E"]


def test_music_without_a_pitched_note_has_no_chord() -> None:
    assert find_chords(Score()) == (Chord(0),)
    assert find_chords(piece(Note(0, 36, 480), is_drum=True)) == (Chord(0),)


def test_a_long_silence_has_no_chord_and_a_short_one_keeps_it() -> None:
    chord = (48, 64, 67)
    rest = piece(*block(chord, 0), *block(chord, BAR + 480, BAR - 480))
    assert names(rest) == ["C"]
    pause = piece(*block(chord, 0), *block(chord, 9 * BAR))
    assert [(c.tick, chord_name(c)) for c in find_chords(pause)] == [
        (0, "C"),
        (BAR, "N.C."),
        (9 * BAR, "C"),
    ]


def test_drums_are_not_heard() -> None:
    score = piece(*block((48, 64, 67), 0))
    drums = Track(is_drum=True, notes=tuple(Note(480 * i, 37, 480) for i in range(4)))
    with_drums = Score(tracks=(*score.tracks, drums))
    assert find_chords(with_drums) == find_chords(score)


@pytest.mark.parametrize(
    "meter", [(3, 4), (5, 4), (6, 8), (7, 8), (12, 8), (3, 8), (2, 2), (1, 64)]
)
def test_chords_change_at_bar_lines_in_every_meter(meter: tuple[int, int]) -> None:
    bar = 480 * 4 * meter[0] // meter[1]
    bars = max(1, BAR // bar)
    score = piece(
        *block((48, 64, 67), 0, bars * bar),
        *block((41, 65, 69), bars * bar, bars * bar),
        meter=meter,
    )
    assert [(c.tick, chord_name(c)) for c in find_chords(score)] == [(0, "C"), (bars * bar, "F")]


def test_a_meter_that_changes_inside_a_bar_is_fine() -> None:
    track = Track().with_notes((*block((48, 64, 67), 0, 700), *block((41, 65, 69), 700, BAR)))
    score = Score(
        tracks=(track,), time_signatures=(TimeSignature(0, 4, 4), TimeSignature(700, 3, 4))
    )
    assert [(c.tick, chord_name(c)) for c in find_chords(score)] == [(0, "C"), (700, "F")]


def test_forty_voices_in_one_chord_are_a_chord() -> None:
    pitches = tuple(pitch for pitch in range(128) if pitch % 12 in {2, 5, 9})
    assert names(piece(*block(pitches, 0))) == ["Dm"]
    assert names(piece(*block(tuple(range(128)), 0))) == ["N.C."]


def test_transposed_music_has_transposed_chords() -> None:
    draw = random.Random(0)  # noqa: S311 - music, not secrets
    notes = [
        Note(
            240 * i, draw.choice((48, 52, 55, 57, 60, 62, 64, 65, 67, 71)), draw.choice((240, 480))
        )
        for i in range(128)
    ]
    up = [Note(n.start, n.pitch + 5, n.duration) for n in notes]
    moved = [
        Chord(c.tick, (c.root + 5) % 12, c.quality, (c.bass + 5) % 12)
        for c in find_chords(piece(*notes))
    ]
    assert list(find_chords(piece(*up))) == moved


def test_pieces_longer_than_what_is_looked_at_at_once_have_no_seams() -> None:
    chords = ((48, 64, 67), (41, 65, 69))
    score = piece(*(note for bar in range(600) for note in block(chords[bar % 2], bar * BAR)))
    assert [chord.tick for chord in find_chords(score)] == [bar * BAR for bar in range(600)]


@pytest.mark.parametrize("meter", [(4, 4), (1, 4), (6, 8), (64, 4), (3, 64)])
def test_a_note_of_any_length_costs_as_much_as_a_short_one(
    meter: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_on: list[int] = []
    values = chords._values

    def counted(heard: chords.Floats, *others: object) -> chords.Floats:
        worked_on.append(len(heard))
        return values(heard, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(chords, "_values", counted)
    held = piece(Note(0, 60, 99_000 * BAR), meter=meter)
    assert names(held)[0] == "C"
    assert sum(worked_on) < 800
    # A chord that is asked for in the midst of it is found all the same.
    assert fitting_chords(held, start=50_000 * BAR, end=50_001 * BAR)
    assert sum(worked_on) < 1600


@pytest.mark.parametrize("meter", [(4, 4), (3, 4), (5, 4), (6, 8)])
@pytest.mark.parametrize("rest", [0, 1, 7, 300, 1001])
def test_chords_stand_where_they_did_after_long_notes_and_rests(
    meter: tuple[int, int], rest: int
) -> None:
    bar = 1920 * meter[0] // meter[1]
    far = (400 + rest) * bar
    score = piece(
        *block((48, 64, 67), 0, 400 * bar),
        *block((41, 65, 69), far, bar),
        *block((43, 62, 71), far + bar, 700 * bar),
        *block((48, 64, 67), far + 701 * bar, bar),
        meter=meter,
    )
    found = [(c.tick, chord_name(c)) for c in find_chords(score)]
    pause = [(400 * bar, "N.C.")] * (rest > 1)
    after = [(far, "F"), (far + bar, "G"), (far + 701 * bar, "C")]
    if rest == 1:
        found = [chord for chord in found if chord[1] != "N.C."]
    assert found == [(0, "C"), *pause, *after]


@pytest.mark.slow
def test_chords_of_a_piece_that_never_ends_are_refused_before_they_are_looked_for() -> None:
    beats = [Note(480 * i, 60 + i % 7, 480) for i in range(MOST_BEATS)]
    heard_chords(piece(*beats))
    with pytest.raises(LimitError, match="too long for its chords to be found"):
        heard_chords(piece(*beats, Note(480 * MOST_BEATS, 60, 480)))
