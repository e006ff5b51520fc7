"""Going on with a piece: prime, draw alternatives side by side, give each note as it is made.

A generator of events, without threads or clocks of its own: whoever runs it decides when to look
at the next event, and is asked before each token whether to go on.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.copying.fingerprints import Fingerprints, Originality, Passage
from engine.copying.guard import CopyGuard
from engine.copying.windows import WINDOW, instruments_of
from engine.errors import EmptyMusicError, LimitError
from engine.live.alternative import Alternative, Grid
from engine.live.beside import Beside, KeptNote, following_ids, kept_notes, within_reach
from engine.live.memory_log import MemoryLog
from engine.live.model import LiveModel
from engine.live.prompt import BarToWrite, Prompt, bars_to_write, prompt_of
from engine.live.voices import Voices
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    Continue,
    CopiedPassage,
    LiveEvent,
    NotesMade,
    PartNote,
    Primed,
)
from engine.model.echo import Echo
from engine.model.sampling import Sampler
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import MOST_ALTERNATIVES, Request, same_role
from engine.tokens.constraints import ALL_PITCH_CLASSES, Constraints
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.phrases import Phrases
from engine.tokens.steering import Steering
from engine.tokens.vocabulary import TokenKind

MOST_PASSAGES = 5
_TOKENS_BETWEEN_TRIMS = 1024

Cancelled = Callable[[], bool]


def never() -> bool:
    """Return that nobody wants to stop."""
    return False


class Session:
    """A model and what it has read; one continuation at a time.

    Args:
        model: Nobody else may use its decoder.
        prints: Of the songs it learned from; None where they are not known.
        clock: Seconds.
    """

    def __init__(
        self,
        model: LiveModel,
        *,
        prints: Fingerprints | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._model = model
        self._prints = prints
        self._clock = clock
        self._log = MemoryLog(model.decoder)

    def forget(self) -> None:
        """Drop what was read; the next continuation reads its piece anew."""
        self._log.forget()

    def continue_(self, command: Continue, *, cancelled: Cancelled = never) -> Iterator[LiveEvent]:
        """Go on with a piece.

        The same model, piece and request give the same notes, whatever was done before.

        Args:
            command: What is asked for.
            cancelled: Asked before every token and every block that is read.

        Yields:
            One `Primed`, `NotesMade` as notes are complete, one `AlternativeFinished` for each
            alternative that came to its end, and at last one `ContinuationFinished`.

        Raises:
            EmptyMusicError: There is nothing to continue, or no track to write.
            LimitError: The piece, or what is asked for, is larger than Segue takes.
        """
        run = _Run(command, self._model, self._log, self._clock, prints=self._prints)
        primed = run.prime(cancelled)
        if primed is not None:
            yield primed
            yield from run.draw(cancelled)
        yield run.finished()


class _Run:
    """One request: what it needs while it is made."""

    def __init__(
        self,
        command: Continue,
        model: LiveModel,
        log: MemoryLog,
        clock: Callable[[], float],
        *,
        prints: Fingerprints | None = None,
    ) -> None:
        score, ask = command.ask.begun(command.score)
        ask = replace(ask, roles=ask.roles or same_role("write", len(score.tracks)))
        _check(score, ask)
        self._prints = prints
        self._made: dict[int, list[PartNote]] = {}
        self._command = command
        self._score, self._ask = score, ask
        self._model = model
        self._log = log
        self._clock = clock
        self._began_s = clock()
        self._drawing_since_s = self._began_s
        self._first_note_s: float | None = None
        self._cancelled = False
        self._tokens = 0
        self._prompt = prompt_of(
            score,
            ask.roles,
            start=ask.start,
            remember=ask.remembered,
            tokenizer=model.tokenizer,
            since=ask.since,
        )
        self._first_bar = next(self._bars())
        # The first bar's header is the same for all alternatives: it is read, not drawn.
        header = () if self._prompt.inside else self._first_bar.header
        self._ids = (*self._prompt.ids, *header)
        self._end = self._last_bar_line()
        self._fits: tuple[float, ...] = ()

    def prime(self, cancelled: Cancelled) -> Primed | None:
        """Read the piece up to the start; None when that was cancelled."""
        read = self._log.read(self._ids, cancelled=cancelled)
        if read is None:
            self._cancelled = True
            return None
        now_s = self._clock()
        self._drawing_since_s = now_s
        exact, compressed = _held_bars(self._prompt, self._model, len(self._ids))
        return Primed(
            request=self._command.request,
            tokens=read,
            exact_bars=exact,
            compressed_bars=compressed,
            seconds=now_s - self._began_s,
        )

    def draw(self, cancelled: Cancelled) -> Iterator[LiveEvent]:
        """Draw all alternatives, one token of each at a time."""
        alternatives = self._alternatives()
        branches = self._log.branches(len(alternatives))
        # A row of a batch whose alternative is complete goes on with any id: shapes stay fixed.
        ids = torch.full((len(alternatives),), self._model.tokenizer.bar, dtype=torch.int64)
        while not all(alternative.done for alternative in alternatives):
            if cancelled():
                self._cancelled = True
                return
            logits = branches.logits
            for index, alternative in enumerate(alternatives):
                if alternative.end is None:
                    ids[index] = alternative.draw(logits[index])
                    yield from self._take(index, alternative, int(ids[index]))
                elif not alternative.done:
                    ids[index] = alternative.judge(logits[index])
            if not all(alternative.done for alternative in alternatives):
                branches.step(ids)
            if branches.length % _TOKENS_BETWEEN_TRIMS == 0:
                self._log.let_go(branches, reach=self._model.mem_len)
        if self._ask.following:
            self._fits = tuple(alternative.fit for alternative in alternatives)

    def finished(self) -> ContinuationFinished:
        """Say how it went."""
        now_s = self._clock()
        first_s = self._began_s if self._first_note_s is None else self._first_note_s
        return ContinuationFinished(
            request=self._command.request,
            seconds=now_s - self._began_s,
            first_note_seconds=first_s - self._began_s,
            tokens_per_second=self._tokens / max(1e-9, now_s - self._drawing_since_s),
            cancelled=self._cancelled,
            fits=self._fits,
        )

    def _take(self, index: int, alternative: Alternative, token: int) -> Iterator[LiveEvent]:
        made = alternative.take(token)
        self._tokens += 1
        if made is None:
            return
        if made.notes and self._first_note_s is None:
            self._first_note_s = self._clock()
        self._made.setdefault(index, []).extend(made.notes)
        yield NotesMade(
            request=self._command.request, alternative=index, notes=made.notes, until=made.until
        )
        if alternative.end is not None:
            found = self._copied(index)
            yield AlternativeFinished(
                request=self._command.request,
                alternative=index,
                end=alternative.end,
                ended=alternative.ended,
                seed=self._ask.sampling.seed + index,
                tokens=alternative.drawn,
                copied=found.copied if found.windows else -1.0,
                passages=tuple(_passage(passage) for passage in found.passages[:MOST_PASSAGES]),
                sure_from=found.sure_from,
            )

    def _copied(self, index: int) -> Originality:
        """Return what of an alternative stands in the songs the model learned from."""
        if self._prints is None:
            return Originality(windows=0, matches=())
        score = self._score
        return self._prints.look_up(made_alone(score, self._made.get(index, [])), own=score)

    def _guard(self) -> CopyGuard | None:
        longest = self._ask.limits.longest_copy
        if not longest or self._prints is None or not len(self._prints):
            return None
        return CopyGuard(
            self._prints,
            longest=longest,
            ticks_per_quarter=self._score.ticks_per_quarter,
            instruments=instruments_of(self._score),
        )

    def _alternatives(self) -> list[Alternative]:
        ask, model = self._ask, self._model
        grammar = self._grammar()
        state = self._state(grammar)
        steering = Steering(ask.steering, model.tokenizer)
        beside = self._beside(state)
        following = self._following()
        echo = Echo(self._ids, strength=ask.sampling.echo)
        phrases = Phrases(model.tokenizer.vocabulary, self._ids, strength=ask.sampling.echo)
        alternatives = []
        for index in range(ask.alternatives):
            bars = self._bars()
            alternatives.append(
                Alternative(
                    tokenizer=model.tokenizer,
                    grammar=grammar,
                    state=state,
                    bar=next(bars),
                    bars=bars,
                    voices=Voices(
                        self._score,
                        ask.roles,
                        start=ask.start,
                        max_voices=ask.limits.max_voices,
                    ),
                    grid=self._grid,
                    sampler=Sampler(ask.sampling, seed=ask.sampling.seed + index),
                    echo=echo.closed(),
                    phrases=phrases.branch(),
                    steering=steering,
                    beside=Beside(beside, model.tokenizer.vocabulary),
                    following=following,
                    guard=self._guard(),
                )
            )
        return alternatives

    def _last_bar_line(self) -> int:
        """Return the tick after what is written; 0 when nobody knows."""
        if not self._ask.bars:
            return 0
        bars = BarMap.of(self._score)
        return bars.start_of(bars.bar_at(self._ask.start) + self._ask.bars)

    def _beside(self, state: State) -> tuple[KeptNote, ...]:
        notes = kept_notes(
            self._score,
            self._ask.roles,
            start=self._ask.start,
            end=self._end,
            tokenizer=self._model.tokenizer,
        )
        return within_reach(notes, earliest=max(0, state.position + 1))

    def _following(self) -> tuple[int, ...]:
        if not self._ask.following or not self._end:
            return ()
        return following_ids(
            self._score,
            self._ask.roles,
            end=self._end,
            bars=self._ask.following,
            tokenizer=self._model.tokenizer,
        )

    @property
    def _grid(self) -> Grid:
        return Grid(
            ticks_per_quarter=self._score.ticks_per_quarter,
            positions_per_quarter=self._model.tokenizer.ticks_per_quarter,
        )

    def _bars(self) -> Iterator[BarToWrite]:
        return bars_to_write(
            self._score,
            start=self._ask.start,
            bars=self._ask.bars,
            tokenizer=self._model.tokenizer,
        )

    def _grammar(self) -> Grammar:
        ask = self._ask
        voices = Voices(self._score, ask.roles, start=ask.start, max_voices=0)
        pitch_classes = frozenset(ask.limits.pitch_classes) or ALL_PITCH_CLASSES
        return self._model.grammar.under(
            Constraints(
                programs=voices.programs,
                pitch_classes=pitch_classes,
                lowest=ask.limits.lowest,
                highest=ask.limits.highest,
                # A continuation follows the piece's own ruler; it never bends it.
                tempo_changes=False,
                meter_changes=False,
                pedal=False,
                # Without a number of bars it goes on until it is told to stop, and a piece that
                # goes on after it does not end in it.
                end=ask.bars > 0 and not ask.following,
            )
        )

    def _state(self, grammar: Grammar) -> State:
        """Return the grammar's state after what was read: its last program and bar decide it."""
        kinds = self._model.tokenizer.vocabulary.kinds[np.array(self._ids)]
        program = _last(kinds == TokenKind.PROGRAM)
        bar = _last(kinds == TokenKind.BAR)
        state = grammar.follow(
            chain(self._ids[program : program + 1] if program < bar else (), self._ids[bar:])
        )
        if not self._prompt.inside:
            return state
        # What begins inside a bar begins at its first position that is not past.
        into_bar = self._ask.start - self._first_bar.start
        earliest = max(state.position + 1, self._grid.position_at(into_bar))
        return State(Place.METER, state.meter, earliest - 1, state.program)


