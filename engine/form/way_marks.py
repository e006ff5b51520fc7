"""Repeats, endings and jumps by hand: which bars of a piece are played in which order then.

A piece has its bars as they are played. A sign changes the order: the bars of a new repeat come
once more, those of a repeat that is taken away go.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from engine.form.unfolding import JumpBack, Signs, unfolded
from engine.form.way import in_words, signs_in
from engine.values.events import Direction, DirectionKind
from engine.values.ranges import MOST_BARS
from engine.values.score import Score, Track, WrittenBar
from engine.values.time import BarMap

_TWICE = 2
# A bar of the page, and how many new bars after it: bars that were put in have no number yet.
_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _WaySign:
    """A sign of the way through, which changes a field of `Signs` at the first or last bar.

    A sign with a `kind` is also drawn as a direction.
    """

    field: str
    on: object
    off: object
    at_last: bool = False
    kind: DirectionKind | None = None

    def put(self, signs: Signs, *, on: bool = True) -> Signs:
        changes: dict[str, Any] = {self.field: self.on if on else self.off}
        return replace(signs, **changes)

    def is_at(self, signs: Signs) -> bool:
        found = getattr(signs, self.field)
        return bool(found == self.on if self.field == "endings" else found != self.off)


_NONE: frozenset[str] = frozenset()
_NAMELESS = frozenset({""})
WAY_SIGNS: Mapping[str, _WaySign] = MappingProxyType(
    {
        "repeat-start": _WaySign("forward", on=True, off=False),
        "repeat-end": _WaySign("backward", _TWICE, 0, at_last=True),
        "ending-1": _WaySign("endings", frozenset({1}), _NONE),
        "ending-2": _WaySign("endings", frozenset({2}), _NONE),
        "segno": _WaySign("segnos", _NAMELESS, _NONE, kind="segno"),
        "coda": _WaySign("codas", _NAMELESS, _NONE, kind="coda"),
        "da-capo": _WaySign("back", JumpBack(), None, at_last=True, kind="words"),
        "fine": _WaySign("fine", on=True, off=False, at_last=True, kind="words"),
    }
)


@dataclass(frozen=True, slots=True)
class Way:
    """The order in which the bars of a piece are played once a sign is there.

    Attributes:
        score: The piece with the words and signs over its bars, in the order it had.
        bars: For each bar that will be played its number among those that are played now, from 0.
        written: For each of them the bar of the page, and its signs; empty for a page without any.
    """

    score: Score
    bars: tuple[int, ...]
    written: tuple[tuple[int, str], ...]

    def written_bars(self) -> tuple[WrittenBar, ...]:
        """Return the bars of the page at the ticks where they will be played."""
        bars, tick, found = BarMap.of(self.score), 0, []
        for source, (number, words) in zip(self.bars, self.written, strict=False):
            found.append(WrittenBar(tick, number, words))
            tick += bars.start_of(source + 1) - bars.start_of(source)
        return tuple(found)


def way_signs_at(score: Score, first: int, last: int) -> frozenset[str]:
    """Return the names of the signs that some bars have.

    Args:
        score: The piece.
        first: The first bar as it is played, from 0.
        last: The last one.
    """
    at = {written.tick: written.signs for written in score.written_bars}
    bars = BarMap.of(score)
    ends = [signs_in(at.get(bars.start_of(bar), "")) for bar in (first, last)]
    return frozenset(name for name, sign in WAY_SIGNS.items() if sign.is_at(ends[sign.at_last]))


def with_way_sign(score: Score, first: int, last: int, name: str, *, on: bool) -> Way:
    """Return the way through a piece with a sign at some bars, or without it.

    A first ending ends with a repeat: it means nothing without.

    Args:
        score: The piece.
        first: The first bar as it is played, from 0.
        last: The last one.
        name: A key of `WAY_SIGNS`.
        on: Whether it is put there, else it is taken away.

    Raises:
        LimitError: More bars would be played than a piece may have.
    """
    places, signs = _page(score)
    sign = WAY_SIGNS[name]
    chosen = places[first : last + 1]
    if name.startswith("ending"):
        targets = set(chosen)
    else:
        targets = {chosen[-1] if sign.at_last else chosen[0]}
    signs |= {place: sign.put(signs[place], on=on) for place in targets}
    if name == "ending-1":
        signs[chosen[-1]] = WAY_SIGNS["repeat-end"].put(signs[chosen[-1]], on=on)
    every = tuple(signs.values())
    signs = {place: _with_goal(here, every) for place, here in signs.items()}
    shown = _with_words(score, places, signs, name, on=on, targets=targets)
    return _way(shown, places, signs)


def _page(score: Score) -> tuple[list[_Place], dict[_Place, Signs]]:
    """Return the place on the page of each bar that is played, and the signs of each place."""
    bars = BarMap.of(score)
    at = {written.tick: written for written in score.written_bars}
    places: list[_Place] = []
    signs: dict[_Place, Signs] = {}
    before: _Place = (-1, 0)
    for bar in range(max(1, bars.bars_until(score.end))):
        written = at.get(bars.start_of(bar))
        new = (before[0], before[1] + 1) if at else (bar, 0)
        place = new if written is None else (written.number, 0)
        places.append(place)
        signs.setdefault(place, Signs() if written is None else signs_in(written.signs))
        before = place
    return places, signs


def _with_goal(here: Signs, every: Sequence[Signs]) -> Signs:
    """Return signs whose jump back says where it goes and what ends it, as the page has it now."""
    if here.back is None:
        return here
    until = "fine" if any(s.fine for s in every) else "coda" if any(s.codas for s in every) else ""
    segno = "" if any(s.segnos for s in every) else None
    return replace(here, back=replace(here.back, segno=segno, until=until))


def _way(score: Score, places: Sequence[_Place], signs: Mapping[_Place, Signs]) -> Way:
    page = sorted(signs)
    copies: dict[_Place, list[int]] = {}
    for bar, place in enumerate(places):
        copies.setdefault(place, []).append(bar)
    order = unfolded([signs[place] for place in page], most=MOST_BARS)
    bars, written = [], []
    taken: dict[int, int] = {}
    for turn in order:
        own = copies[page[turn.measure]]
        time = taken[turn.measure] = taken.get(turn.measure, 0) + 1
        bars.append(own[min(time, len(own)) - 1])
        written.append((turn.measure, in_words(signs[page[turn.measure]])))
    has_signs = any(here != Signs() for here in signs.values())
    return Way(score, tuple(bars), tuple(written) if has_signs else ())


# --- what is seen --------------------------------------------------------------------------------


def _with_words(
    score: Score,
    places: Sequence[_Place],
    signs: Mapping[_Place, Signs],
    name: str,
    *,
    on: bool,
    targets: set[_Place],
) -> Score:
    """Return a score with what is seen of a sign over its first part, in all copies of the bar."""
    kind = WAY_SIGNS[name].kind
    index = next((n for n, track in enumerate(score.tracks) if track.notes), None)
    if kind is None or index is None:
        return score
    bars = BarMap.of(score)
    track = score.tracks[index]
    for bar, place in enumerate(places):
        if place not in targets:
            continue
        start, end = bars.start_of(bar), bars.start_of(bar + 1)
        text = _words(signs[place], name) if on else ""
        # Words at the end of a bar stand over its last beat, so that they go with the bar.
        at = max(start, end - score.ticks_per_quarter) if kind == "words" else start
        mark = Direction(at, kind, text, above=True) if on else None
        track = _with_direction(track, (start, end), kind, mark)
    return score.with_track(index, track)


def _with_direction(
    track: Track, bar: tuple[int, int], kind: DirectionKind, mark: Direction | None
) -> Track:
    def goes(each: Direction) -> bool:
        said = each.text.startswith(("D.C.", "D.S.", "Fine")) or kind != "words"
        return each.kind == kind and bar[0] <= each.tick < bar[1] and said

    kept = [each for each in track.directions if not goes(each)]
    new = [mark] if mark is not None else []
    return replace(track, directions=tuple(sorted([*kept, *new], key=lambda d: d.tick)))


def _words(here: Signs, name: str) -> str:
    if name == "fine":
        return "Fine"
    if name != "da-capo" or here.back is None:
        return ""
    said = "D.C." if here.back.segno is None else "D.S."
    return said + {"fine": " al Fine", "coda": " al Coda"}.get(here.back.until, "")
