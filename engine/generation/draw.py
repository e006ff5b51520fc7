"""The loop that draws all music: read the piece, draw rows side by side, choose the best.

`MusicGenerator.events` is a Python generator without threads or clocks. Its caller takes the next
event when it wants, and can stop it before each round.

Legend: K rows, V vocabulary.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine.copying.fingerprints import Fingerprints
from engine.form.alternative_plan import AlternativePlan
from engine.generation.choose.aims import aim_of
from engine.generation.choose.joining import joints
from engine.generation.choose.ranking import Candidate, best
from engine.generation.choose.underway import Underway, compared_prompt
from engine.generation.copier.copier import weighed
from engine.generation.events import (
    AlternativeEnded,
    Attended,
    ChordsPlanned,
    Event,
    NotesDrawn,
    PromptRead,
    RequestEnded,
)
from engine.generation.lineage import first_seed
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import chords, context, entrances, sections
from engine.generation.reading.branches import Branches
from engine.generation.reading.context_harmony import pitched
from engine.generation.reading.memory_log import Held, MemoryLog
from engine.generation.reading.prompt import Prompt
from engine.generation.row import Row, Rows
from engine.generation.rules import rules_of
from engine.generation.wishes import WHOLE_REQUEST, WishSpan
from engine.ground.cancelling import Cancelled, never, unless_cancelled
from engine.model.decoding.sampling import Guess, draw_rows
from engine.request import Request
from engine.taste.taste import NO_TASTE, Taste
from engine.taste.traits import TraitsAfter
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Score

# A trim frees what no row can see any more, so an endless request needs no more memory.
_ROUNDS_BETWEEN_TRIMS = 1024


class MusicGenerator:
    """A model and its memory of a piece; it answers one request at a time.

    Args:
        model: The model. No other object may use its decoder.
        prints: Fingerprints of the songs that it learned from; None if they are unknown.

    Attributes:
        model: The model.
    """

    def __init__(self, model: LiveModel, *, prints: Fingerprints | None = None) -> None:
        self.model = model
        self._prints = prints
        self._log = MemoryLog(model)
        self._reported: object = None

    def watch(self, *, on: bool) -> None:
        """Set whether `events` also reports the model's attention; the notes are the same."""
        self._log.watch(on=on)

    def forget(self) -> None:
        """Clear the memory; the next request reads its piece anew."""
        self._log.forget()

    def read(self, score: Score, request: Request, *, cancelled: Cancelled = never) -> int:
        """Read a piece before it is continued, so that the next request need not.

        Args:
            score: The piece.
            request: Decides which part of the piece is read.
            cancelled: Called before each block that is read; True stops.

        Returns:
            The number of steps that the model took.
        """
        plan = unless_cancelled(cancelled, lambda: Plan(self.model, score, request))
        if plan is None:
            return 0
        return self._log.read(plan.prompt.ids, cancelled=cancelled) or 0

    def likelihoods(
        self,
        ids: Sequence[int],
        ways: Sequence[Sequence[int]],
        *,
        cancelled: Cancelled = never,
    ) -> tuple[float, ...]:
        """Return the log-likelihood (natural logarithm) of some sequences of ids.

        Args:
            ids: The ids before them, at least one.
            ways: The sequences, K of them, each of at least one id.
            cancelled: Called before each block that is read; True stops.

        Returns:
            One for each; none if cancelled.
        """
        if self._log.read(ids, cancelled=cancelled) is None:
            return ()
        sums, left = [0.0] * len(ways), [deque(way) for way in ways]
        with closing(self._log.branches(len(ways))) as branches:
            while any(left):
                logits = branches.logits.astype(np.float64)
                nats = logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
                said: list[int | None] = [None] * len(ways)
                for row, (way, speaks) in enumerate(zip(left, branches.speaking, strict=True)):
                    if speaks and way:
                        said[row] = token = way.popleft()
                        sums[row] += float(nats[row, token])
                if any(left):
                    branches.step(said)
        return tuple(sums)

    def events(
        self,
        score: Score,
        request: Request,
        *,
        cancelled: Cancelled = never,
        span: WishSpan = WHOLE_REQUEST,
        taste: Taste = NO_TASTE,
        original: Score | None = None,
    ) -> Iterator[Event]:
        """Answer a request.

        The same model, piece and request give the same notes, whatever the memory holds; the taste
        decides which of them are the best.

        Args:
            score: The piece.
            request: The request.
            cancelled: Called before each round and each block that is read; True stops.
            span: The bars of its wish, where the request writes only some of them.
            taste: The user's, for the ranking; a wish, or music that follows, leaves it out.
            original: The piece with the notes that the request replaces; None: `score` has them.

        Yields:
            One `PromptRead`, one `ChordsPlanned` for each alternative that has a plan, `NotesDrawn`
            as notes are complete, one `AlternativeEnded` for each alternative that came to its end,
            the last three for each of the best that was not among those (counted on from them),
            and at last one `RequestEnded`.

        Raises:
            EmptyMusicError: There is nothing to continue, or no track to write.
            LimitError: The piece or the request is larger than Segue takes.
        """
        read = partial(Plan, prints=self._prints, span=span, original=original)
        plan = unless_cancelled(cancelled, lambda: read(self.model, score, request))
        if plan is None or (steps := self._read(plan.ids, cancelled)) is None:
            yield RequestEnded(cancelled=True)
            return
        yield _prompt_read(plan.prompt, steps, self._log.held)
        begun = unless_cancelled(cancelled, lambda: _begun(plan))
        if begun is None:
            yield RequestEnded(cancelled=True)
            return
        making, rows = begun
        for number, row in enumerate(rows[: request.alternatives]):
            yield from _planned(plan, number, row)
        for first, past in _turns(request):
            batch = rows[first:past]
            underway = Underway(plan, batch)
            for event in self._drawing(batch, making, cancelled, underway, first=first):
                if _is_reported(event, request):
                    yield event
            rows[first:past] = batch
        notes = sum(len(row.notes) for row in rows)
        if not _all_done(rows):
            yield RequestEnded(cancelled=True, notes=notes)
        elif not request.best_of:
            yield RequestEnded(fits=_fits(rows, request), notes=notes)
        elif (fits := self._fits_of_all(plan, rows, cancelled)) is None:
            yield RequestEnded(cancelled=True, notes=notes)
        else:
            yield from _chosen(plan, rows, fits, taste)

    def _read(self, ids: Sequence[int], cancelled: Cancelled) -> int | None:
        """Read ids that somebody waits for; return the steps taken, None if cancelled.

        A block takes a fifth of a second on a busy machine, so this hears a cancel within blocks,
        too. Reading ahead does not: commands that wait would keep it from ever ending a block.
        """
        return unless_cancelled(cancelled, partial(self._log.read, ids, cancelled=cancelled))

    def _fits_of_all(
        self, plan: Plan, rows: Sequence[Row], cancelled: Cancelled
    ) -> Sequence[float | None] | None:
        """Return the mean log-likelihood of the bars after each row; None if cancelled.

        The model wrote a gap with those bars in its memory, so it reads each row once more, then
        the bars. A row is None where no bars follow.
        """
        if plan.request.following:
            return [row.fit if row.is_judged else None for row in rows]
        fits: list[float | None] = []
        for ids, following in joints(plan, rows):
            judge = partial(self._log.likelihood, ids, following, cancelled=cancelled)
            fit = unless_cancelled(cancelled, judge)
            if fit is None or cancelled():
                return None
            fits.append(fit)
        return fits or [None] * len(rows)

    def _drawing(
        self,
        rows: list[Row],
        making: Rows,
        cancelled: Cancelled,
        underway: Underway,
        *,
        first: int = 0,
    ) -> Iterator[Event]:
        """Draw rows side by side until all are done or cancelled.

        Args:
            rows: Rows that give way are replaced in the list.
            making: Makes these rows, and those that branch.
            cancelled: Called before each round; True stops.
            underway: Says which rows branch.
            first: Number of the first row.
        """
        if not rows:
            return
        with closing(self._log.branches(len(rows))) as branches:
            for rounds in count(1):
                if cancelled():
                    return
                ids = next_ids(rows, branches)
                yield from taken(rows, ids, first=first)
                if _all_done(rows):
                    return
                branches.step(ids)
                for source, target in underway.branchings():
                    branches.copy(source, target)
                    rows[target] = making.branched(rows[source])
                yield from self._attended(making.plan.prompt)
                if rounds % _ROUNDS_BETWEEN_TRIMS == 0:
                    branches.trim()

    def _attended(self, prompt: Prompt) -> Iterator[Attended]:
        """Yield the attention since the last call, if there is a new one."""
        looked = self._log.looked()
        if looked is None or looked[0] is self._reported:
            return
        self._reported, found = looked
        shares = [0.0] * (max(prompt.numbers, default=-1) + 1 - prompt.since_bar)
        for place, share in found:
            bar = bisect_right(prompt.bars, place) - 1
            if bar >= 0:
                shares[prompt.numbers[bar] - prompt.since_bar] += share
        yield Attended(first_bar=prompt.since_bar, shares=tuple(shares))


