"""Combines both n-gram caches into one guess, and sets the share of the guess in the mixture.

The sampler mixes the copier's guess in with the share that this module gives it. The share falls in
bars that only repeat (`CopierPriors.away`), rises in bars in which the piece returns, and falls
where the rules lowered the guessed id, so that the rules also shape the mixture.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.generation.copier.ids import IdCache
from engine.generation.copier.odds import OddsTables
from engine.generation.copier.voices import VoiceCache
from engine.generation.priors import CopierPriors
from engine.generation.state.form import ALTERNATING, NEW_ODDS, Form
from engine.generation.state.heard import Heard
from engine.model.decoding.sampling import Guess
from engine.tokens.vocabulary import Vocabulary

Nats = NDArray[np.float32]


class Copier:
    """Guesses the next id as a repetition of the piece: the more certain guess of two caches.

    Args:
        ids: The cache of runs of ids.
        voices: The cache of runs of notes of each part.
        priors: The model's strengths.
        bar_line: The id that begins a bar.
        closed: Whether later ids are written ones, which are not repeated.
        form: The form of the row.
    """

    def __init__(
        self,
        ids: IdCache,
        voices: VoiceCache,
        priors: CopierPriors,
        *,
        bar_line: int,
        closed: bool = False,
        form: Form = ALTERNATING,
    ) -> None:
        self._form = form
        self._ids, self._voices, self._priors = ids, voices, priors
        self._bar_line, self._closed = bar_line, closed
        self._bars = 0
        self._guessed: frozenset[int] | None = None  # None: no guess was made here yet
        self._literal: bool | None = None  # whether this bar only repeated; None: no guess yet
        self._literal_bars = 0

    @classmethod
    def of(
        cls,
        vocabulary: Vocabulary,
        ids: Sequence[int],
        priors: CopierPriors,
        *,
        strength: float = 1.0,
    ) -> "Copier":
        """Return a copier of these ids, oldest first.

        Args:
            vocabulary: The vocabulary.
            ids: The ids of the piece.
            priors: The model's strengths.
            strength: Factor on all odds; 0 guesses nothing.
        """
        return cls(
            IdCache(ids, even_run=priors.even_run, strength=strength),
            VoiceCache(vocabulary, OddsTables(priors), ids, strength=strength),
            priors,
            bar_line=vocabulary.bar,
        )

    def closed(self, bar_length: int) -> "Copier":
        """Return an independent copy that repeats only the ids so far.

        Args:
            bar_length: Positions of the bar that is written.
        """
        return Copier(
            self._ids.closed(),
            self._voices.closed(bar_length),
            self._priors,
            bar_line=self._bar_line,
            closed=True,
        )

    def branch(self, form: Form = ALTERNATING) -> "Copier":
        """Return an independent copy of a closed copier without later ids.

        Args:
            form: The form of its row.
        """
        return Copier(
            self._ids.branch(),
            self._voices.branch(),
            self._priors,
            bar_line=self._bar_line,
            closed=True,
            form=form,
        )

    def push(self, token: int, heard: Heard) -> None:
        """Add one id.

        Args:
            token: The id.
            heard: The state of the music after it.
        """
        if self._closed:
            self._count_literal_bars(token)
        self._ids.push(token)
        self._voices.push(token, heard)

    def guess(self, heard: Heard) -> Guess | None:
        """Return the more certain guess; None without one.

        Args:
            heard: The state of the music.
        """
        of_ids, of_voice = self.guesses(heard)
        self._guessed = frozenset([each.token for each in (of_ids, of_voice) if each is not None])
        if of_ids is None or (of_voice is not None and of_voice.share > of_ids.share):
            surest = of_voice
        else:
            surest = of_ids
        if surest is None:
            return None
        priors = self._priors
        if self._form.since_new(self._bars) is not None:
            return _times(NEW_ODDS, surest)
        literal = priors.away**self._literal_bars
        if self._form.returns(self._bars):
            return _times(priors.returning * self._form.odds, surest)
        return _times(literal, surest)

    def guesses(self, heard: Heard) -> tuple[Guess | None, Guess | None]:
        """Return the guesses of both caches.

        Args:
            heard: The state of the music.
        """
        return self._ids.guess(), self._voices.guess(heard)

    def _count_literal_bars(self, token: int) -> None:
        """Count the bars in a row in which only guessed ids were emitted."""
        if self._guessed is not None:
            self._literal = self._literal is not False and token in self._guessed
        self._guessed = None
        if token == self._bar_line:
            self._literal_bars = self._literal_bars + 1 if self._literal else 0
            self._literal = None
            self._bars += 1


def weighed(guesses: Sequence[Guess | None], before: Nats, after: Nats) -> list[Guess | None]:
    """Return guesses with odds that follow the rules.

    The rules change the network's logits, and the guesses are mixed in afterwards. So the odds of a
    guess fall by as much as the rules lowered the share of its id. They never rise, because a rule
    that raises a repetition counts the same bars of the piece once more.

    Args:
        guesses: The copier's, one for each row; K of them.
        before: (K, V) logits of the network.
        after: (K, V) logits after the rules, −inf where an id is forbidden.
    """
    # NaN counts as allowed: the sampler reports it.
    open_ids = np.flatnonzero(np.logical_or.reduce(after != -np.inf, axis=0))
    left = after.take(open_ids, axis=-1)
    said = np.where(left != -np.inf, before.take(open_ids, axis=-1), np.float32(-np.inf))
    sums = _log_sums(np.concatenate((said, left)))
    whole_before, whole_after = sums[: len(guesses)], sums[len(guesses) :]
    found: list[Guess | None] = []
    for row, guess in enumerate(guesses):
        if guess is None:
            found.append(None)
            continue
        own = float(after[row, guess.token] - before[row, guess.token])
        change = own + whole_before[row] - whole_after[row]
        found.append(_times(math.exp(min(0.0, change)), guess))
    return found


def _log_sums(nats: Nats) -> list[float]:
    """Return the logarithm of the sum of the exponentials of each row."""
    most = np.maximum.reduce(nats, axis=-1, keepdims=True)
    shares = np.exp(nats - most)
    sums: list[float] = (np.log(np.add.reduce(shares, axis=-1)) + most[:, 0]).tolist()
    return sums


def _times(factor: float, guess: Guess) -> Guess:
    """Return a guess with its odds multiplied."""
    if factor == 1.0:
        return guess
    odds = factor * guess.share / (1.0 - guess.share)
    return Guess(token=guess.token, share=odds / (1.0 + odds))
