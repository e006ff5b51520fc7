"""The events of one track: bytes to messages with absolute ticks, round whatever is damaged."""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.values.oddities import Oddities, Oddity

# Status bytes of system events.
META, SYSEX, ESCAPE = 0xFF, 0xF0, 0xF7
# Type of the meta event.
END_OF_TRACK = 0x2F
# Limits for files of nothing else: more than music needs.
MOST_SYSTEM_MESSAGES = 20_000
MOST_META_EVENTS = 100_000
LARGEST_PAYLOAD = 1 << 20
_DATA_BYTES_OF_SYSTEM = {0xF1: 1, 0xF2: 2, 0xF3: 1}


class RawMessage(NamedTuple):
    """A channel message; `second` is 0 where the message has one data byte."""

    tick: int
    status: int
    first: int
    second: int


class Meta(NamedTuple):
    """The raw bytes of a meta event or, with the kind `SYSEX`, of a system exclusive message.

    `after` is how many channel messages stand before it in its track.
    """

    tick: int
    kind: int
    data: bytes
    after: int = 0


@dataclass(slots=True)
class RawTrack:
    """One track while it is read.

    Attributes:
        messages: Channel messages in file order, so by tick.
        metas: Meta and system exclusive events in file order.
        end: The tick of its end-of-track event or of the last event that could be read.
    """

    messages: list[RawMessage] = field(default_factory=list)
    metas: list[Meta] = field(default_factory=list)
    end: int = 0


class TrackReader:
    """Reads the events of one track.

    Args:
        body: The track's bytes.
        oddities: Collects what is odd.
        trusted: Whether `body` ends where the file says it ends.
    """

    def __init__(self, body: bytes, oddities: Oddities, *, trusted: bool) -> None:
        self._body = body
        self._oddities = oddities
        self._trusted = trusted
        self._position = 0
        self._ended = False
        self._open_sysex = False
        self._system_messages = 0
        self.track = RawTrack()

    def read(self, budget: int) -> int:
        """Read about `budget` events at most into `track` and return how many there were."""
        try:
            count = self._read_events(budget)
        except IndexError:
            self._oddities.add(Oddity.TRACK_CUT)
            count = len(self.track.messages) + len(self.track.metas)
        else:
            if count > budget:
                self._oddities.add(Oddity.EVENT_FLOOD)
                return budget
            self._look_at_end()
        self._oddities.add(Oddity.SYSTEM_EXCLUSIVE, int(self._open_sysex))
        return count

    def _look_at_end(self) -> None:
        rest = len(self._body) - self._position
        if not self._body:
            self._oddities.add(Oddity.EMPTY_CHUNK)
        elif not self._ended:
            self._oddities.add(Oddity.NO_END)
        elif not self._trusted:
            self._oddities.add(Oddity.TRACK_LENGTH)
        elif rest:
            self._oddities.add(Oddity.AFTER_END)

    def _read_events(self, budget: int) -> int:  # noqa: C901, PLR0912 - the one hot loop
        body, append = self._body, self.track.messages.append
        position, size, tick = 0, len(self._body), 0
        running, interrupted = 0, False
        for count in range(budget + 1):
            if position >= size:
                self._position = position
                return count
            delta = body[position]
            position += 1
            if delta > 127:
                delta, position = self._long_number(position - 1)
            tick += delta
            self.track.end = tick
            status = body[position]
            if status > 127:
                position += 1
                if status >= 0xF0:
                    position = self._system_event(tick, status, position)
                    interrupted = True
                    if self._ended:
                        self._position = position
                        return count + 1
                    continue
                running, interrupted = status, False
            elif not running:
                self._oddities.add(Oddity.NO_STATUS)
                position += 1
                continue
            else:
                status = running
                if interrupted:
                    self._oddities.add(Oddity.RUNNING_STATUS)
                    interrupted = False
            first, second = body[position], 0
            position += 1
            if not 0xC0 <= status < 0xE0:
                second = body[position]
                position += 1
            if first > 127 or second > 127:
                self._oddities.add(Oddity.DATA_BYTE)
                first, second = min(first, 127), min(second, 127)
            append(RawMessage(tick, status, first, second))
        return budget + 1

    def _long_number(self, position: int) -> tuple[int, int]:
        """Return a variable-length number and the position after it."""
        value = 0
        for offset in range(4):
            byte = self._body[position + offset]
            value = value << 7 | byte & 0x7F
            if byte < 128:
                return value, position + offset + 1
        self._oddities.add(Oddity.LONG_DELTA)
        position += 4
        while self._body[position] > 127:
            position += 1
        return value, position + 1

    def _system_event(self, tick: int, status: int, position: int) -> int:
        if status == META:
            return self._meta(tick, position)
        if status in {SYSEX, ESCAPE}:
            return self._system_exclusive(tick, status, position)
        self._oddities.add(Oddity.SYSTEM_STATUS)
        return position + _DATA_BYTES_OF_SYSTEM.get(status, 0)

    def _meta(self, tick: int, position: int) -> int:
        kind = self._body[position]
        length, start = self._long_number(position + 1)
        end = start + length
        if kind == END_OF_TRACK:
            self._ended = True
            if length:
                self._oddities.add(Oddity.META_LENGTH)
            return min(end, len(self._body))
        if end > len(self._body):
            raise IndexError
        if kind > 127:
            self._oddities.add(Oddity.META_TYPE)
        elif length > LARGEST_PAYLOAD:
            self._oddities.add(Oddity.LARGE_TEXT)
        elif len(self.track.metas) >= MOST_META_EVENTS:
            self._oddities.add(Oddity.META_FLOOD)
        else:
            self.track.metas.append(
                Meta(tick, kind, self._body[start:end], len(self.track.messages))
            )
        return end

    def _system_exclusive(self, tick: int, status: int, position: int) -> int:
        length, start = self._long_number(position)
        end = start + length
        if end > len(self._body):
            raise IndexError
        if status == SYSEX:
            self._oddities.add(Oddity.SYSTEM_EXCLUSIVE, int(self._open_sysex))
            self._open_sysex = False
            self._keep_system_exclusive(
                Meta(tick, SYSEX, self._body[start:end], len(self.track.messages))
            )
        # A message in packets goes on in F7 events until one that ends in F7; an F7 event
        # outside a message is an escape for anything.
        if length and (status == SYSEX or self._open_sysex):
            self._open_sysex = self._body[end - 1] != ESCAPE
        return end

    def _keep_system_exclusive(self, message: Meta) -> None:
        self._system_messages += 1
        if len(message.data) > LARGEST_PAYLOAD:
            self._oddities.add(Oddity.LARGE_TEXT)
        elif self._system_messages <= MOST_SYSTEM_MESSAGES:
            self.track.metas.append(message)
        else:
            self._oddities.add(Oddity.SYSTEM_FLOOD)