def _begun(plan: Plan) -> tuple[Rows, list[Row]]:
    """Return what makes the rows of a plan, and all of them with nothing drawn yet."""
    making = Rows(plan, rules_of(plan))
    return making, making.all()


def _turns(request: Request) -> Iterator[tuple[int, int]]:
    """Yield the batches of rows that are drawn side by side, as (first, past the last).

    All rows of a continuation are one batch. The user of a gap waits for the first row, so it is a
    batch of its own.
    """
    count, drawn = request.alternatives, request.drawn
    if not request.fill or count == 1:
        yield 0, drawn
        return
    yield 0, 1
    yield 1, count
    yield count, drawn


def _is_reported(event: Event, request: Request) -> bool:
    """Return whether the window shows an event's alternative while it is drawn."""
    if isinstance(event, NotesDrawn | AlternativeEnded):
        return event.alternative < request.alternatives
    return True


def _all_done(rows: Sequence[Row]) -> bool:
    return all(row.is_done for row in rows)


def _fits(rows: Sequence[Row], request: Request) -> tuple[float, ...]:
    return tuple(row.fit for row in rows) if request.following else ()


def _chosen(
    plan: Plan, rows: Sequence[Row], fits: Sequence[float | None], taste: Taste
) -> Iterator[Event]:
    """Rank all rows; report the best ones that were not reported while they were drawn."""
    request = plan.request
    candidates = [_candidate(plan, row, fit) for row, fit in zip(rows, fits, strict=True)]
    prompt = compared_prompt(plan)
    if taste.is_blank or request.wish != "none" or any(fit is not None for fit in fits):
        taste = NO_TASTE
    else:
        candidates = _with_traits(plan, rows, candidates)
    ranked = best(prompt, candidates, count=request.alternatives, taste=taste)
    reported = list(range(request.alternatives))
    for one in ranked:
        if one.candidate in reported:
            continue
        number, row = len(reported), rows[one.candidate]
        reported.append(one.candidate)
        end = row.state.end or 0
        yield from _planned(plan, number, row)
        yield NotesDrawn(alternative=number, notes=tuple(row.notes), until=end)
        yield _ended(number, row)
    yield RequestEnded(
        fits=_fits([rows[index] for index in reported], request),
        notes=sum(len(candidate.notes) for candidate in candidates),
        best=tuple(replace(one, candidate=reported.index(one.candidate)) for one in ranked),
    )


