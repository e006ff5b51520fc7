"""Edit events of all kinds in a composition, for the table of events."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.state import edits
from app.values.events import Event, Program
from engine.piece.composition import Composition
from engine.values.event_kinds import METER, ON_CHANNEL, ON_RULER, AnyKind, by_field
from engine.values.events import Note, TimedEvent, TimeSignature
from engine.values.score import Score, Track
from engine.values.time import BarMap


def exchange(
    composition: Composition, track: int, *, removed: Iterable[Event], added: Iterable[Event]
) -> tuple[Composition, tuple[Note, ...]]:
    """Remove events from a track and the ruler, and add others.

    The ruler holds one event of a kind at a tick: an added event replaces it. A meter moves to
    its bar line.

    Returns:
        The composition, and the added notes as they stand in it.
    """
    leaving, coming = tuple(removed), tuple(added)
    composition = composition.with_score(_on_ruler(composition.score, leaving, coming))
    if track >= len(composition.score.tracks):
        return composition, ()
    part = _in_track(composition.score.tracks[track], leaving, coming)
    if part != composition.score.tracks[track]:
        composition = replace(composition, score=composition.score.with_track(track, part))
    for event in coming:
        if isinstance(event, Program):
            composition = edits.with_program(
                composition, track, program=event.number, is_drum=event.is_drum
            )
    gone, new = _notes_in(leaving), _notes_in(coming)
    if not gone and not new:
        return composition, ()
    return edits.exchange(composition, track, removed=gone, added=new)


def _notes_in(events: Iterable[Event]) -> tuple[Note, ...]:
    return tuple(event for event in events if isinstance(event, Note))


def _in_track(track: Track, leaving: Sequence[Event], coming: Sequence[Event]) -> Track:
    changes: dict[str, Any] = {}
    for kind, gone, new in _concerned(ON_CHANNEL, leaving, coming):
        kept = [event for event in kind.of(track) if event not in gone]
        changes[kind.field] = tuple(sorted((*kept, *new)))
    return replace(track, **changes)


def _concerned(
    kinds: Iterable[AnyKind], leaving: Sequence[Event], coming: Sequence[Event]
) -> Iterable[tuple[AnyKind, frozenset[TimedEvent], tuple[TimedEvent, ...]]]:
    """Yield each kind that changes, with its removed and its added events."""
    gone, new = by_field(kinds, leaving), by_field(kinds, coming)
    for kind in kinds:
        if gone[kind.field] or new[kind.field]:
            yield kind, frozenset(gone[kind.field]), new[kind.field]


def _on_ruler(score: Score, leaving: Sequence[Event], coming: Sequence[Event]) -> Score:
    changes: dict[str, Any] = {}
    for kind, gone, new in _concerned(ON_RULER, leaving, coming):
        rest = tuple(event for event in kind.of(score) if event not in gone)
        placed: Iterable[TimedEvent] = new
        if kind is METER:
            # Bar lines are those of the meters that stay.
            bars = BarMap.of(replace(score, time_signatures=rest))
            placed = (_at_bar_line(e, bars) for e in new if isinstance(e, TimeSignature))
        taken = {event.tick: event for event in placed}
        kept = [event for event in rest if event.tick not in taken]
        changes[kind.field] = tuple(sorted((*kept, *taken.values())))
    return replace(score, **changes)


def _at_bar_line(meter: TimeSignature, bars: BarMap) -> TimeSignature:
    return replace(meter, tick=bars.start_of(bars.bar_at(meter.tick)))
