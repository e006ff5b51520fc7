"""All that a model, a piece and a request decide before the first id is drawn.

What is read, what may be written where, and the processors of every alternative, in their order.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.copying.fingerprints import Fingerprints
from engine.copying.guard import CopyGuard
from engine.copying.windows import WINDOW, instruments_of
from engine.errors import EmptyMusicError, LimitError, ModelFileError
from engine.generation.alternative import Alternative
from engine.generation.beside import Beside, following_ids, kept_notes, only_roles, within_reach
from engine.generation.consonance import Consonance, Given
from engine.generation.draft import Draft, Grid
from engine.generation.gap import gap_prompt
from engine.generation.harmony import ChordTones, ChordTrack, heard_between
from engine.generation.intervals import Intervals, intervals_of
from engine.generation.model import LiveModel
from engine.generation.presence import BOLDEST, Presence, usual_of
from engine.generation.processors import (
    BarLagBias,
    GapEnd,
    GrammarRules,
    HeldKeys,
    NoLongCopies,
    Processor,
    SteeringBias,
    VoiceLimit,
    Weariness,
)
from engine.generation.prompt import BarToWrite, Prompt, bars_to_write, heard, prompt_of
from engine.generation.registers import Registers, registers_of
from engine.generation.short_term import ShortTermModel
from engine.generation.voices import Voices
from engine.generation.wishes import (
    AGAIN,
    bars_alike,
    check_wish,
    closing_chords,
    echo,
    fullness,
    leaning,
    may_end,
    pattern_of,
)
from engine.model.sampling import Sampler
from engine.music.chord_symbols import Chord
from engine.music.chord_track import end_of, written_chords
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import MOST_ALTERNATIVES, Request, same_role
from engine.tokens.bar_lags import BarLags, BarsAgain
from engine.tokens.constraints import ALL_PITCH_CLASSES, Constraints
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.parts import Parts, parts_of
from engine.tokens.steering import Steering
from engine.tokens.vocabulary import TokenKind, Vocabulary


class Recipe:
    """How one request is answered.

    Args:
        model: What draws.
        score: The piece.
        request: What is asked for.
        prints: Of the songs the model learned from; None where they are not known.
        parts: Which track is which part; None finds that in the piece.

    Attributes:
        score: The piece as it is gone on with: what the request begins with is in it.
        request: With a role for each track, from where something is drawn.
        parts: Which track is which part.
        prompt: What is read.
        ids: What is read, and the first bar's header: the same for all alternatives.

    Raises:
        EmptyMusicError: There is nothing to continue, or no track to write.
        LimitError: The piece, or what is asked for, is larger than Segue takes.
        RequestError: What is asked for makes no sense.
    """

    def __init__(
        self,
        model: LiveModel,
        score: Score,
        request: Request,
        *,
        prints: Fingerprints | None = None,
        parts: Parts | None = None,
    ) -> None:
        roles = request.roles or same_role("write", len(score.tracks))
        self.score, self.request = replace(request, roles=roles).begun(score)
        _check(self.score, self.request)
        self._model = model
        self._prints = prints
        self._grid = Grid(
            ticks_per_quarter=score.ticks_per_quarter,
            positions_per_quarter=model.tokenizer.ticks_per_quarter,
        )
        vocabulary = model.tokenizer.vocabulary
        self.parts = _parts(self.score, self.request, vocabulary) if parts is None else parts
        if request.fill:
            self.score = self.request.cleared(self.score)
        self._written = self._chords()
        self.prompt = self._prompt()
        self._first_bar = next(self._bars())
        self.ids = (*self.prompt.ids, *self.header)

    def _prompt(self) -> Prompt:
        request, tokenizer = self.request, self._model.tokenizer
        if request.fill and not self._model.fills:
            raise ModelFileError(
                "This model goes on with pieces and has not learned to fill gaps in them.",
                hint="Choose a model that has.",
            )
        if request.fill:
            return gap_prompt(
                self.score,
                request,
                tokenizer=tokenizer,
                parts=self.parts,
                written=self._written,
            )
        return prompt_of(
            self.score,
            request.roles,
            start=request.start,
            remember=request.remembered,
            tokenizer=tokenizer,
            parts=self.parts,
            since=request.since,
            written=self._written,
        )

    def _chords(self) -> tuple[Chord, ...]:
        """Return the chords that are written over the piece, if they are to be followed."""
        if self.request.harmony == "free" or not self._vocabulary.has_chords:
            return ()
        return written_chords(self.score)

    def alternatives(self) -> list[Alternative]:
        """Return the alternatives, nothing drawn yet."""
        request, vocabulary = self.request, self._model.tokenizer.vocabulary
        grammar = self._grammar()
        state = self._state(grammar)
        processors = self._processors(grammar, state)
        strength = echo(request)
        short_term = ShortTermModel.of(vocabulary, self.ids, strength=strength)
        following, first_seed = self._following(), request.sampling.seed
        return [
            Alternative(
                Draft(
                    tokenizer=self._model.tokenizer,
                    grammar=grammar,
                    state=state,
                    bars=self._bars(),
                    voices=self._voices(),
                    grid=self._grid,
                ),
                [processor.branch() for processor in processors],
                short_term=short_term.closed(),
                sampler=Sampler(request.sampling, seed=seed),
                seed=seed,
                following=following,
                vocabulary=vocabulary,
            )
            for seed in range(first_seed, first_seed + request.drawn)
        ]

    def processors(self) -> tuple[Processor, ...]:
        """Return what shapes logits, in its order, before anything is drawn."""
        grammar = self._grammar()
        return self._processors(grammar, self._state(grammar))

    def _processors(self, grammar: Grammar, state: State) -> tuple[Processor, ...]:
        """Return what shapes logits, in its order (`engine/generation/__init__.py`)."""
        vocabulary, guard = self._vocabulary, self._guard()
        return (
            *self._gap_end(),
            GrammarRules(grammar, vocabulary),
            VoiceLimit(vocabulary),
            HeldKeys(vocabulary),
            *self._harmony(),
            *self._consonance(),
            self._steering(),
            *self._bar_lag(),
            *self._bars_again(),
            *self._habits(),
            Weariness(vocabulary),
            self._beside(state),
            *([NoLongCopies(guard, vocabulary)] if guard is not None else []),
        )

    def _gap_end(self) -> Iterator[GapEnd]:
        if self.request.fill:
            yield GapEnd(sum(1 for _ in self._bars()), self._vocabulary)

    def _bar_lag(self) -> Iterator[BarLagBias]:
        # The bars before a gap's in what is read are not those before them in the piece.
        if not self.request.fill:
            heard = BarLags(self._vocabulary, self.ids, strength=echo(self.request))
            yield BarLagBias(heard, bar_line=self._vocabulary.bar, piece=heard.whole)

    def _steering(self) -> SteeringBias:
        request, tokenizer = self.request, self._model.tokenizer
        wanted = [Steering(each, tokenizer) for each in leaning(request)]
        return SteeringBias(wanted, first_bar=self.prompt.first_bar)

    def _bars_again(self) -> Iterator[BarLagBias]:
        """Yield what leans to the bars that a wish is about."""
        bars = bars_alike(self.request)
        first, end = pattern_of(self.score, self.request)
        if not bars or first == end:
            return
        places = BarMap.of(self.score)
        music = heard(self.score, self.request.roles, until=end, since=first)
        encoded = self._model.tokenizer.encode(music, bars=places.bars_until(end), parts=self.parts)
        begin, stop = places.bar_at(first), places.bars_until(end)
        pattern = encoded.ids[encoded.bars[begin] : [*encoded.bars, len(encoded.ids)][stop]]
        yield BarLagBias(
            BarsAgain(
                self._vocabulary,
                pattern.tolist(),
                self._last_bar(),
                bars=bars,
                strength=AGAIN,
            ),
            bar_line=self._vocabulary.bar,
        )

    @cached_property
    def given(self) -> Given | None:
        """What stays beside the notes of a gap; None where nothing does."""
        request, score = self.request, self.score
        if not request.fill or "context" not in request.roles:
            return None
        given = Given(score, request.roles, start=request.start, end=request.end_in(score))
        return given or None

    def _consonance(self) -> Iterator[Consonance]:
        """Yield what keeps the notes of a gap from clashing with those beside them.

        Where chords are said the notes go by them.
        """
        if self.given and not self._written and not self._heard:
            yield Consonance(self.given, self.score, self._vocabulary)

    def _harmony(self) -> Iterator[Processor]:
        yield from self._close()
        chords, score, vocabulary = self._written, self.score, self._vocabulary
        if chords:
            yield ChordTrack(chords, score, self._grid, vocabulary)
        elif self._heard:
            yield ChordTrack(self._heard, score, self._grid, vocabulary, silent=True)
        if chords and self.request.harmony == "held":
            yield ChordTones(chords, score, vocabulary)

    @cached_property
    def _heard(self) -> tuple[Chord, ...]:
        """The chords that are heard in what stays beside a gap's notes, if they are to be said."""
        request, score = self.request, self.score
        free = request.harmony == "free" or not self._vocabulary.has_chords
        if free or not self.given or closing_chords(score, request):
            return ()
        staying = only_roles(score, request.roles, "context")
        return heard_between(staying, start=request.start, end=request.end_in(score))

    def _close(self) -> Iterator[Processor]:
        """Yield what holds to the chords that a wish ends with, where nobody wrote others."""
        chords = closing_chords(self.score, self.request)
        if not chords or not self._vocabulary.has_chords:
            return
        if end_of(self._written, self.score) > chords[0].tick:
            return
        yield ChordTrack(chords, self.score, self._grid, self._vocabulary)
        yield ChordTones(chords, self.score, self._vocabulary)

    def _habits(self) -> Iterator[Processor]:
        if self.request.sampling.temperature > BOLDEST:
            return
        written = self._voices().parts
        request, score = self.request, self.score
        if request.fill:
            # What the others play in a gap was said before.
            score = only_roles(score, request.roles, "write")
        usual = usual_of(score, self.parts, written, start=request.start, since=request.since)
        yield Presence(
            usual,
            self._vocabulary,
            self._last_bar(),
            fullness=fullness(request),
            first_bar=self.prompt.first_bar,
        )
        tokenizer = self._model.tokenizer
        yield Registers(registers_of(self.score, request, self.parts, tokenizer))
        if not any(each.register for each in leaning(request)):
            # Who is to go higher or lower leaps as they did not before.
            yield Intervals(intervals_of(self._voices().tunes), self._vocabulary)

    def _last_bar(self) -> tuple[int, ...]:
        """Return what was said of the bar that stands last."""
        kinds = self._vocabulary.kinds[np.array(self.ids)]
        return self.ids[_last(kinds == TokenKind.BAR) :]

    def _voices(self) -> Voices:
        request = self.request
        return Voices(
            self.score,
            request.roles,
            self.parts,
            start=request.start,
            max_voices=request.limits.max_voices,
            stays=request.fill,
            tunes=request.sampling.temperature <= BOLDEST,
        )

    def _guard(self) -> CopyGuard | None:
        longest = self.request.limits.longest_copy
        if not longest or self._prints is None or not len(self._prints):
            return None
        return CopyGuard(
            self._prints,
            longest=longest,
            ticks_per_quarter=self.score.ticks_per_quarter,
            instruments=instruments_of(self.score),
        )

    @property
    def header(self) -> tuple[int, ...]:
        """What the first bar begins with, up to where something is drawn."""
        if self.prompt.inside:
            return ()
        bar = self._first_bar
        return bar.header if self._vocabulary.has_chords else (*bar.header, *bar.tempo)

    @property
    def _vocabulary(self) -> Vocabulary:
        return self._model.tokenizer.vocabulary

    def _last_bar_line(self) -> int:
        """Return the tick after what is written; 0 when nobody knows."""
        if not self.request.bars:
            return 0
        return self.request.end_in(self.score)

    def _beside(self, state: State) -> Beside:
        notes = kept_notes(
            self.score,
            self.request.roles,
            start=self.request.start,
            end=self._last_bar_line(),
            tokenizer=self._model.tokenizer,
            parts=self.parts,
            # What is only heard in a gap was said before; what stays of it is said in it.
            role="write" if self.request.fill else "context",
        )
        within = within_reach(notes, earliest=max(0, state.position + 1))
        return Beside(within, self._model.tokenizer.vocabulary)

    def _following(self) -> tuple[int, ...]:
        if not self.request.following or not self.request.bars:
            return ()
        return following_ids(
            self.score,
            self.request.roles,
            end=self._last_bar_line(),
            bars=self.request.following,
            tokenizer=self._model.tokenizer,
            parts=self.parts,
        )

    def _bars(self) -> Iterator[BarToWrite]:
        return bars_to_write(
            self.score,
            start=self.request.start,
            bars=self.request.bars,
            tokenizer=self._model.tokenizer,
        )

    def _grammar(self) -> Grammar:
        request = self.request
        return self._model.grammar.under(
            Constraints(
                parts=self._voices().parts,
                pitch_classes=frozenset(request.limits.pitch_classes) or ALL_PITCH_CLASSES,
                lowest=request.limits.lowest,
                highest=request.limits.highest,
                # A continuation follows the piece's own ruler; it never bends it.
                tempo_changes=False,
                meter_changes=False,
                pedal=False,
                # Without a number of bars it goes on until it is told to stop, and a piece that
                # goes on after it does not end in it.
                end=may_end(request),
            )
        )

    def _state(self, grammar: Grammar) -> State:
        """Return the grammar's state after what was read: its parts and its last bar decide it."""
        vocabulary = self._model.tokenizer.vocabulary
        kinds = vocabulary.kinds[np.array(self.ids)]
        bar = _last(kinds == TokenKind.BAR)
        declared = self.prompt.declared
        state = grammar.follow(self.ids[declared : declared + 2 * len(self.parts.programs)])
        # Whoever played before bars that were moved to the end is not playing now.
        begin = self.prompt.block
        said = np.flatnonzero(kinds[begin:bar] == TokenKind.PART)
        if len(said):
            part = int(vocabulary.values[self.ids[begin + int(said[-1])]])
            state = State(Place.NOTE, part=part, programs=state.programs)
        state = grammar.follow(self.ids[bar:], state)
        if not self.prompt.inside:
            return state
        # What begins inside a bar begins at its first position that is not past.
        into_bar = self.request.start - self._first_bar.start
        earliest = max(state.position + 1, self._grid.position_at(into_bar))
        return State(Place.HARMONY, state.meter, earliest - 1, state.part, programs=state.programs)


