"""What the table of events does to a composition: a pure function that returns a new one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.state import edits
from app.values.events import Event, Program
from engine.music.event_kinds import METER, ON_CHANNEL, ON_RULER, AnyKind, by_field
from engine.music.events import Note, TimedEvent, TimeSignature
from engine.music.score import Score, Track
from engine.music.time import BarMap
from engine.piece.composition import Composition


def exchange(
    composition: Composition, track: int, *, removed: Iterable[Event], added: Iterable[Event]
) -> tuple[Composition, tuple[Note, ...]]:
    """Take events out of a track and the ruler, and put others in.

    On the ruler one event of a kind holds at a tick: who comes takes the other's place. A meter
    begins at a bar line.

    Returns:
        The composition, and the added notes as they are in it.
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
    gone = tuple(event for event in leaving if isinstance(event, Note))
    new = tuple(event for event in coming if isinstance(event, Note))
    if not gone and not new:
        return composition, ()
    return edits.exchange(composition, track, removed=gone, added=new)


def _in_track(track: Track, leaving: Sequence[Event], coming: Sequence[Event]) -> Track:
    changes: dict[str, Any] = {}
    for kind, gone, new in _concerned(ON_CHANNEL, leaving, coming):
        kept = [event for event in kind.of(track) if event not in gone]
        changes[kind.field] = tuple(sorted((*kept, *new)))
    return replace(track, **changes)


def _concerned(
    kinds: Iterable[AnyKind], leaving: Sequence[Event], coming: Sequence[Event]
) -> Iterable[tuple[AnyKind, frozenset[TimedEvent], tuple[TimedEvent, ...]]]:
    """Yield the kinds that something goes from or comes to, with what goes and what comes."""
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