def _candidate(plan: Plan, row: Row, fit: float | None) -> Candidate:
    """Return a row as a candidate, with the figures for its ranking."""
    request, score, beside = plan.request, plan.score, context.of(plan)
    aim, notes = aim_of(score, request, plan.span), tuple(row.notes)
    candidate = Candidate(
        notes=notes,
        fit=fit,
        wish=aim(notes) if aim else 0.0,
        chords=chords.numbers_of(plan, first_seed(row.seed)),
    )
    if beside is None:
        return candidate
    return replace(
        candidate,
        concord=beside.concord_of(pitched(notes, score)),
        density=beside.density_of(notes, request.roles.count("write")),
    )


def _with_traits(
    plan: Plan, rows: Sequence[Row], candidates: Sequence[Candidate]
) -> list[Candidate]:
    request = plan.request
    traits = TraitsAfter(plan.score, start=request.start, since=request.since)
    return [
        replace(one, traits=traits.of(one.notes, end=row.state.end or request.start))
        for row, one in zip(rows, candidates, strict=True)
    ]


def next_ids(rows: Sequence[Row], branches: Branches) -> list[int | None]:
    """Return each row's next id; None for a row without one.

    The id is given (of a context note or a header), drawn, or read to judge the row. All rows that
    draw are drawn at once.

    Args:
        rows: K of them.
        branches: Their branches in the decoder; K of them.
    """
    logits = branches.logits
    ids: list[int | None] = [None] * len(rows)
    drawing: list[int] = []
    for number, (row, speaks) in enumerate(zip(rows, branches.speaking, strict=True)):
        if row.is_done or not speaks:
            continue
        if row.draws:
            drawing.append(number)
        elif row.is_written:
            ids[number] = row.judge(logits[number])
        else:
            ids[number] = row.given()
    if drawing:
        chosen = [rows[number] for number in drawing]
        for number, token in zip(drawing, _drawn(chosen, logits[drawing]), strict=True):
            ids[number] = rows[number].chosen(token)
    return ids


