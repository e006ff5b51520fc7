"""The sustain pedal of new music, as the part that it is written into uses it.

A pianist changes the pedal where the harmony or the bass changes, and not much sooner than the last
time. `habits_of` reads from a part how often, where in the bar, how late and how long it is
pressed; `pedal_for` presses it so for new notes. The decision at a note depends on this and
earlier notes alone, so that the pedal can sound while the music is still being made.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from math import log
from statistics import median, median_low
from typing import NamedTuple

from engine.midi.channels.state import PEDAL_DOWN, SUSTAIN
from engine.values.events import Control, Note, TimeSignature
from engine.values.score import Score
from engine.values.time import BarMap

# A part has habits of its own from so many presses on, and from this share of notes under them.
_FEWEST_PRESSES = 4
_LEAST_SHARE = 0.1
# With fewer presses a part has the usual habits, if this share of its notes is under them.
_LARGE_SHARE = 0.5
# The medians of performed pieces (experiment 2026-11-26-pedal): quarters from one change
# to the next, from its note to where the pedal is up, and to where it is down; and the limit.
_USUAL_WAIT, _USUAL_LIFT, _USUAL_PRESS, _USUAL_LIMIT = 2.0, -0.07, 0.2, -1.0
# A part that would usually have had so many changes, and has a few, goes on as rarely: twenty bars.
# In a shorter one a press may be the first of many.
_LONG_KNOWN = 40
# For so many changes the usual habits then count. Of 0.25, 1, 2 and 4 the first is nearest to what
# really follows: .15 presses a second from it, .19 by the last, on 126 phrases.
_USUAL_CHANGES = 0.25
# Only the latest notes of a part are asked: more of them say little more, and take their time.
_LATEST = 600
# Notes of one stroke begin within this part of a quarter.
_STROKE = 8
# Places in a bar lie this part of a quarter apart.
_PLACE = 2
# From this ratio of the pause between two presses to a press on, a press has a length of its own.
_LONG_LIFT = 0.5
# The weights below were fitted to half of the performed pieces
# (experiment 2026-11-26-pedal).
WEIGHTS = (-2.9, 0.44, 0.99, 0.93, 0.71, 1.41)
# Presses of a part that say how deep it is pressed, the latest ones.
_DEPTHS = 32
# Between these the limit of a part is sought, by halving.
_LIMITS = (-4.0, 3.0)
_HALVINGS = 6
# By how much (natural logarithm) each change that the part is behind its usual number makes the
# next one more likely, and each that it is ahead less likely; and how many count at most. Drawn
# notes call for more changes than played ones. Of 0.3, 0.6 and 1, 0.6 is nearer to the presses of
# the prompt than 0.3 (-.035 a second on 60 performances that chose), and meets as many real changes
# (F1 .55); 1 is nearer still, but misses changes where every bar has a chord of its own.
_CATCH_UP, _MOST_BEHIND = 0.6, 4.0


class Stroke(NamedTuple):
    """Notes that begin together.

    Attributes:
        tick: Where the first of them begins.
        lowest: Their lowest pitch.
        classes: Their pitch classes.
        notes: How many they are.
    """

    tick: int
    lowest: int
    classes: frozenset[int]
    notes: int


@dataclass(slots=True)
class UnderPedal:
    """The notes that have sounded since the pedal was pressed."""

    since: int
    lowest: int = 128
    classes: set[int] = field(default_factory=set)

    def take(self, stroke: Stroke) -> None:
        """Take a stroke that sounds with the others."""
        self.lowest = min(self.lowest, stroke.lowest)
        self.classes |= stroke.classes


@dataclass(frozen=True, slots=True, kw_only=True)
class PedalHabits:
    """How a part uses the pedal; times in ticks.

    Attributes:
        wait: From one change to the next, the median.
        lift: From the note of a change to where the pedal is up.
        press: From the note of a change to where it is down again.
        hold: The longest it stays down; 0 where it stays down until the next change.
        limit: The log-odds (natural logarithm) from which the pedal changes.
        every: From one change to the next, the mean; 0 where the part has not shown how often.
        depths: The deepest values of its latest presses, in order: of new presses each has the
            next one.
        rest: The value where it is up.
        quarter: Ticks in a quarter note.
        places: For each place in the bar how much more likely a change is there than elsewhere,
            as a natural logarithm.
    """

    wait: int
    lift: int
    press: int
    hold: int
    quarter: int
    places: tuple[tuple[int, float], ...]
    limit: float = 0.0
    every: float = 0.0
    depths: tuple[int, ...] = (127,)
    rest: int = 0

    def behind(self, ticks: int, changes: int) -> float:
        """Return how many changes fewer there were in some ticks than usual; negative for more."""
        if not self.every:
            return 0.0
        return min(_MOST_BEHIND, max(-_MOST_BEHIND, ticks / self.every - changes))

    def changing_as_often(
        self, strokes: Sequence[Stroke], changes: int, bars: BarMap
    ) -> "PedalHabits":
        """Return the habits with the limit at which these strokes have so many changes."""
        low, high = _LIMITS
        for _ in range(_HALVINGS):
            limit = (low + high) / 2
            tried = replace(self, limit=limit)
            low, high = (
                (limit, high)
                if sum(1 for _ in _changes(strokes, tried, bars)) > changes
                else (low, limit)
            )
        return replace(self, limit=(low + high) / 2)

    def features(
        self, stroke: Stroke, under: UnderPedal, bars: BarMap
    ) -> tuple[float, float, float, float, float, float]:
        """Return what speaks for a change of the pedal at a stroke.

        Args:
            stroke: The stroke.
            under: The notes that sound with the pedal.
            bars: The bars of the piece.
        """
        at = _place_of(stroke.tick, bars, self.quarter)
        place = next((odds for known, odds in self.places if known == at), 0.0)
        waited = min(2.0, max(-3.0, log(max(1, stroke.tick - under.since) / self.wait)))
        foreign = len(stroke.classes - under.classes) / len(stroke.classes)
        is_bass = float(stroke.lowest <= under.lowest + 2)
        return 1.0, waited, foreign, is_bass, place, min(4, stroke.notes) / 4


def habits_of(
    notes: Sequence[Note], controls: Iterable[Control], score: Score, *, guessing: bool = False
) -> PedalHabits | None:
    """Return how a part uses the pedal; None where it has none to speak of.

    Args:
        notes: Of the part, sorted.
        controls: Of the part, sorted.
        score: Whose grid and meters they stand in.
        guessing: Whether a part that has most notes under the pedal, but has not pressed it often
            enough to tell how, has the usual habits: a beginning, or one long press.
    """
    latest = tuple(notes[-_LATEST:])
    if len(latest) < _FEWEST_PRESSES:
        return None
    first, last = latest[0].start, latest[-1].end
    own = [control for control in controls if control.number == SUSTAIN and control.tick <= last]
    # A press from before the first of these notes holds them, too.
    pedal = tuple(replace(c, tick=first) for c in own if c.tick < first)[-1:]
    pedal += tuple(control for control in own if control.tick >= first)
    if not pedal:
        return None
    found = _habits_of(latest, pedal, score.time_signatures, score.ticks_per_quarter)
    if found is not None or not guessing:
        return found
    return _guessed_habits(latest, pedal, score.time_signatures, score.ticks_per_quarter)


# An offer asks for the same habits again whenever it grows.
@lru_cache(maxsize=32)
def _habits_of(
    latest: tuple[Note, ...],
    pedal: tuple[Control, ...],
    meters: tuple[TimeSignature, ...],
    quarter: int,
) -> PedalHabits | None:
    presses = presses_of(pedal, end=latest[-1].end)
    strokes = strokes_of(latest, quarter)
    changes = changes_of(presses, strokes)
    downs = [down for down, _ in presses]
    under = sum(_is_under(presses, downs, note.start) for note in latest)
    if under < _LEAST_SHARE * len(latest) or len(changes) < _FEWEST_PRESSES:
        return None
    ticks = [stroke.tick for stroke, _, _ in changes]
    gaps = [down - up for (_, up), (down, _) in pairwise(presses)]
    held = median(up - down for down, up in presses)
    late = median(down - stroke.tick for stroke, down, _ in changes)
    early = median(up - stroke.tick for stroke, _, up in changes[1:])
    press = max(1, round(min(max(late, quarter / 16), quarter / 2)))
    bars = BarMap(meters, quarter)
    habits = PedalHabits(
        wait=max(1, round(median(b - a for a, b in pairwise(ticks)))),
        lift=round(min(max(early, -quarter / 2), press / 2)),
        press=press,
        hold=round(held) if median(gaps) > _LONG_LIFT * held else 0,
        quarter=quarter,
        places=_places(strokes, ticks, bars, quarter),
        every=(ticks[-1] - ticks[0]) / (len(ticks) - 1),
        depths=tuple(_deepest(pedal, presses))[-_DEPTHS:],
        rest=_rest(pedal),
    )
    return habits.changing_as_often(strokes, len(changes), bars)


def _deepest(pedal: Sequence[Control], presses: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the deepest value of each press."""
    at = 0
    for down, up in presses:
        while at < len(pedal) and pedal[at].tick < down:
            at += 1
        deepest = PEDAL_DOWN
        while at < len(pedal) and pedal[at].tick < up:
            deepest = max(deepest, pedal[at].value)
            at += 1
        yield deepest


