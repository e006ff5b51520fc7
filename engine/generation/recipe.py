"""All that a model, a piece and a request decide before the first id is drawn.

What is read and what may be written where; what shapes the odds of it stands in `shaping.py`.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from engine.copying.fingerprints import Fingerprints
from engine.copying.windows import WINDOW
from engine.errors import EmptyMusicError, LimitError, ModelFileError
from engine.generation.alternative import Alternative
from engine.generation.beside import following_ids
from engine.generation.consonance import Given
from engine.generation.draft import Draft, Grid
from engine.generation.gap import gap_prompt
from engine.generation.model import LiveModel
from engine.generation.presence import BOLDEST
from engine.generation.processors import Processor
from engine.generation.prompt import BarToWrite, Prompt, bars_to_write, last_bar, prompt_of
from engine.generation.shaping import Shaping
from engine.generation.short_term import ShortTermModel
from engine.generation.voices import Voices
from engine.generation.wishes import ALONE, Stretch, check_wish, echo, may_end
from engine.model.sampling import Sampler
from engine.music.chord_symbols import Chord
from engine.music.chord_track import written_chords
from engine.music.score import Score
from engine.request import MOST_ALTERNATIVES, Request, same_role
from engine.tokens.constraints import ALL_PITCH_CLASSES, Constraints
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind, Vocabulary


class Recipe:
    """How one request is answered.

    Args:
        model: What draws.
        score: The piece.
        request: What is asked for.
        prints: Of the songs the model learned from; None where they are not known.
        parts: Which track is which part; None finds that in the piece.
        stretch: What its wish is about, where it writes only some of that, beginning included.

    Attributes:
        score: The piece as it is gone on with: what the request begins with is in it.
        request: With a role for each track, from where something is drawn.
        parts: Which track is which part.
        stretch: What its wish is about, as it looks from what is left to make.
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
        stretch: Stretch = ALONE,
    ) -> None:
        roles = request.roles or same_role("write", len(score.tracks))
        self.score, self.request = replace(request, roles=roles).begun(score)
        _check(self.score, self.request)
        self._model = model
        self._prints = prints
        self.stretch = replace(stretch, before=stretch.before + request.bars_begun(score))
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
        processors = self._shaping.processors(grammar, state)
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
        return self._shaping.processors(grammar, self._state(grammar))

    @property
    def given(self) -> Given | None:
        """What stays beside the notes of a gap; None where nothing does."""
        return self._shaping.given

    @cached_property
    def _shaping(self) -> Shaping:
        return Shaping(
            score=self.score,
            request=self.request,
            tokenizer=self._model.tokenizer,
            parts=self.parts,
            prompt=self.prompt,
            ids=self.ids,
            written=self._written,
            voices=self._voices(),
            grid=self._grid,
            prints=self._prints,
            stretch=self.stretch,
        )

    def _voices(self) -> Voices:
        request = self.request
        return Voices(
            self.score,
            request.roles,
            self.parts,
            start=request.start,
            since=request.since,
            max_voices=request.limits.max_voices,
            stays=request.fill,
            tunes=request.sampling.temperature <= BOLDEST,
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

    def _following(self) -> tuple[int, ...]:
        if not self.request.following or not self.request.bars:
            return ()
        return following_ids(
            self.score,
            self.request.roles,
            end=self.request.end_in(self.score),
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
        bar = last_bar(self.ids, vocabulary)
        declared = self.prompt.declared
        state = grammar.follow(self.ids[declared : declared + 2 * len(self.parts.programs)])
        # Whoever played before bars that were moved to the end is not playing now.
        begin = self.prompt.block
        kinds = vocabulary.kinds[np.array(self.ids[begin:bar], dtype=np.int64)]
        said = np.flatnonzero(kinds == TokenKind.PART)
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
    if not ALL_PITCH_CLASSES.issuperset(limits.pitch_classes):
        raise LimitError("Pitch classes are numbers from 0, which is C, to 11, which is B.")
    if limits.max_voices < 0:
        raise LimitError("The limit of notes at once must not be negative; 0 sets none.")
    if 0 < limits.longest_copy < WINDOW - 1:
        raise LimitError(f"Copies shorter than {WINDOW - 1} notes cannot be told from chance.")
