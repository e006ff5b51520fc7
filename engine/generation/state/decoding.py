"""The state of one row while it is written: ids in, notes in the piece's own ticks out.

Rules read this state to decide which id may come next.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.generation.reading.bars import BarToWrite, Grid
from engine.generation.state.heard import Heard
from engine.generation.state.voices import Voices
from engine.request import PartNote
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.reader import NoteReader, ReadNote
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Note

# Places between the first and the last id of a note.
_INSIDE_A_NOTE = frozenset({Place.PITCH, Place.DRUM, Place.VELOCITY})


@dataclass(frozen=True, slots=True)
class Written:
    """The result of one id.

    Attributes:
        notes: Notes that it completed.
        until: Tick before which no further note can begin.
    """

    notes: tuple[PartNote, ...]
    until: int


class DecodingState:
    """The state of one row: its bar, its voices and the ids so far.

    Args:
        tokenizer: The model's tokenizer.
        grammar: Advances `state`.
        state: After the whole prompt; the header of the first of `bars` is read.
        bars: The bars to write; when they are used up, the row is complete.
        voices: The written tracks and their sounding notes; for this row alone.
        heard: The state of the music after the prompt; this row's own.
        grid: Positions to ticks.

    Attributes:
        grammar_state: The grammar's state after the last id.
        heard: All ids so far, read.
        bar: The bar that is written.
        bars_before: Bars that were written before it.
        voices: The written tracks and their sounding notes.
        end: Tick of the bar line where the row ends; None while it is written.
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
        heard: Heard,
        grid: Grid,
    ) -> None:
        self._vocabulary = tokenizer.vocabulary
        self._lengths: list[int] = self._vocabulary.meter_lengths.tolist()
        self._grammar = grammar
        self._bars = bars
        self._grid = grid
        self._reader = NoteReader(self._vocabulary, state.programs)
        if state.part >= 0:
            self._reader.push(self._vocabulary.first_part + state.part)
        positions = self._vocabulary.span_of(TokenKind.POSITION)
        self._ticks: list[int] = grid.ticks_up_to(positions.stop - positions.start).tolist()
        self.heard = heard
        self.grammar_state = state
        self.bar = next(bars)
        self._first_bar = self.bar.piece_bar
        self.bars_before = 0
        self.voices = voices
        self.end: int | None = None
        self.ended = False

    @property
    def place(self) -> Place:
        """The place of the last id."""
        return self.grammar_state.place

    @property
    def part(self) -> int:
        """Number of the part that plays now."""
        return self.grammar_state.part

    @property
    def bar_number(self) -> int:
        """Bars of the piece between the first one that is written and this one."""
        return self.bar.piece_bar - self._first_bar

    @property
    def is_last_bar(self) -> bool:
        """Whether no bar is to be written after this one."""
        return self.bar.is_last

    @property
    def share_of_bar(self) -> float:
        """Share of the bar that has passed, 0 to 1."""
        state = self.grammar_state
        return min(1.0, max(0, state.position) / self._lengths[state.meter])

    @property
    def tick(self) -> int:
        """The tick at which a note that is emitted now begins."""
        return self.tick_of(self.grammar_state.position)

    @property
    def is_inside_note(self) -> bool:
        """Whether a note is begun and not complete."""
        return self.place in _INSIDE_A_NOTE

    @property
    def may_begin_note(self) -> bool:
        """Whether a pitch may come next, in a part that is written."""
        return self.place not in _INSIDE_A_NOTE and self.part in self.voices.parts

    def tick_of(self, position: int) -> int:
        """Return the tick of a position of this bar, in the piece."""
        # The vocabulary's bar may be a little longer than the piece's; no note may fall out of it.
        return min(self.bar.start + self._ticks[max(0, position)], self.bar.end - 1)

    def positions_before(self, tick: int) -> int:
        """Return how many positions of this bar are before a tick of the piece."""
        if tick > self.bar.end - 1:
            return len(self._ticks)
        return bisect_left(self._ticks, tick - self.bar.start)

    @property
    def track(self) -> int:
        """The track that a note that is emitted now goes to."""
        return self.voices.track_of(self.part)

    def advance(self, token: int) -> object:
        """Add an id; return its result, or None."""
        self.grammar_state = self._grammar.advance(self.grammar_state, token)
        self.heard.push(token)
        return self._reader.push(token)

    def next_bar(self) -> BarToWrite | None:
        """Begin the next bar; None where there is none, and the row is complete."""
        following = next(self._bars, None)
        if following is None:
            self.end = self.bar.end
        else:
            self.bar = following
            self.bars_before += 1
        return following

    def finish(self) -> None:
        """End the piece with the last bar, in which alone the model may end it."""
        self.ended = True
        self.end = self.bar.piece_bar_end

    def joined(self, following: Sequence[int]) -> Sequence[int]:
        """Return ids that follow this row, without the Part id of the part that plays already."""
        for index, token in enumerate(following):
            if self._vocabulary.kinds[token] == TokenKind.PART:
                if self._vocabulary.values[token] == self.part:
                    return (*following[:index], *following[index + 1 :])
                return following
        return following

    def note_of(self, read: ReadNote) -> PartNote | None:
        """Return a note that was just completed, in its track; None if its key is held."""
        start = self.tick
        note = Note(
            start=start,
            pitch=read.pitch,
            duration=max(1, self._grid.ticks(read.duration)),
            velocity=read.velocity,
        )
        if note.pitch in self.voices.held(self.part, start):
            return None  # the rules had left no other pitch
        return PartNote(self.track, self.voices.fitted(note, self.part))

    def add(self, part: PartNote) -> None:
        """Add a note that is kept."""
        self.voices.place(part.note, self.part)
