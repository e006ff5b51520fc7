"""A continuation while it is written: where it stands, and the notes that its ids say.

Ids in, notes in the piece's own ticks out. What may be said next is not decided here: processors
look at the draft to judge it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.generation.prompt import BarToWrite
from engine.generation.voices import Voices
from engine.music.score import Note
from engine.request import PartNote
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.reader import NoteReader, ReadNote
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

_INSIDE_A_NOTE = frozenset({Place.PITCH, Place.DRUM, Place.VELOCITY})


@dataclass(frozen=True, slots=True)
class Made:
    """What one id led to.

    Attributes:
        notes: Notes that it completed.
        until: Tick before which no further note can begin.
    """

    notes: tuple[PartNote, ...]
    until: int


class Grid:
    """Positions of the vocabulary to ticks of a piece.

    Args:
        ticks_per_quarter: The piece's grid.
        positions_per_quarter: The vocabulary's.
    """

    def __init__(self, *, ticks_per_quarter: int, positions_per_quarter: int) -> None:
        self._ticks = ticks_per_quarter
        self._positions = positions_per_quarter

    def ticks(self, positions: int) -> int:
        """Return the ticks of so many positions, rounded half up."""
        return (2 * positions * self._ticks + self._positions) // (2 * self._positions)

    def nearest(self, ticks: int) -> int:
        """Return the position nearest to so many ticks, the later one of two."""
        return (2 * ticks * self._positions + self._ticks) // (2 * self._ticks)

    def position_at(self, ticks: int) -> int:
        """Return the first position at or after so many ticks."""
        return -(-ticks * self._positions // self._ticks)


class Draft:
    """One continuation: where it stands.

    Args:
        tokenizer: The model's.
        grammar: What leads from state to state.
        state: After everything that was read; the header of the first of `bars` is read.
        bars: The bars to write; when they are used up, the draft is complete.
        voices: Tracks and what sounds in them; this draft's own.
        grid: Positions to ticks.

    Attributes:
        state: What was said last.
        bar: The bar that is written.
        bars_before: Written bars before it.
        voices: Tracks and what sounds in them.
        end: Tick of the bar line where it ends; None while it is written.
        ended: Whether the model ended the piece by itself.
    """

    def __init__(
        self,
        *,
        tokenizer: Tokenizer,
        grammar: Grammar,
        state: State,
        bars: Iterator[BarToWrite],
        voices: Voices,
        grid: Grid,
    ) -> None:
        self._vocabulary = tokenizer.vocabulary
        self._grammar = grammar
        self._bars = bars
        self._grid = grid
        self._reader = NoteReader(self._vocabulary, state.programs)
        if state.part >= 0:
            self._reader.push(self._vocabulary.first_part + state.part)
        self._sounds_until = 0
        self.state = state
        self.bar = next(bars)
        self._first_bar = self.bar.piece_bar
        self.bars_before = 0
        self.voices = voices
        self.end: int | None = None
        self.ended = False

    @property
    def part(self) -> int:
        """The part that plays now."""
        return self.state.part

    @property
    def share_of_bar(self) -> float:
        """How much of the bar has passed, 0 to 1."""
        length = int(self._vocabulary.meter_lengths[self.state.meter])
        return min(1.0, max(0, self.state.position) / length)

    @property
    def tick(self) -> int:
        """Where a note that is said now begins."""
        return self.tick_of(self.state.position)

    @property
    def is_in_first_bar(self) -> bool:
        """Whether the piece's bar that it began in is not over."""
        return self.bar.piece_bar == self._first_bar

    @property
    def may_begin_a_note(self) -> bool:
        """Whether a pitch may come next, in a part that is written."""
        return self.state.place not in _INSIDE_A_NOTE and self.part in self.voices.parts

    def tick_of(self, position: int) -> int:
        """Return the tick of a position of this bar, in the piece."""
        # Where the vocabulary's bar is a little longer than the piece's, nothing may fall out.
        return min(self.bar.start + self._grid.ticks(max(0, position)), self.bar.end - 1)

    def position_from(self, tick: int) -> int:
        """Return the first position of this bar at or after a tick of the piece."""
        return max(0, self._grid.position_at(tick - self.bar.start))

    @property
    def track(self) -> int:
        """The track that a note that is said now goes to."""
        return self.voices.track_of(self.part)

    def go_on(self, token: int) -> object:
        """Take an id as said; return what it completed, or None."""
        self.state = self._grammar.advance(self.state, token)
        return self._reader.push(token)

    def next_bar(self) -> BarToWrite | None:
        """Begin the next bar; None where there is none, and the draft is complete."""
        following = next(self._bars, None)
        if following is None:
            self.end = self.bar.end
        else:
            self.bar = following
            self.bars_before += 1
        return following

    def finish(self) -> None:
        """End the piece, at the next bar line unless all is silent since this one."""
        self.ended = True
        rings = self._sounds_until > self.bar.start
        self.end = self.bar.piece_bar_end if rings else self.bar.start

    def joined(self, following: Sequence[int]) -> Sequence[int]:
        """Return ids that follow this draft without the Part id of what plays already."""
        for index, token in enumerate(following):
            if self._vocabulary.kinds[token] == TokenKind.PART:
                if self._vocabulary.values[token] == self.part:
                    return (*following[:index], *following[index + 1 :])
                return following
        return following

    def note_of(self, read: ReadNote) -> PartNote | None:
        """Return a note that was just completed, where it belongs; None if its key is held."""
        start = self.tick
        note = Note(
            start=start,
            pitch=read.pitch,
            duration=max(1, self._grid.ticks(read.duration)),
            velocity=read.velocity,
        )
        if note.pitch in self.voices.held(self.part, start):
            return None  # nothing else was left to draw
        return PartNote(self.track, self.voices.fitted(note, self.part))

    def place(self, part: PartNote) -> None:
        """Take a note as made."""
        self._sounds_until = max(self._sounds_until, part.note.end)
        self.voices.place(part.note, self.part)