def _rest(pedal: Sequence[Control]) -> int:
    """Return the median of the lowest values between the presses: not 0 where it half rises."""
    lows: list[int] = []
    was_down = True
    for control in pedal:
        is_down = control.value >= PEDAL_DOWN
        if not is_down:
            lows.append(control.value if was_down else min(lows.pop(), control.value))
        was_down = is_down
    return median_low(lows) if lows else 0


@lru_cache(maxsize=32)
def _guessed_habits(
    latest: tuple[Note, ...],
    pedal: tuple[Control, ...],
    meters: tuple[TimeSignature, ...],
    quarter: int,
) -> PedalHabits | None:
    """Return the usual habits, with changes as rare as the part shows; None without a pedal."""
    presses = presses_of(pedal, end=latest[-1].end)
    downs = [down for down, _ in presses]
    under = sum(_is_under(presses, downs, note.start) for note in latest)
    if under < _LARGE_SHARE * len(latest):
        return None
    usual, strokes = _usual_habits(quarter), strokes_of(latest, quarter)
    ticks = latest[-1].end - latest[0].start
    changes, usually = len(changes_of(presses, strokes)), ticks / usual.wait
    if usually < _LONG_KNOWN:
        return usual
    expected = usually * (changes + _USUAL_CHANGES) / (usually + _USUAL_CHANGES)
    rare = replace(usual, every=ticks / expected)
    rare = rare.changing_as_often(strokes, round(expected), BarMap(meters, quarter))
    return rare if rare.limit > usual.limit else usual


