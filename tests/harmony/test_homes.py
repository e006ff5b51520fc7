"""Home: the tonic that bars come to rest on, where the notes alone name another key."""

import pytest

from benchmarks.home_loops import BAR, loops
from engine.harmony.chord_symbols import parse_chord, pitch_classes
from engine.harmony.homes import home_between, home_of
from engine.harmony.keys import MODES, Key, estimate_key
from engine.values.score import Note, Score, Track


def band(text: str, *, times: int = 2, bass: int | None = None, thirds: bool = True) -> Score:
    """Return chords, one a bar, over their roots in eighths, or over a pedal point."""
    chords = [parse_chord(name) for name in text.split()] * times
    low: list[Note] = []
    high: list[Note] = []
    for bar, chord in enumerate(chords):
        root = 36 + (chord.root if bass is None else bass)
        low += [Note(bar * BAR + i * BAR // 8, root, BAR // 8) for i in range(8)]
        tones = pitch_classes(chord) if thirds else {chord.root, (chord.root + 7) % 12}
        high += [Note(bar * BAR, 55 + (tone - 55) % 12, BAR) for tone in sorted(tones)]
    drums = tuple(Note(tick, 36, 120) for tick in range(0, len(chords) * BAR, BAR // 4))
    return Score(
        tracks=(
            Track(name="Guitar", notes=tuple(high)),
            Track(name="Bass", notes=tuple(low)),
            Track(name="Drums", is_drum=True, notes=drums),
        )
    )


def home(score: Score) -> Key | None:
    return home_between(score, 0, score.end)


@pytest.mark.parametrize(
    ("text", "name", "fifths"),
    [
        ("D C G D", "D mixolydian", 1),
        ("A G D A", "A mixolydian", 2),
        ("Dm G Dm G", "D dorian", 0),
        ("Em A Em A", "E dorian", 2),
        ("Em F Em F", "E phrygian", 0),
        ("Am G F G", "A aeolian", 0),
        ("Dm B♭ C Dm", "D aeolian", -1),
        ("C F G C", "C major", 0),
        ("Am Dm E7 Am", "A minor", 0),
        ("G C D7 G", "G major", 1),
    ],
)
def test_a_loop_is_at_home_where_its_bass_is_and_keeps_its_signature(text, name, fifths) -> None:
    found = home(band(text, times=4))
    assert found is not None
    assert (found.name, found.signature().fifths) == (name, fifths)


def test_the_notes_alone_name_another_key_of_a_mixolydian_loop() -> None:
    loop = band("D C G D")
    assert estimate_key([n for track in loop.tracks[:2] for n in track.notes]) == Key(7)
    assert home(loop) == Key(2, mode="mixolydian")


def test_a_pedal_point_is_home_and_thirds_are_not_needed() -> None:
    assert home(band("D C G D", bass=2)) == Key(2, mode="mixolydian")
    found = home(band("E5 G5 A5 E5".replace("5", ""), thirds=False, times=4))
    assert found is not None
    assert found.tonic == 4


def test_a_phrygian_scale_with_a_major_third_rests_on_a_major_chord() -> None:
    found = home(band("E F E F", times=4))
    assert found is not None
    assert (found.tonic, found.minor, found.mode) == (4, False, "phrygian")
    assert found.pitch_classes == {4, 5, 7, 8, 9, 11, 0, 2}


def test_a_higher_loop_has_a_higher_home() -> None:
    for semitones in range(12):
        for loop in loops(7, 20):
            notes = [Note(n.start, n.pitch + semitones, n.duration) for n in loop.notes]
            plain, higher = home_of(loop.notes, loop.bar_lines), home_of(notes, loop.bar_lines)
            assert plain is not None
            assert higher == Key((plain.tonic + semitones) % 12, plain.minor, plain.mode)


def test_homes_of_generated_loops_are_found_far_oftener_than_their_keys() -> None:
    found = list(loops(11, 200))
    homes = [home_of(loop.notes, loop.bar_lines) for loop in found]
    keys = [estimate_key(loop.notes) for loop in found]
    right, named = (
        sum(key is not None and key.tonic == loop.home.tonic for key, loop in pairs)
        for pairs in (zip(homes, found, strict=True), zip(keys, found, strict=True))
    )
    assert right > 130
    assert named < 100


def test_without_notes_or_bars_there_is_no_home() -> None:
    assert home(Score(tracks=(Track(),))) is None
    assert home_of([], [0, BAR]) is None
    assert home_of([Note(0, 60, 480)], [0]) is None
    drums = Track(is_drum=True, notes=(Note(0, 38, 120),))
    assert home(Score(tracks=(drums,))) is None


def test_a_single_note_is_its_own_home() -> None:
    assert home(Score(tracks=(Track(notes=(Note(5 * BAR, 62, 480),)),))) == Key(2)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_has_the_notes_of_the_major_key_with_its_signature(mode) -> None:
    for tonic in range(12):
        key = Key(tonic, MODES[mode].minor, mode)
        major = next(Key(each) for each in range(12) if Key(each).fifths == key.fifths)
        assert set(key.scale) == key.pitch_classes == set(major.scale)
        assert key.scale[0] == tonic
        assert key.signature().fifths == key.fifths
        # What leads to its tonic is a major chord of its own notes.
        assert {(key.cadence + step) % 12 for step in (0, 4, 7)} <= key.pitch_classes
