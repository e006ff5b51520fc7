"""Keeps messages of MIDI inputs, and converts them to notes on request. Pure."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from engine.music.event_kinds import BY_STATUS
from engine.music.events import Note, TimedEvent
from engine.music.score import Track
from engine.music.time import TempoMap
from engine.playback import wire

# A longer silence ends a phrase: "what I just played" begins after it.
PHRASE_GAP_S = 10.0
_MOST_KEPT = 50_000


class TimedMessage(NamedTuple):
    """One message from an input.

    Attributes:
        seconds: Time of arrival on the player's clock.
        tick: The tick that was heard at that time; None if nothing was playing.
        message: The bytes.
    """

    seconds: float
    tick: float | None
    message: bytes


class CaptureBuffer:
    """Keeps what was played, even when nobody pressed record."""

    def __init__(self) -> None:
        self._played: deque[TimedMessage] = deque(maxlen=_MOST_KEPT)

    def add(self, played: TimedMessage) -> None:
        """Add a message."""
        self._played.append(played)

    def forget(self) -> None:
        """Remove all messages."""
        self._played.clear()

    def phrase(self) -> tuple[TimedMessage, ...]:
        """Return the messages since the last long silence."""
        phrase: list[TimedMessage] = []
        for played in reversed(self._played):
            if phrase and phrase[-1].seconds - played.seconds > PHRASE_GAP_S:
                break
            phrase.append(played)
        return tuple(reversed(phrase))


def to_track(
    phrase: Iterable[TimedMessage], *, tempo: TempoMap, start: float = 0.0, name: str = "Me"
) -> Track:
    """Return a track of the notes of a phrase, unquantised.

    Notes played to music lie at the ticks that were heard; notes played while it was stopped begin
    at `start` and follow the tempo from there.

    Args:
        phrase: Messages in order.
        tempo: Converts ticks to seconds.
        start: Tick of the first message if nothing was playing.
        name: Name of the track.
    """
    messages = list(phrase)
    if not messages:
        return Track(name=name)
    first_s, start_s = messages[0].seconds, tempo.seconds_at(start)
    notes: list[Note] = []
    moves: list[TimedEvent] = []
    open_notes: dict[int, tuple[int, int]] = {}
    tick = 0
    for played in messages:
        silent = tempo.tick_at(start_s + played.seconds - first_s)
        tick = max(0, round(silent if played.tick is None else played.tick))
        status = played.message[0] & 0xF0
        if status in {wire.NOTE_ON, wire.NOTE_OFF}:
            _, pitch, velocity = played.message
            begun = open_notes.pop(pitch, None)
            if begun is not None:
                notes.append(_note(pitch, begun, tick))
            if status == wire.NOTE_ON and velocity > 0:
                open_notes[pitch] = (tick, velocity)
        elif (kind := BY_STATUS.get(status)) is not None:
            event = kind.message.event(tick, played.message[1:])
            moves += [event] if kind.holds(event) else []
    # A key that is still down ends with the phrase.
    notes += [_note(pitch, begun, tick) for pitch, begun in open_notes.items()]
    return Track(name=name).with_notes(notes).with_channel_events(moves)


def _note(pitch: int, begun: tuple[int, int], end: int) -> Note:
    start, velocity = begun
    # If the loop jumped back in between, the end is before the beginning.
    return Note(start, pitch, max(1, end - start), velocity)
