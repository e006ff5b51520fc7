"""Keeps messages of MIDI inputs, and converts them to notes on request. Pure."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from engine.midi.channels.keys import Key
from engine.midi.played import PlayedPart
from engine.playback import wire
from engine.values.score import Track
from engine.values.time import TempoMap

# A longer silence ends a phrase: "what I just played" begins after it.
PHRASE_GAP_S = 10.0
_MOST_KEPT = 50_000


class TimedMessage(NamedTuple):
    """One message from an input.

    Attributes:
        seconds: Time of arrival on the player's clock.
        tick: The tick that was heard at that time; None if nothing was playing.
        message: The bytes.
        port: Name of the input.
        key: The pitch of a note before transposition; -1 if it is the same, or no note.
        of_note: Whether it moves only the note of its channel, as in MPE.
    """

    seconds: float
    tick: float | None
    message: bytes
    port: str = ""
    key: int = -1
    of_note: bool = False


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
    part = PlayedPart()
    tick = 0
    for played in messages:
        silent = tempo.tick_at(start_s + played.seconds - first_s)
        tick = max(0, round(silent if played.tick is None else played.tick))
        _take(part, played, tick)
    # A key that is still down ends with the phrase.
    return part.track(tick, within=Track(name=name))


def _take(part: PlayedPart, played: TimedMessage, tick: int) -> None:
    message = played.message
    status, channel, first = message[0] & 0xF0, message[0] & 0x0F, message[1]
    second = message[2] if len(message) > 2 else 0
    if status in {wire.NOTE_ON, wire.NOTE_OFF}:
        key = Key(played.port, channel, first if played.key < 0 else played.key)
        if wire.lets_go(message):
            part.release(key, tick, velocity=wire.release_of(message))
        else:
            part.press(key, tick, pitch=first, velocity=second)
    elif status != wire.PROGRAM:
        source = played.port, channel
        part.move((status, first, second), tick, source=source, of_note=played.of_note)
