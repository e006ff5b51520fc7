"""Teacher forcing: at each id of real music, the logits, the leans of a rule and the guesses.

The network reads the true past, and the rule and the copier compute what they would add. The
likelihood of the real next ids for any strengths then needs no network.

Legend: N ids that may follow, V vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.generation.copier.copier import Copier
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.priors import Priors
from engine.generation.row import Row
from engine.generation.rules import rules_of
from engine.generation.rules.legal import GrammarMask, NoRetrigger, VoiceLimit
from engine.generation.rules.repetition import BarLags
from engine.ground.errors import SegueError
from engine.model.decoding.sampling import Guess
from engine.request import Request
from engine.values.score import Score
from engine.values.time import BarMap

_LEGAL = (GrammarMask, VoiceLimit, NoRetrigger)


@dataclass(frozen=True, slots=True)
class CopierGuess:
    """A guess of the copier at a choice.

    Attributes:
        place: Index of the guessed id among those that may follow; -1 if it may not.
    """

    place: int
    odds: float


@dataclass(frozen=True, slots=True)
class ForcedChoice:
    """One id of real music that the model could have drawn.

    Attributes:
        logits: The network's logits of the ids that may follow, (N,).
        real: Index of the real id among them.
        leans: The nats that `BarLags` adds, (N,).
        by_ids: The guess from repeated ids, or None.
        by_voices: The guess from repeated notes of a part, or None.
    """

    logits: NDArray[np.float32]
    real: int
    leans: NDArray[np.float32]
    by_ids: CopierGuess | None
    by_voices: CopierGuess | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedSong:
    """The choices of one song.

    Attributes:
        choices: One for each real id.
        notes: Number of their notes.
        forbidden: Number of real ids that a rule forbids.
    """

    choices: tuple[ForcedChoice, ...]
    notes: int
    forbidden: int


def start_bar(score: Score, *, prompt_bars: int, bars: int) -> int | None:
    """Return the bar after a prompt at the beginning of a song; None if the song is too short.

    Args:
        score: The song.
        prompt_bars: Bars of the prompt, from the first bar with a note.
        bars: Bars that must follow.
    """
    first = min((track.notes[0].start for track in score.tracks if track.notes), default=None)
    if first is None:
        return None
    places = BarMap.of(score)
    start = places.bar_at(first) + prompt_bars
    return start if places.bars_until(score.end) >= start + bars else None


def forced(
    model: LiveModel, score: Score, *, start_bar: int, bars: int, priors: Priors
) -> ForcedSong:
    """Read real bars as if they were drawn.

    Args:
        model: A model whose decoder nothing else uses; its log is overwritten.
        score: A song with these bars.
        start_bar: The first bar after the prompt.
        bars: Number of bars.
        priors: The strengths of the rules.

    Raises:
        SegueError: A continuation in the model's vocabulary cannot have these bars.
    """
    places = BarMap.of(score)
    start, end = places.start_of(start_bar), places.start_of(start_bar + bars)
    # A continuation follows the piece's ruler and says no tempo of its own inside a bar.
    score = replace(score, tempos=tuple(each for each in score.tempos if not each.tick))
    request = Request(start=start, bars=bars, alternatives=1, planned=False)
    plan = Plan(replace(model, priors=priors), score.between(0, start), request)
    ids = _real_ids(plan, score.between(0, end), start_bar=start_bar, bars=bars)
    model.decoder.rewind(0)
    model.decoder.prime([*plan.ids, *ids])
    logits = model.decoder.logits_from(len(plan.ids))
    return _read(plan, ids, logits)


def _real_ids(plan: Plan, score: Score, *, start_bar: int, bars: int) -> Sequence[int]:
    """Return the ids of the real bars, without the header that the plan contains."""
    encoded = plan.tokenizer.encode(score, bars=start_bar + bars, parts=plan.parts)
    ends = [*encoded.bars.tolist(), len(encoded.ids)]
    ids: list[int] = encoded.ids[ends[start_bar] : ends[start_bar + bars]].tolist()
    header = plan.header
    if tuple(ids[: len(header)]) != header:
        raise SegueError("The song's bars begin in another way than a continuation's.")
    return ids[len(header) :]


def _read(plan: Plan, ids: Sequence[int], logits: NDArray[np.float32]) -> ForcedSong:
    copier = Copier.of(plan.vocabulary, plan.ids, plan.priors.copier).closed(plan.heard.bar_length)
    row = Row(plan, rules_of(plan), (), copier, seed=0)
    choices, notes, forbidden = list[ForcedChoice](), 0, 0
    for token, own in zip(ids, logits, strict=True):
        if row.draws:
            choice = _choice(row, own, token, copier)
            if choice is None:
                forbidden += 1
            else:
                choices.append(choice)
        written = row.take(token)
        notes += len(written.notes) if written is not None else 0
    return ForcedSong(choices=tuple(choices), notes=notes, forbidden=forbidden)


def _choice(
    row: Row, logits: NDArray[np.float32], token: int, copier: Copier
) -> ForcedChoice | None:
    """Return the choice at an id; None if a rule forbids the real one."""
    masked = logits.copy()
    for rule in row.rules:
        if isinstance(rule, _LEGAL):
            rule.shape(masked, row.state)
    if masked[token] == -np.inf:
        return None
    there = np.flatnonzero(masked > -np.inf)
    added = np.zeros_like(logits)
    for rule in row.rules:
        if isinstance(rule, BarLags):
            rule.shape(added, row.state)
    by_ids, by_voices = copier.guesses(row.state.heard)
    return ForcedChoice(
        logits=masked[there],
        real=int(np.searchsorted(there, token)),
        leans=added[there],
        by_ids=_copied(by_ids, masked, there),
        by_voices=_copied(by_voices, masked, there),
    )


def _copied(
    guess: Guess | None, masked: NDArray[np.float32], there: NDArray[np.int64]
) -> CopierGuess | None:
    if guess is None:
        return None
    may_follow = masked[guess.token] > -np.inf
    place = int(np.searchsorted(there, guess.token)) if may_follow else -1
    return CopierGuess(place, guess.share / (1.0 - guess.share))
