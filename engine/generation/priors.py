"""The strengths of all rules for one model: a frozen value that its card keeps.

A strength says by how many nats a rule corrects *this* network. A network that learned more needs
less, so a strength belongs to the model and not to the code. A model without priors on its card is
drawn without corrections: all strengths of these rules are 0 by default. Only those of the plan are
not (`PlanPriors`).

All strengths are nats unless a unit is named. Where each figure of the starter comes from stands in
`docs/experiments/what-holds.md`.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any

import msgspec

from engine.ground.errors import ModelFileError

Strength = Annotated[float, msgspec.Meta(ge=0.0, le=20.0)]
"""Nats or a factor that never changes its direction."""
Lean = Annotated[float, msgspec.Meta(ge=-20.0, le=20.0)]
"""Nats in either direction."""
Runs = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]


# No correction.
_THREE = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LagNats:
    """Nats of ids that would repeat the bar 4, 8 and 16 bars ago, by what they say."""

    pitch: tuple[Lean, Lean, Lean] = _THREE
    drum: tuple[Lean, Lean, Lean] = _THREE
    position: tuple[Lean, Lean, Lean] = _THREE
    part: tuple[Lean, Lean, Lean] = _THREE
    velocity: tuple[Lean, Lean, Lean] = _THREE
    duration: tuple[Lean, Lean, Lean] = _THREE
    bar: tuple[Lean, Lean, Lean] = _THREE

    @property
    def is_off(self) -> bool:
        """Whether no bar is repeated."""
        return self == LagNats()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepetitionPriors:
    """Strengths of `rules/repetition.py`.

    Attributes:
        lags: For ids that repeat an earlier bar.
        returning: Times the nats of the bars 4 and 8 bars ago, for a bar that returns.
    """

    lags: LagNats = field(default_factory=LagNats)
    returning: Strength = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashPriors:
    """Strengths of `rules/consonance.py`, on strong beats."""

    semitone: Strength = 0.0
    tone: Strength = 0.0
    tritone: Strength = 0.0

    @property
    def is_off(self) -> bool:
        """Whether nothing clashes."""
        return not any((self.semitone, self.tone, self.tritone))


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Odds that a run of notes goes on: `slope` × notes of the run squared, at most `most`.

    Each has three values: for a run any time back, whole bars back, whole phrases of 4 bars back.
    """

    slope: tuple[Lean, Lean, Lean] = _THREE
    most: tuple[Lean, Lean, Lean] = _THREE


