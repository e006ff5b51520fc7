"""What shapes the odds of the next id, for one request: its processors, in their order."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.config import SteeringConfig
from engine.copying.fingerprints import Fingerprints
from engine.copying.guard import CopyGuard
from engine.copying.windows import instruments_of
from engine.generation.beside import Beside, kept_notes, only_roles, within_reach
from engine.generation.consonance import Consonance, Given
from engine.generation.draft import Grid
from engine.generation.form import first_bar_of
from engine.generation.groove import Groove, strokes_of
from engine.generation.hands import TwoHands, hands_of
from engine.generation.harmony import ChordTones, ChordTrack, heard_between
from engine.generation.intervals import Intervals, intervals_of
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
from engine.generation.prompt import Prompt, bars_to_write, heard, last_bar
from engine.generation.registers import Registers, registers_of
from engine.generation.standing import LOOPS_ABOVE, Standing
from engine.generation.voices import Voices
from engine.generation.wishes import (
    AGAIN,
    ALONE,
    Stretch,
    bars_alike,
    closing_chords,
    echo,
    fullness,
    leaning,
    pattern_of,
    usual_until,
)
from engine.music.chord_symbols import Chord
from engine.music.chord_track import end_of
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Request
from engine.tokens.bar_lags import BarLags, BarsAgain
from engine.tokens.grammar import Grammar, State
from engine.tokens.parts import Parts
from engine.tokens.steering import Steering
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import Vocabulary


@dataclass(frozen=True, kw_only=True)
class Shaping:
    """How a request, the piece and what was read of it shape what is drawn.

    Attributes:
        score: The piece as it is gone on with.
        request: With a role for each track.
        tokenizer: The model's.
        parts: Which track is which part.
        prompt: What is read.
        ids: What is read, and the first bar's header.
        written: The chords over the piece that are to be followed; empty: none.
        voices: Who may be written, and what has sounded; it is only looked at.
        grid: Ticks of the piece as positions of the vocabulary.
        prints: Of the songs the model learned from; None where they are not known.
        stretch: What the request's wish is about.
    """

    score: Score
    request: Request
    tokenizer: Tokenizer
    parts: Parts
    prompt: Prompt
    ids: tuple[int, ...]
    written: tuple[Chord, ...]
    voices: Voices
    grid: Grid
    prints: Fingerprints | None = None
    stretch: Stretch = ALONE

    def processors(self, grammar: Grammar, state: State) -> tuple[Processor, ...]:
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
            bars = bars_to_write(
                self.score,
                start=self.request.start,
                bars=self.request.bars,
                tokenizer=self.tokenizer,
            )
            yield GapEnd(sum(1 for _ in bars), self._vocabulary)

    def _bar_lag(self) -> Iterator[BarLagBias]:
        # The bars before a gap's in what is read are not those before them in the piece.
        if not self.request.fill:
            heard = BarLags(self._vocabulary, self.ids, strength=echo(self.request))
            yield BarLagBias(heard, bar_line=self._vocabulary.bar, piece=heard.whole)

    def _steering(self) -> SteeringBias:
        tokenizer = self.tokenizer
        wanted = [Steering(each, tokenizer) for each in self._leaning]
        return SteeringBias(wanted, first_bar=self.prompt.first_bar)

    def _bars_again(self) -> Iterator[BarLagBias]:
        """Yield what leans to the bars that a wish is about."""
        bars = bars_alike(self.request, self.stretch)
        first, end = pattern_of(self.score, self.request, self.stretch)
        if not bars or first == end:
            return
        places = BarMap.of(self.score)
        music = heard(self.score, self.request.roles, until=end, since=first)
        encoded = self.tokenizer.encode(music, bars=places.bars_until(end), parts=self.parts)
        begin, stop = places.bar_at(first), places.bars_until(end)
        pattern = encoded.ids[encoded.bars[begin] : [*encoded.bars, len(encoded.ids)][stop]]
        yield BarLagBias(
            BarsAgain(
                self._vocabulary,
                pattern.tolist(),
                self._last_bar(),
                bars=bars,
                strength=AGAIN,
                before=self.stretch.before,
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
        if self.given and not self.written and not self._heard:
            yield Consonance(self.given, self.score, self._vocabulary)

    def _harmony(self) -> Iterator[Processor]:
        yield from self._close()
        chords, score, vocabulary = self.written, self.score, self._vocabulary
        if chords:
            yield ChordTrack(chords, score, self.grid, vocabulary)
        elif self._heard:
            yield ChordTrack(self._heard, score, self.grid, vocabulary, silent=True)
        if chords and self.request.harmony == "held":
            yield ChordTones(chords, score, vocabulary)

    @cached_property
    def _heard(self) -> tuple[Chord, ...]:
        """The chords that are heard in what stays beside a gap's notes, if they are to be said."""
        request, score = self.request, self.score
        free = request.harmony == "free" or not self._vocabulary.has_chords
        if free or not self.given or closing_chords(score, request, self.stretch):
            return ()
        staying = only_roles(score, request.roles, "context")
        return heard_between(staying, start=request.start, end=request.end_in(score))

    def _close(self) -> Iterator[Processor]:
        """Yield what holds to the chords that a wish ends with, where nobody wrote others."""
        chords = closing_chords(self.score, self.request, self.stretch)
        if not chords or not self._vocabulary.has_chords:
            return
        if end_of(self.written, self.score) > chords[0].tick:
            return
        yield ChordTrack(chords, self.score, self.grid, self._vocabulary)
        yield ChordTones(chords, self.score, self._vocabulary)

    def _habits(self) -> Iterator[Processor]:
        if self.request.sampling.temperature > BOLDEST:
            return
        written = self.voices.parts
        request, score = self.request, self.score
        if request.fill:
            # What the others play in a gap was said before.
            score = only_roles(score, request.roles, "write")
        until = usual_until(self.score, request, self.stretch)
        usual = usual_of(score, self.parts, written, start=until, since=request.since)
        yield Presence(
            usual,
            self._vocabulary,
            self._last_bar(),
            fullness=fullness(request, self.stretch),
            first_bar=self.prompt.first_bar,
            phrases_from=first_bar_of(self.score),
        )
        strokes = strokes_of(
            score,
            self.parts,
            written,
            grid=self.grid,
            start=until,
            since=request.since,
        )
        yield Groove(
            strokes,
            self._vocabulary,
            tunes=frozenset(self.voices.tunes),
            fullness=fullness(request, self.stretch),
            first_bar=self.prompt.first_bar,
        )
        loops = bars_alike(request, self.stretch) or request.sampling.echo > LOOPS_ABOVE
        # Bars that stand around a gap are not those before it in what is read.
        if not request.fill and not loops:
            yield Standing(self._vocabulary, self.ids)
        hands = hands_of(score, self.parts, written, start=request.start, since=request.since)
        if hands:
            yield TwoHands(hands, self._vocabulary, self._last_bar())
        yield Registers(
            registers_of(self.score, request, self.parts, self.tokenizer, stretch=self.stretch)
        )
        if not any(each.register for each in self._leaning):
            # Who is to go higher or lower leaps as they did not before.
            yield Intervals(intervals_of(self.voices.tunes), self._vocabulary)

    @property
    def _leaning(self) -> tuple[SteeringConfig, ...]:
        return leaning(self.request, self.stretch)

    def _last_bar(self) -> tuple[int, ...]:
        """Return what was said of the bar that stands last."""
        return self.ids[last_bar(self.ids, self._vocabulary) :]

    def _guard(self) -> CopyGuard | None:
        longest = self.request.limits.longest_copy
        if not longest or self.prints is None or not len(self.prints):
            return None
        return CopyGuard(
            self.prints,
            longest=longest,
            ticks_per_quarter=self.score.ticks_per_quarter,
            instruments=instruments_of(self.score),
        )

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
            tokenizer=self.tokenizer,
            parts=self.parts,
            # What is only heard in a gap was said before; what stays of it is said in it.
            role="write" if self.request.fill else "context",
        )
        within = within_reach(notes, earliest=max(0, state.position + 1))
        return Beside(within, self._vocabulary)

    @property
    def _vocabulary(self) -> Vocabulary:
        return self.tokenizer.vocabulary
