"""What has a row in the table of events."""

from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True, slots=True, order=True)
class Program:
    """A track's instrument: it holds for the whole of it.

    Attributes:
        number: General MIDI program, 0 to 127; for drums the kit.
        is_drum: Whether pitches mean drums.
    """

    number: int
    is_drum: bool = False


Event = Note | Control | PitchBend | Program | Tempo | TimeSignature | KeySignature | Marker
Kind = Literal["note", "control", "bend", "program", "tempo", "meter", "key", "marker"]
KINDS: tuple[Kind, ...] = (
    "note",
    "control",
    "bend",
    "program",
    "tempo",
    "meter",
    "key",
    "marker",
)
_KIND_OF: dict[type, Kind] = {
    Note: "note",
    Control: "control",
    PitchBend: "bend",
    Program: "program",
    Tempo: "tempo",
    TimeSignature: "meter",
    KeySignature: "key",
    Marker: "marker",
}


def kind_of(event: Event) -> Kind:
    """Return what an event is."""
    return _KIND_OF[type(event)]


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
    of_kind: dict[Kind, tuple[Event, ...]] = {
        "program": (Program(track.program, track.is_drum),),
        "tempo": score.tempos,
        "meter": score.time_signatures,
        "key": score.key_signatures,
        "marker": score.markers,
        "control": track.controls,
        "bend": track.pitch_bends,
        "note": track.notes,
    }
    if kind is not None:
        return list(of_kind[kind])
    # Nearly in order already, which Python's sort knows to use.
    return sorted((event for events in of_kind.values() for event in events), key=tick_of)
