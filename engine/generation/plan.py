"""Reads a piece and a request before the first id is drawn.

`Plan` is built once for each request and does not change. Planners say
which chords, which form and which drums the request has beside that (`planners/__init__.py`).
Rules, rows, the copier and the ranking take what they need from both.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from engine.copying.fingerprints import Fingerprints
from engine.copying.windows import WINDOW
from engine.generation import wishes
from engine.generation.model import LiveModel
from engine.generation.reading.bars import BarToWrite, Grid, bars_to_write
from engine.generation.reading.context import following_ids, only_roles
from engine.generation.reading.gap import gap_prompt
from engine.generation.reading.prompt import Prompt, last_bar, prompt_of
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import Heard
from engine.generation.state.voices import Voices
from engine.generation.touch import RowTouch, Touch, touches_of
from engine.generation.wishes import AS_PLAYED, WHOLE_REQUEST, PatternReturn, WishSpan
from engine.ground.errors import EmptyMusicError, LimitError, ModelFileError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import written_chords
from engine.request import Request, same_role
from engine.tokens.constraints import ALL_PITCH_CLASSES, Constraints
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SteeringConfig
from engine.values.score import Score
from engine.values.time import BarMap

BOLDEST = 1.0
"""Temperature, the middle of *adventurousness*, above which habits of the piece do not bind."""

ENDLESS_PLAN = 64
"""Bars whose chords are planned where the user stops the music."""

LOOPS_ABOVE = 1.0
"""*Echo* above which the user asks for loops."""


class Plan:
    """The reading of one request, with the answers of its planners.

    Args:
        model: The model.
        score: The piece.
        request: The request.
        prints: Fingerprints of the songs that the model learned from; None if unknown.
        parts: The part of each track; None finds them in the piece.
        span: The bars of the request's wish, where the request writes some of them.
        returns: How the bars that the wish names return.
        original: The piece with the notes that the request replaces; None: `score` has them.

    Attributes:
        score: The piece with the request's first notes, without the notes that it replaces.
        request: The request with a role for each track; it starts at the first drawn note.
        original: The piece with the notes that the request replaces.
        model: The model.
        parts: The part of each track.
        span: The bars of the wish, relative to the bars that are left to write.
        prompt: The ids that the model reads first.
        ids: The prompt and the first bar's header: the same for all rows.

    Raises:
        EmptyMusicError: There is nothing to continue, or no track to write.
        LimitError: The piece or the request is larger than Segue takes.
        RequestError: The request contradicts itself.
    """

    def __init__(
        self,
        model: LiveModel,
        score: Score,
        request: Request,
        *,
        prints: Fingerprints | None = None,
        parts: Parts | None = None,
        span: WishSpan = WHOLE_REQUEST,
        returns: PatternReturn = AS_PLAYED,
        original: Score | None = None,
    ) -> None:
        roles = request.roles or same_role("write", len(score.tracks))
        self.score, self.request = replace(request, roles=roles).begun(score)
        _check(self.score, self.request)
        self.model = model
        self.tokenizer, self.priors = model.tokenizer, model.priors
        self.vocabulary = model.tokenizer.vocabulary
        self.prints = prints
        self.returns = returns
        self.span = replace(span, before=span.before + request.bars_begun(score))
        self.grid = Grid(
            ticks_per_quarter=score.ticks_per_quarter,
            positions_per_quarter=model.tokenizer.ticks_per_quarter,
        )
        self.parts = self._parts() if parts is None else parts
        self.original = original or self.score
        if request.fill:
            self.score = self.request.cleared(self.score)
        self.prompt = self._prompt()
        self._first_bar = next(self.bars())
        self.ids = (*self.prompt.ids, *self.header)

    # The music that is read.

    def _parts(self) -> Parts:
        """Return the parts of the piece: its tracks that are read or written."""
        roles, score = self.request.roles, self.score
        written = {index for index, role in enumerate(roles) if role == "write"}
        pairs = zip(score.tracks, roles, strict=True)
        heard = tuple(t.with_notes(()) if role == "ignore" else t for t, role in pairs)
        most = self.vocabulary.part_count
        return parts_of(replace(score, tracks=heard), most=most, written=written)

    def _prompt(self) -> Prompt:
        request = self.request
        if request.fill and not self.model.fills:
            raise ModelFileError(
                "This model goes on with pieces and has not learned to fill gaps in them.",
                hint="Choose a model that has.",
            )
        if request.fill:
            return gap_prompt(
                self.score,
                request,
                tokenizer=self.tokenizer,
                parts=self.parts,
                memory=self.model.mem_len,
                written=self.written,
            )
        return prompt_of(
            self.score,
            request.roles,
            start=request.start,
            remember=request.remembered,
            tokenizer=self.tokenizer,
            parts=self.parts,
            since=request.since,
            written=self.written,
        )

    @property
    def header(self) -> tuple[int, ...]:
        """The ids that the first bar begins with, up to the first that is drawn."""
        if self.prompt.inside:
            return ()
        bar = self._first_bar
        return bar.header if self.vocabulary.has_chords else (*bar.header, *bar.tempo)

    @property
    def own_ids(self) -> tuple[int, ...]:
        """The ids of this piece, from its begin on: a remembered piece is read and not repeated."""
        return self.ids[self.prompt.declared - 1 :]

    @cached_property
    def heard(self) -> Heard:
        """The state of the music after `own_ids`. Read-only: each row has a branch of it."""
        return Heard(self.vocabulary, self.own_ids)

    @cached_property
    def following(self) -> tuple[int, ...]:
        """Ids of the bars after the written ones, which judge the rows; empty if none do."""
        if not self.request.following or not self.request.bars:
            return ()
        return following_ids(
            self.score,
            self.request.roles,
            end=self.request.end_in(self.score),
            bars=self.request.following,
            tokenizer=self.tokenizer,
            parts=self.parts,
        )

    # The music that is written.

    def bars(self) -> Iterator[BarToWrite]:
        """Yield the bars to write."""
        return bars_to_write(
            self.score,
            start=self.request.start,
            bars=self.request.bars,
            tokenizer=self.tokenizer,
        )

    def decoding_state(self) -> DecodingState:
        """Return the state of a row that has written nothing."""
        return DecodingState(
            tokenizer=self.tokenizer,
            grammar=self.grammar,
            state=self.grammar_state,
            bars=self.bars(),
            voices=self._voices(),
            heard=self.heard.branch(),
            grid=self.grid,
        )

    @cached_property
    def touch(self) -> RowTouch:
        """The performer's touch of a row that has written nothing: each row has a branch of it."""
        return RowTouch(
            touches=self._touches,
            score=self.score,
            grid=self.grid,
            drums={i for i, track in enumerate(self.score.tracks) if track.is_drum},
            start=self.request.start,
        )

    @cached_property
    def _touches(self) -> dict[int, Touch]:
        """The touch of each part that is written, by the track that its notes go to."""
        played = self.parts.notes_of(self.score.tracks)
        notes = {self.voices.track_of(part): played[part] for part in sorted(self.voices.parts)}
        return touches_of(self.score, notes, self.grid, start=self.request.start)

    @cached_property
    def voices(self) -> Voices:
        """The written parts and their sounding notes at the start. Read-only."""
        return self._voices()

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
            tunes=not self.is_bold,
        )

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar with the user's tracks, range and scale."""
        request = self.request
        return self.model.grammar.under(
            Constraints(
                parts=self.voices.parts,
                pitch_classes=frozenset(request.limits.pitch_classes) or ALL_PITCH_CLASSES,
                lowest=request.limits.lowest,
                highest=request.limits.highest,
                # A continuation follows the piece's own ruler.
                tempo_changes=False,
                meter_changes=False,
                pedal=False,
                end=wishes.may_end(request),
            )
        )

    @cached_property
    def grammar_state(self) -> State:
        """The grammar's state after `ids`: the declared parts and the last bar decide it."""
        vocabulary, grammar = self.vocabulary, self.grammar
        bar = last_bar(self.ids, vocabulary)
        declared = self.prompt.declared
        state = grammar.follow(self.ids[declared : declared + 2 * len(self.parts.programs)])
        # A part that played before bars that were moved to the end does not play now.
        begin = self.prompt.block
        kinds = vocabulary.kinds[np.array(self.ids[begin:bar], dtype=np.int64)]
        said = np.flatnonzero(kinds == TokenKind.PART)
        if len(said):
            part = int(vocabulary.values[self.ids[begin + int(said[-1])]])
            state = State(Place.NOTE, part=part, programs=state.programs)
        state = grammar.follow(self.ids[bar:], state)
        if not self.prompt.inside:
            return state
        # A continuation that begins inside a bar begins at its first position that is not past.
        into_bar = self.request.start - self._first_bar.start
        earliest = max(state.position + 1, self.grid.position_at(into_bar))
        return State(Place.HARMONY, state.meter, earliest - 1, state.part, programs=state.programs)

    # Values for the rules.

    @property
    def is_bold(self) -> bool:
        """Whether the user asks for more adventure than the habits of the piece allow."""
        return self.request.sampling.temperature > BOLDEST

    @property
    def wants_loops(self) -> bool:
        """Whether the user asks for bars that come again and again."""
        repeated = wishes.bars_alike(self.request, self.span)
        return bool(repeated) or self.request.sampling.echo > LOOPS_ABOVE

    @property
    def echo(self) -> float:
        """Factor on the odds that the piece repeats itself."""
        return wishes.echo(self.request)

    @cached_property
    def leaning(self) -> tuple[SteeringConfig, ...]:
        """The targets of each written bar, of sliders and wish together."""
        return wishes.leaning(self.request, self.span)

    @cached_property
    def fullness(self) -> tuple[float, ...]:
        """Notes of each written bar, as multiples of the usual."""
        return wishes.fullness(self.request, self.span)

    @property
    def usual_until(self) -> int:
        """Tick up to which bars count as usual."""
        return wishes.usual_until(self.score, self.request, self.span)

    @cached_property
    def own_music(self) -> Score:
        """The score whose habits the rules follow: in a gap only the written tracks.

        The model has read the context of a gap before it writes.
        """
        if self.request.fill:
            return only_roles(self.score, self.request.roles, "write")
        return self.score

    @cached_property
    def bar(self) -> int:
        """The first bar to write, from 0."""
        return BarMap.of(self.score).bar_at(self.request.start)

    @property
    def bars_ahead(self) -> int:
        """Bars that are planned."""
        return self.request.bars or ENDLESS_PLAN

    @cached_property
    def decided(self) -> dict[object, object]:
        """The answers of planners, by planner (`planners/planner.py`)."""
        return {}

    @cached_property
    def written(self) -> tuple[Chord, ...]:
        """The written chords that the rules follow; empty if there are none."""
        if self.request.harmony == "free" or not self.vocabulary.has_chords:
            return ()
        return written_chords(self.score)


def _check(score: Score, request: Request) -> None:
    wishes.check_wish(request)
    limits = request.limits
    if len(request.roles) != len(score.tracks):
        raise EmptyMusicError(
            "The piece has {tracks} tracks and {roles} roles.",
            tracks=len(score.tracks),
            roles=len(request.roles),
        )
    if limits.lowest > limits.highest:
        raise LimitError("The range of pitches is empty, so no note could be drawn.")
    if 0 < limits.longest_copy < WINDOW - 1:
        raise LimitError(
            "Copies shorter than {window} notes cannot be told from chance.", window=WINDOW - 1
        )
