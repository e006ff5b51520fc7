"""Plans the chords of each row."""

from collections.abc import Sequence
from functools import cached_property, partial

from engine.form.alternative_plan import ReturningBars
from engine.generation.plan import Plan
from engine.generation.planners import bass, departures, endings, sections, theme, under_tune
from engine.generation.planners.planner import decided_once
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import end_of
from engine.planning.planner import (
    Planner,
    PlanPrompt,
    chords_in,
    chosen_key,
    plan_prompt,
    returning_in,
)
from engine.planning.riffs import NO_RIFF, Riff
from engine.planning.sections import SectionBar


class ChordPlans:
    """The plans of chords of a request, one for each row.

    Args:
        plan: The plan of the request.
        prompt: The key and the chords before the bars to write.

    Attributes:
        is_key_open: Whether each row chooses the key of an empty piece.
    """

    def __init__(self, plan: Plan, prompt: PlanPrompt) -> None:
        self._plan, self._prompt = plan, prompt
        self.is_key_open = prompt.is_key_open

    def __bool__(self) -> bool:
        return self.usual is not None or self._leaving is not None

    @cached_property
    def usual(self) -> Planner | None:
        """Plans the rows that neither leave a phrase nor choose a minor key."""
        return self._planner(self._prompt, self._sections)

    @cached_property
    def _minor(self) -> Planner | None:
        """Plans the rows that choose a minor key for an empty piece."""
        return self._planner(self._prompt.minor(), self._sections)

    @cached_property
    def _leaving(self) -> Planner | None:
        """Plans the rows that leave a phrase."""
        departure = departures.of(self._plan)
        return self._planner(self._prompt, departure.bars) if departure else None

    @property
    def _sections(self) -> Sequence[SectionBar]:
        form = sections.of(self._plan)
        return form.bars if form else ()

    def _planner(self, prompt: PlanPrompt, places: Sequence[SectionBar]) -> Planner | None:
        """Return what plans the chords of bars that have these places in a form."""
        model = self._plan.model.chords
        # A new section may leave what stands still.
        is_new = any(bar.since >= 0 for bar in places)
        if model is None or not prompt.has_harmony or (prompt.stands_still and not is_new):
            return None
        bars = self._plan.bars_ahead
        return Planner(
            model,
            prompt,
            bars=bars,
            sections=places,
            theme=theme.of(self._plan),
            riff_of=partial(_riff_of, self._plan),
        )

    def of_row(self, seed: int) -> Planner | None:
        """Return what plans the chords of the row that has this seed."""
        if self.is_key_open and chosen_key(seed).minor:
            return self._minor
        return self._leaving if departures.leaves(self._plan, seed) else self.usual


@decided_once
def of(plan: Plan) -> ChordPlans | None:
    """Return the plans of chords; None where no row has one.

    No plan is made for a gap (it has the chords around it), and for a wish that names bars (it has
    their chords).
    """
    request = plan.request
    given = (
        not request.planned
        or request.harmony == "free"
        or request.inside
        or plan.wants_loops
        or end_of(plan.written, plan.score) > request.start
    )
    drums = all(plan.parts.is_drums(part) for part in plan.voices.parts)
    is_silent = bass.of(plan) is None and (drums or plan.score.note_count > 0)
    if given or not plan.vocabulary.has_chords or is_silent:
        return None
    prompt = plan_prompt(plan.score, start=request.start)
    plans = ChordPlans(plan, prompt) if prompt else None
    return plans or None


def _riff_of(plan: Plan, seed: int) -> Riff:
    """Return the riff of the bass: its chords are those that return."""
    lowest, kept = bass.of(plan), departures.kept(plan, seed)
    return NO_RIFF if lowest is None else kept.get(lowest, NO_RIFF)


def planner_of(plan: Plan, seed: int) -> Planner | None:
    """Return what plans the chords of a row; None where nothing does."""
    plans = of(plan)
    return plans.of_row(seed) if plans else None


def chords_of(plan: Plan, seed: int) -> tuple[Chord, ...]:
    """Return the planned chords of the row that has this seed; empty where none are."""
    if (tune := under_tune.of(plan)) is not None:
        return chords_in(plan.score, tune.plan(seed), tune.key, first_bar=tune.first)
    plans, planner = of(plan), planner_of(plan, seed)
    if plans is None or planner is None:
        return ()
    key = chosen_key(seed) if plans.is_key_open else planner.key
    chords = chords_in(plan.score, planner.plan(seed), key, first_bar=plan.bar)
    ending = endings.of(plan)
    until = ending.cadence[0].tick if ending and ending.cadence else chords[-1].tick + 1
    return tuple(chord for chord in chords if chord.tick < until)


def numbers_of(plan: Plan, seed: int) -> tuple[int, ...]:
    """Return the number of each bar's first chord in the row that has this seed.

    Empty where none are planned.
    """
    planner = planner_of(plan, seed)
    return tuple(bar.chords.first for bar in planner.plan(seed)) if planner else ()


def returning(plan: Plan, seed: int) -> tuple[ReturningBars, ...]:
    """Return the planned bars that return in the row that has this seed."""
    if (planner := planner_of(plan, seed)) is None:
        return ()
    return tuple(returning_in(planner.plan(seed), first_bar=plan.bar))
