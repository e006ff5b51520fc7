"""The events that the table of events shows."""

from dataclasses import dataclass

from engine.values.event_kinds import EVENT_KINDS, NOTE, ON_CHANNEL, ON_RULER, AnyKind
from engine.values.events import Note, TimedEvent
from engine.values.score import Score, Track


@dataclass(frozen=True, slots=True, order=True)
class Program:
    """A track's instrument, which holds for the whole track.

    Attributes:
        number: General MIDI program, 0 to 127; for drums the kit.
        is_drum: Whether the track is a drum track.
    """

    number: int
    is_drum: bool = False


Event = Note | TimedEvent | Program
Kind = str  # a name in `engine.values.event_kinds`, or `PROGRAM`
PROGRAM: Kind = "program"
KINDS: tuple[Kind, ...] = (
    *(kind.name for kind in (NOTE, *ON_CHANNEL) if kind.shown),
    PROGRAM,
    *(kind.name for kind in ON_RULER if kind.shown),
)
_ROWS: dict[Kind, AnyKind] = {kind.name: kind for kind in EVENT_KINDS if kind.shown}
_NAME_OF: dict[type, Kind] = {kind.event: kind.name for kind in _ROWS.values()} | {Program: PROGRAM}


def row_of(kind: Kind) -> AnyKind | None:
    """Return the engine's row for a kind; None for the instrument, which is no event."""
    return _ROWS.get(kind)


def kind_of(event: Event) -> Kind:
    """Return the kind of an event."""
    return _NAME_OF[type(event)]


def tick_of(event: Event) -> int:
    """Return the tick of an event."""
    if isinstance(event, Note):
        return event.start
    return 0 if isinstance(event, Program) else event.tick


def events_of(score: Score, track: Track, kind: Kind | None) -> list[Event]:
    """Return the events of one kind, or of all (None), by tick.

    Args:
        score: The score, for the events of the ruler.
        track: The track.
        kind: The kind, or None.
    """
    if kind == PROGRAM:
        return [Program(track.program, track.is_drum)]
    if kind is not None:
        return list(_ROWS[kind].of(score if _ROWS[kind] in ON_RULER else track))
    first = (PROGRAM, *(row.name for row in (*ON_RULER, *ON_CHANNEL, NOTE) if row.shown))
    # The parts are sorted already, which Python's sort exploits.
    return sorted((event for each in first for event in events_of(score, track, each)), key=tick_of)
