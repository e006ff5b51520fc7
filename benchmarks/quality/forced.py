"""How likely each variant of the machine finds the bars that really follow: teacher forcing.

The network reads the real bars once. Its logits then go through each variant id by id, as when they
are drawn from, and the real id is taken whatever the variant thinks of it.

Legend: K variants, V vocabulary.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.passages import NEW_BARS
from benchmarks.quality.songs import ChosenSong
from benchmarks.quality.variants import NETWORK, Variant
from engine.generation.draw import shaped
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.reading.memory_log import MemoryLog
from engine.generation.reading.prompt import prompt_of
from engine.generation.rules import rules_of
from engine.generation.state.decoding import DecodingState
from engine.ground.cancelling import never
from engine.model.decoding.sampling import probabilities
from engine.request import Request
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Score

SAMPLING = SamplingConfig(temperature=1.0, min_p=0.0)
"""What is judged is the mixture of network, rules and copier, before anything is cut off."""

_NOTES = (TokenKind.PITCH, TokenKind.DRUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """How likely the real bars of a song are.

    Attributes:
        notes: Notes of these bars.
        ids: Ids that would be drawn and that are not forbidden, by kind.
        nats: Minus the natural logarithms of their probabilities, by variant and kind; of
            `NETWORK` by its logits alone.
        forbidden: Real ids that a rule forbids, by rule; they are in no sum.
        speaking: Variants that differ from the whole machine here.
    """

    notes: int
    ids: Mapping[str, int]
    nats: Mapping[str, Mapping[str, float]]
    forbidden: Mapping[str, int]
    speaking: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One real id that would be drawn.

    Attributes:
        token: The id.
        distributions: What each variant would draw it from, (K, V).
        logits: As the network says them, (V,).
        forbids: The rule that forbids the id; empty where none does.
    """

    token: int
    distributions: NDArray[np.float64]
    logits: NDArray[np.float32]
    forbids: str


def request_of(song: ChosenSong, sampling: SamplingConfig) -> Request:
    """Return the request for the bars that really follow a song's prompt."""
    return Request(
        start=song.passage.start,
        bars=NEW_BARS,
        alternatives=1,
        since=song.since,
        sampling=sampling,
    )


def likelihood_of(
    song: ChosenSong, model: LiveModel, log: MemoryLog, variants: Sequence[Variant]
) -> Likelihood:
    """Return how likely each variant finds a song's real bars.

    Args:
        song: Where they stand.
        model: The network.
        log: Of this model.
        variants: The whole machine first.

    Raises:
        ValueError: The bars of the song cannot be said as a continuation says them.
    """
    vocabulary = model.tokenizer.vocabulary
    ids: Counter[str] = Counter()
    nats: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    forbidden: Counter[str] = Counter()
    plan = variants[0].plan(model, _heard(song), replace(request_of(song, SAMPLING), planned=False))
    differing = [variants[0], *(each for each in variants[1:] if each.differs(plan))]
    notes = 0
    for judged in judged_ids(song, model, log, differing):
        kind = TokenKind(int(vocabulary.kinds[judged.token]))
        notes += kind in _NOTES
        if judged.forbids:
            forbidden[judged.forbids] += 1
            continue
        name = kind.name.lower()
        ids[name] += 1
        found = -np.log(judged.distributions[:, judged.token])
        for variant, cost in zip(differing, found.tolist(), strict=True):
            nats[variant.name][name] += cost
        own = judged.logits.astype(np.float64)
        nats[NETWORK][name] += float(np.logaddexp.reduce(own) - own[judged.token])
    full = nats[variants[0].name]
    for variant in variants:
        nats.setdefault(variant.name, full)
    return Likelihood(
        notes=notes,
        ids=dict(ids),
        nats={name: dict(by_kind) for name, by_kind in nats.items()},
        forbidden=dict(forbidden),
        speaking=tuple(variant.name for variant in differing[1:]),
    )


def judged_ids(
    song: ChosenSong, model: LiveModel, log: MemoryLog, variants: Sequence[Variant]
) -> Iterator[Judged]:
    """Yield each real id that would be drawn, with what each variant would draw it from.

    Raises:
        ValueError: The bars of the song cannot be said as a continuation says them.
    """
    heard, request = _heard(song), replace(request_of(song, SAMPLING), planned=False)
    plan = variants[0].plan(model, heard, request)
    real = real_ids(song, plan)
    log.read((*plan.ids, *real), cancelled=never)
    all_logits = model.decoder.logits_from(len(plan.ids))
    rows = [variant.row(model, heard, request) for variant in variants]
    legal = _Legal(plan)
    for token, logits in zip(real, all_logits, strict=True):
        if rows[0].draws:
            after, guesses = shaped(rows, np.repeat(logits[None], len(rows), axis=0))
            yield Judged(
                token=token,
                distributions=probabilities(after, SAMPLING, guesses=guesses),
                logits=logits,
                forbids=legal.forbids(token, logits, rows[0].state)
                if after[0, token] == -np.inf
                else "",
            )
        elif rows[0].given() != token:
            raise ValueError(f"bar header has {token} where {rows[0].given()} is said")
        for row in rows:
            row.take(token)
        if rows[0].is_written:
            return


def real_ids(song: ChosenSong, plan: Plan) -> tuple[int, ...]:
    """Return the ids that really follow a plan's, with the bar line at their end."""
    passage = song.passage
    whole = prompt_of(
        replace(passage.score, tracks=passage.score.between(0, passage.end).tracks),
        plan.request.roles,
        start=passage.end,
        remember=None,
        tokenizer=plan.tokenizer,
        parts=plan.parts,
        since=song.since,
    )
    begin = whole.bars[whole.numbers.index(plan.prompt.first_bar)] + len(plan.header)
    return (*whole.ids[begin:], plan.vocabulary.bar)


class _Legal:
    """Says which rule forbids an id first."""

    def __init__(self, plan: Plan) -> None:
        self._rules = [rule.branch() for rule in rules_of(plan)]

    def forbids(self, token: int, logits: NDArray[np.float32], state: DecodingState) -> str:
        """Return the name of the rule; empty where none does."""
        after = logits.copy()
        for rule in self._rules:
            rule.shape(after, state)
            if after[token] == -np.inf:
                return type(rule).__name__
        return ""


def _heard(song: ChosenSong) -> Score:
    return song.passage.score.between(0, song.passage.start)
