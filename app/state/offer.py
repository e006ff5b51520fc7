"""The alternatives that the model offers for a place: values that grow event by event."""

from dataclasses import dataclass, replace
from math import exp
from typing import Any

from engine.form.alternative_plan import NO_PLAN, AlternativePlan
from engine.form.regridding import Regridding
from engine.messages import AlternativeFinished, ChordsPlanned
from engine.piece.composition import Composition, of_take
from engine.piece.takes import Take
from engine.request import PartNote, Request, regridded_parts
from engine.values.copied import NOT_COMPARED, Copying
from engine.values.score import Note, Score
from engine.values.time import BarMap, Timeline

# Names of the alternatives, at most eight.
NUMBERS = "12345678"
# The index of "none of the alternatives".
ORIGINAL = -1
# Safety factor, because the measured speed is an estimate.
MARGIN = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One continuation among several.

    Attributes:
        notes: In the order in which the model made them.
        until: Tick before which no further note can begin.
        end: Tick of the bar line where it ends, 0 while it grows.
        seed: The random seed that reproduces it.
        best_of: How many candidates are drawn for each piece of it to reproduce it; 0 for one.
        starred: Whether the user marked it.
        touched: Whether the user has played or selected it; it then keeps its place.
        fit: Mean log-likelihood of the bars that follow it; 0 if not computed.
        copying: How much of it occurs in training songs.
        plan: Its chords, letters and entrances; empty where nothing was planned.
    """

    notes: tuple[PartNote, ...] = ()
    until: int = 0
    end: int = 0
    seed: int = 0
    best_of: int = 0
    starred: bool = False
    touched: bool = False
    fit: float = 0.0
    copying: Copying = NOT_COMPARED
    plan: AlternativePlan = NO_PLAN

    @property
    def finished(self) -> bool:
        """Whether the model has finished it."""
        return self.end > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """All alternatives of one request.

    Attributes:
        request: Number of the request.
        ask: The request, with a role for each track and the seed that was drawn.
        piece: The score that the request refers to, with the meters and tempos of the bars to make.
        end: Tick after the last bar; 0 if the model goes on until it is stopped.
        alternatives: The alternatives that are shown.
        others: More candidates that the model sent and the window does not show.
        model: The model's name.
        making: Whether more notes will come.
        current: The highlighted alternative, or `ORIGINAL`.
        numbers: Take numbers of the alternatives; empty until the composition has them.
        again: Number of the take that the request regenerates, or 0.
    """

    request: int
    ask: Request
    piece: Score
    end: int
    alternatives: tuple[Alternative, ...]
    model: str
    making: bool = True
    current: int = 0
    numbers: tuple[int, ...] = ()
    again: int = 0
    others: tuple[Alternative, ...] = ()

    @classmethod
    def of(cls, ask: Request, *, request: int, piece: Score, model: str, again: int = 0) -> "Offer":
        """Return the offer of a new request, without notes."""
        return cls(
            request=request,
            ask=ask,
            piece=ask.with_bars_to_make(piece),
            end=ask.end_in(piece) if ask.bars else 0,
            alternatives=(_nothing_yet(ask),) * ask.alternatives,
            model=model,
            again=again,
        )

    @property
    def start(self) -> int:
        """Tick of the first bar."""
        return self.ask.start

    @property
    def is_judged(self) -> bool:
        """Whether its alternatives were ranked by the music that follows."""
        return any(alternative.fit for alternative in self.alternatives)

    @property
    def is_complete(self) -> bool:
        """Whether all shown alternatives are finished; the model may still look for better ones."""
        return all(alternative.finished for alternative in self.alternatives)

    @property
    def highlighted(self) -> Alternative | None:
        """The current alternative; None for the original."""
        return self.alternatives[self.current] if self.current != ORIGINAL else None

    @property
    def progress(self) -> float:
        """The finished share, 0 to 1; negative if the offer has no end."""
        if not self.end:
            return -1.0
        span = max(1, self.end - self.start) * len(self.alternatives)
        return sum(self.made(k) for k in range(len(self.alternatives))) / span

    def made(self, index: int) -> int:
        """Return the length of the finished part of an alternative, in ticks."""
        alternative = self.alternatives[index]
        reached = alternative.end or alternative.until
        return max(0, min(reached, self.end or reached) - self.start)

    def end_of(self, index: int) -> int:
        """Return the end tick of an alternative; while it grows without end, the end so far."""
        alternative = self.alternatives[index]
        return alternative.end or self.end or max(alternative.until, self.start + 1)

    def with_alternative(self, index: int, alternative: Alternative) -> "Offer":
        """Return the offer with one candidate replaced, counted over shown ones and others."""
        count, candidates = len(self.alternatives), list(self._candidates)
        candidates[index : index + 1] = [alternative]
        return replace(
            self, alternatives=tuple(candidates[:count]), others=tuple(candidates[count:])
        )

    def choosing(self, index: int) -> "Offer":
        """Make an alternative current, which then keeps its place, and return the offer."""
        offer = replace(self, current=index)
        if index == ORIGINAL:
            return offer
        return offer.with_alternative(index, replace(self.alternatives[index], touched=True))

    @property
    def _candidates(self) -> tuple[Alternative, ...]:
        return (*self.alternatives, *self.others)

    def _so_far(self, index: int) -> Alternative:
        return self._candidates[index] if index < len(self._candidates) else _nothing_yet(self.ask)

    def planned(self, event: ChordsPlanned) -> "Offer":
        """Return the offer with the plan of one alternative."""
        planned = replace(self._so_far(event.alternative), plan=event.plan)
        return self.with_alternative(event.alternative, planned)

    def plan_of(self, index: int) -> AlternativePlan:
        """Return the plan of an alternative, up to its end."""
        return self.alternatives[index].plan.before(self.end_of(index), BarMap.of(self.piece))

    def adding(self, index: int, notes: tuple[PartNote, ...], *, until: int) -> "Offer":
        """Return the offer with more notes of one alternative."""
        old = self._so_far(index)
        grown = replace(old, notes=(*old.notes, *notes), until=max(old.until, until))
        return self.with_alternative(index, grown)

    def finishing(self, event: AlternativeFinished) -> "Offer":
        """Return the offer with one alternative finished."""
        complete = replace(
            self._so_far(event.alternative),
            end=event.made.end,
            until=event.made.end,
            seed=event.made.seed,
            best_of=event.made.best_of,
            copying=event.copying,
        )
        return self.with_alternative(event.alternative, complete)

    def judged(self, fits: tuple[float, ...], best: tuple[int, ...] = ()) -> "Offer":
        """Return the offer with the best candidates in place of alternatives that may go.

        Where music follows, the shown alternatives are sorted by `fit`.

        Args:
            fits: The fit of each candidate; empty if no music follows.
            best: Indices of the best candidates, best first; empty changes none.
        """
        candidates = self._candidates
        if judged := len(fits) == len(candidates) and any(fits):
            candidates = tuple(
                replace(one, fit=fit) for one, fit in zip(candidates, fits, strict=True)
            )
        shown = _with_best(candidates[: len(self.alternatives)], candidates, best)
        order = list(range(len(shown)))
        if judged:
            order.sort(key=lambda index: -shown[index].fit)
        current = ORIGINAL if self.current == ORIGINAL else order.index(self.current)
        ordered = tuple(shown[index] for index in order)
        return replace(self, alternatives=ordered, others=(), current=current)

    def share_of_best(self, index: int) -> float:
        """Return the likelihood per token of the following music, relative to the best one."""
        best = max(alternative.fit for alternative in self.alternatives)
        return exp(self.alternatives[index].fit - best)

    def regridded(self, regridding: Regridding) -> "Offer":
        """Return the finished offer for a piece with other beats; notes keep their seconds."""
        piece = regridding.score(self.piece)
        return replace(
            self,
            ask=self.ask.regridded(regridding, end=self.end),
            piece=piece,
            end=regridding.at(self.end) if self.end else 0,
            alternatives=tuple(
                _regridded(one, regridding, BarMap.of(self.piece)) for one in self.alternatives
            ),
        )

    def closed(self, bars: BarMap) -> "Offer | None":
        """Return the finished offer in whole bars; None if no alternative has one.

        Cancelled alternatives end at the last complete bar; those without a complete bar go.
        """
        kept = [
            (index, whole)
            for index, alternative in enumerate(self.alternatives)
            if (whole := _whole(alternative, self.start, bars)) is not None
        ]
        if not kept:
            return None
        indices = [index for index, _ in kept]
        current = indices.index(self.current) if self.current in indices else 0
        return replace(
            self,
            alternatives=tuple(whole for _, whole in kept),
            end=max(whole.end for _, whole in kept),
            making=False,
            current=ORIGINAL if self.current == ORIGINAL else current,
        )

    def preview(self, score: Score) -> Score:
        """Return the score with the current alternative in it.

        While the alternative grows, the written tracks are silent after its start. When it is
        finished, the old music after its end is back. Notes that the request keeps, and the music
        after a rewrite or a gap, always stay.
        """
        alternative = self.highlighted
        if alternative is None:
            return score
        end = alternative.end or (self.end if self.ask.inside else 0)
        growing = not alternative.finished
        return self.ask.writing(score, alternative.notes, end=end or None, growing=growing)

    def first_half(self, index: int, bars: BarMap) -> tuple[tuple[PartNote, ...], int]:
        """Return the notes of an alternative's first half, counted in bars, and its end in ticks.

        An alternative of a single bar has an empty first half.
        """
        alternative = self.alternatives[index]
        first, last = bars.bar_at(self.start), bars.bars_until(alternative.end)
        end = bars.start_of(first + (last - first) // 2)
        return tuple(part for part in alternative.notes if part.note.start < end), end

    def remakes(self, take: Take) -> bool:
        """Return whether the first alternative equals a take, note for note."""
        alternative = self.alternatives[0]
        return alternative.end == take.end and _without_origins(
            alternative.notes
        ) == _without_origins(take.notes)

    def numbered(self, composition: Composition) -> tuple["Offer", tuple[Take, ...]]:
        """Return the offer with take numbers, and its takes.

        The notes are marked with their take once here; all steps of the history share them.
        """
        first = len(composition.takes) + 1
        takes = tuple(
            replace(take, notes=of_take(take.notes, number))
            for number, take in enumerate(self.takes(parent=composition.current_take), first)
        )
        return replace(self, numbers=tuple(range(first, first + len(takes)))), takes

    def takes(self, *, parent: int) -> tuple[Take, ...]:
        """Return the alternatives as takes without numbers."""
        return tuple(
            Take(
                number=0,
                request=self.request,
                parent=parent,
                end=alternative.end,
                notes=alternative.notes,
                model=self.model,
                seed=alternative.seed,
                best_of=alternative.best_of,
                ask=self.ask,
                starred=alternative.starred,
                fit=alternative.fit,
            )
            for alternative in self.alternatives
        )


def keeps_ahead(
    offer: Offer,
    timeline: Timeline,
    *,
    elapsed_s: float,
    place: float | None = None,
    speed: float = 1.0,
) -> bool:
    """Return whether the model stays ahead of playback to the end of the offer.

    Args:
        offer: The offer so far.
        timeline: The timeline of the piece with the offer in it.
        elapsed_s: Seconds since the model began.
        place: The tick of the playhead; None for playback that begins a bar before the offer.
        speed: The tempo factor of playback.
    """
    tempo, bars = timeline.tempo, timeline.bars
    start_s = tempo.seconds_at(offer.start)
    made_s = tempo.seconds_at(offer.start + offer.made(max(0, offer.current))) - start_s
    if made_s <= 0:
        return False
    if not offer.end:
        # An endless offer must be made faster than it is played.
        return made_s >= elapsed_s * MARGIN * speed
    if place is None:
        place = bars.start_of(max(0, bars.bar_at(offer.start) - 1))
    before_s = max(0.0, start_s - tempo.seconds_at(place))
    whole_s = tempo.seconds_at(offer.end) - start_s
    last_bar_s = tempo.seconds_at(bars.start_of(bars.bar_at(max(0, offer.end - 1)))) - start_s
    # Playback comes to the last bar after `before_s + last_bar_s` at the written tempo. By then it
    # must be whole.
    left_s = (whole_s - made_s) * elapsed_s / made_s
    return left_s * MARGIN * speed <= before_s + last_bar_s


def change_take(composition: Composition, number: int, **changes: Any) -> Composition:
    """Return a composition with fields of a take changed: state, star or text."""
    take = composition.take(number)
    return composition.with_take(replace(take, **changes))


def reject_takes(composition: Composition, numbers: tuple[int, ...]) -> Composition:
    """Return a composition with these takes rejected, except accepted ones."""
    for number in numbers:
        if composition.take(number).state != "accepted":
            composition = change_take(composition, number, state="rejected")
    return composition


def _nothing_yet(ask: Request) -> Alternative:
    """Return an alternative before its first new note."""
    return Alternative(notes=ask.beginning, until=ask.beginning_end or ask.start)


def _regridded(one: Alternative, regridding: Regridding, bars: BarMap) -> Alternative:
    """Return a finished alternative with other beats; `bars` are those before."""
    return replace(
        one,
        notes=regridded_parts(one.notes, regridding),
        until=regridding.at(one.until),
        end=regridding.at(one.end),
        plan=one.plan.regridded(regridding, bars),
    )


def _with_best(
    shown: tuple[Alternative, ...], candidates: tuple[Alternative, ...], best: tuple[int, ...]
) -> tuple[Alternative, ...]:
    """Return the shown alternatives with the best candidates in place of those that may go."""
    stays = {index for index, one in enumerate(shown) if one.touched or one.starred}
    better = iter([index for index in best if index not in stays])
    return tuple(
        one if index in stays else candidates[next(better, index)]
        for index, one in enumerate(shown)
    )


def _without_origins(parts: tuple[PartNote, ...]) -> list[tuple[int, Note]]:
    """Return the sorted notes without their origins, to compare them."""
    return sorted((part.track, replace(part.note, origin=0)) for part in parts)


def _whole(alternative: Alternative, start: int, bars: BarMap) -> Alternative | None:
    if alternative.finished:
        return alternative
    end = bars.start_of(bars.bar_at(max(start, alternative.until)))
    if end <= start:
        return None
    notes = tuple(part for part in alternative.notes if part.note.start < end)
    return replace(alternative, notes=notes, end=end, until=end)
