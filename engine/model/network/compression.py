"""Compressed memory: c old positions become one slot (Rae et al. 2019, arXiv 1911.05507).

Legend: B rows, n old positions, N = n / c slots, c rate, D width.

The five functions of section 3.1. All compress groups of c positions at fixed places, so that a
slot does not depend on the segments of a song:

    max_pool, mean_pool      the largest or mean of the group, feature by feature
    convolution              kernel and stride c
    dilated_convolution      kernel and stride c, dilation 2: every other position of two groups
    most_used                the position of the group that received most attention on average

Convolutions begin as the mean of their input, so that slots are useful from the first step.
"""

import torch
from torch import Tensor, nn

from engine.values.config import CompressionConfig

# As in section 3.1 of the paper.
DILATION = 2


class Compressor(nn.Module):
    """One layer's map from old memory to slots, and back for the auto-encoding loss.

    Attributes:
        rate: Positions in a slot, c.
        ahead: Newer positions that the last slot reads beyond its own group.
    """

    def __init__(self, config: CompressionConfig, *, d_model: int) -> None:
        super().__init__()
        self.rate = config.rate
        self.function = config.function
        self.dilation = DILATION if config.function == "dilated_convolution" else 1
        self.ahead = (config.rate - 1) * (self.dilation - 1)
        taps = config.rate * d_model
        self.convolution = nn.Linear(taps, d_model) if config.has_weights else None
        self.decoder = nn.Linear(d_model, taps) if config.loss == "auto_encoding" else None
        self.reset()

    @torch.no_grad()
    def reset(self) -> None:
        """Set a convolution to the mean of its input, and the decoder to a repetition."""
        if self.convolution is not None:
            same = torch.eye(self.convolution.out_features, device=self.convolution.weight.device)
            self.convolution.weight.copy_(same.repeat(1, self.rate) / self.rate)
            self.convolution.bias.zero_()
        if self.decoder is not None:
            same = torch.eye(self.decoder.in_features, device=self.decoder.weight.device)
            self.decoder.weight.copy_(same.repeat(self.rate, 1))
            self.decoder.bias.zero_()

    def forward(self, old: Tensor, usage: Tensor | None = None) -> Tensor:
        """Make slots of the oldest positions.

        Args:
            old: (B, n + ahead, D), n a multiple of c; the last `ahead` only lend context.
            usage: (B, n), average attention received; needed by `most_used` only.

        Returns:
            (B, N, D).
        """
        if self.convolution is not None:
            slots: Tensor = self.convolution(self._taps(old))
            return slots
        groups: Tensor = old.unflatten(1, (-1, self.rate))  # (B, N, c, D)
        if self.function == "max_pool":
            return torch.amax(groups, dim=2)
        if self.function == "mean_pool":
            return torch.mean(groups, dim=2)
        if usage is None:
            raise ValueError("most_used needs to know the attention that positions received")
        best = usage.unflatten(1, (-1, self.rate)).argmax(dim=2)
        return torch.take_along_dim(groups, best[:, :, None, None], dim=2).squeeze(2)

    def restored(self, slots: Tensor) -> Tensor:
        """Decode the positions of slots (section 3.2, auto-encoding).

        Args:
            slots: (B, N, D).

        Returns:
            (B, n, D).

        Raises:
            ValueError: If the config's loss is not auto-encoding.
        """
        if self.decoder is None:
            raise ValueError("only a compressor with the auto-encoding loss can go back")
        rows, count, width = slots.shape
        guessed: Tensor = self.decoder(slots).view(rows, count * self.rate, width)
        return guessed

    def _taps(self, old: Tensor) -> Tensor:
        """Return the input of each slot as a row: (B, N, c·D)."""
        span = (self.rate - 1) * self.dilation + 1
        if old.shape[1] < span:
            return old.new_empty(old.shape[0], 0, self.rate * old.shape[2])
        seen = old.unfold(1, span, self.rate)[..., :: self.dilation]  # (B, N, D, c)
        return seen.transpose(2, 3).flatten(2)
