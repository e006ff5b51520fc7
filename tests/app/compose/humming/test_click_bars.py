"""A recording on the bars of a click: both latencies are taken off."""

import pytest

from app.state.click_bars import ClickBars, click_bars
from app.state.microphone import On
from engine.messages import PlayingBegan
from engine.values.events import Tempo
from engine.values.score import Score
from engine.values.time import Timeline

# Bars of 2 s, then of 3 s.
TIMELINE = Timeline(
    Score(ticks_per_quarter=480, tempos=(Tempo(tick=0, bpm=120.0), Tempo(tick=1920, bpm=80.0)))
)


@pytest.mark.parametrize(
    ("tick", "microphone", "seconds", "found"),
    [
        # The microphone opened in the count-in, 1.5 s before the first beat was heard.
        (0, On("Desk", 98.5), 6.0, ClickBars(-1.5, (1.5, 3.5))),
        # What is sung on the beat is in the sample that is taken 0.25 s later.
        (0, On("Desk", 98.5, 0.25), 6.0, ClickBars(-1.75, (1.75, 3.75))),
        # From the second bar on, opened a second after it began: the third bar comes after 2 s.
        (1920, On("Desk", 101.0), 6.0, ClickBars(3.0, (2.0, 5.0), 2)),
        (0, On("Desk", 100.0), 0.5, ClickBars(0.0, (0.0,))),
        (0, On("Desk", 100.5), 0.5, ClickBars(0.5, (), 1)),
    ],
)
def test_a_hum_to_a_click_lies_on_its_bars(
    tick: int, microphone: On, seconds: float, found: ClickBars
) -> None:
    began = PlayingBegan(tick=tick, heard_s=100.0)
    assert click_bars(TIMELINE, began, microphone, seconds=seconds) == found


def test_at_another_tempo_the_click_says_no_seconds() -> None:
    began = PlayingBegan(tick=0, heard_s=100.0, factor=0.5)
    assert click_bars(TIMELINE, began, On("Desk", 100.0), seconds=4.0) is None
