"""One row of the batch: an alternative, its rules, and the ids that are given and not drawn.

Legend: V vocabulary.
"""

from collections import deque
from collections.abc import Sequence

import numpy as np

from engine.generation.copier.copier import Copier
from engine.generation.lineage import branched_seed, branching_bars, first_seed, numbers_from
from engine.generation.plan import Plan
from engine.generation.planners import form
from engine.generation.priors import copier_with_echo
from engine.generation.rules.rule import Logits, Rule
from engine.generation.state.decoding import DecodingState, Written
from engine.generation.steering import Aim, aims_of
from engine.ground.cancelling import look_up
from engine.model.decoding.sampling import Guess, Sampler
from engine.request import PartNote
from engine.tokens.grammar import Place
from engine.tokens.reader import ReadNote


class Row:
    """Takes ids round by round; then reads the bars that follow, if they judge it.

    Args:
        plan: The plan of the request.
        rules: The rules of the plan; the row takes a branch of each.
        aims: The aims of the plan; the row takes a branch of each.
        copier: A copier of the plan's ids, for this row alone.
        seed: Of its sampler; it may name bars in which the row branches (`lineage`).

    Attributes:
        state: The state of its music.
        sampler: Draws its ids.
        seed: The argument.
        rules: Its branches of the rules.
        notes: Its notes as the performer would play them, in the order of drawing.
        said: All its ids, also those of context notes.
        drawn: The ids that were drawn; with them `replay` makes it again.
    """

    def __init__(
        self,
        plan: Plan,
        rules: Sequence[Rule],
        aims: Sequence[Aim],
        copier: Copier,
        *,
        seed: int,
    ) -> None:
        self.state: DecodingState = plan.decoding_state()
        self.sampler = Sampler(plan.request.sampling, seed=first_seed(seed))
        self.seed = seed
        self._branching = frozenset(branching_bars(seed))
        self.notes = list[PartNote]()
        self.said: list[int] = []
        self.drawn: list[int] = []
        self.rules = tuple(rule.of_row(first_seed(seed)) for rule in rules)
        # Most rules override few methods: only those that do are called.
        shaping = _overriding("shape", self.rules)
        self._shaping = {
            place: tuple(rule for rule in shaping if place in rule.places) for place in Place
        }
        self._refusing = _overriding("refuses", self.rules)
        self._replacing = _overriding("instead", self.rules)
        self._admitting = _overriding("admits", self.rules)
        self._counting = _overriding("begin_bar", self.rules)
        self._aims = [aim.branch() for aim in aims]
        self._touch = plan.touch.branch()
        self._copier = copier
        self._vocabulary = plan.vocabulary
        self._following: Sequence[int] = plan.following
        self._judged = 0
        self._likelihood = 0.0
        self._forced: deque[int] = deque()
        self._context: deque[int] = deque()

    @property
    def is_written(self) -> bool:
        """Whether nothing more is written."""
        return self.state.end is not None

    @property
    def is_done(self) -> bool:
        """Whether it is complete, and judged if bars follow."""
        judged = self.state.ended or self._judged >= len(self._following)
        return self.is_written and judged

    @property
    def draws(self) -> bool:
        """Whether its next id is drawn."""
        return not (self.is_written or self._forced or self._context)

    @property
    def begins_bar(self) -> bool:
        """Whether its last id begins a bar."""
        return bool(self.said) and self.said[-1] == self._vocabulary.bar

    @property
    def is_judged(self) -> bool:
        """Whether bars that follow have judged it."""
        return self._judged > 0

    @property
    def fit(self) -> float:
        """Mean logarithm of the probabilities of the ids that follow; 0 when none do."""
        return self._likelihood / max(1, self._judged)

    def judge(self, logits: Logits) -> int:
        """Return the next id of the bars that follow, and add its likelihood.

        Args:
            logits: (V,) after the ids so far.
        """
        token = self._following[self._judged]
        nats = logits.astype(np.float64)
        self._likelihood += float(nats[token] - np.logaddexp.reduce(nats))
        self._judged += 1
        return token

    def shape(self, logits: Logits) -> None:
        """Let each rule for this kind of place change the logits of this row in place.

        Args:
            logits: (V,).
        """
        for rule in self._shaping[self.state.place]:
            rule.shape(logits, self.state)

    def steer(self, logits: Logits, guess: Guess | None) -> bool:
        """Tilt the logits of this row to the user's aims; return whether they changed.

        Args:
            logits: (V,), after the rules.
            guess: The copier's, with the share that the rules leave it.
        """
        changed = False
        for aim in self._aims:
            changed |= aim.shape(logits, guess, self.state)
        return changed

    def guess(self) -> Guess | None:
        """Return the copier's guess; None without one."""
        return self._copier.guess(self.state.heard)

    def refuses(self, token: int) -> bool:
        """Return whether a drawn id must be drawn again without it."""
        return any(rule.refuses(token, self.state) for rule in self._refusing)

    def given(self) -> int:
        """Return the next id if it is given: of a context note, or of a bar's header."""
        return self._context[0] if self._context else self._forced[0]

    def chosen(self, token: int) -> int:
        """Return the id to emit for a drawn one: itself, or an id that must come before it."""
        self.drawn.append(token)
        for rule in self._replacing:
            before = rule.instead(token, self.state)
            if before:
                # The drawn id is dropped, and drawn again when these are emitted.
                self._context.extend(before)
                return before[0]
        return token

    def take(self, token: int) -> Written | None:
        """Add an id; return its result, None if there is nothing to report."""
        if self._context:
            self._context.popleft()
            self._advance(token)
            return None
        if self._forced:
            self._forced.popleft()
        elif token == self._vocabulary.end:
            self.state.finish()
            return self._finished()
        elif token == self._vocabulary.bar:
            return self._next_bar(token)
        read = self._advance(token)
        if self.state.place == Place.HARMONY:
            # The bar's chord is emitted: a tempo that begins with the bar comes next.
            self._forced.extend(self.state.bar.tempo)
        return self._written(read) if isinstance(read, ReadNote) else None

    def replay(self, row: "Row") -> None:
        """Take what another row of the same plan has, in place of drawing.

        Args:
            row: It has the seed of this one, or one that branches in fewer bars.
        """
        for token in row.drawn:
            while not self.draws:
                self.take(self.given())
            self.guess()  # the copier counts what it guessed
            self.take(self.chosen(token))
        while len(self.said) < len(row.said):
            self.take(self.given())

    def _next_bar(self, token: int) -> Written:
        bar = self.state.next_bar()
        if bar is None:
            return self._finished()
        self._forced.extend(bar.header[1:])
        self._advance(token)
        if self.state.bars_before in self._branching:
            numbers = numbers_from(self.seed, self.state.bars_before)
            self.sampler = Sampler(self.sampler.config, seed=numbers)
        for rule in self._counting:
            rule.begin_bar(self.state)
        if not self._vocabulary.has_chords:
            self._forced.extend(bar.tempo)
        return Written((), self._touch.until(bar.start))

    def _finished(self) -> Written:
        self._following = self.state.joined(self._following)
        return Written((), self.state.end or 0)

    def _advance(self, token: int) -> object:
        read = self.state.advance(token)
        self.said.append(token)
        self._copier.push(token, self.state.heard)
        return read

    def _written(self, read: ReadNote) -> Written:
        part = self.state.note_of(read)
        if part is None or not all(rule.admits(part, self.state) for rule in self._admitting):
            return Written((), self._touch.until(self.state.tick))
        self.state.add(part)
        for aim in self._aims:
            aim.add(part, self.state.part)
        played = self._touch.played(part)
        self.notes.append(played)
        return Written((played,), self._touch.until(part.note.start))