def _usual_habits(quarter: int) -> PedalHabits:
    return PedalHabits(
        wait=max(1, round(_USUAL_WAIT * quarter)),
        lift=round(_USUAL_LIFT * quarter),
        press=max(1, round(_USUAL_PRESS * quarter)),
        hold=0,
        quarter=quarter,
        places=(),
        limit=_USUAL_LIMIT,
    )


def pedal_for(
    notes: Iterable[Note], habits: PedalHabits, bars: BarMap, *, end: int | None
) -> tuple[Control, ...]:
    """Return the pedal for new notes; it is up before them.

    Args:
        notes: The new notes of the part, all of them or those that are known yet.
        habits: Of the part.
        bars: The bars of the piece.
        end: The tick by which it is up; None where more notes will come: it then stays down.
    """
    strokes = strokes_of(sorted(notes), habits.quarter)
    changes = list(_changes(strokes, habits, bars))
    moves: list[Control] = []
    for index, tick in enumerate(changes):
        down = tick + habits.press
        ends = [end, down + habits.hold if habits.hold else None]
        if index + 1 < len(changes):
            ends.append(changes[index + 1] + habits.lift)
        up = min((tick for tick in ends if tick is not None), default=None)
        if up is None or down < up:
            depth = habits.depths[index % len(habits.depths)]
            moves.append(Control(down, SUSTAIN, depth))
        if up is not None and down < up:
            moves.append(Control(up, SUSTAIN, habits.rest if up != end else 0))
    return tuple(moves)


