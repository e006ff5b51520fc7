"""A few notes in a key are answered in it."""

from pathlib import Path

import pytest

from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.harmony.keys import estimate_key
from engine.live.jam.scale import MOST, in_scale
from engine.messages import Plan, PlanBegun
from engine.request import DrawingLimits
from engine.values.score import Note, Score, Track
from tests.live.test_jam import BEAT, Stage

G_MINOR = (67, 70, 74, 72, 70, 69, 66, 67)


def heard(*pitches: int, is_drum: bool = False) -> Score:
    notes = tuple(Note(BEAT * index, pitch, 400) for index, pitch in enumerate(pitches))
    return Score(tracks=(Track(notes=notes, is_drum=is_drum),))


def test_a_few_notes_in_a_key_allow_its_scale_and_its_leading_note() -> None:
    limits = in_scale(DrawingLimits(lowest=40), heard(*G_MINOR))
    assert limits == DrawingLimits(lowest=40, pitch_classes=(0, 2, 3, 5, 6, 7, 9, 10))


@pytest.mark.parametrize(
    "music",
    [
        heard(60, 61, 62, 63, 64, 65, 66),
        heard(60, 64, 67),
        heard(*G_MINOR * (MOST // 8)),
        heard(*G_MINOR, is_drum=True),
        heard(),
    ],
    ids=["chromatic", "too few", "many", "drums", "nothing"],
)
def test_other_music_limits_nothing(music: Score) -> None:
    assert in_scale(DrawingLimits(), music) == DrawingLimits()


def test_a_scale_that_the_user_chose_stays() -> None:
    chosen = DrawingLimits(pitch_classes=(0, 1, 2))
    assert in_scale(chosen, heard(*G_MINOR)) == chosen


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_starter_answers_eight_notes_in_g_minor_in_g_minor() -> None:
    stage = Stage(LiveModel.load(Path(starter_model())), "answer", bars=2)
    stage.play([Note(BEAT * index, pitch, 400) for index, pitch in enumerate(G_MINOR)])
    stage.until(8 * BEAT + 14 * BEAT)
    first = stage.all(PlanBegun)[0].number
    plans = [plan for plan in stage.all(Plan) if plan.number >= first]
    pitches = [part.note.pitch for plan in plans for part in plan.notes]
    assert len(pitches) >= 4
    key = estimate_key([Note(0, pitch, 1) for pitch in (*G_MINOR, *pitches)])
    assert key is not None
    assert (key.tonic, key.minor) == (7, True)
    assert {pitch % 12 for pitch in pitches} <= {0, 2, 3, 5, 6, 7, 9, 10}
