"""The critic: how bars go on from a prompt in figures, and what choices teach."""

import math
from dataclasses import replace

import pytest

from benchmarks.evaluation.continuity import continuity
from benchmarks.evaluation.critic import learned, read_critic, starter_chords
from benchmarks.evaluation.passages import Passage, passage_of, with_following
from benchmarks.evaluation.which_next import Choice
from engine.music.score import Note, Score, Track
from engine.request import PartNote

BAR = 4 * 480
CHORDS = (60, 65, 67, 60)


@pytest.fixture(scope="module")
def chords():
    return starter_chords()


def tune(*, bars: int = 24) -> Score:
    """Four bars that return: a melody over roots."""
    melody = tuple(
        Note(bar * BAR + beat * 480, CHORDS[bar % 4] + (0, 4, 7, 4)[beat] + 12, 480)
        for bar in range(bars)
        for beat in range(4)
    )
    roots = tuple(Note(bar * BAR, CHORDS[bar % 4] - 12, BAR) for bar in range(bars))
    return Score(tracks=(Track(notes=melody), Track(notes=roots)))


def real() -> Passage:
    passage = passage_of(tune())
    assert passage is not None
    return passage


def moved(passage: Passage, *, up: int = 0, late: int = 0) -> Passage:
    """The same bars, higher or off the beat."""
    notes = [
        PartNote(track, replace(note, start=note.start + late, pitch=note.pitch + up))
        for track, note in passage.following.notes()
    ]
    return with_following(passage, notes)


def test_bars_that_return_are_near_the_prompt_and_its_phrase(chords) -> None:
    found = continuity(real(), chords)
    for name in ("notes near", "rhythm near, first", "classes phrase", "place", "time"):
        assert found[name] == 1.0
    assert found["in key"] == found["key found"] == found["chords of the phrase before"] == 1.0
    assert found["lost"] == found["entering"] == found["silent bars"] == 0.0
    assert found["notes near, own"] == pytest.approx(0.0)


def test_what_changes_is_seen_in_its_own_figures(chords) -> None:
    same = continuity(real(), chords)
    higher = continuity(moved(real(), up=1), chords)
    later = continuity(moved(real(), late=240), chords)
    assert higher["rhythm near"] == same["rhythm near"]
    assert higher["notes near"] < same["notes near"]
    assert higher["in key"] < same["in key"]
    assert later["place"] < same["place"]
    assert later["class"] == same["class"]
    assert later["rest"] == 0.5


def test_silence_drums_and_lost_parts_have_the_same_figures_as_all(chords) -> None:
    passage = real()
    silent = with_following(passage, ())
    drums = replace(
        passage,
        score=replace(
            passage.score, tracks=tuple(replace(t, is_drum=True) for t in passage.score.tracks)
        ),
    )
    names = set(continuity(passage, chords))
    for odd in (silent, drums, with_following(drums, ())):
        found = continuity(odd, chords)
        assert set(found) == names
        assert all(math.isfinite(value) for value in found.values())
    assert continuity(silent, chords)["lost"] == 2.0


def test_a_critic_learns_the_figure_that_tells_and_nothing_of_one_that_does_not(chords) -> None:
    choices = [
        [{"tells": 1.0 + turn % 3, "same": 5.0, "chance": float(turn % 2)}]
        + [
            {"tells": turn % 3 - 1.0, "same": 5.0, "chance": float((turn + at) % 2)}
            for at in (0, 1)
        ]
        for turn in range(40)
    ]
    critic = learned(choices, chords, ridge=1.0)
    assert critic.weights["tells"] > 0.5
    assert critic.weights["same"] == 0.0
    assert abs(critic.weights["chance"]) < critic.weights["tells"] / 2
    assert all(
        critic.score(real) > critic.score(foil) for real, *foils in choices for foil in foils
    )
    # A larger penalty holds the weights back.
    assert learned(choices, chords, ridge=100.0).weights["tells"] < critic.weights["tells"]


def test_the_critic_that_is_kept_knows_all_figures_and_bars_that_go_on() -> None:
    critic = read_critic()
    passage = real()
    assert set(critic.weights) == set(continuity(passage, critic.chords))
    foils = (moved(passage, late=240), moved(passage, up=6), moved(passage, up=13, late=120))
    choice = Choice(name="a", collection="tunes", candidates=(foils[0], passage, *foils[1:]))
    assert critic.chosen(choice) == 1
