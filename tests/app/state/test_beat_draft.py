"""A draft counts a piece in other ways; no note changes its second."""

from collections.abc import Callable

import numpy as np
import pytest

from app.state.beats.draft import BeatDraft
from engine.beats.notes import notes_of
from engine.messages import RightBars
from engine.values.score import Score
from tests.app.doubles import other_beats, piece

BAR = 3 * 480


def found(*, doubtful: tuple[int, ...] = (2 * BAR,)) -> BeatDraft:
    score = piece(bars=8)
    change = other_beats(score)
    return BeatDraft.of_found(
        score,
        RightBars(
            score=change.score(score),
            shift_s=change.shift_s,
            beats=3,
            bars=11,
            doubtful=doubtful,
            bpm=90.0,
            played=True,
        ),
    )


def seconds(score: Score) -> np.ndarray:
    return np.diff(notes_of(score).start_s)


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (lambda draft: draft, [0, BAR, 2 * BAR]),
        (lambda draft: draft.with_meter(2), [0, 960, 1920]),
        (lambda draft: draft.at_level(1), [0, 720, 1440]),
        (lambda draft: draft.at_level(-1), [0, 2880, 5760]),
        (lambda draft: draft.at_level(1).at_level(-1).at_level(0), [0, BAR, 2 * BAR]),
        (lambda draft: draft.one_beat_later(), [0, 480, 480 + BAR]),
        (lambda draft: draft.one_beat_later().one_beat_later(), [0, 960, 960 + BAR]),
        (
            lambda draft: draft.one_beat_later().one_beat_later().one_beat_later(),
            [0, BAR, 2 * BAR],
        ),
        (
            lambda draft: draft.with_beat_one(draft.second_of(BAR + 480)),
            [0, BAR, BAR + 480],
        ),
        (lambda draft: draft.without_line(BAR), [0, 2 * BAR, 3 * BAR]),
        (lambda draft: draft.with_line_at(BAR, draft.second_of(BAR) + 0.2), [0, BAR, 2 * BAR]),
    ],
)
def test_each_way_to_count_leaves_the_notes_where_they_sound(
    change: Callable[[BeatDraft], BeatDraft], lines: list[int]
) -> None:
    changed = change(found())
    assert list(changed.lines[:3]) == lines
    assert seconds(changed.score) == pytest.approx(seconds(changed.piece), abs=0.004)


def test_a_moved_line_sounds_elsewhere_and_those_beside_it_do_not() -> None:
    draft = found()
    moved = draft.with_line_at(BAR, draft.lines_s[1] + 0.2)
    assert moved.lines_s[1] == pytest.approx(draft.lines_s[1] + 0.2, abs=0.003)
    assert moved.lines_s[2:] == pytest.approx(draft.lines_s[2:])
    with pytest.raises(ValueError, match="cannot be"):
        draft.with_line_at(BAR, draft.lines_s[2] + 1)


def test_a_doubt_goes_with_its_place_and_ends_where_the_user_says_something() -> None:
    draft = found()
    assert draft.doubtful == (2 * BAR,)
    assert draft.one_beat_later().doubtful == (480 + BAR,)
    for settled in (
        draft.with_beat_one(draft.lines_s[2]),
        draft.with_line_at(2 * BAR, draft.lines_s[2] + 0.1),
        draft.without_line(2 * BAR),
    ):
        assert not settled.doubtful
        assert settled.settled


def test_settled_lines_stay_when_it_counts_otherwise() -> None:
    draft = found()
    put = draft.with_beat_one(draft.second_of(BAR + 480))
    at_s = put.settled_s[0]
    for changed in (put.with_meter(4), put.with_meter(2), put.at_level(1), put.at_level(-1)):
        assert min(abs(line - at_s) for line in changed.lines_s) < 0.001


def test_the_bars_of_the_piece_are_a_draft_that_changes_nothing() -> None:
    draft = BeatDraft.of_piece(piece(), doubtful=(1920,), settled=())
    assert draft.is_of_piece
    assert draft.doubtful == (1920,)
    assert draft.usual_bpm == pytest.approx(120)
    assert not draft.with_meter(3).is_of_piece
