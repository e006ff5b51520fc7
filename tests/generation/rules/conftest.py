"""A model with strengths of its own, states of real requests, and ids that are said in them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.priors import (
    ClashPriors,
    LagNats,
    PlanPriors,
    Priors,
    RepetitionPriors,
)
from engine.generation.rules import rules_of
from engine.generation.rules.rule import Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.request import Request
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score
from tests.generation.conftest import BAR, chord_piece

LAG_NATS = LagNats(
    pitch=(0.4, 0.3, 0.2),
    drum=(1.2, 0.7, 0.5),
    position=(0.4, 0.6, 0.1),
    part=(0.3, 0.1, -0.1),
    velocity=(0.5, 0.9, 0.7),
    duration=(0.8, 1.0, 0.4),
    bar=(0.5, 0.4, 0.3),
)

PRIORS = Priors(
    repetition=RepetitionPriors(lags=LAG_NATS, returning=3.0),
    clash=ClashPriors(semitone=2.5, tone=1.5, tritone=1.5),
    plan=PlanPriors(rest=5.0, enter=1.0),
)
"""Every rule is on; what a shipped model needs of each is none of these tests' business."""

R = TypeVar("R", bound=Rule)


@pytest.fixture(scope="session")
def model(tiny_folder: Path) -> LiveModel:
    return replace(LiveModel.load(tiny_folder), priors=PRIORS)


@pytest.fixture(scope="session")
def vocabulary(model: LiveModel) -> Vocabulary:
    return model.tokenizer.vocabulary


def plan_of(model: LiveModel, score: Score | None = None, **asked: object) -> Plan:
    """Return the plan of two bars after a piece of four."""
    usual = Request(start=4 * BAR, bars=2, alternatives=1)
    return Plan(model, chord_piece() if score is None else score, replace(usual, **asked))


def rule_in(plan: Plan, kind: type[R]) -> R | None:
    """Return the rule of this very class that a plan has."""
    found = [rule for rule in rules_of(plan) if type(rule) is kind]
    assert len(found) <= 1
    return found[0] if found else None


def shaped(
    rule: Rule, state: DecodingState, vocabulary: Vocabulary, before: Logits | None = None
) -> Logits:
    """Return what a rule makes of logits, of all zeros by default."""
    logits = np.zeros(len(vocabulary), np.float32) if before is None else before.copy()
    if state.place in rule.places:
        rule.shape(logits, state)
    return logits


def say(state: DecodingState, vocabulary: Vocabulary, *names: str) -> None:
    """Let a row say ids by name."""
    for name in names:
        state.advance(vocabulary.names.index(name))


def strike(
    state: DecodingState,
    vocabulary: Vocabulary,
    *pitches: int,
    part: int | None = None,
    position: int | None = None,
) -> None:
    """Let a row say notes, whole: of drums where the part that plays is one."""
    if position is not None:
        state.advance(vocabulary.first_of(TokenKind.POSITION) + position)
    if part is not None:
        state.advance(vocabulary.first_part + part)
    is_drums = state.voices.is_drums(state.part)
    for pitch in pitches:
        kind = TokenKind.DRUM if is_drums else TokenKind.PITCH
        state.advance(vocabulary.first_of(kind) + pitch)
        state.advance(vocabulary.first_of(TokenKind.VELOCITY))
        if not is_drums:
            state.advance(vocabulary.first_of(TokenKind.DURATION))


def begin_bar(state: DecodingState, vocabulary: Vocabulary, *rules: Rule) -> None:
    """Let a row begin its next bar, as it does after a Bar id, and rules update what they keep."""
    bar = state.next_bar()
    assert bar is not None
    state.advance(vocabulary.bar)
    for rule in rules:
        rule.begin_bar(state)
    for token in bar.header[1:]:
        state.advance(token)


def at_share(state: DecodingState, vocabulary: Vocabulary, share: float) -> None:
    """Let a row come to a place of its bar, 0 to 1."""
    length = int(vocabulary.meter_lengths[state.grammar_state.meter])
    state.advance(vocabulary.first_of(TokenKind.POSITION) + int(share * length))


def parts_in(logits: Logits, vocabulary: Vocabulary, count: int) -> Sequence[float]:
    """Return what logits give to the first parts."""
    found: Sequence[float] = logits[vocabulary.first_part :][:count].tolist()
    return found
