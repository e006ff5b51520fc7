"""Read the table of wishes: which sliders, fullness and chords hold in each bar. Pure, no model.

A wish shapes the notes where the network finds both possible, and ranks the rows
(`choose/aims.py`). Effects are measured: `benchmarks/measures/wishes.py`,
experiment 2026-11-22-wishes.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import ceil
from typing import TypeVar

from engine.form.passage_figures import PROMPT_BARS
from engine.ground.errors import RequestError
from engine.harmony.chord_symbols import Chord, Quality
from engine.harmony.homes import home_between
from engine.harmony.keys import Key
from engine.planning.phrases import PHRASE
from engine.request import Request
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Score
from engine.values.time import BarMap
from engine.values.wishes import FULLEST, WISHES

_T = TypeVar("_T")

PATTERN_BARS = 4
"""Bars before the start that a wish refers to where the user names none."""
# Bars: a pattern is a phrase, and a request without an end plans this many.
LONGEST_PATTERN = 16
RAMP_BARS = 16
"""Bars in which an endless *build up* reaches its end."""

USUAL_ECHO = SamplingConfig().echo
"""*Echo* at which the piece repeats itself as often as the model's priors say."""

_MOST = 2.0  # of a slider


@dataclass(frozen=True, slots=True, kw_only=True)
class WishSpan:
    """All bars of a wish, relative to a request that writes some of them.

    A large gap is filled piece by piece, and a continuation may begin with notes that are kept. The
    wish then covers more bars than the request.

    Attributes:
        before: Bars of it right before the request's.
        after: Bars of it right after them.
    """

    before: int = 0
    after: int = 0

    def bars(self, request: Request) -> int:
        """Return how many bars it has; 0 where it goes on until cancelled."""
        return self.before + request.bars + self.after if request.bars else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternReturn:
    """How the bars that a wish names return.

    Attributes:
        moved: Semitones by which their pitched notes return higher.
        nats: Factor on the nats of their ids.
    """

    moved: int = 0
    nats: float = 1.0


AS_PLAYED = PatternReturn()
"""They return at their own pitch, and weigh as much as in any wish."""

WHOLE_REQUEST = WishSpan()
"""The span of a request that writes all bars of its wish."""


def check_wish(request: Request) -> None:
    """Refuse a wish that the request cannot fulfil.

    Raises:
        RequestError: An end or an answer of a continuation without an end.
    """
    if WISHES[request.wish].comes_to_rest and not request.bars:
        raise RequestError("What goes on until it is stopped has no end to ask for.")


def may_end(request: Request) -> bool:
    """Return whether the model may say in the last bar that the piece ends there."""
    return request.bars > 0 and not request.inside and WISHES[request.wish].may_end


def leaning(request: Request, span: WishSpan = WHOLE_REQUEST) -> tuple[SteeringConfig, ...]:
    """Return the positions of the sliders in each written bar, sliders and wish together."""
    kind = WISHES[request.wish]
    wished = _bar_by_bar(request, span, kind.first, kind.last, _between)
    return tuple(_added(request.steering, each) for each in wished)


def fullness(request: Request, span: WishSpan = WHOLE_REQUEST) -> tuple[float, ...]:
    """Return the notes of each written bar as multiples of the usual.

    A slider for fewer notes did nothing while rules kept bars as full as they were.
    """
    first, last = WISHES[request.wish].fullness
    wished = _bar_by_bar(
        request, span, first, last, lambda one, other, at: one + at * (other - one)
    )
    by_slider = FULLEST ** (request.steering.busy / _MOST)
    return tuple(each * by_slider for each in wished)


def usual_until(score: Score, request: Request, span: WishSpan = WHOLE_REQUEST) -> int:
    """Return the tick up to which bars count as usual, in which `fullness` is measured.

    The usual is measured before the whole gap: otherwise *twice as full* would make the second
    piece of a large gap twice as full as the first. Without a wish for more or less, filled bars
    count as usual.
    """
    if not span.before or set(fullness(request, span)) == {1.0}:
        return request.start
    bars = BarMap.of(score)
    return bars.start_of(bars.bar_at(request.start) - span.before)


def echo(request: Request) -> float:
    """Return the factor on the copier's odds, 1 where the slider is neutral."""
    return request.sampling.echo / USUAL_ECHO * WISHES[request.wish].echo


