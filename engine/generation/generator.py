"""The loop by which all music is made: read the piece, draw alternatives side by side, in rounds.

A generator of events, without threads or clocks of its own: whoever runs it decides when to look
at the next event, and is asked before each round whether to go on.

Legend: K rows, V vocabulary.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.copying.fingerprints import Fingerprints
from engine.generation.alternative import Alternative
from engine.generation.consonance import pitched
from engine.generation.joining import joints
from engine.generation.memory_log import Held, MemoryLog
from engine.generation.model import LiveModel
from engine.generation.prompt import Prompt
from engine.generation.ranking import Candidate, Ranked, best
from engine.generation.ranking import Prompt as Compared
from engine.generation.recipe import Recipe
from engine.generation.rows import Rows
from engine.generation.short_term import weighed
from engine.generation.wishes import ALONE, Stretch, aim_of
from engine.model.sampling import draw_rows
from engine.music.score import Score
from engine.request import PartNote, Request

Cancelled = Callable[[], bool]

_ROUNDS_BETWEEN_TRIMS = 1024


def never() -> bool:
    """Return that nobody wants to stop."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRead:
    """The memory holds the piece up to the start.

    Attributes:
        steps: Steps of the model that were taken for it now; what was held is not read again.
        exact_bars: First and one past the last bar that is held as it is.
        compressed_bars: The same for bars held in compressed memory; empty range if none.
    """

    steps: int
    exact_bars: tuple[int, int]
    compressed_bars: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesDrawn:
    """Notes of one alternative that are complete.

    Attributes:
        alternative: Counted from 0.
        notes: In the order they were drawn; none where only the time went on.
        until: Tick before which no further note of this alternative can begin.
    """

    alternative: int
    notes: tuple[PartNote, ...]
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeEnded:
    """One alternative is complete.

    Attributes:
        alternative: Counted from 0.
        end: Tick where it ends, a bar line.
        ended: Whether the model ended the piece here by itself.
        seed: The seed that makes it again.
        best_of: How many are drawn to make it again, of each of its pieces; 0: it alone.
    """

    alternative: int
    end: int
    ended: bool
    seed: int
    best_of: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestEnded:
    """All alternatives are complete, or it was cancelled.

    Attributes:
        cancelled: Whether it was.
        fits: How likely the bars that follow are after each alternative, as the mean of the
            natural logarithms of their ids' probabilities; empty when nothing was judged.
        notes: Notes of all that were drawn, whether they were told of or not.
        best: The alternatives that are the best, the best first, of all that were drawn; empty
            when nothing was ranked. Those that were told of and are not among them fall away.
    """

    cancelled: bool = False
    fits: tuple[float, ...] = ()
    notes: int = 0
    best: tuple[Ranked, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attended:
    """What the model looked at, a moment ago.

    Attributes:
        first_bar: Bar of the piece.
        shares: Of its attention, on that bar and each that was read after it.
    """

    first_bar: int
    shares: tuple[float, ...]


Event = PromptRead | NotesDrawn | AlternativeEnded | RequestEnded | Attended


class MusicGenerator:
    """A model and what it has read; one request at a time.

    Args:
        model: Nobody else may use its decoder.
        prints: Of the songs it learned from; None where they are not known.

    Attributes:
        model: What draws.
    """

    def __init__(self, model: LiveModel, *, prints: Fingerprints | None = None) -> None:
        self.model = model
        self._prints = prints
        self._log = MemoryLog(model)
        self._told: object = None

    def watch(self, *, on: bool) -> None:
        """Say on the way what the model looks at, or not; the notes are the same."""
        self._log.watch(on=on)

    def forget(self) -> None:
        """Drop what was read; the next request reads its piece anew."""
        self._log.forget()

    def read(self, score: Score, request: Request, *, cancelled: Cancelled = never) -> int:
        """Read a piece before it is gone on with, so that the next request need not.

        Args:
            score: The piece.
            request: Which of it is heard, and up to where.
            cancelled: Asked before every block that is read.

        Returns:
            Steps of the model that were taken.
        """
        recipe = Recipe(self.model, score, request)
        return self._log.read(recipe.prompt.ids, cancelled=cancelled) or 0

    def likelihoods(self, ids: Sequence[int], ways: Sequence[Sequence[int]]) -> tuple[float, ...]:
        """Return how likely the model finds some ways to go on: natural logarithms, summed up.

        Args:
            ids: What is read before them, at least one.
            ways: Ids, at least one each; K of them.
        """
        self._log.read(ids, cancelled=never)
        rows, sums = self._log.rows(len(ways)), [0.0] * len(ways)
        left = [deque(way) for way in ways]
        while any(left):
            logits = rows.logits.detach().to("cpu", torch.float64).log_softmax(-1)
            said: list[int | None] = [None] * len(ways)
            for row, (way, speaks) in enumerate(zip(left, rows.speaking, strict=True)):
                if speaks and way:
                    said[row] = token = way.popleft()
                    sums[row] += float(logits[row, token])
            if any(left):
                rows.step(said)
        return tuple(sums)

    def events(
        self,
        score: Score,
        request: Request,
        *,
        cancelled: Cancelled = never,
        stretch: Stretch = ALONE,
    ) -> Iterator[Event]:
        """Go on with a piece.

        The same model, piece and request give the same notes, whatever was done before.

        Args:
            score: The piece.
            request: What is asked for.
            cancelled: Asked before every round and every block that is read.
            stretch: What its wish is about, where it writes only some of that.

        Yields:
            One `PromptRead`, `NotesDrawn` as notes are complete, one `AlternativeEnded` for each
            alternative that came to its end, both for each of the best that was not among those
            (counted on from them), and at last one `RequestEnded`.

        Raises:
            EmptyMusicError: There is nothing to continue, or no track to write.
            LimitError: The piece, or what is asked for, is larger than Segue takes.
        """
        recipe = Recipe(self.model, score, request, prints=self._prints, stretch=stretch)
        steps = self._log.read(recipe.ids, cancelled=cancelled)
        if steps is None:
            yield RequestEnded(cancelled=True)
            return
        yield _prompt_read(recipe.prompt, steps, self._log.held)
        alternatives = recipe.alternatives()
        for first, past in _turns(request):
            turn = alternatives[first:past]
            for event in self._drawing(turn, cancelled, recipe.prompt, first=first):
                if first < request.alternatives and _is_told(event, request):
                    yield event
        notes = sum(len(alternative.notes) for alternative in alternatives)
        if not _all_done(alternatives):
            yield RequestEnded(cancelled=True, notes=notes)
        elif not request.best_of:
            yield RequestEnded(fits=_fits(alternatives, request), notes=notes)
        elif (fits := self._fits_of_all(recipe, alternatives, cancelled)) is None:
            yield RequestEnded(cancelled=True, notes=notes)
        else:
            yield from _chosen(recipe, alternatives, fits)

    def _fits_of_all(
        self, recipe: Recipe, alternatives: Sequence[Alternative], cancelled: Cancelled
    ) -> Sequence[float | None] | None:
        """Return how likely what follows is after each, None where nothing does; None given up.

        In a gap they are written with that in sight, and are read once more before it.
        """
        if recipe.request.following:
            return [one.fit if one.is_judged else None for one in alternatives]
        fits: list[float | None] = []
        for ids, following in joints(recipe, alternatives, self.model.tokenizer):
            fit = self._log.likelihood(ids, following, cancelled=cancelled)
            if fit is None or cancelled():
                return None
            fits.append(fit)
        return fits or [None] * len(alternatives)

    def _drawing(
        self,
        alternatives: Sequence[Alternative],
        cancelled: Cancelled,
        prompt: Prompt,
        *,
        first: int = 0,
    ) -> Iterator[Event]:
        """Draw side by side, the first of them of this number, until all are done or cancelled."""
        if not alternatives:
            return
        rows, rounds = self._log.rows(len(alternatives)), 0
        while not _all_done(alternatives) and not cancelled():
            ids = next_ids(alternatives, rows)
            yield from taken(alternatives, ids, first=first)
            if not _all_done(alternatives):
                rows.step(ids)
            yield from self._attended(prompt)
            rounds += 1
            if rounds % _ROUNDS_BETWEEN_TRIMS == 0:
                rows.trim()

    def _attended(self, prompt: Prompt) -> Iterator[Attended]:
        """Yield what was looked at since this was asked last."""
        looked = self._log.looked()
        if looked is None or looked[0] is self._told:
            return
        self._told, found = looked
        shares = [0.0] * (max(prompt.numbers, default=-1) + 1 - prompt.since_bar)
        for place, share in found:
            bar = bisect_right(prompt.bars, place) - 1
            if bar >= 0:
                shares[prompt.numbers[bar] - prompt.since_bar] += share
        yield Attended(first_bar=prompt.since_bar, shares=tuple(shares))


def _turns(request: Request) -> Iterator[tuple[int, int]]:
    """Yield which alternatives are drawn side by side, as (first, past the last).

    Bars that stand in the piece are wanted at once: the first way is there before the others, but
    for a single one, which is told when it is chosen. Those that are only chosen from come after:
    the first note is there as soon as without them.
    """
    count, drawn = request.alternatives, request.drawn
    if request.fill and count == 1:
        yield 0, drawn
        return
    begun = 1 if request.fill else count
    yield 0, begun
    yield begun, count
    yield count, drawn


def _is_told(event: Event, request: Request) -> bool:
    """Return whether an event is of one of those that are shown as they are drawn."""
    if isinstance(event, NotesDrawn | AlternativeEnded):
        return event.alternative < request.alternatives
    return True


def _all_done(alternatives: Sequence[Alternative]) -> bool:
    return all(alternative.is_done for alternative in alternatives)


def _fits(alternatives: Sequence[Alternative], request: Request) -> tuple[float, ...]:
    return tuple(alternative.fit for alternative in alternatives) if request.following else ()


def _chosen(
    recipe: Recipe, alternatives: Sequence[Alternative], fits: Sequence[float | None]
) -> Iterator[Event]:
    """Rank all that were drawn; tell of those among the best that nobody knows yet."""
    request = recipe.request
    candidates = [_candidate(recipe, one, fit) for one, fit in zip(alternatives, fits, strict=True)]
    prompt = Compared(recipe.score, request.roles, start=request.start, since=request.since)
    ranked = best(prompt, candidates, count=request.alternatives)
    told = list(range(request.alternatives))
    for one in ranked:
        if one.candidate in told:
            continue
        number, alternative = len(told), alternatives[one.candidate]
        told.append(one.candidate)
        end = alternative.draft.end or 0
        yield NotesDrawn(alternative=number, notes=tuple(alternative.notes), until=end)
        yield _ended(number, alternative)
    yield RequestEnded(
        fits=_fits([alternatives[index] for index in told], request),
        notes=sum(len(candidate.notes) for candidate in candidates),
        best=tuple(replace(one, candidate=told.index(one.candidate)) for one in ranked),
    )


def _candidate(recipe: Recipe, one: Alternative, fit: float | None) -> Candidate:
    """Return an alternative with what it is ranked by."""
    request, score, given = recipe.request, recipe.score, recipe.given
    aim, notes = aim_of(score, request, recipe.stretch), tuple(one.notes)
    candidate = Candidate(
        notes=notes,
        fit=fit,
        wish=aim(notes) if aim else 0.0,
    )
    if given is None:
        return candidate
    return replace(
        candidate,
        concord=given.concord_of(pitched(notes, score)),
        density=given.density_of(notes, request.roles.count("write")),
    )


def next_ids(alternatives: Sequence[Alternative], rows: Rows) -> list[int | None]:
    """Return each row's next id: given, drawn, or read to judge it; None where it has none.

    What is drawn is drawn for all rows at once.

    Args:
        alternatives: K of them, one for each row.
        rows: Where they stand.
    """
    logits = rows.logits.detach().to("cpu")
    ids: list[int | None] = [None] * len(alternatives)
    drawing: list[int] = []
    for row, (alternative, speaks) in enumerate(zip(alternatives, rows.speaking, strict=True)):
        if alternative.is_done or not speaks:
            continue
        if alternative.draws:
            drawing.append(row)
        elif alternative.is_written:
            ids[row] = alternative.judge(logits[row])
        else:
            ids[row] = alternative.given()
    for row, token in zip(drawing, _drawn(alternatives, drawing, logits), strict=True):
        ids[row] = alternatives[row].chosen(token)
    return ids


def _drawn(
    alternatives: Sequence[Alternative], drawing: Sequence[int], logits: Tensor
) -> list[int]:
    """Draw an id for some rows; what one of its rules refuses is drawn anew without it."""
    if not drawing:
        return []
    chosen = [alternatives[row] for row in drawing]
    shaped = torch.stack(
        [alternative.process(logits[row]) for alternative, row in zip(chosen, drawing, strict=True)]
    )
    samplers = [alternative.sampler for alternative in chosen]
    repeats = weighed([one.repeat() for one in chosen], logits[drawing], shaped)
    drawn = draw_rows(samplers, shaped, repeats)
    for row, alternative in enumerate(chosen):
        while alternative.refuses(drawn[row]):
            shaped[row, drawn[row]] = -torch.inf
            if not shaped[row].isfinite().any():
                break  # the note is left out when it is complete
            drawn[row] = alternative.sampler.draw(shaped[row], echo=repeats[row])
    return drawn


def taken(
    alternatives: Sequence[Alternative], ids: Sequence[int | None], *, first: int = 0
) -> Iterator[Event]:
    """Let alternatives go on by the ids of a round; yield what that led to.

    Args:
        alternatives: K of them.
        ids: Of `next_ids`.
        first: Number of the first of them.
    """
    for index, (alternative, token) in enumerate(zip(alternatives, ids, strict=True), first):
        if token is None or alternative.is_written:
            continue
        made = alternative.take(token)
        if made is None:
            continue
        yield NotesDrawn(alternative=index, notes=made.notes, until=made.until)
        if alternative.draft.end is not None:
            yield _ended(index, alternative)


def _ended(number: int, alternative: Alternative) -> AlternativeEnded:
    return AlternativeEnded(
        alternative=number,
        end=alternative.draft.end or 0,
        ended=alternative.draft.ended,
        seed=alternative.seed,
    )


def _prompt_read(prompt: Prompt, steps: int, held: Held) -> PromptRead:
    """Say which bars are held as they are and which compressed, as (first, past the last)."""
    past = max(prompt.numbers, default=prompt.since_bar - 1) + 1
    exact, compressed = (
        min(prompt.numbers[bisect_left(prompt.bars, place) :], default=past)
        for place in (held.exact, held.compressed)
    )
    return PromptRead(steps=steps, exact_bars=(exact, past), compressed_bars=(compressed, exact))
