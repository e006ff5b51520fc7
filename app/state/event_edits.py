"""What the table of events does to a composition: a pure function that returns a new one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from app.state import edits
from app.values.events import Event, Program
from engine.music.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.music.time import BarMap
from engine.piece.composition import Composition

OnRuler = TypeVar("OnRuler", Tempo, TimeSignature, KeySignature, Marker)
Kept = TypeVar("Kept", Control, PitchBend)


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
    return replace(
        track,
        controls=_kept(track.controls, leaving, coming, Control),
        pitch_bends=_kept(track.pitch_bends, leaving, coming, PitchBend),
    )


def _kept(
    now: tuple[Kept, ...], leaving: Sequence[Event], coming: Sequence[Event], kind: type[Kept]
) -> tuple[Kept, ...]:
    gone: set[Kept] = {event for event in leaving if isinstance(event, kind)}
    new: list[Kept] = [event for event in coming if isinstance(event, kind)]
    if not gone and not new:
        return now
    kept: list[Kept] = [event for event in now if event not in gone]
    return tuple(sorted(kept + new))


def _on_ruler(score: Score, leaving: Sequence[Event], coming: Sequence[Event]) -> Score:
    meters = _placed(score.time_signatures, leaving, coming, TimeSignature)
    if meters != score.time_signatures:
        gone = {event for event in leaving if isinstance(event, TimeSignature)}
        rest = tuple(event for event in score.time_signatures if event not in gone)
        # Bar lines are those of the meters that stay.
        bars = BarMap.of(replace(score, time_signatures=rest))
        at_lines = [_at_bar_line(e, bars) if isinstance(e, TimeSignature) else e for e in coming]
        meters = _placed(score.time_signatures, leaving, at_lines, TimeSignature)
    return replace(
        score,
        tempos=_placed(score.tempos, leaving, coming, Tempo),
        time_signatures=meters,
        key_signatures=_placed(score.key_signatures, leaving, coming, KeySignature),
        markers=_placed(score.markers, leaving, coming, Marker),
    )


def _at_bar_line(meter: TimeSignature, bars: BarMap) -> TimeSignature:
    return replace(meter, tick=bars.start_of(bars.bar_at(meter.tick)))


def _placed(
    now: tuple[OnRuler, ...],
    leaving: Sequence[Event],
    coming: Sequence[Event],
    kind: type[OnRuler],
) -> tuple[OnRuler, ...]:
    gone: set[OnRuler] = {event for event in leaving if isinstance(event, kind)}
    new: dict[int, OnRuler] = {e.tick: e for e in coming if isinstance(e, kind)}
    if not gone and not new:
        return now
    kept: list[OnRuler] = [e for e in now if e not in gone and e.tick not in new]
    return tuple(sorted(kept + list(new.values())))