def _parts(score: Score, request: Request, vocabulary: Vocabulary) -> Parts:
    """Return the parts of a piece: its tracks that are heard or written."""
    written = {index for index, role in enumerate(request.roles) if role == "write"}
    pairs = zip(score.tracks, request.roles, strict=True)
    heard = tuple(t.with_notes(()) if role == "ignore" else t for t, role in pairs)
    return parts_of(replace(score, tracks=heard), most=vocabulary.part_count, written=written)


def _check(score: Score, request: Request) -> None:
    check_wish(request)
    limits = request.limits
    if len(request.roles) != len(score.tracks):
        raise EmptyMusicError(
            f"The piece has {len(score.tracks)} tracks and {len(request.roles)} roles."
        )
    if not 1 <= request.alternatives <= request.drawn <= MOST_ALTERNATIVES:
        raise LimitError(f"Segue makes 1 to {MOST_ALTERNATIVES} alternatives at once.")
    if not 0 <= limits.lowest <= limits.highest <= 127:
        raise LimitError("The range of pitches is empty, so no note could be drawn.")
    if 0 < limits.longest_copy < WINDOW - 1:
        raise LimitError(f"Copies shorter than {WINDOW - 1} notes cannot be told from chance.")


def _last(matches: NDArray[np.bool_]) -> int:
    """Return the index of the last match, or the length when there is none."""
    found = np.flatnonzero(matches)
    return int(found[-1]) if len(found) else len(matches)