class Rows:
    """Makes rows of one plan, with nothing drawn yet.

    Args:
        plan: The plan.
        rules: Its rules.

    Attributes:
        plan: The argument.
    """

    def __init__(self, plan: Plan, rules: Sequence[Rule]) -> None:
        self.plan, self._rules, self._aims = plan, rules, aims_of(plan)
        strengths = copier_with_echo(plan.priors.copier, plan.echo)
        look_up()
        copier = Copier.of(plan.vocabulary, plan.own_ids, strengths)
        self._copier = copier.closed(plan.heard.bar_length)

    def row(self, seed: int) -> Row:
        """Return the row with a seed."""
        look_up()
        copier = self._copier.branch(form.of_row(self.plan, first_seed(seed)))
        return Row(self.plan, self._rules, self._aims, copier, seed=seed)

    def all(self) -> list[Row]:
        """Return the rows of the request."""
        first = self.plan.request.sampling.seed
        return [self.row(seed) for seed in range(first, first + self.plan.request.drawn)]

    def branched(self, row: Row) -> Row:
        """Return a row with the music of another one, which goes on by numbers of its own.

        Args:
            row: It has just begun a bar.
        """
        other = self.row(branched_seed(row.seed, row.state.bars_before))
        other.replay(row)
        return other


def rows_of(plan: Plan, rules: Sequence[Rule]) -> list[Row]:
    """Return all rows of a plan, with nothing drawn yet."""
    return Rows(plan, rules).all()


def _overriding(method: str, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules that override a method."""
    plain = getattr(Rule, method)
    return tuple(rule for rule in rules if getattr(type(rule), method) is not plain)