def _bar_by_bar(
    request: Request,
    span: WishSpan,
    first: _T,
    last: _T,
    between: Callable[[_T, _T, float], _T],
) -> list[_T]:
    """Return the value of each written bar, on the way from one value to the other."""
    bars = span.bars(request) or max(RAMP_BARS, span.before + 1)
    own = range(span.before, bars - span.after)
    if WISHES[request.wish].in_last_bar:
        return [last if bar == bars - 1 else first for bar in own]
    return [between(first, last, bar / max(1, bars - 1)) for bar in own]


def bars_alike(request: Request, span: WishSpan = WHOLE_REQUEST) -> int:
    """Return how many written bars return to the bars that the wish names."""
    bars = span.bars(request)
    wished = ceil(WISHES[request.wish].alike * (bars or LONGEST_PATTERN))
    return min(request.bars or LONGEST_PATTERN, max(0, wished - span.before))


def pattern_of(score: Score, request: Request, span: WishSpan = WHOLE_REQUEST) -> tuple[int, int]:
    """Return first tick and the tick after the last of the bars that a wish names, whole bars.

    Where the user names none they are the bars before the start, as many as are written and
    `PATTERN_BARS` at most.
    """
    bars = BarMap.of(score)
    first, end = request.pattern
    if first == end:
        last = bars.bar_at(request.start) - span.before
        first_bar = max(0, last - min(PATTERN_BARS, span.bars(request) or PATTERN_BARS))
        return bars.start_of(first_bar), bars.start_of(last)
    first_bar = bars.bar_at(first)
    last = min(bars.bars_until(end), first_bar + LONGEST_PATTERN)
    return bars.start_of(first_bar), bars.start_of(last)


def recalled_bars(
    score: Score, request: Request, span: WishSpan = WHOLE_REQUEST
) -> tuple[int, int]:
    """Return the bars that a wish lets come again, as (first, past the last).

    They are bars before the start; where the user names none of these, the last phrase.
    """
    bars = BarMap.of(score)
    start = bars.bar_at(request.start) - span.before
    first = bars.bar_at(request.pattern[0])
    past = min(bars.bars_until(request.pattern[1]), start)
    return (first, past) if first < past else (max(0, start - PHRASE), start)


def cadence(score: Score, request: Request, span: WishSpan = WHOLE_REQUEST) -> tuple[Chord, ...]:
    """Return the chords that the written bars end with; none without a wish for an end."""
    key = key_before(score, request)
    if not WISHES[request.wish].comes_to_rest or not request.bars or key is None:
        return ()
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    past = first + request.bars
    with_dominant = WISHES[request.wish].ends and span.bars(request) > 1
    close = _close(bars, past + span.after - 1, key, with_dominant=with_dominant)
    return tuple(chord for chord in close if first <= bars.bar_at(chord.tick) < past)


def _close(bars: BarMap, last: int, key: Key, *, with_dominant: bool) -> tuple[Chord, ...]:
    """Return the tonic of a last bar, and in the bar before its dominant, or what its mode has."""
    tonic = Chord(bars.start_of(last), key.tonic, "min" if key.minor else "maj", key.tonic)
    if not with_dominant:
        return (tonic,)
    before, leading = bars.start_of(last - 1), key.cadence
    beats = bars.signature_at(before).numerator
    # In the middle of its bar, or on the last beat where it has no middle.
    middle = beats // 2 if beats % 2 == 0 else beats - 1
    into_bar = (tonic.tick - before) * middle // beats
    # A seventh would be foreign to most modes.
    quality: Quality = "maj" if key.mode else "7"
    return (Chord(before + into_bar, leading, quality, leading), tonic)


def key_before(score: Score, request: Request) -> Key | None:
    """Return the home of the bars before the start; None where they have no pitched note."""
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    since = bars.start_of(max(0, first - PROMPT_BARS))
    return home_between(score, since, bars.start_of(first))


def _between(one: SteeringConfig, other: SteeringConfig, share: float) -> SteeringConfig:
    """Return the setting at this share of the way from one to another."""
    return SteeringConfig(
        **{
            each.name: (1 - share) * getattr(one, each.name) + share * getattr(other, each.name)
            for each in fields(SteeringConfig)
        }
    )


def _added(one: SteeringConfig, other: SteeringConfig) -> SteeringConfig:
    """Return the sum of both, limited to the range of a slider."""
    sums = {each.name: getattr(one, each.name) + getattr(other, each.name) for each in fields(one)}
    return replace(one, **{name: max(-_MOST, min(_MOST, value)) for name, value in sums.items()})
