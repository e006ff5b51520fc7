"""How well ids are predicted with what the piece did before, by what drawing draws from.

Teacher-forced: each id is looked up in the distribution of the sampler (`engine/model/sampling.py`)
at temperature 1 with nothing cut off, after the bar-lag bias, with the short-term model. All that
was heard may come back, since all of it is the piece's own, as a prompt is; what a model draws
itself never does.

Legend: N ids, V vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from engine.config import SamplingConfig
from engine.evaluation.song import Nats
from engine.generation.short_term import ShortTermModel
from engine.model.sampling import probabilities
from engine.tokens.bar_lags import BarLags
from engine.tokens.vocabulary import Vocabulary

_WHOLE = SamplingConfig(temperature=1.0, min_p=0.0)


@dataclass(frozen=True, slots=True)
class Past:
    """What a piece did before.

    Attributes:
        short_term: What followed before.
        phrases: What its bars said.
    """

    short_term: ShortTermModel
    phrases: BarLags

    @classmethod
    def of(cls, ids: Sequence[int], vocabulary: Vocabulary, strength: float) -> "Past":
        """Return the past of a piece that begins with these ids."""
        short_term = ShortTermModel.of(vocabulary, ids, strength=strength)
        return cls(short_term, BarLags(vocabulary, ids, strength=strength))

    def nats(self, logits: Tensor, ids: Sequence[int]) -> Nats:
        """Return the nats of ids, and hear them.

        Args:
            logits: The model's for each, (N, V).
            ids: N of them.
        """
        scores = logits.double().cpu()
        found = np.zeros(len(ids))
        for place, token in enumerate(ids):
            row = self.phrases(scores[place])[None]
            found[place] = probabilities(row, _WHOLE, echoes=[self.short_term.repeat()])[0, token]
            self.short_term.push(token)
            self.phrases.push(token)
        return -np.log(found)