@dataclass(frozen=True, slots=True, kw_only=True)
class CopierPriors:
    """Strengths of `copier/`.

    Attributes:
        even_run: Ids in common after which the piece is as likely to repeat itself as not; 0: no
            run of ids repeats.
        pitch, drum, duration: Odds of what comes next in a part. Runs of a part's notes say no more
            about parts and velocities than runs of ids do.
        moved: Odds of a pitch whose run stood at another pitch, for each note of the run.
        most_moved: Their maximum.
        returning: Factor on all odds in bars in which the piece returns.
        away: Factor on them in other bars, for each bar in a row that said nothing new.
    """

    even_run: Runs = 0.0
    pitch: Odds = field(default_factory=Odds)
    drum: Odds = field(default_factory=Odds)
    duration: Odds = field(default_factory=Odds)
    moved: Strength = 0.0
    most_moved: Strength = 0.0
    returning: Strength = 1.0
    away: Strength = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPriors:
    """How strongly music follows its plan (`engine/planning`).

    No fit to songs sets these: a plan is a decision, and the likelihood of real bars says nothing
    about it. So a model whose card is silent has them, too.
    experiment 2026-11-26-plan-strengths says on which model they were chosen.

    Attributes:
        foreign: Against pitches on strong beats that are foreign to the planned chord.
        held_over: Against lengths with which a note sounds into a chord that it is foreign to.
        root: Against pitches of the bass that are not the root where a chord begins.
        returning: Least nats of ids that repeat a bar that returns by the letters of the form, as a
            share of `WISHED_NATS`.
        theme: Nats of ids that repeat the beginning of the piece where it returns, as a share of
            `WISHED_NATS`.
        again: The same of bars to which the plan of chords returns, where bars of the piece came
            again as they were; chosen in experiment 2026-11-29-returning-notes.
        new: Least nats against pitches that repeat a bar from before a new section.
        leaving: The same in bars that leave a phrase that has just come twice.
        rest: Against a part that rests by the plan of entrances; 0 makes no such plan.
        enter: For a part that comes in by it and is missing.
        beat: For the next hit of planned drums, and half of it against all others; 0 plans none.
        silence: Against the end of a silent bar, for each bar by which it is longer than a rest of
            the piece.
        rewritten: Against the pitches that stood in bars that are written again, at their places;
            chosen in experiment 2026-11-27-rewritten.
        riff: Against ids that leave a riff which a row keeps; chosen in
            experiment 2026-11-29-riffs.
    """

    foreign: Strength = 4.0
    held_over: Strength = 4.0
    root: Strength = 4.0
    returning: Strength = 1.0
    theme: Strength = 3.5
    again: Strength = 1.5
    new: Strength = 0.5
    leaving: Strength = 1.5
    rest: Strength = 2.4
    enter: Strength = 0.8
    beat: Strength = 5.0
    silence: Strength = 6.0
    rewritten: Strength = 4.0
    riff: Strength = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPartPriors:
    """Strengths of `rules/new_part.py`; a model whose card is silent has them, too.

    experiment 2026-11-27-new-parts says on which model they were chosen.

    Attributes:
        semitone: Against each semitone outside the usual range of the instrument.
        unison: Against a pitch that another part strikes at the same position.
    """

    semitone: Strength = 1.0
    unison: Strength = 3.0

    @property
    def is_off(self) -> bool:
        """Whether pitches cost nothing."""
        return not any((self.semitone, self.unison))


@dataclass(frozen=True, slots=True, kw_only=True)
class Priors:
    """All strengths of one model."""

    repetition: RepetitionPriors = field(default_factory=RepetitionPriors)
    clash: ClashPriors = field(default_factory=ClashPriors)
    copier: CopierPriors = field(default_factory=CopierPriors)
    plan: PlanPriors = field(default_factory=PlanPriors)
    new_part: NewPartPriors = field(default_factory=NewPartPriors)


def priors_of_card(card: Mapping[str, Any]) -> Priors:
    """Return the strengths on a model's card; all of them off where it has none.

    Raises:
        ModelFileError: They are not what Segue takes.
    """
    try:
        return msgspec.convert(card.get("priors", {}), Priors)
    except msgspec.ValidationError as error:
        raise ModelFileError(
            "The model's strengths of rules are not valid ({error}).", error=error
        ) from error


