"""How long a request takes is learned from the latest ones, per machine, model and piece."""

from dataclasses import replace
from math import exp, isclose
from random import Random
from typing import Any

import pytest

from app.compose.offer.request_times import MOST_WAITS, Reading, Wait, Waits, shape_of
from engine.request import Request
from engine.values.score import Note, Score, Track
from tests.app.doubles import BAR, piece

STARTER = 12_000_000
BARS = 16
SCORE = piece(bars=BARS, tracks=3)
END = BARS * BAR
ASK = Request(start=END, bars=4, alternatives=4, best_of=8, roles=("write",) * 3)


def usual(score: Score = SCORE, ask: Request = ASK, read: Reading | None = None) -> float:
    return shape_of(score, ask, held=400, read=read).usual_s(parameters=STARTER)


def wait(odds: float, **others: Any) -> Wait:
    return Wait(**{"model": "Starter", "piece": 1, "usual_s": 2.0, "took_s": 2.0 * odds} | others)


def experienced(*odds: float, **others: Any) -> Waits:
    waits = Waits()
    for each in odds:
        waits = waits.learning(wait(each, **others))
    return waits


def expected(waits: Waits, *, piece: int = 2, training: bool = False) -> float:
    return waits.expected_s(wait(1.0, piece=piece, training=training))


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        (replace(ASK, bars=8), ASK),
        (ASK, replace(ASK, roles=("write", "context", "context"))),
        (ASK, replace(ASK, alternatives=1, best_of=0)),
        (replace(ASK, fill=True, start=8 * BAR), replace(ASK, start=8 * BAR)),
        (ASK, replace(ASK, beginning_end=END + 2 * BAR)),
        (ASK, replace(ASK, since=12 * BAR)),
        (replace(ASK, remembered=SCORE), ASK),
    ],
)
def test_more_to_read_or_to_write_takes_longer(longer: Request, shorter: Request) -> None:
    assert usual(ask=longer) > usual(ask=shorter)


def test_a_denser_piece_takes_longer_and_the_bars_before_the_start_decide() -> None:
    dense = SCORE.with_track(
        0,
        SCORE.tracks[0].adding(
            [Note(start=240 + 480 * i, pitch=80, duration=99) for i in range(64)]
        ),
    )
    assert usual(dense) > 1.2 * usual()
    early = replace(ASK, start=8 * BAR)
    late = SCORE.with_track(
        0,
        SCORE.tracks[0].adding([Note(start=9 * BAR + i, pitch=80, duration=99) for i in range(64)]),
    )
    assert isclose(usual(late, early), usual(ask=early))


def test_a_part_that_has_not_played_is_taken_for_one_like_the_others() -> None:
    score = replace(SCORE, tracks=(*SCORE.tracks, Track(name="Drums", is_drum=True)))
    roles = ("context", "context", "context", "write")
    ask = replace(ASK, roles=roles, fill=True, start=0, bars=BARS)
    alone = replace(ask, roles=("write", "context", "context", "ignore"))
    assert isclose(usual(score, ask), usual(score, alone), rel_tol=0.3)
    assert usual(Score(tracks=(Track(name="New"),)), replace(ASK, start=0, roles=("write",))) > 0


def test_what_is_in_the_memory_is_not_read_again() -> None:
    read = Reading(score=SCORE, ask=ASK)
    assert shape_of(SCORE, ASK, held=400, read=read).read == 0
    kept = SCORE.with_track(0, SCORE.tracks[0].adding([Note(start=END, pitch=60, duration=99)]))
    later = replace(ASK, start=END + BAR)
    assert shape_of(kept, later, held=400, read=read).read == 1
    for score, ask in (
        (piece(bars=BARS, tracks=2), replace(ASK, roles=("write",) * 2)),
        (SCORE, replace(ASK, since=BAR)),
        (SCORE, replace(ASK, roles=("ignore", "write", "write"))),
        (SCORE.with_track(0, Track(name="Other")), ASK),
    ):
        assert shape_of(score, ask, held=400, read=read).read > 0


def test_without_experience_the_usual_time_is_expected() -> None:
    assert isclose(expected(Waits()), 2.0)


@pytest.mark.parametrize("machine", [0.3, 0.8, 1.5, 4.0, 12.0])
def test_a_slower_or_faster_machine_is_known_after_its_first_request(machine: float) -> None:
    assert isclose(expected(experienced(machine)), 2.0 * machine, rel_tol=0.01)


def test_one_odd_wait_changes_little_and_the_latest_count_most() -> None:
    assert isclose(expected(experienced(*[1.5] * 8, 20.0)), 3.0, rel_tol=0.05)
    assert expected(experienced(*[1.0] * 30, *[3.0] * 15)) > 5.0


def test_a_piece_of_its_own_pace_is_learned_and_does_not_spoil_that_of_others() -> None:
    waits = experienced(*[1.0] * 10)
    for _ in range(4):
        waits = waits.learning(wait(2.0, piece=7))
    assert expected(waits, piece=7) > 2.8
    assert isclose(expected(waits, piece=8), 2.0, rel_tol=0.1)


def test_each_model_has_its_own_pace_and_a_training_beside_it_too() -> None:
    assert isclose(expected(experienced(*[5.0] * 5, model="Large")), 2.0)
    waits = Waits()
    for odds in (1.0, 1.05, 0.95):
        waits = waits.learning(wait(odds)).learning(wait(2.5 * odds, training=True))
    assert 4.0 < expected(waits, training=True) < 6.0
    assert 1.5 < expected(waits) < 2.5


def test_only_the_latest_are_kept_and_one_without_a_time_teaches_nothing() -> None:
    waits = experienced(*[1.0 + 0.01 * i for i in range(MOST_WAITS + 5)])
    assert len(waits.latest) == MOST_WAITS
    assert waits.learning(wait(0.0)) is waits


def test_nine_of_ten_waits_are_within_half_as_much_again_on_a_machine_that_varies() -> None:
    random = Random(5)  # noqa: S311 - no secret
    waits, true = Waits(), 0
    for number in range(300):
        usual_s, machine = random.uniform(0.5, 20), 2.5
        took_s = usual_s * machine * exp(random.gauss(0, 0.2))
        piece = number // 5
        said = waits.expected_s(wait(1.0, usual_s=usual_s, took_s=usual_s, piece=piece))
        true += took_s / 1.5 <= said <= took_s * 1.5
        waits = waits.learning(wait(1.0, usual_s=usual_s, took_s=took_s, piece=piece))
    assert true >= 0.9 * 300
