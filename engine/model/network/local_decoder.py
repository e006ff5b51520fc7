"""Predicts each id of a step from the trunk's state and the ids of the step so far.

A kind of id comes at most once in a step, so the sum of the embeddings so far is the whole state,
and no attention is needed: two small blocks replace a whole pass through the trunk (MegaByte and
the compound words of Hsiao et al. 2021, arXiv 2101.02402, divide work likewise).

Legend: B rows, T segment, L ids of the longest step, W ids of a bag, N ids to predict, V
vocabulary, D width, P parts.
"""

from torch import Tensor, nn
from torch.nn import functional as F

from engine.model.network.dropout import Dropout
from engine.model.network.transformer_layer import FeedForward
from engine.values.config import ModelConfig, StepConfig


class LocalBlock(nn.Module):
    """A norm and a feed-forward block, with a residual connection."""

    def __init__(self, *, d_model: int, d_inner: int, dropout: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model=d_model, d_inner=d_inner, dropout=dropout)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Map (N, D) to (N, D)."""
        out: Tensor = x + self.dropout(self.feed_forward(self.norm(x)))
        return out


class LocalDecoder(nn.Module):
    """Maps a state of the trunk and the ids since then to the input of the head.

    Args:
        config: The model's config.
        steps: The model's steps.
    """

    def __init__(self, config: ModelConfig, steps: StepConfig) -> None:
        super().__init__()
        width = config.d_model
        self.main = nn.Linear(width, width, bias=False)
        self.said = nn.Linear(width, width, bias=False)
        self.place = nn.Embedding(steps.places, width)
        self.blocks = nn.ModuleList(
            LocalBlock(
                d_model=width, d_inner=steps.local_inner or 2 * width, dropout=config.dropout
            )
            for _ in range(steps.local_blocks)
        )
        self.norm = nn.LayerNorm(width)
        self.dropout = Dropout(config.dropout)

    def forward(self, main: Tensor, said: Tensor, place: Tensor) -> Tensor:
        """Compute the input of the head.

        Args:
            main: (N, D), the map `main` of the state after the step before.
            said: (N, D), the map `said` of the sum of the ids of the step so far.
            place: (N,) int64, the number of these ids.

        Returns:
            (N, D).
        """
        x = main + said + self.place(place)
        for block in self.blocks:
            x = block(x)
        out: Tensor = self.dropout(self.norm(x))
        return out

    def said_of_bags(self, table: Tensor, bags: Tensor) -> Tensor:
        """Sum the embeddings of bags.

        Args:
            table: (V, D), the scaled embeddings, zero where there is no id.
            bags: (N, W) int64, the ids of a step so far and their companions.

        Returns:
            (N, D).
        """
        return F.embedding(bags, self.said(table)).sum(dim=1)

    def said_before_each(self, table: Tensor, said: Tensor) -> Tensor:
        """Sum the embeddings before each id of many steps.

        The map is linear, so it goes over the few embeddings, not over the many sums.

        Args:
            table: (V, D), the scaled embeddings, zero where there is no id.
            said: (B, T, L, 2) int64, the ids that each id adds for later ones.

        Returns:
            (B, T, L, D).
        """
        added = F.embedding(said[:, :, :-1], self.said(table)).sum(dim=3)
        return F.pad(added, (0, 0, 1, 0)).cumsum(dim=2)
