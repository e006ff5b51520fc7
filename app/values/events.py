"""What has a row in the table of events."""

from dataclasses import dataclass

from engine.music.event_kinds import EVENT_KINDS, NOTE, ON_CHANNEL, ON_RULER, AnyKind
from engine.music.events import Note, TimedEvent
from engine.music.score import Score, Track


@dataclass(frozen=True, slots=True, order=True)
class Program:
    """A track's instrument: it holds for the whole of it.

    Attributes:
        number: General MIDI program, 0 to 127; for drums the kit.
        is_drum: Whether pitches mean drums.
    """

    number: int
    is_drum: bool = False


Event = Note | TimedEvent | Program
Kind = str  # a name in `engine.music.event_kinds`, or `PROGRAM`
PROGRAM: Kind = "program"
KINDS: tuple[Kind, ...] = (
    *(kind.name for kind in (NOTE, *ON_CHANNEL) if kind.shown),
    PROGRAM,
    *(kind.name for kind in ON_RULER if kind.shown),
)
_ROWS: dict[Kind, AnyKind] = {kind.name: kind for kind in EVENT_KINDS if kind.shown}
_NAME_OF: dict[type, Kind] = {kind.event: kind.name for kind in _ROWS.values()} | {Program: PROGRAM}


def row_of(kind: Kind) -> AnyKind | None:
    """Return what the engine knows of a kind; nothing of the instrument, which is no event."""
    return _ROWS.get(kind)


def kind_of(event: Event) -> Kind:
    """Return what an event is."""
    return _NAME_OF[type(event)]


def tick_of(event: Event) -> int:
    """Return where an event stands."""
    if isinstance(event, Note):
        return event.start
    return 0 if isinstance(event, Program) else event.tick


def events_of(score: Score, track: Track, kind: Kind | None) -> list[Event]:
    """Return the rows there are, by time; of one kind or of all (None).

    Args:
        score: The piece, for what is on its ruler.
        track: The part whose events are shown.
        kind: Which.
    """
    if kind == PROGRAM:
        return [Program(track.program, track.is_drum)]
    if kind is not None:
        return list(_ROWS[kind].of(score if _ROWS[kind] in ON_RULER else track))
    first = (PROGRAM, *(row.name for row in (*ON_RULER, *ON_CHANNEL, NOTE) if row.shown))
    # Nearly in order already, which Python's sort knows to use.
    return sorted((event for each in first for event in events_of(score, track, each)), key=tick_of)