def _changes(strokes: Iterable[Stroke], habits: PedalHabits, bars: BarMap) -> Iterator[int]:
    """Yield the ticks of the strokes at which the pedal is changed, the first one's among them."""
    under: UnderPedal | None = None
    first = changes = 0
    for stroke in strokes:
        behind = habits.behind(stroke.tick - first, changes)
        if (
            under is None
            or _speaks_for(habits.features(stroke, under, bars)) + _CATCH_UP * behind > habits.limit
        ):
            first, changes = (first, changes + 1) if under else (stroke.tick, 0)
            under = UnderPedal(stroke.tick)
            yield stroke.tick
        under.take(stroke)


def _speaks_for(features: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(WEIGHTS, features, strict=True))


def strokes_of(notes: Sequence[Note], quarter: int) -> list[Stroke]:
    """Return the strokes of sorted notes."""
    groups: list[list[Note]] = []
    for note in notes:
        if groups and note.start - groups[-1][0].start <= quarter // _STROKE:
            groups[-1].append(note)
        else:
            groups.append([note])
    return [
        Stroke(
            group[0].start,
            min(note.pitch for note in group),
            frozenset(note.pitch % 12 for note in group),
            len(group),
        )
        for group in groups
    ]


def presses_of(pedal: Iterable[Control], *, end: int | None = None) -> list[tuple[int, int]]:
    """Return where the sustain pedal goes down and up again.

    Args:
        pedal: All its moves.
        end: The tick where a press ends that nothing ends; None leaves such a press out.
    """
    presses: list[tuple[int, int]] = []
    down: int | None = None
    for control in pedal:
        if control.value >= PEDAL_DOWN:
            down = control.tick if down is None else down
        elif down is not None:
            presses.append((down, control.tick))
            down = None
    if down is not None and end is not None and down < end:
        presses.append((down, end))
    return presses


def changes_of(
    presses: Sequence[tuple[int, int]], strokes: Sequence[Stroke]
) -> list[tuple[Stroke, int, int]]:
    """Return the stroke of each press, where the press begins, and where the one before ended."""
    if not strokes:
        return []
    ticks = [stroke.tick for stroke in strokes]
    found: dict[int, tuple[int, int]] = {}
    before = presses[0][0] if presses else 0
    for down, up in presses:
        # A pedal is pressed behind its stroke more often than before it.
        index = max(0, bisect_left(ticks, down + 1) - 1)
        found.setdefault(index, (down, before))
        before = up
    return [(strokes[index], down, up) for index, (down, up) in found.items()]


def _is_under(presses: Sequence[tuple[int, int]], downs: Sequence[int], tick: int) -> bool:
    index = bisect_left(downs, tick + 1) - 1
    return index >= 0 and tick < presses[index][1]


def _places(
    strokes: Sequence[Stroke], changes: Sequence[int], bars: BarMap, quarter: int
) -> tuple[tuple[int, float], ...]:
    all_of_them = Counter(_place_of(stroke.tick, bars, quarter) for stroke in strokes)
    changed = Counter(_place_of(tick, bars, quarter) for tick in changes)
    rate = len(changes) / len(strokes)
    return tuple(
        (place, log((changed[place] + 1) / (count * rate + 1)))
        for place, count in sorted(all_of_them.items())
    )


def _place_of(tick: int, bars: BarMap, quarter: int) -> int:
    within = tick - bars.start_of(bars.bar_at(tick))
    return (2 * within * _PLACE + quarter) // (2 * quarter)
