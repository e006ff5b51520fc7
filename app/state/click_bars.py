"""Where a recording lies on the bars of a click that was heard meanwhile. Pure."""

from dataclasses import dataclass

from app.state.microphone import On
from engine.messages import PlayingBegan
from engine.values.time import Timeline


@dataclass(frozen=True, slots=True)
class ClickBars:
    """A recording on the bars of its click.

    Attributes:
        begins_s: Seconds of the music, at its written tempo, at which the recording begins; below 0
            if it began before the first bar, as in a count-in.
        lines_s: Seconds of the recording at which bars begin, from bar `first` on.
        first: Number of the first of these bars, from 0.
    """

    begins_s: float
    lines_s: tuple[float, ...]
    first: int = 0


def click_bars(
    timeline: Timeline, began: PlayingBegan, microphone: On, *, seconds: float
) -> ClickBars | None:
    """Return where a recording lies on the bars that were heard while it was made.

    A singer hears the click late by the output's latency and is recorded late by the microphone's;
    both are taken off as far as the systems tell them. Headphones by radio add 0.1 to 0.3 s that
    no system tells.

    Args:
        timeline: That of the music that played.
        began: When it was heard.
        microphone: When its first sample was taken.
        seconds: Length of the recording.

    Returns:
        None at another tempo than the written one: its seconds are not those of the recording.
    """
    if began.factor != 1.0:
        return None
    tempo, bars = timeline.tempo, timeline.bars
    first_sung_s = microphone.since_s - microphone.latency_s
    begins_s = tempo.seconds_at(began.tick) + first_sung_s - began.heard_s
    bar = bars.bars_until(round(tempo.tick_at(max(0.0, begins_s))))
    first, lines = bar, []
    while (line_s := tempo.seconds_at(bars.start_of(bar)) - begins_s) <= seconds:
        lines.append(line_s)
        bar += 1
    return ClickBars(begins_s, tuple(lines), first)