def shaped(
    rows: Sequence[Row], logits: NDArray[np.float32]
) -> tuple[NDArray[np.float32], list[Guess | None]]:
    """Return the logits after rules and aims, and the copier's guesses.

    Args:
        rows: Rows that draw, all of them.
        logits: (rows, V) of the network.

    Returns:
        Logits (rows, V), and each row's guess or None.
    """
    after = logits.copy()
    for row, own in zip(rows, after, strict=True):
        row.shape(own)
    said = [row.guess() for row in rows]
    guesses = weighed(said, logits, after)
    steered = [row.steer(own, guess) for row, own, guess in zip(rows, after, guesses, strict=True)]
    if any(steered):
        guesses = weighed(said, logits, after)
    return after, guesses


def _drawn(rows: Sequence[Row], logits: NDArray[np.float32]) -> list[int]:
    """Draw an id for each row; an id that a rule refuses is drawn again without it.

    Args:
        rows: Rows that draw, all of them.
        logits: (rows, V) of the network.
    """
    after, guesses = shaped(rows, logits)
    drawn = draw_rows([row.sampler for row in rows], after, guesses)
    for number, (row, own) in enumerate(zip(rows, after, strict=True)):
        while row.refuses(drawn[number]):
            own[drawn[number]] = -np.inf
            if own.max() == -np.inf:
                break  # the note is dropped when it is complete
            drawn[number] = row.sampler.draw(own, guess=guesses[number])
    return drawn


def taken(
    rows: Sequence[Row], ids: Sequence[int | None], *, first: int = 0
) -> Iterator[NotesDrawn | AlternativeEnded]:
    """Add the ids of a round to their rows; yield the events of that.

    Args:
        rows: K of them.
        ids: The result of `next_ids`.
        first: Number of the first row.
    """
    for number, (row, token) in enumerate(zip(rows, ids, strict=True), first):
        if token is None or row.is_written:
            continue
        written = row.take(token)
        if written is None:
            continue
        yield NotesDrawn(alternative=number, notes=written.notes, until=written.until)
        if row.state.end is not None:
            yield _ended(number, row)


def _planned(plan: Plan, number: int, row: Row) -> Iterator[ChordsPlanned]:
    """Yield the plan of a row; nothing where nothing is planned."""
    seed = first_seed(row.seed)
    planned = AlternativePlan(
        chords=chords.chords_of(plan, seed),
        returning=chords.returning(plan, seed),
        sections=form.sections if (form := sections.of(plan)) else (),
        playing=entrances.playing(plan, seed),
    )
    if planned.chords or planned.sections or planned.playing:
        yield ChordsPlanned(alternative=number, plan=planned)


def _ended(number: int, row: Row) -> AlternativeEnded:
    return AlternativeEnded(
        alternative=number,
        made=AlternativeEnd(end=row.state.end or 0, ended=row.state.ended, seed=row.seed),
    )


def _prompt_read(prompt: Prompt, steps: int, held: Held) -> PromptRead:
    """Report which bars the memory holds exactly and which compressed."""
    past = max(prompt.numbers, default=prompt.since_bar - 1) + 1
    exact, compressed = (
        min(prompt.numbers[bisect_left(prompt.bars, place) :], default=past)
        for place in (held.exact, held.compressed)
    )
    return PromptRead(steps=steps, exact_bars=(exact, past), compressed_bars=(compressed, exact))
