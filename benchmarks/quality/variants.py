"""The machine that draws, whole and without one thing: what an ablation compares."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.priors import CopierPriors, Odds, Priors
from engine.generation.row import Row, rows_of
from engine.generation.rules import RULES, rules_of
from engine.generation.rules.context import ContextNotes
from engine.generation.rules.harmony import (
    Cadence,
    CadenceTones,
    ChordTones,
    ChordTrack,
    FinalChord,
)
from engine.generation.rules.legal import CopyLimit, GapEnd, GrammarMask, NoRetrigger, VoiceLimit
from engine.generation.rules.planned import PlannedChords, PlannedTones
from engine.generation.rules.remembered import RememberedNotes
from engine.generation.rules.rule import Rule
from engine.ground.errors import SegueError
from engine.request import Request
from engine.values.score import Score

KEPT: frozenset[type[Rule]] = frozenset(
    {
        GapEnd,
        GrammarMask,
        VoiceLimit,
        NoRetrigger,
        Cadence,
        CadenceTones,
        ChordTrack,
        ChordTones,
        FinalChord,
        ContextNotes,
        CopyLimit,
        RememberedNotes,
    }
)
"""Rules that forbid, or say what the user wrote: they are in all variants."""

SHAPING: tuple[type[Rule], ...] = tuple(rule for rule in RULES if rule not in KEPT)
"""Rules that lean to something; each is left out once."""

FULL, COPIER, RULELESS, BARE, NETWORK = "full", "Copier", "rules", "all", "network"
"""Names: the whole machine; without the copier, the rules, both; the logits as they are."""


PLAN = "plan"
"""Name: no chords are planned."""


ENTRANCES = "entrances"
"""Name: no entrances of parts are planned."""


def _same(priors: Priors) -> Priors:
    return priors


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A machine that draws.

    Attributes:
        name: What is left out; `FULL` where nothing is.
        without: Rules that are left out.
        priors: The model's strengths to this machine's.
    """

    name: str
    without: frozenset[type[Rule]] = frozenset()
    priors: Callable[[Priors], Priors] = _same

    def row(self, model: LiveModel, score: Score, request: Request) -> Row:
        """Return a row of this machine that has drawn nothing."""
        plan = self.plan(model, score, request)
        return rows_of(plan, rules_of(plan, without=self.without))[0]

    def plan(self, model: LiveModel, score: Score, request: Request) -> Plan:
        """Return the plan of a request with this machine's strengths."""
        return Plan(replace(model, priors=self.priors(model.priors)), score, request)

    def differs(self, plan: Plan) -> bool:
        """Return whether it can differ from the whole machine for a request.

        Args:
            plan: The request's, of the whole machine.
        """
        if self.priors is not _same:
            return True
        return any(type(rule) in self.without for rule in rules_of(plan))


def _without_copier(priors: Priors) -> Priors:
    return replace(priors, copier=CopierPriors())


def _without_id_cache(priors: Priors) -> Priors:
    return replace(priors, copier=replace(priors.copier, even_run=0.0))


def _without_voice_cache(priors: Priors) -> Priors:
    never = Odds()
    copier = replace(
        priors.copier,
        pitch=never,
        drum=never,
        duration=never,
        moved=0.0,
        most_moved=0.0,
    )
    return replace(priors, copier=copier)


def _without_entrances(priors: Priors) -> Priors:
    return replace(priors, plan=replace(priors.plan, rest=0.0))


VARIANTS: tuple[Variant, ...] = (
    Variant(name=FULL),
    *(Variant(name=rule.__name__, without=frozenset({rule})) for rule in SHAPING),
    Variant(name=PLAN, without=frozenset({PlannedChords, PlannedTones})),
    Variant(name=ENTRANCES, priors=_without_entrances),
    Variant(name="IdCache", priors=_without_id_cache),
    Variant(name="VoiceCache", priors=_without_voice_cache),
    Variant(name=COPIER, priors=_without_copier),
    Variant(name=RULELESS, without=frozenset(SHAPING)),
    Variant(name=BARE, without=frozenset(SHAPING), priors=_without_copier),
)
"""The whole machine first."""


def variants_of(names: Iterable[str]) -> Sequence[Variant]:
    """Return the whole machine and the variants of these names; all for no name.

    Raises:
        SegueError: There is none of a name.
    """
    wanted = set(names)
    unknown = wanted - {variant.name for variant in VARIANTS}
    if unknown:
        known = ", ".join(variant.name for variant in VARIANTS[1:])
        raise SegueError(
            f"There is no rule ‘{min(unknown)}’ to leave out.", hint=f"One of {known}."
        )
    return [each for each in VARIANTS if not wanted or each.name in wanted | {FULL}]