def priors_on_card(priors: Priors) -> dict[str, Any]:
    """Return what a card says of a model's strengths."""
    return {"priors": msgspec.to_builtins(priors)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales:
    """One factor for each rule: what is fitted to a model. 0 switches the rule off.

    Attributes:
        lags: Bars 4, 8 and 16 bars ago.
        ids: Odds of runs of ids.
        voices: Odds of runs of notes of a part.
    """

    lags: Strength = 0.0
    ids: Strength = 0.0
    voices: Strength = 0.0


def scaled(scales: Scales) -> Priors:
    """Return the strengths of a model whose rules have these factors on `SHAPE`."""
    if scales == Scales():
        return Priors()
    repetition = SHAPE.repetition
    lags = {name: _times(nats, scales.lags) for name, nats in asdict(repetition.lags).items()}
    return Priors(
        repetition=replace(repetition, lags=LagNats(**lags)),
        clash=SHAPE.clash,
        copier=_copier_times(SHAPE.copier, scales),
    )


# The factors that the upper half of the slider *Echo* adds at its end, 5.7 times the usual. They
# are those it reached with the starter of November 25, whose own were a sixth of these. A network
# that repeats music by itself is fitted next to none, and the slider would do nothing.
_ADDED_MOST = Scales(ids=2.0, voices=3.4)
# The largest `SamplingConfig.echo` over the usual one.
_MOST_ECHO = 4.0 / 0.7


def copier_with_echo(priors: CopierPriors, echo: float) -> CopierPriors:
    """Return the strengths of the copier where the user asks for more or less repetition.

    Args:
        priors: The model's.
        echo: Factor on the odds: 0 is no copier, 1 leaves the model's. Above 1 the odds are at
            least a share of those of `SHAPE`, which rises from none to twice them and more.
    """
    own = _copier_times(priors, Scales(ids=echo, voices=echo))
    if echo <= 1.0:
        return own
    share = (echo - 1.0) / (_MOST_ECHO - 1.0)
    asked = Scales(ids=share * _ADDED_MOST.ids, voices=share * _ADDED_MOST.voices)
    added = _copier_times(SHAPE.copier, asked)
    runs = [each.even_run for each in (own, added) if each.even_run]
    return replace(
        own,
        even_run=min(runs, default=0.0),
        pitch=_larger(own.pitch, added.pitch),
        drum=_larger(own.drum, added.drum),
        duration=_larger(own.duration, added.duration),
        moved=max(own.moved, added.moved),
        most_moved=max(own.most_moved, added.most_moved),
    )


def _copier_times(copier: CopierPriors, scales: Scales) -> CopierPriors:
    return replace(
        copier,
        even_run=copier.even_run / math.sqrt(scales.ids) if scales.ids else 0.0,
        pitch=_odds(copier.pitch, scales.voices),
        drum=_odds(copier.drum, scales.voices),
        duration=_odds(copier.duration, scales.voices),
        moved=scales.voices * copier.moved,
        most_moved=scales.voices * copier.most_moved,
    )


def _larger(one: Odds, other: Odds) -> Odds:
    return Odds(slope=_most_of(one.slope, other.slope), most=_most_of(one.most, other.most))


def _most_of(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> tuple[float, float, float]:
    first, second, third = map(max, one, other)
    return first, second, third


def _odds(odds: Odds, factor: float) -> Odds:
    return Odds(slope=_times(odds.slope, factor), most=_times(odds.most, factor))


def _times(three: tuple[float, float, float], factor: float) -> tuple[float, float, float]:
    first, second, third = three
    return (factor * first, factor * second, factor * third)


SHAPE = Priors(
    repetition=RepetitionPriors(
        lags=LagNats(
            pitch=(0.38, 0.39, 0.22),
            drum=(1.27, 0.68, 0.45),
            position=(0.38, 0.58, 0.08),
            part=(0.30, 0.10, -0.15),
            velocity=(0.52, 0.88, 0.68),
            duration=(0.82, 0.98, 0.38),
            bar=(0.45, 0.49, 0.52),
        ),
        returning=3.0,
    ),
    clash=ClashPriors(semitone=2.5, tone=1.5, tritone=1.5),
    copier=CopierPriors(
        even_run=10.0,
        pitch=Odds(slope=(1 / 20, 1 / 14, 1 / 8), most=(2.5, 2.3, 8.0)),
        drum=Odds(slope=(1 / 22, 1 / 7, 1 / 14), most=(3.0, 1.3, 3.0)),
        duration=Odds(slope=(1 / 150, 1 / 25, 1 / 16), most=(1.0, 0.5, 0.4)),
        moved=0.14,
        most_moved=2.0,
        returning=2.0,
        away=0.4,
    ),
)
"""What a factor of 1 means for each rule. The proportions within a rule were fitted beside earlier
starters (experiment 2026-11-22-phrases, 2026-11-22-motifs); how much of each rule a
model needs is its own (`engine/evaluation/fitting.py`)."""
