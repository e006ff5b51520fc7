"""The ready answer begins with a note, not with a rest, if one of a few draws does."""

from typing import Any

from engine.live.jam.answers import DrawnNotes
from engine.live.jam.imitation import Imitation
from engine.live.jam.ready_answer import AnswerContext, ReadyAnswer
from engine.values.score import Note
from tests.live.test_imitation import BAR

BEAT = BAR // 4


class Planner:
    """Draws what it is told, each time in one round."""

    def __init__(self, *onsets: int) -> None:
        self.memory: Any = type("Memory", (), {"grid": type("Grid", (), {"beat": BEAT})})
        self.voice = 0
        self.echoes: list[float] = []
        self.is_drawing, self.known = False, None
        self._onsets = list(onsets)
        self._number = 0

    def begin(self, place: int, until: int, **asked: Any) -> None:
        self.echoes.append(asked["echo"])
        self._place, self._until, self.is_drawing = place, until, True

    def draw(self) -> DrawnNotes:
        self.is_drawing = False
        return DrawnNotes((Note(self._place + self._onsets.pop(0), 60, 240),), self._until)

    def plan(self, turn: int, drawn: DrawnNotes, **_: Any) -> Any:
        self._number += 1
        return type("Plan", (), {"number": self._number, "first": drawn.notes[0].start, "t": turn})


def firsts(planner: Planner, like: Imitation | None = None) -> list[int]:
    """Return the first tick of each plan that goes to the player for one phrase."""
    ready = ReadyAnswer(planner, rows=2, free=False)  # type: ignore[arg-type]
    context = AnswerContext(BAR, 8, 1.0, like)
    plans = [p for _ in range(20) for p in ready.work(context, turn=1, wanted=False)]
    return [plan.first - BAR for plan in plans]


def test_an_answer_that_rests_is_drawn_again_and_the_soonest_stays() -> None:
    assert firsts(Planner(2 * BEAT - 1, BEAT + 1, BEAT + 2, 0)) == [2 * BEAT - 1, BEAT + 1, 0]


def test_it_is_drawn_again_a_few_times_only_and_not_for_a_short_rest() -> None:
    late = Planner(*[BEAT] * 20)
    assert len(firsts(late)) == len(late.echoes) == 4
    soon = Planner(*[BEAT // 4] * 20)
    assert firsts(soon) == [BEAT // 4]


def test_bars_that_come_back_moved_are_not_copied_as_they_were() -> None:
    plain, moved = Planner(0), Planner(0)
    firsts(plain)
    firsts(moved, Imitation(0, BAR, varied=True))
    assert (plain.echoes, moved.echoes) == ([1.0], [0.0])
