"""What the next chord may be: as in songs, in the mode and tones of the piece, and as it moves."""

import numpy as np
import pytest

from engine.ground.paths import starter_model
from engine.harmony.chord_symbols import parse_chord
from engine.harmony.keys import Key
from engine.planning.chord_mixture import ChordMixture, Habit, drawn_from, sums_of
from engine.planning.chord_model import ChordModel, load_chord_model
from engine.planning.counting import count_chords
from engine.planning.harmony import CHORDS, NONE, TONES, BarChords, number_of, raised
from tests.planning.conftest import LOOP, VERSE, song

C, D = Key(0), Key(2)


@pytest.fixture(scope="module")
def model() -> ChordModel:
    turn = "Dm | G | C | C | F | C | G | C"
    return ChordModel(count_chords([song(VERSE, times=3), song(LOOP, times=4), song(turn)]))


@pytest.fixture(scope="module")
def starter() -> ChordModel:
    found = load_chord_model(starter_model())
    assert found is not None
    return found


def numbers(text: str, key: Key = C) -> list[int]:
    return [number_of(parse_chord(name), key) for name in text.split()]


def bars(text: str, key: Key = C) -> list[BarChords]:
    return [BarChords(number, number) for number in numbers(text, key)]


def chances(mixture: ChordMixture, last: int, *, before: int = 0, place: int = 3) -> np.ndarray:
    sums = mixture.after(before, last, place=place)
    return np.diff(sums, prepend=0.0) / sums[-1]


def foreign(key: Key) -> np.ndarray:
    scale = {(tone - key.tonic) % 12 for tone in key.pitch_classes}
    return np.array([not tones <= scale for tones in TONES])


def test_the_chances_are_one_and_no_bar_is_without_a_chord(starter) -> None:
    prompt = [*bars("C Am F G"), BarChords(NONE, NONE), *bars("C")]
    mixture = ChordMixture(starter, C, prompt)
    for last in (*range(0, CHORDS, 7), NONE):
        found = chances(mixture, last)
        assert found.min() >= 0.0
        assert found.sum() == pytest.approx(1.0)
        assert found[NONE] == 0.0


def test_one_chord_alone_is_gone_on_with_as_in_songs(starter) -> None:
    table = starter.table(minor=False).after(0, 0, place=3).copy()
    table[NONE] = 0.0
    alone = ChordMixture(starter, C, bars("C")).after(0, 0, place=3)
    assert np.array_equal(alone, np.cumsum(table))


def test_without_any_chord_songs_say_what_comes(starter) -> None:
    mixture = ChordMixture(starter, C, [BarChords(NONE, NONE)] * 8)
    assert chances(mixture, NONE).sum() == pytest.approx(1.0)


def test_a_chord_that_the_prompt_never_left_is_left_as_in_songs(model) -> None:
    c, am, dm, g = numbers("C Am Dm G")
    found = chances(ChordMixture(model, C, bars("C Am C Am C Am C Am")), dm, before=c)
    assert int(found.argmax()) == g
    assert found[g] > found[c] + found[am]


def test_a_step_counts_the_same_wherever_it_begins(model) -> None:
    g, c, a, d = numbers("G C A D")
    assert model.steps[g, c] == pytest.approx(model.steps[a, d])
    assert model.steps[g, c] > 0.3
    for semitones in range(12):
        up = raised(semitones)
        assert model.steps[np.ix_(up, up)] == pytest.approx(model.steps)
    # No song here has an E♭, so that its table knows nothing after it.
    e_flat, a_flat, f_sharp = numbers("Eb Ab F#")
    found = chances(ChordMixture(model, C, bars("Ab Eb Ab Db Ab Db")), e_flat)
    assert found[a_flat] > 5 * found[f_sharp]


def test_a_mode_reads_its_chords_in_the_major_key_with_the_same_notes(starter) -> None:
    prompt = bars("D C G D D C G D", D)
    i, c = numbers("D C", D)
    by_home = chances(ChordMixture(starter, D, prompt), c, before=i)
    in_mode = chances(ChordMixture(starter, Key(2, mode="mixolydian"), prompt), c, before=i)
    is_foreign = foreign(Key(2, mode="mixolydian"))
    assert in_mode[is_foreign].sum() < 0.5 * by_home[is_foreign].sum()
    # C is rare in D major, and IV in G.
    assert in_mode[c] > 1.3 * by_home[c]


@pytest.mark.parametrize("last", ["C", "Am", "E7"])
def test_tones_that_the_prompt_has_not_are_rare(starter, last) -> None:
    (number,) = numbers(last)
    table = starter.table(minor=False).after(0, number, place=2)
    found = chances(ChordMixture(starter, C, bars("C Am F G " * 4)), number, place=2)
    is_foreign = foreign(C)
    assert found[is_foreign].sum() < 0.5 * table[is_foreign].sum()
    assert found[is_foreign].sum() > 0.002


def test_a_piece_that_has_foreign_chords_gets_more_of_them(starter) -> None:
    plain = chances(ChordMixture(starter, C, bars("C Am F G " * 4)), 0)
    modulating = "C F G7 C Am D7 G G G C D7 G Em A7 D D"
    leaving = chances(ChordMixture(starter, C, bars(modulating)), 0)
    assert leaving[foreign(C)].sum() > 3 * plain[foreign(C)].sum()


def test_the_middle_of_a_bar_has_the_tones_of_the_piece(starter) -> None:
    def foreign_middles(middles: str) -> float:
        pairs = zip(numbers("C Am F G " * 3), numbers(f"{middles} " * 3), strict=True)
        mixture = ChordMixture(starter, C, [BarChords(*pair) for pair in pairs])
        rng = np.random.default_rng(1)
        drawn = (mixture.middle(first, rng) for first in numbers("Dm Em") * 200)
        return float(np.mean([foreign(C)[chord] for chord in drawn]))

    assert foreign_middles("G F C F") < 0.5 * foreign_middles("A7 E7 D7 E7")


def test_a_piece_whose_chords_stay_stays(starter) -> None:
    c = numbers("C")[0]
    moving = chances(ChordMixture(starter, C, bars("C Am F G " * 4)), c)
    staying = chances(ChordMixture(starter, C, bars("C C F F C C G G " * 2)), c)
    assert staying[c] > 2 * moving[c]


def test_a_habit_is_a_factor_on_odds() -> None:
    habit = Habit(done=2.0, other=4.0, factor=2.0)
    assert habit.on_odds(0, 0) == 1.0
    assert habit.on_odds(4, 0) == 3.0
    assert habit.on_odds(0, 12) == 0.25


def test_a_number_is_drawn_as_often_as_it_is_likely() -> None:
    sums = sums_of(np.array([1.0, 0.0, 3.0]))
    assert sums.tolist() == [0.25, 0.25, 1.0]
    rng = np.random.default_rng(1)
    drawn = np.bincount([drawn_from(sums, rng) for _ in range(4000)], minlength=3) / 4000
    assert drawn == pytest.approx([0.25, 0.0, 0.75], abs=0.02)


def test_a_number_is_raised_within_its_quality() -> None:
    assert raised(0).tolist() == list(range(CHORDS))
    assert raised(7)[numbers("C F G7 Bm")].tolist() == numbers("G C D7 F#m")
    assert raised(5)[NONE] == NONE
