"""What is played on a MIDI input: kept as it was played, turned into notes when asked for. Pure."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from engine.music.event_kinds import BY_STATUS
from engine.music.events import Note, TimedEvent
from engine.music.score import Track
from engine.music.time import TempoMap
from engine.playback import wire

# A silence this long ends a phrase: what came before it is not what "I just played" means.
PHRASE_GAP_S = 10.0
_MOST_KEPT = 50_000


class Played(NamedTuple):
    """One message from an input.

    Attributes:
        seconds: When, on the player's clock.
        tick: The place in the music that was heard then, or None if nothing was playing.
        message: Its bytes.
    """

    seconds: float
    tick: float | None
    message: bytes


class Capture:
    """Keeps what was played, without anyone having pressed record."""

    def __init__(self) -> None:
        self._played: deque[Played] = deque(maxlen=_MOST_KEPT)

    def add(self, played: Played) -> None:
        """Keep a message."""
        self._played.append(played)

    def forget(self) -> None:
        """Drop everything."""
        self._played.clear()

    def phrase(self) -> tuple[Played, ...]:
        """Return what was played since the last long silence."""
        phrase: list[Played] = []
        for played in reversed(self._played):
            if phrase and phrase[-1].seconds - played.seconds > PHRASE_GAP_S:
                break
            phrase.append(played)
        return tuple(reversed(phrase))


def to_track(
    phrase: Iterable[Played], *, tempo: TempoMap, start: float = 0.0, name: str = "Me"
) -> Track:
    """Return a track of what was played, unquantised.

    What was played to music lies where the music was; what was played to silence begins at
    `start` and follows the tempo from there.

    Args:
        phrase: Messages in order.
        tempo: Seconds of ticks.
        start: Tick for the first message where nothing was playing.
        name: The track's name.
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
    # A key that is still down ends where the phrase ends.
    notes += [_note(pitch, begun, tick) for pitch, begun in open_notes.items()]
    return Track(name=name).with_notes(notes).with_channel_events(moves)


def _note(pitch: int, begun: tuple[int, int], end: int) -> Note:
    start, velocity = begun
    # A loop that jumped back in between leaves an end before the beginning.
    return Note(start, pitch, max(1, end - start), velocity)
