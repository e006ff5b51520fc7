"""A continuation is played as its prompt is: known delays, spreads and accents come back."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.generation.reading.bars import Grid
from engine.generation.touch import RowTouch, touches_of
from engine.live.session import Session
from engine.request import PartNote
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, chord_piece, notes_of

QUARTER, PLACES = 480, 12
STEP = QUARTER // PLACES
GRID = Grid(ticks_per_quarter=QUARTER, positions_per_quarter=PLACES)


def piece(*notes: Note, bars: int = 8, drums: bool = False) -> Score:
    """One track of notes, bar after bar alike."""
    return Score(
        tracks=(
            Track(
                notes=tuple(
                    replace(note, start=note.start + bar * BAR)
                    for bar in range(bars)
                    for note in notes
                ),
                is_drum=drums,
            ),
        )
    )


def touch_of(score: Score, *, start: int = 8 * BAR) -> RowTouch:
    notes = {i: track.notes for i, track in enumerate(score.tracks)}
    return RowTouch(
        touches=touches_of(score, notes, GRID, start=start),
        score=score,
        grid=GRID,
        drums={i for i, track in enumerate(score.tracks) if track.is_drum},
        start=start,
    )


def played(touch: RowTouch, *notes: Note) -> list[Note]:
    return [touch.played(PartNote(0, note)).note for note in notes]


def test_the_delay_of_a_beat_and_a_rolled_chord_come_back() -> None:
    bass, middle, top = Note(3, 48, 400, 60), Note(9, 55, 400, 60), Note(16, 64, 400, 80)
    late = Note(2 * QUARTER + 13, 60, 400, 70)
    early = Note(3 * QUARTER - 8, 64, 400, 70)
    made = played(
        touch_of(piece(bass, middle, top, late, early)),
        Note(8 * BAR, 47, 480, 60),
        Note(8 * BAR, 56, 480, 60),
        Note(8 * BAR, 65, 480, 80),
        Note(8 * BAR + 2 * QUARTER, 60, 480, 70),
        Note(8 * BAR + 3 * QUARTER, 65, 480, 70),
    )
    assert [note.start % QUARTER for note in made] == [3, 9, 16, 13, QUARTER - 8]
    # A note ends where it was drawn to end.
    assert [note.end for note in made[:3]] == [8 * BAR + 480] * 3


def test_a_delay_at_the_end_of_a_phrase_comes_back_at_its_end_only() -> None:
    notes = [
        Note(bar * BAR + beat * QUARTER + (15 if bar % 8 == 7 else 4), 60, 240, 70)
        for bar in range(8)
        for beat in range(4)
    ]
    touch = touch_of(Score(tracks=(Track(notes=tuple(notes)),)))
    made = played(
        touch,
        *(Note(bar * BAR + QUARTER, 60, 240, 70) for bar in range(8, 16)),
    )
    assert [note.start % QUARTER for note in made] == [4] * 7 + [15]


@pytest.mark.parametrize("step", [QUARTER, QUARTER // 2, QUARTER // 3, QUARTER // 4, QUARTER // 8])
def test_a_quantised_prompt_stays_on_its_grid(step: int) -> None:
    notes = [Note(tick, 60 + tick // step % 5, step, 80) for tick in range(0, BAR, step)]
    places = [Note(8 * BAR + place * STEP, 60, STEP, 80) for place in range(4 * PLACES)]
    assert played(touch_of(piece(*notes)), *places) == places


def test_a_straight_part_beside_a_played_one_stays_straight() -> None:
    straight, free = (
        piece(Note(0, 36, 100, 90), Note(480, 38, 100, 90)),
        piece(Note(7, 60, 400, 70), Note(973, 64, 400, 70)),
    )
    both = Score(tracks=(*straight.tracks, *free.tracks))
    touch = touch_of(both)
    assert touch.played(PartNote(0, Note(8 * BAR, 36, 100, 90))).note.start == 8 * BAR
    assert touch.played(PartNote(1, Note(8 * BAR, 60, 400, 70))).note.start == 8 * BAR + 7


def test_velocities_spread_as_those_of_the_prompt() -> None:
    random = np.random.default_rng(4)
    prompt = [
        Note(tick, 60, 200, int(value))
        for tick, value in zip(range(0, 8 * BAR, 240), random.normal(70, 16, 64), strict=True)
    ]
    touch = touch_of(Score(tracks=(Track(notes=tuple(prompt)),)))
    for share in (0.6, 0.75, 1.0, 1.2):
        drawn = random.normal(74, 16 * share, 96)
        made = played(
            replace(touch),
            *(Note(8 * BAR + 240 * i, 60, 200, int(value)) for i, value in enumerate(drawn)),
        )
        values = np.array([note.velocity for note in made])
        assert 0.8 < values.std() / np.std([note.velocity for note in prompt]) < 1.2
        assert abs(values.mean() - drawn.mean()) < 4
        # Louder notes stay louder.
        assert np.corrcoef(values, drawn)[0, 1] > 0.95


def test_a_performer_gets_all_the_difference_where_the_notes_are_nearly_alike() -> None:
    random = np.random.default_rng(4)
    prompt = tuple(
        Note(tick + int(late), 60, 200, int(value))
        for tick, late, value in zip(
            range(0, 8 * BAR, 240),
            random.integers(3, 18, 64),
            random.normal(66, 15, 64),
            strict=True,
        )
    )
    score = Score(tracks=(Track(notes=prompt),))
    drawn = (
        Note(8 * BAR + 240 * i, 60, 200, int(value))
        for i, value in enumerate(random.normal(70, 5, 96))
    )
    values = [note.velocity for note in played(touch_of(score), *drawn)]
    assert 0.8 < np.std(values) / np.std([note.velocity for note in prompt]) < 1.2


def test_written_velocities_stay_as_written() -> None:
    for values in ((80,), (64, 100), (49, 64, 80, 96)):
        notes = [Note(240 * i, 60, 200, values[i % len(values)]) for i in range(8)]
        # The vocabulary's nearest velocities.
        drawn = [Note(8 * BAR + 240 * i, 60, 200, values[i % len(values)] - 1) for i in range(64)]
        made = played(touch_of(piece(*notes)), *drawn)
        assert [note.velocity for note in made] == [values[i % len(values)] for i in range(64)]


def test_no_key_is_struck_while_it_sounds_and_no_note_leaves_the_music_that_is_written() -> None:
    early = piece(Note(BAR - 14, 60, 470, 70), Note(480 - 14, 60, 470, 70), bars=8)
    touch = touch_of(early, start=8 * BAR)
    made = played(
        touch,
        *(Note(8 * BAR + 480 * i, 60, 480, 70) for i in range(8)),
        Note(12 * BAR - STEP, 60, 20, 70),
    )
    assert made[0].start >= 8 * BAR
    for note, after in pairwise(made):
        assert note.end <= after.start
    assert made[-1].start < 12 * BAR


def test_strokes_of_a_drum_move_though_its_last_one_sounds() -> None:
    touch = touch_of(piece(*(Note(120 * i + 9, 42, 240, 70) for i in range(16)), drums=True))
    made = played(touch, *(Note(8 * BAR + 120 * i, 42, 240, 70) for i in range(8)))
    assert [note.start % 120 for note in made] == [9] * 8


def test_too_few_notes_have_no_touch() -> None:
    note = Note(8 * BAR, 60, 480, 71)
    assert played(touch_of(piece(Note(7, 60, 400, 90), bars=4)), note) == [note]


def _played_piece() -> Score:
    """Return a piece whose piano and bass are played by hand; its drums are quantised."""
    random = np.random.default_rng(1)
    score = chord_piece(bars=8)
    for track in (0, 1):
        notes = [
            replace(
                note,
                start=max(0, note.start + int(random.integers(-15, 16))),
                duration=400,
                velocity=int(random.integers(50, 100)),
            )
            for note in score.tracks[track].notes
        ]
        score = score.with_track(track, score.tracks[track].with_notes(notes))
    return score


def test_a_played_piece_goes_on_played(session: Session) -> None:
    score = _played_piece()
    events = list(session.continue_(asking(score, start=8 * BAR, bars=4, alternatives=2)))
    promised = {0: 8 * BAR, 1: 8 * BAR}
    for event in events:
        if hasattr(event, "until"):
            assert all(part.note.start >= promised[event.alternative] for part in event.notes)
            promised[event.alternative] = event.until
    for alternative in range(2):
        parts = notes_of(events, alternative)
        beside = [(part.track, (part.note.start + STEP // 2) % STEP - STEP // 2) for part in parts]
        assert any(late for track, late in beside if track < 2)
        assert not any(late for track, late in beside if track == 2)
        assert all(8 * BAR <= part.note.start < 12 * BAR for part in parts)
