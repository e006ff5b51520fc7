"""Holds all values that a model, a piece and a request decide before the first id is drawn.

`Plan` is built once for each request. The rules take what they need from it (`rules/__init__.py`),
and so do the rows, the copier and the ranking.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from statistics import fmean

import numpy as np

from engine.config import SteeringConfig
from engine.copying.fingerprints import Fingerprints
from engine.copying.windows import WINDOW
from engine.errors import EmptyMusicError, LimitError, ModelFileError
from engine.generation import wishes
from engine.generation.model import LiveModel
from engine.generation.priors import Priors
from engine.generation.reading.bars import BarToWrite, Grid, bars_to_write
from engine.generation.reading.chords import chords_between
from engine.generation.reading.context import following_ids, only_roles
from engine.generation.reading.context_harmony import ContextHarmony
from engine.generation.reading.gap import gap_prompt
from engine.generation.reading.prompt import Prompt, last_bar, prompt_of
from engine.generation.state.decoding import DecodingState
from engine.generation.state.form import ALTERNATING, Form
from engine.generation.state.heard import Bar, Heard
from engine.generation.state.voices import Voices
from engine.generation.touch import RowTouch, Touch, touches_of
from engine.generation.wishes import AS_PLAYED, WHOLE_REQUEST, PatternReturn, WishSpan
from engine.music.chord_symbols import Chord
from engine.music.chord_track import chord_at, end_of, written_chords
from engine.music.playing_bars import PlayingBars
from engine.music.returning_bars import ReturningBars
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.planning.departures import LONGEST_REPEAT, Departure, departure_from
from engine.planning.entrances import (
    NO_LINEUPS,
    EntrancePlanner,
    Lineups,
    habit_of,
    phrases_begin,
)
from engine.planning.grooves import STYLES, DrumPlanner
from engine.planning.phrases import BLOCK, PHRASE, first_bar_of
from engine.planning.planner import (
    Planner,
    PlanPrompt,
    chords_in,
    chosen_key,
    plan_prompt,
    returning_in,
)
from engine.planning.sections import (
    SectionBar,
    SectionPlan,
    lettered_sections,
    new_sections,
    sections_of,
    varied_sections,
)
from engine.planning.theme import Theme
from engine.request import MOST_ALTERNATIVES, Request, same_role
from engine.tokens.constraints import ALL_PITCH_CLASSES, Constraints
from engine.tokens.grammar import Grammar, Place, State
from engine.tokens.parts import Parts, parts_of
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.wishes import WISHES

BOLDEST = 1.0
"""Temperature, the middle of *adventurousness*, above which habits of the piece do not bind."""

ENDLESS_PLAN = 64
"""Bars whose chords are planned where the user stops the music."""

LOOPS_ABOVE = 1.0
"""*Echo* above which the user asks for loops."""


class Plan:
    """The plan of one request.

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
        self._model = model
        self.prints = prints
        self.returns = returns
        self.span = replace(span, before=span.before + request.bars_begun(score))
        self.grid = Grid(
            ticks_per_quarter=score.ticks_per_quarter,
            positions_per_quarter=model.tokenizer.ticks_per_quarter,
        )
        self.parts = self._parts() if parts is None else parts
        self._original = original or self.score
        if request.fill:
            self.score = self.request.cleared(self.score)
        self.prompt = self._prompt()
        self._first_bar = next(self.bars())
        self.ids = (*self.prompt.ids, *self.header)

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's."""
        return self._model.tokenizer

    @property
    def vocabulary(self) -> Vocabulary:
        """The model's."""
        return self._model.tokenizer.vocabulary

    @property
    def priors(self) -> Priors:
        """The model's strengths."""
        return self._model.priors

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
        if request.fill and not self._model.fills:
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
                memory=self._model.mem_len,
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

    def row_touch(self) -> RowTouch:
        """Return the performer's touch for the notes of a row that has written nothing."""
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
        return self._model.grammar.under(
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
    def written(self) -> tuple[Chord, ...]:
        """The written chords that the rules follow; empty if there are none."""
        if self.request.harmony == "free" or not self.vocabulary.has_chords:
            return ()
        return written_chords(self.score)

    @cached_property
    def cadence(self) -> tuple[Chord, ...]:
        """The chords of the wish's ending; empty without one, or if the user wrote others."""
        chords = wishes.cadence(self.score, self.request, self.span)
        if not chords or not self.vocabulary.has_chords:
            return ()
        return () if end_of(self.written, self.score) > chords[0].tick else chords

    @cached_property
    def final_chord(self) -> Chord | None:
        """The chord that fills the last bar of an end; None where the wish is for none.

        It has no root where there is no key. Where the user wrote chords it is theirs; None where
        they change in the last bar.
        """
        request, score = self.request, self.score
        if not WISHES[request.wish].ends or self.span.after or not request.bars:
            return None
        end = request.end_in(score)
        bars = BarMap.of(score)
        last = bars.start_of(bars.bar_at(end - 1))
        if end_of(self.written, score) > last:
            changes = any(last < chord.tick < end for chord in self.written)
            return None if changes else replace(chord_at(self.written, last), tick=last)
        close = wishes.cadence(score, request, self.span)
        return close[-1] if close else Chord(last)

    @cached_property
    def _plan_prompt(self) -> PlanPrompt | None:
        """The key and the chords before the bars to write; None where no plan is made.

        No plan is made for a gap (it has the chords around it), and for a wish that names bars (it
        has their chords).
        """
        request = self.request
        given = (
            not request.planned
            or request.harmony == "free"
            or request.inside
            or self.wants_loops
            or end_of(self.written, self.score) > request.start
        )
        drums = all(self.parts.is_drums(part) for part in self.voices.parts)
        is_silent = self.bass is None and (drums or self.score.note_count > 0)
        if given or not self.vocabulary.has_chords or is_silent:
            return None
        return plan_prompt(self.score, start=request.start)

    @cached_property
    def harmony(self) -> Planner | None:
        """Plans the chords of the bars to write; None where no plan is made.

        Continuations that leave a phrase have the plans of `_new_harmony`.
        """
        return self._planner(self._plan_prompt, self.sections.bars if self.sections else ())

    @cached_property
    def _minor_harmony(self) -> Planner | None:
        """Plans the chords of the rows that choose a minor key for an empty piece."""
        prompt = self._plan_prompt
        sections = self.sections.bars if self.sections else ()
        return self._planner(prompt.minor() if prompt else None, sections)

    @cached_property
    def _new_harmony(self) -> Planner | None:
        """Plans the chords of continuations that leave a phrase."""
        return self._planner(self._plan_prompt, self.departure.bars) if self.departure else None

    def _planner(self, prompt: PlanPrompt | None, sections: Sequence[SectionBar]) -> Planner | None:
        """Return what plans the chords of bars that have their places in a form."""
        model = self._model.chords
        # A new section may leave what stands still.
        is_new = any(bar.since >= 0 for bar in sections)
        if model is None or prompt is None or (prompt.stands_still and not is_new):
            return None
        if not prompt.has_harmony:
            return None
        return Planner(
            model,
            prompt,
            bars=self.request.bars or ENDLESS_PLAN,
            sections=sections,
            theme=self.theme,
        )

    @property
    def plans_chords(self) -> bool:
        """Whether some row has a plan of chords."""
        return self.harmony is not None or self._new_harmony is not None

    def harmony_of(self, seed: int) -> Planner | None:
        """Return what plans the chords of the row that has this seed."""
        if self._is_key_open and chosen_key(seed).minor:
            return self._minor_harmony
        return self._new_harmony if self.leaves(seed) else self.harmony

    @property
    def _is_key_open(self) -> bool:
        """Whether each row chooses the key of an empty piece."""
        return self._plan_prompt is not None and self._plan_prompt.is_key_open

    @cached_property
    def departure(self) -> Departure | None:
        """The new bars after a phrase that came twice; None where none did.

        The user's wish, letters and *Echo* at its most come first.
        """
        request = self.request
        asked = request.wish != "none" or self.sections is not None or self.wants_loops
        if asked or request.inside or not request.planned:
            return None
        lately = BarMap.of(self.score).start_of(max(0, self._bar - LONGEST_REPEAT))
        heard = self.score.between(max(request.since, lately), request.start)
        return departure_from(
            only_roles(heard, request.roles, "write", "context"),
            past=self._bar,
            bars=request.bars or ENDLESS_PLAN,
            echo=self.echo,
        )

    def leaves(self, seed: int) -> bool:
        """Return whether the row that has this seed leaves the phrase that came twice."""
        return self.departure is not None and self.departure.leaves(seed)

    @cached_property
    def theme(self) -> Theme | None:
        """The phrase that the piece begins with; None where it may not come again.

        It may where the user leaves the form of the bars open, and lets the piece repeat itself.
        """
        request, origin = self.request, first_bar_of(self.score)
        asked = request.wish != "none" or self.sections is not None or not self.echo
        if request.inside or asked:
            return None
        # The first phrase of those that the model reads.
        source = origin + -(-max(0, self.prompt.since_bar - origin) // PHRASE) * PHRASE
        theme = Theme(
            source=source,
            source_bars=min(PHRASE, self._bar - source),
            first=self._bar,
            bars=request.bars or ENDLESS_PLAN,
        )
        return theme if theme.source_bars >= BLOCK and theme.places else None

    def theme_bars(self, seed: int) -> Mapping[int, Bar]:
        """Return the bars of the theme by the bar to come, counted from 0, in which each returns.

        Args:
            seed: Of the row.
        """
        if self.theme is None or self.harmony_of(seed) is None:
            return {}
        returning = self.theme.returning(seed)
        begin = next((at for at, bar in enumerate(returning) if bar.back), 0)
        return dict(enumerate(self._theme_bars, begin)) if returning else {}

    @cached_property
    def _theme_bars(self) -> tuple[Bar, ...]:
        if self.theme is None:
            return ()
        most = self._bar - self.theme.source + 1  # the bar that is written is the last one
        return tuple(Heard(self.vocabulary, self.own_ids, most=most).bars)[: self.theme.source_bars]

    @cached_property
    def sections(self) -> SectionPlan | None:
        """The form of the bars to write: of the wish, else of the letters over them; else None."""
        request, span, kind = self.request, self.span, WISHES[self.request.wish].section
        first = self._bar - span.before
        bars = span.bars(request) or span.before + ENDLESS_PLAN
        if not kind:
            form = None if request.inside else lettered_sections(self.score, first=first, bars=bars)
            return form and form.after(span.before)
        known = sections_of(self.score, past=first)
        if kind == "new":
            return new_sections(known, first=first, bars=bars).after(span.before)
        source, past = wishes.recalled_bars(self.score, request, span)
        if source == past:
            return None
        return varied_sections(
            known, first=first, bars=bars, source=source, source_bars=past - source
        ).after(span.before)

    def form(self, seed: int) -> Form:
        """Return which bars return, and which are new, in the row that has this seed."""
        sections, harmony, leaves = self.sections, self.harmony_of(seed), self.leaves(seed)
        bars = sections.bars if sections else ()
        if leaves and self.departure is not None:
            bars = self.departure.bars
        if harmony is None and sections is None and not leaves:
            return ALTERNATING
        backs: tuple[int, ...] | None = None
        if harmony is not None:
            backs = tuple(bar.back for bar in harmony.plan(seed))
        elif sections is not None:
            backs = tuple(bar.back for bar in bars)
        return Form(backs, tuple(bar.since for bar in bars), leaves=leaves)

    def chords_of_bars(self, seed: int) -> tuple[int, ...]:
        """Return the number of each bar's first chord in the row that has this seed.

        Empty where none are planned.
        """
        harmony = self.harmony_of(seed)
        return tuple(bar.chords.first for bar in harmony.plan(seed)) if harmony else ()

    def planned(self, seed: int) -> tuple[Chord, ...]:
        """Return the planned chords of the row that has this seed; empty where none are."""
        if (harmony := self.harmony_of(seed)) is None:
            return ()
        key = chosen_key(seed) if self._is_key_open else harmony.key
        chords = chords_in(self.score, harmony.plan(seed), key, first_bar=self._bar)
        until = self.cadence[0].tick if self.cadence else chords[-1].tick + 1
        return tuple(chord for chord in chords if chord.tick < until)

    def returning(self, seed: int) -> tuple[ReturningBars, ...]:
        """Return the planned bars that return in the row that has this seed."""
        if (harmony := self.harmony_of(seed)) is None:
            return ()
        return tuple(returning_in(harmony.plan(seed), first_bar=self._bar))

    @cached_property
    def entrances(self) -> EntrancePlanner | None:
        """Plans which parts play in the bars to write; None where no plan is made.

        No plan is made for a gap, for less than a phrase, and for one part.
        """
        request, parts = self.request, self.voices.parts
        given = not request.planned or request.inside or self.is_bold
        is_short = 0 < self.span.bars(request) < PHRASE
        if given or is_short or len(parts) < 2 or not self.priors.plan.rest:
            return None
        played = self.parts.notes_of(self.score.tracks)
        habit = habit_of(
            self.score,
            {part: played.get(part, ()) for part in sorted(parts)},
            start=request.start,
            drums=[part for part in parts if self.parts.is_drums(part)],
        )
        if not habit.playing:
            return None
        bars = request.bars or ENDLESS_PLAN
        return EntrancePlanner(
            habit,
            phrases_begin(self.score, self.sections, first=self._bar, bars=bars),
            sections=self.sections.bars if self.sections else (),
            theme=self.theme if self.plans_chords else None,
            may_enter=min(self.fullness) >= 1.0,
            may_leave=max(self.fullness) <= 1.0,
        )

    @cached_property
    def drums(self) -> DrumPlanner | None:
        """Plans the drums of a gap that other parts fill; None where no plan is made.

        Drums that stood there before are a plan of their own. Those of an earlier piece of the
        same gap are not.
        """
        request, parts = self.request, self.voices.parts
        given = not request.fill or not request.planned or self.is_bold
        if given or not self.priors.plan.beat or self.context_harmony is None or len(parts) != 1:
            return None
        if not self.parts.is_drums(min(parts)):
            return None
        bars = BarMap.of(self.score)
        begin, end = bars.start_of(self._bar - self.span.before), request.end_in(self.score)
        if any(not begin <= note.start < end for note in self._drum_notes):
            return None
        heard = only_roles(self.score, request.roles, "context")
        return DrumPlanner(heard, past=bars.bars_until(self.score.end))

    def drum_style(self, seed: int) -> int:
        """Return the style of the drums in the row that has this seed.

        The second piece of a gap goes on as the first one, whichever was chosen.
        """
        played = [note for note in self._drum_notes if note.start < self.request.start]
        if self.drums is None or not played:
            return int(np.random.default_rng(seed).integers(len(STYLES)))
        first = max(self._bar - self.span.before, self._bar - PHRASE)
        return self.drums.style_of(played, first=first, past=self._bar)

    @property
    def _drum_notes(self) -> tuple[Note, ...]:
        """The notes of the drums that are there."""
        tracks = self.score.tracks
        return tuple(note for track in tracks if track.is_drum for note in track.notes)

    def lineups(self, seed: int) -> Lineups:
        """Return which parts play in each bar of the row that has this seed."""
        return NO_LINEUPS if self.entrances is None else self.entrances.plan(seed)

    def playing(self, seed: int) -> tuple[PlayingBars, ...]:
        """Return which tracks play in the row that has this seed; empty where that stays."""
        lineups = self.lineups(seed)
        if not lineups.changes:
            return ()
        found, bar = [], self._bar
        for parts, run in groupby(lineups.bars):
            bars = len(tuple(run))
            tracks = tuple(sorted(self.voices.track_of(part) for part in parts))
            found.append(PlayingBars(first=bar, bars=bars, tracks=tracks))
            bar += bars
        return tuple(found)

    @property
    def _bar(self) -> int:
        """The first bar to write, from 0."""
        return BarMap.of(self.score).bar_at(self.request.start)

    @cached_property
    def new_parts(self) -> frozenset[int]:
        """Numbers of the pitched parts that are written in a gap and have no note yet."""
        if not self.request.fill:
            return frozenset()
        played = self.parts.notes_of(self.score.tracks)
        written = self.voices.parts
        return frozenset(p for p in written if not self.parts.is_drums(p) and not played[p])

    @cached_property
    def replaced(self) -> dict[int, frozenset[Note]]:
        """The notes that the request replaces, by part; drums are left out."""
        without = self.score
        if self._original is self.score:
            if not self.request.following:
                return {}
            # Notes that stay in a gap go from bars that are rewritten (`Request.staying`).
            without = replace(self.request, selected="replaced").cleared(self.score)
        start, end = self.request.start, self.request.end_in(self.score)
        kept = self.parts.notes_of(without.tracks)
        replaced = {
            part: frozenset(n for n in notes if start <= n.start < end).difference(kept[part])
            for part, notes in self.parts.notes_of(self._original.tracks).items()
            if part in self.voices.parts and not self.parts.is_drums(part)
        }
        return {part: notes for part, notes in replaced.items() if notes}

    @cached_property
    def bass(self) -> int | None:
        """Number of the written part that has played lowest; None where none is pitched.

        A part's lowest note of each bar counts: a piano is lower than the voice that it supports.
        """
        bars, played = BarMap.of(self.own_music), self.parts.notes_of(self.own_music.tracks)
        heights: dict[int, float] = {}
        for part in sorted(self.voices.parts):
            if self.parts.is_drums(part) or not played.get(part):
                continue
            lowest: dict[int, int] = {}
            for note in played[part]:
                bar = bars.bar_at(note.start)
                lowest[bar] = min(note.pitch, lowest.get(bar, note.pitch))
            heights[part] = fmean(lowest.values())
        return min(heights, key=lambda part: heights[part], default=None)

    @cached_property
    def context_harmony(self) -> ContextHarmony | None:
        """The pitched notes of the other tracks in a gap; None if there are none."""
        request, score = self.request, self.score
        if not request.fill or "context" not in request.roles:
            return None
        found = ContextHarmony(score, request.roles, start=request.start, end=request.end_in(score))
        return found or None

    @cached_property
    def found_chords(self) -> tuple[Chord, ...]:
        """The chords found in the other tracks of a gap, if the model emits chords; else empty."""
        request, score = self.request, self.score
        free = request.harmony == "free" or not self.vocabulary.has_chords or self.written
        if free or not self.context_harmony or wishes.cadence(score, request, self.span):
            return ()
        context = only_roles(score, request.roles, "context")
        return chords_between(context, start=request.start, end=request.end_in(score))


def _check(score: Score, request: Request) -> None:
    wishes.check_wish(request)
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
