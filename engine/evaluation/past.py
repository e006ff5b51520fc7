"""How well ids are predicted with what the piece did before, as everything that is drawn hears it.

Legend: N ids, V vocabulary.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from engine.evaluation.song import Nats
from engine.model.echo import Echo
from engine.tokens.phrases import Phrases
from engine.tokens.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Past:
    """What a piece did before, as everything that is drawn hears it.

    Attributes:
        echo: What followed the longest run.
        phrases: What its bars said.
    """

    echo: Echo
    phrases: Phrases

    @classmethod
    def of(cls, ids: Sequence[int], vocabulary: Vocabulary, strength: float) -> "Past":
        """Return the past of a piece that begins with these ids."""
        return cls(Echo(ids, strength=strength), Phrases(vocabulary, ids, strength=strength))

    def nats(self, logits: Tensor, ids: Sequence[int]) -> Nats:
        """Return the nats of ids, and hear them.

        Args:
            logits: The model's for each, (N, V).
            ids: N of them.
        """
        likely = logits.double().softmax(dim=-1).cpu().numpy()
        found = np.zeros(len(ids))
        for place, token in enumerate(ids):
            leaning, repeat = self.phrases.leaning(), self.echo.repeat()
            more = sum(likely[place, one] * math.expm1(nats) for one, nats in leaning.items())
            found[place] = likely[place, token] * math.exp(leaning.get(token, 0.0)) / (1.0 + more)
            if repeat is not None:
                found[place] *= 1.0 - repeat.share
                found[place] += repeat.share * (repeat.token == token)
            self.echo.push(token)
            self.phrases.push(token)
        return -np.log(found)