def _check(score: Score, ask: Request) -> None:
    if len(ask.roles) != len(score.tracks):
        raise EmptyMusicError(
            f"The piece has {len(score.tracks)} tracks and {len(ask.roles)} roles."
        )
    if not 1 <= ask.alternatives <= MOST_ALTERNATIVES:
        raise LimitError(f"Segue makes 1 to {MOST_ALTERNATIVES} alternatives at once.")
    if not 0 <= ask.limits.lowest <= ask.limits.highest <= 127:
        raise LimitError("The range of pitches is empty, so no note could be drawn.")
    if 0 < ask.limits.longest_copy < WINDOW - 1:
        raise LimitError(f"Copies shorter than {WINDOW - 1} notes cannot be told from chance.")


def made_alone(score: Score, notes: Sequence[PartNote]) -> Score:
    """Return a score with a piece's tracks and nothing in them but these notes."""
    return replace(
        score,
        tracks=tuple(
            track.with_notes([part.note for part in notes if part.track == index])
            for index, track in enumerate(score.tracks)
        ),
    )


def _passage(passage: Passage) -> CopiedPassage:
    return CopiedPassage(
        song=Path(passage.song).stem or passage.song,
        bar=passage.bar + 1,
        notes=passage.notes,
        start=passage.start,
    )


def _last(matches: NDArray[np.bool_]) -> int:
    """Return the index of the last match, or the length when there is none."""
    found = np.flatnonzero(matches)
    return int(found[-1]) if len(found) else len(matches)


def _held_bars(
    prompt: Prompt, model: LiveModel, length: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return which bars are held token by token and which compressed, as (first, past the last)."""
    first, bars = prompt.since_bar, prompt.since_bar + len(prompt.bars)
    exact = first + bisect_left(prompt.bars, length - model.mem_len)
    if not model.compressed_len:
        return (exact, bars), (exact, exact)
    compressed = first + bisect_left(prompt.bars, length - model.mem_len - model.compressed_len)
    return (exact, bars), (compressed, exact)


def bar_line_at_or_after(bars: BarMap, tick: int) -> int:
    """Return the first bar line that is not before a tick: where a whole piece is gone on with."""
    return bars.start_of(bars.bars_until(tick))
