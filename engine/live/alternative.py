"""One alternative as it is made: ids in, notes in the piece's own ticks out.

The bars it writes come with their meters, and music that stays is said in its place; whatever
else is drawn is legal by the grammar under the user's constraints, and by what only the moment
decides: voices that are free, keys that are not held. When it is complete, the bars that follow
may tell how well it joins.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.copying.guard import CopyGuard
from engine.live.beside import Beside, after_program
from engine.live.prompt import BarToWrite
from engine.live.voices import Voices
from engine.messages import PartNote
from engine.model.echo import Echo
from engine.model.sampling import Sampler
from engine.music.score import Note
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.phrases import Phrases
from engine.tokens.reader import NoteReader, ReadNote
from engine.tokens.steering import Steering
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS, TokenKind

_KINDS_OF_NOTES = (TokenKind.PITCH, TokenKind.DRUM)
# Nats by which a pitch that is overdone is less likely each time.
_WEARINESS = 1.0
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

    def position_at(self, ticks: int) -> int:
        """Return the first position at or after so many ticks."""
        return -(-ticks * self._positions // self._ticks)


class Alternative:
    """Draws one continuation, id by id.

    Args:
        tokenizer: The model's.
        grammar: What may follow, under the user's constraints, the piece's end included.
        state: After everything that was read; the bar `bar` has begun, its header is read.
        bar: The bar being written.
        bars: The bars after it; when they are used up, the alternative is complete.
        voices: Tracks and what sounds in them; this alternative's own.
        grid: Positions to ticks.
        sampler: Draws ids.
        echo: What the piece did before, this alternative's own.
        phrases: What its bars said before, this alternative's own.
        steering: What the logits lean to.
        beside: What stays while it is written.
        following: Ids after its last bar line that it is judged by; it takes them one by one when
            it is complete.
        guard: Refuses notes that would copy too much, this alternative's own; None refuses none.

    Attributes:
        drawn: Ids taken so far.
        end: Tick of the bar line where it ends; None while it is being made.
        ended: Whether the model ended the piece by itself.
    """

    def __init__(
        self,
        *,
        tokenizer: Tokenizer,
        grammar: Grammar,
        state: State,
        bar: BarToWrite,
        bars: Iterator[BarToWrite],
        voices: Voices,
        grid: Grid,
        sampler: Sampler,
        echo: Echo,
        phrases: Phrases,
        steering: Steering,
        beside: Beside,
        following: tuple[int, ...] = (),
        guard: CopyGuard | None = None,
    ) -> None:
        self._vocabulary = tokenizer.vocabulary
        self._grammar = grammar
        self._state = state
        self._first_bar = bar.piece_bar
        self._bar = bar
        self._bars = bars
        self._voices = voices
        self._grid = grid
        self._sampler = sampler
        self._echo = echo
        self._phrases = phrases
        self._steering = steering
        self._beside = beside
        self._following = following
        self._guard = guard
        self._judged = 0
        self._likelihood = 0.0
        self._written_bar = 0
        self._forced: deque[int] = deque()
        self._kept: deque[int] = deque()
        self._is_kept = False
        self._reader = NoteReader(tokenizer)
        if state.program in self._vocabulary.program_ids:
            self._reader.push(self._vocabulary.program_ids[state.program])
        self._sounds_until = 0
        self._pitches = torch.from_numpy(self._vocabulary.ids_of(TokenKind.PITCH))
        self._full: Mapping[int, Tensor] = _masks_of_programs(tokenizer, voices.programs)
        self.drawn = 0
        self.end: int | None = None
        self.ended = False

    @property
    def done(self) -> bool:
        """Whether it is complete and judged by what follows."""
        return self.end is not None and (self.ended or self._judged >= len(self._following))

    @property
    def fit(self) -> float:
        """Mean logarithm of the probabilities of what follows; 0 when nothing does."""
        return self._likelihood / max(1, self._judged)

    def judge(self, logits: Tensor) -> int:
        """Return the next id of what follows, noting how likely it is.

        Args:
            logits: (V,) after the ids so far.
        """
        token = self._following[self._judged]
        self._likelihood += float(logits.detach().to("cpu", torch.float64).log_softmax(0)[token])
        self._judged += 1
        return token

    def draw(self, logits: Tensor) -> int:
        """Return the next id.

        Args:
            logits: (V,) after the ids so far.
        """
        if self._kept:
            self._is_kept = True
            return self._kept.popleft()
        if self._forced:
            return self._forced.popleft()
        logits = self._less_overdone(self._steering(self._phrases(logits), self._state))
        token = self._drawn(logits)
        kept = self._beside.before(token, self._state, bar=self._written_bar)
        if not kept:
            return token
        # What stays sounds earlier than what was drawn: that is drawn anew when it was said.
        self._kept.extend(kept[1:])
        self._is_kept = True
        return kept[0]

    def _drawn(self, logits: Tensor) -> int:
        """Draw an id; a pitch that would copy too much is drawn anew without it."""
        allowed = self._allowed()
        echo = self._echo.repeat()
        token = self._sampler.draw(logits, allowed, echo=echo)
        while self._copies(token):
            allowed = allowed.clone()
            allowed[token] = False
            if not allowed.any():
                break  # the note is left out when it is complete
            token = self._sampler.draw(logits, allowed, echo=echo)
        return token

    def _copies(self, token: int) -> bool:
        if self._guard is None or self._vocabulary.kinds[token] != TokenKind.PITCH:
            return False
        pitch, start = int(self._vocabulary.values[token]), self._tick_of(self._state.position)
        track = self._voices.track_for(pitch, start=start, program=self._state.program)
        return not self._guard.allows(track=track, start=start, pitch=pitch)

    def take(self, token: int) -> Made | None:
        """Go on by an id that was drawn; return what it led to, None if there is nothing to say."""
        self.drawn += 1
        if self._is_kept:
            self._is_kept = False
            self._go_on(token)
            return None
        if token == self._vocabulary.end:
            self.ended = True
            rings = self._sounds_until > self._bar.start
            return self._finish(self._bar.piece_bar_end if rings else self._bar.start)
        if token == self._vocabulary.bar:
            following = next(self._bars, None)
            if following is None:
                return self._finish(self._bar.end)
            self._bar = following
            self._written_bar += 1
            self._forced.extend(following.header[1:])
            self._go_on(token)
            return Made((), following.start)
        read = self._go_on(token)
        return self._made(read) if isinstance(read, ReadNote) else None

    def _go_on(self, token: int) -> object:
        self._state = self._grammar.advance(self._state, token)
        self._echo.push(token)
        self._phrases.push(token)
        return self._reader.push(token)

    def _finish(self, end: int) -> Made:
        self.end = end
        self._following = after_program(self._following, self._state.program, self._vocabulary)
        return Made((), end)

    def _made(self, read: ReadNote) -> Made:
        start = self._tick_of(self._state.position)
        note = Note(
            start=start,
            pitch=read.pitch,
            duration=max(1, self._grid.ticks(read.duration)),
            velocity=read.velocity,
        )
        if note.pitch in self._voices.held(read.program, start):
            return Made((), start)  # nothing else was left to draw
        track = self._voices.track_for(note.pitch, start=start, program=read.program)
        if self._guard is not None and read.program != DRUMS:
            if not self._guard.allows(track=track, start=start, pitch=note.pitch):
                return Made((), start)
            self._guard.add(track=track, start=start, pitch=note.pitch)
        self._sounds_until = max(self._sounds_until, note.end)
        track = self._voices.place(note, read.program)
        return Made((PartNote(track, note),), start)

    def _tick_of(self, position: int) -> int:
        # Where the vocabulary's bar is a little longer than the piece's, nothing may fall out.
        return min(self._bar.start + self._grid.ticks(max(0, position)), self._bar.end - 1)

    def _allowed(self) -> Tensor:
        allowed = self._grammar.allowed(self._state)
        early = self._bar.piece_bar == self._first_bar or not self._beside.is_over
        if early and bool(allowed[self._vocabulary.end]):
            # Never an end before the first bar is complete, nor before what goes on beside it.
            allowed = allowed.clone()
            allowed[self._vocabulary.end] = False
        return self._without_held_keys(self._with_free_voices(allowed))

    def _less_overdone(self, logits: Tensor) -> Tensor:
        """Make a pitch that its track has struck too often the less likely the oftener it was."""
        state = self._state
        if not self._may_begin_a_note():
            return logits
        overdone = self._voices.overdone(state.program, self._tick_of(state.position))
        if not overdone:
            return logits
        logits = logits.clone()
        for pitch, times in overdone.items():
            logits[self._pitches[pitch]] -= _WEARINESS * times
        return logits

    def _may_begin_a_note(self) -> bool:
        """Return whether a pitch may come next, in a track that is written."""
        state = self._state
        return state.place not in _INSIDE_A_NOTE and state.program in self._voices.programs

    def _without_held_keys(self, allowed: Tensor) -> Tensor:
        state = self._state
        if not self._may_begin_a_note():
            return allowed
        held = self._voices.held(state.program, self._tick_of(state.position))
        if not held:
            return allowed
        without = allowed.clone()
        without[self._pitches[sorted(held)]] = False
        return without if without.any() else allowed

    def _with_free_voices(self, allowed: Tensor) -> Tensor:
        full = self._voices.full(self._tick_of(self._state.position))
        if not full and not self._voices.limited:
            return allowed
        allowed = allowed.clone()
        for program in full:
            allowed &= ~self._full[program]
        if self._state.program in full and self._state.place != Place.PROGRAM:
            for kind in _KINDS_OF_NOTES:
                allowed[self._vocabulary.ids_of(kind)] = False
        self._leave_out_full_positions(allowed)
        if not allowed.any():
            allowed[self._vocabulary.bar] = True
        return allowed

    def _leave_out_full_positions(self, allowed: Tensor) -> None:
        """A position must be followed by something: only those with a voice free are offered."""
        for token in self._vocabulary.ids_of(TokenKind.POSITION).tolist():
            if allowed[token]:
                tick = self._tick_of(int(self._vocabulary.values[token]))
                allowed[token] = self._voices.full(tick) != self._voices.programs


def _masks_of_programs(tokenizer: Tokenizer, programs: frozenset[int]) -> dict[int, Tensor]:
    ids = tokenizer.vocabulary.program_ids
    masks = {}
    for program in programs:
        masks[program] = torch.zeros(tokenizer.vocab_size, dtype=torch.bool)
        masks[program][ids[program]] = True
    return masks
