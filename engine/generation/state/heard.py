"""Reads each id once, and keeps the contents of the last bars and of each part in this bar.

Rules and the copier look here and never read ids themselves. `Heard` is built from the prompt once
for each request, branched for each row, and advanced by each id of the row.
"""

from collections import deque
from collections.abc import Iterable
from copy import copy

from engine.ground.cancelling import look_up
from engine.tokens.parts import NO_PART
from engine.tokens.vocabulary import TokenKind, Vocabulary

NOTHING = -1
"""No id."""

LONGEST_LAG = 16
"""Most bars that a rule looks back."""

_IDS_AT_ONCE = 4096  # they take some milliseconds

# Plain integers, because looking up an enum member takes longer than the rest of `push`.
_BAR, _METER, _POSITION = int(TokenKind.BAR), int(TokenKind.METER), int(TokenKind.POSITION)
_PART, _PITCH, _DRUM = int(TokenKind.PART), int(TokenKind.PITCH), int(TokenKind.DRUM)
_SOUND = frozenset({int(TokenKind.VELOCITY), int(TokenKind.DURATION)})
# A part that a piece declares, or that a gap leaves out, does not play yet.
BEFORE_MUSIC = frozenset(
    map(int, (TokenKind.SPECIAL, TokenKind.PROGRAM, TokenKind.BARS, TokenKind.REJOIN))
)

Bar = dict[int, dict[int, dict[int, list[int]]]]
"""A bar by ids: position → part → pitch → [velocity, duration]."""


class Heard:
    """The state of the music after the ids so far.

    Args:
        vocabulary: The vocabulary.
        ids: The prompt, oldest first.
        most: Bars to keep, the last one included.

    Attributes:
        kind: `TokenKind` of the last id.
        position: Id of the latest position in this bar; `NOTHING` before the first.
        part: Id of the part that plays; `NOTHING` before the first of a piece, and after what
            announces a gap or its end.
        pitch: Id of the last pitch of that part at this position; `NOTHING` before the first.
        bars: The last bars, this one last; `most` of them at most.
        begun: Bar ids so far.
        bar_start: Where this bar begins, in positions from the first bar.
        bar_length: Positions of this bar.
        struck: By number of a part, the pitches that it began in this bar, in order.
        struck_before: The same for the bar before.
    """

    def __init__(
        self, vocabulary: Vocabulary, ids: Iterable[int] = (), *, most: int = LONGEST_LAG + 1
    ) -> None:
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._values: list[int] = vocabulary.values.tolist()
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        self._first_part = vocabulary.first_part
        self.kind = int(TokenKind.SPECIAL)
        self.position = self.part = self.pitch = NOTHING
        self.bars: deque[Bar] = deque(maxlen=most)
        self.begun = self.bar_start = self.bar_length = 0
        self.struck: dict[int, list[int]] = {}
        self.struck_before: dict[int, list[int]] = {}
        for number, token in enumerate(ids):
            if number % _IDS_AT_ONCE == 0:
                look_up()
            self.push(token)

    def branch(self) -> "Heard":
        """Return an independent copy; both share whole bars, which do not change."""
        other = copy(self)
        other.bars = copy(self.bars)
        if other.bars:
            other.bars[-1] = {
                position: {
                    part: {pitch: [*sound] for pitch, sound in notes.items()}
                    for part, notes in parts.items()
                }
                for position, parts in self.bars[-1].items()
            }
        other.struck = {part: [*pitches] for part, pitches in self.struck.items()}
        return other

    @property
    def part_number(self) -> int:
        """Number of the part that plays, or `NO_PART`."""
        return NO_PART if self.part == NOTHING else self.part - self._first_part

    @property
    def now(self) -> int:
        """The current place, in positions from the first bar."""
        return self.bar_start + (0 if self.position == NOTHING else self._values[self.position])

    @property
    def notes(self) -> int:
        """Notes that this bar has so far, of all parts."""
        return sum(map(len, self.struck.values()))

    @property
    def struck_here(self) -> dict[int, dict[int, list[int]]]:
        """By id of a part, the pitches that it has struck at this position, as in `Bar`."""
        return self.bars[-1].get(self.position, {}) if self.bars else {}

    @property
    def whole_bars(self) -> tuple[Bar, ...]:
        """The last bars that are over."""
        return tuple(self.bars)[:-1]

    def value(self, token: int) -> int:
        """Return the value of an id."""
        return self._values[token]

    def push(self, token: int) -> None:
        """Read one more id."""
        kind = self._kinds[token]
        self.kind = kind
        if kind in _SOUND:
            if self.bars:
                self._sound().append(token)
        elif kind in (_PITCH, _DRUM):
            self.pitch = token
            self._note(token)
        elif kind == _POSITION:
            self.position, self.pitch = token, NOTHING
        elif kind == _PART:
            self.part, self.pitch = token, NOTHING
        elif kind == _BAR:
            self._begin_bar()
        elif kind == _METER:
            self.bar_length = self._lengths[self._values[token]]
        elif kind in BEFORE_MUSIC:
            self.part = self.pitch = NOTHING

    def _sound(self) -> list[int]:
        parts = self.bars[-1].setdefault(self.position, {})
        return parts.setdefault(self.part, {}).setdefault(self.pitch, [])

    def _note(self, token: int) -> None:
        if self.bars:
            self._sound()
        self.struck.setdefault(self.part_number, []).append(self._values[token])

    def _begin_bar(self) -> None:
        self.struck_before, self.struck = self.struck, {}
        self.bars.append({})
        self.begun += 1
        self.bar_start += self.bar_length
        self.position = self.pitch = NOTHING
