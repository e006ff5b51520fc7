"""How well ids are predicted with what the piece did before, by what drawing draws from.

Teacher-forced: each id is looked up in the distribution of the sampler
(`engine/model/decoding/sampling.py`) at temperature 1 with nothing cut off, after `BarLags`, with
the copier. All that was heard may come back, since all of it is the piece's own, as a prompt is;
what a model draws itself never does.

Legend: N ids, V vocabulary.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from benchmarks.evaluation.song import Nats
from engine.generation.copier.copier import Copier
from engine.generation.priors import Priors
from engine.generation.rules.repetition import BarLags
from engine.generation.state.heard import Heard
from engine.model.decoding.sampling import probabilities
from engine.tokens.vocabulary import Vocabulary
from engine.values.config import SamplingConfig

_WHOLE = SamplingConfig(temperature=1.0, min_p=0.0)


@dataclass(frozen=True, slots=True)
class Past:
    """What a piece did before.

    Attributes:
        heard: The ids so far.
        copier: What followed before.
        lags: What its bars said.
    """

    heard: Heard
    copier: Copier
    lags: BarLags

    @classmethod
    def of(
        cls, ids: Sequence[int], vocabulary: Vocabulary, priors: Priors, *, strength: float
    ) -> "Past":
        """Return the past of a piece that begins with these ids."""
        return cls(
            Heard(vocabulary, ids),
            Copier.of(vocabulary, ids, priors.copier, strength=strength),
            BarLags(priors.repetition, vocabulary, factor=math.sqrt(strength)),
        )

    def nats(self, logits: Tensor, ids: Sequence[int]) -> Nats:
        """Return the nats of ids, and hear them.

        Args:
            logits: The model's for each, (N, V).
            ids: N of them.
        """
        scores = logits.double().cpu().numpy()
        found = np.zeros(len(ids))
        for place, token in enumerate(ids):
            row = scores[place : place + 1].copy()
            for repeated, nats in self.lags.leaning(self.heard).items():
                row[0, repeated] += nats
            guess = self.copier.guess(self.heard)
            found[place] = probabilities(row, _WHOLE, guesses=[guess])[0, token]
            self.heard.push(token)
            self.copier.push(token, self.heard)
        return -np.log(found)
