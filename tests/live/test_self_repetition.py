"""Who plays alone for long does not go round in a circle."""

import pytest

from benchmarks.jam.endless import Endless
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam.planner import Planner
from engine.live.jam.self_repetition import LOOKBACK_BARS, PHRASE_BARS, echo_factor
from engine.values.score import Note

BAR = 1920


def bar_of(number: int, pitch: int) -> list[Note]:
    return [Note(number * BAR + place, pitch, 240, 80) for place in (0, 480, 960)]


def test_bars_that_never_stood_before_may_come_back() -> None:
    notes = [note for bar in range(40) for note in bar_of(bar, bar)]
    assert echo_factor(notes, bar=BAR, until=40 * BAR) == 1.0


def test_what_came_back_all_the_time_counts_for_nothing() -> None:
    notes = [note for bar in range(40) for note in bar_of(bar, 60 + bar % 4)]
    assert echo_factor(notes, bar=BAR, until=40 * BAR) == 0.0


def test_the_more_of_the_last_bars_came_back_the_less_it_counts() -> None:
    factors = []
    for repeated in range(PHRASE_BARS + 1):
        last = PHRASE_BARS - repeated
        pitches = [*range(LOOKBACK_BARS), *[3] * repeated, *range(100, 100 + last)]
        notes = [note for bar, pitch in enumerate(pitches) for note in bar_of(bar, pitch)]
        factors.append(echo_factor(notes, bar=BAR, until=len(pitches) * BAR))
    assert factors == sorted(factors, reverse=True)
    assert factors[0] == 1.0
    assert factors[-1] == 0.0


def test_rests_and_bars_of_long_ago_are_no_repetitions() -> None:
    long_ago = bar_of(0, 60)
    again = bar_of(LOOKBACK_BARS + PHRASE_BARS + 1, 60)
    assert (
        echo_factor([*long_ago, *again], bar=BAR, until=(LOOKBACK_BARS + PHRASE_BARS + 2) * BAR)
        == 1.0
    )
    assert echo_factor([], bar=BAR, until=99 * BAR) == 1.0


@pytest.mark.slow
def test_each_bar_is_drawn_by_what_was_played_alone_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = Planner.begin
    asked: list[tuple[float, float]] = []

    def begin(self: Planner, start: int, until: int, **named: float) -> None:
        if not named.get("sounds"):  # a bar of a turn, and not its beginning
            echo = echo_factor(self.notes_from(0), bar=BAR, until=start)
            asked.append((named["echo"], echo if start >= PHRASE_BARS * BAR else 1.0))
        began(self, start, until, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Planner, "begin", begin)
    Endless(LiveModel.load(starter_model()), speed=8.0).play(24.0)
    assert len(asked) > PHRASE_BARS
    assert all(given == wanted for given, wanted in asked[PHRASE_BARS + 1 :])
    assert {given for given, _ in asked[: PHRASE_BARS - 1]} == {1.0}
