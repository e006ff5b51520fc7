"""What the model offers for a place in the piece: pure values that grow event by event."""

from dataclasses import dataclass, replace
from math import exp

from engine.messages import AlternativeFinished, CopiedPassage
from engine.music.score import Note, Score
from engine.music.time import BarMap, Timeline
from engine.piece.composition import Composition, of_take
from engine.piece.takes import Take
from engine.request import PartNote, Request

LETTERS = "ABCDEFGH"
ORIGINAL = -1
# The speed so far is an estimate.
MARGIN = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One continuation among several.

    Attributes:
        notes: In the order they were made.
        until: Tick before which no further note can begin.
        end: The bar line where it ends, 0 while it is being made.
        seed: What makes it again.
        best_of: How many are drawn to make it again, of each of its pieces; 0: it alone.
        starred: Whether the user marked it.
        touched: Whether the user has heard or chosen it: it stays where it is.
        fit: How likely the bars that follow are after it, a mean logarithm; 0 when not judged.
        copied: Share of its 16-note windows that stand in songs learned from; negative: unknown.
        passages: What was copied, the longest first.
        sure_from: Notes from which on a copied run is found for sure.
    """

    notes: tuple[PartNote, ...] = ()
    until: int = 0
    end: int = 0
    seed: int = 0
    best_of: int = 0
    starred: bool = False
    touched: bool = False
    fit: float = 0.0
    copied: float = -1.0
    passages: tuple[CopiedPassage, ...] = ()
    sure_from: int = 16

    @property
    def finished(self) -> bool:
        """Whether all of it is there."""
        return self.end > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """All alternatives of one request.

    Attributes:
        request: Its number.
        ask: What was asked for, with a role for each track and the seed that was drawn.
        piece: What it was asked about.
        end: Tick after the last bar; 0 while nobody knows, for it goes on until stopped.
        alternatives: What there is so far.
        others: Better ones that were found after them, told and not yet shown.
        model: The model's name.
        making: Whether notes are still to come.
        current: The highlighted alternative, or `ORIGINAL`.
        numbers: Their numbers among the composition's takes; empty until they are kept there.
        again: Number of the take that it was asked for to make again, or 0.
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
        """Return what a request begins with: nothing made yet."""
        bars = BarMap.of(piece)
        return cls(
            request=request,
            ask=ask,
            piece=piece,
            end=bars.start_of(bars.bar_at(ask.start) + ask.bars) if ask.bars else 0,
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
        """Whether its alternatives were told apart by what follows them."""
        return any(alternative.fit for alternative in self.alternatives)

    @property
    def is_complete(self) -> bool:
        """Whether all of what is shown is there, though better ones may be looked for."""
        return all(alternative.finished for alternative in self.alternatives)

    @property
    def highlighted(self) -> Alternative | None:
        """The current alternative, None for the original."""
        return self.alternatives[self.current] if self.current != ORIGINAL else None

    @property
    def progress(self) -> float:
        """Share that is made, 0 to 1; negative when it has no end."""
        if not self.end:
            return -1.0
        span = max(1, self.end - self.start) * len(self.alternatives)
        return sum(self.made(k) for k in range(len(self.alternatives))) / span

    def made(self, index: int) -> int:
        """Return how many ticks of an alternative are made."""
        alternative = self.alternatives[index]
        reached = alternative.end or alternative.until
        return max(0, min(reached, self.end or reached) - self.start)

    def with_alternative(self, index: int, alternative: Alternative) -> "Offer":
        """Return it with another value for one alternative; those past the last are the others."""
        count, told = len(self.alternatives), list(self._told)
        told[index : index + 1] = [alternative]
        return replace(self, alternatives=tuple(told[:count]), others=tuple(told[count:]))

    def choosing(self, index: int) -> "Offer":
        """Return it with an alternative highlighted, which stays where it is from now on."""
        offer = replace(self, current=index)
        if index == ORIGINAL:
            return offer
        return offer.with_alternative(index, replace(self.alternatives[index], touched=True))

    @property
    def _told(self) -> tuple[Alternative, ...]:
        return (*self.alternatives, *self.others)

    def _so_far(self, index: int) -> Alternative:
        return self._told[index] if index < len(self._told) else _nothing_yet(self.ask)

    def adding(self, index: int, notes: tuple[PartNote, ...], *, until: int) -> "Offer":
        """Return it with more notes of one alternative."""
        old = self._so_far(index)
        grown = replace(old, notes=(*old.notes, *notes), until=max(old.until, until))
        return self.with_alternative(index, grown)

    def finishing(self, event: AlternativeFinished) -> "Offer":
        """Return it with one alternative complete."""
        complete = replace(
            self._so_far(event.alternative),
            end=event.end,
            until=event.end,
            seed=event.seed,
            best_of=event.best_of,
            copied=event.copied,
            passages=event.passages,
            sure_from=event.sure_from,
        )
        return self.with_alternative(event.alternative, complete)

    def judged(self, fits: tuple[float, ...], best: tuple[int, ...] = ()) -> "Offer":
        """Return it with the best in place of what nobody has heard, chosen or marked.

        Where music follows, the alternatives after which it goes on best are in front.

        Args:
            fits: One for each alternative that was told; empty where nothing follows.
            best: Numbers of the best that were told, the best first; empty leaves what is shown.
        """
        told = self._told
        if judged := len(fits) == len(told) and any(fits):
            told = tuple(replace(one, fit=fit) for one, fit in zip(told, fits, strict=True))
        shown = _with_best(told[: len(self.alternatives)], told, best)
        order = list(range(len(shown)))
        if judged:
            order.sort(key=lambda index: -shown[index].fit)
        current = ORIGINAL if self.current == ORIGINAL else order.index(self.current)
        ordered = tuple(shown[index] for index in order)
        return replace(self, alternatives=ordered, others=(), current=current)

    def share_of_best(self, index: int) -> float:
        """Return how likely each token that follows is, against the best alternative; 1 for it."""
        best = max(alternative.fit for alternative in self.alternatives)
        return exp(self.alternatives[index].fit - best)

    def closed(self, bars: BarMap) -> "Offer | None":
        """Return it as it is when no more notes come: whole bars, None if there is not one.

        What was cancelled is cut at the last bar line before which everything is there, and
        alternatives without a whole bar go.
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
        """Return the piece as it sounds with the current alternative in its place.

        While it is made the old music after its start is silent in tracks the model writes; when
        it is complete, what stood after its end is there again. What follows a rewrite or a gap
        sounds on, and so do notes of a gap that stay.
        """
        alternative = self.highlighted
        if alternative is None:
            return score
        end = alternative.end or (self.end if self.ask.inside else 0)
        tracks = list(score.tracks)
        for index, role in enumerate(self.ask.roles[: len(tracks)]):
            if role != "write":
                continue
            made = [part.note for part in alternative.notes if part.track == index]
            made += self.ask.staying(tracks[index], end)
            tracks[index] = tracks[index].with_part(made, start=self.start, end=end or None)
        return replace(score, tracks=tuple(tracks))

    def first_half(self, index: int, bars: BarMap) -> tuple[tuple[PartNote, ...], int]:
        """Return an alternative's notes in its first half, in bars, and where that ends.

        It ends where the alternative begins when that is a single bar.
        """
        alternative = self.alternatives[index]
        first, last = bars.bar_at(self.start), bars.bars_until(alternative.end)
        end = bars.start_of(first + (last - first) // 2)
        return tuple(part for part in alternative.notes if part.note.start < end), end

    def remakes(self, take: Take) -> bool:
        """Return whether its first alternative is a take, note for note."""
        alternative = self.alternatives[0]
        return alternative.end == take.end and _said(alternative.notes) == _said(take.notes)

    def numbered(self, composition: Composition) -> tuple["Offer", tuple[Take, ...]]:
        """Return it with the numbers that its alternatives get as takes, and these takes.

        Their notes are marked as theirs here, once for every state of the document that gets them.
        """
        first = len(composition.takes) + 1
        takes = tuple(
            replace(take, notes=of_take(take.notes, number))
            for number, take in enumerate(self.takes(parent=composition.current_take), first)
        )
        return replace(self, numbers=tuple(range(first, first + len(takes)))), takes

    def takes(self, *, parent: int) -> tuple[Take, ...]:
        """Return what is kept of it in the document; numbers are given there."""
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


def keeps_ahead(offer: Offer, timeline: Timeline, *, elapsed_s: float) -> bool:
    """Return whether the current alternative, heard from a bar before it, would not run dry.

    Args:
        offer: What is made so far.
        timeline: Of the piece with it.
        elapsed_s: Since the model began to make it.
    """
    tempo, bars = timeline.tempo, timeline.bars
    start_s = tempo.seconds_at(offer.start)
    made_s = tempo.seconds_at(offer.start + offer.made(max(0, offer.current))) - start_s
    if made_s <= 0:
        return False
    before_s = start_s - tempo.seconds_at(bars.start_of(max(0, bars.bar_at(offer.start) - 1)))
    if not offer.end:
        # Without an end it must be as fast as it is heard.
        return made_s >= elapsed_s * MARGIN
    whole_s = tempo.seconds_at(offer.end) - start_s
    # At the speed so far; heard to the end it takes `before_s + whole_s`.
    left_s = (whole_s - made_s) * elapsed_s / made_s
    return left_s * MARGIN <= before_s + whole_s


def keep_takes(composition: Composition, takes: tuple[Take, ...]) -> Composition:
    """Return a composition with these takes at its end, whatever tracks it has.

    Every state of the history gets them: undo takes back edits, not what was offered. A state
    from before a track was added keeps the rest of the notes.
    """
    tracks = len(composition.score.tracks)
    return composition.offering(
        take
        if all(part.track < tracks for part in take.notes)
        else replace(take, notes=tuple(part for part in take.notes if part.track < tracks))
        for take in takes
    )


def change_take(composition: Composition, number: int, **changes: object) -> Composition:
    """Return a composition with another state, star or text of a take."""
    take = composition.take(number)
    return composition.with_take(replace(take, **changes))  # type: ignore[arg-type]


def reject_takes(composition: Composition, numbers: tuple[int, ...]) -> Composition:
    """Return a composition with these takes rejected, unless they were accepted."""
    for number in numbers:
        if composition.take(number).state != "accepted":
            composition = change_take(composition, number, state="rejected")
    return composition


def _nothing_yet(ask: Request) -> Alternative:
    """Return what an alternative begins as."""
    return Alternative(notes=ask.beginning, until=ask.beginning_end or ask.start)


def _with_best(
    shown: tuple[Alternative, ...], told: tuple[Alternative, ...], best: tuple[int, ...]
) -> tuple[Alternative, ...]:
    """Return the best, in order, in the places of what may go."""
    stays = {index for index, one in enumerate(shown) if one.touched or one.starred}
    better = iter([index for index in best if index not in stays])
    return tuple(
        one if index in stays else told[next(better, index)] for index, one in enumerate(shown)
    )


def _said(parts: tuple[PartNote, ...]) -> list[tuple[int, Note]]:
    """Return notes without a word on who made them."""
    return sorted((part.track, replace(part.note, origin=0)) for part in parts)


def _whole(alternative: Alternative, start: int, bars: BarMap) -> Alternative | None:
    if alternative.finished:
        return alternative
    end = bars.start_of(bars.bar_at(max(start, alternative.until)))
    if end <= start:
        return None
    notes = tuple(part for part in alternative.notes if part.note.start < end)
    return replace(alternative, notes=notes, end=end, until=end)
