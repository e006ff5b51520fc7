"""Summarises the key of the last bars: decayed histograms of pitch classes.

A network that reads this summary keeps the key better (docs/experiments). Each pitched note lowers
all counts by a factor, so that a note counts half after a histogram's half-life. The sums go from
segment to segment and begin at zero with each song.

Legend: B rows, T segment, W ids of a step, H histograms, D width.
"""

import torch
from torch import Tensor, nn

from engine.model.network.memory import latest_start
from engine.model.weights import PITCH_CLASSES
from engine.values.config import PITCHES, StepConfig


class KeySummary(nn.Module):
    """Counts pitch classes, and maps the counts to the width of the network.

    Args:
        steps: The ids of pitches, and the half-lives.
        d_model: D.
    """

    def __init__(self, steps: StepConfig, *, d_model: int) -> None:
        super().__init__()
        self.half_lives = steps.key_half_lives
        self._first_pitch = steps.first_pitch
        self.classes = nn.Linear(len(self.half_lives) * PITCH_CLASSES, d_model, bias=False)

    def empty(self, rows: int) -> Tensor:
        """Return the sums of rows whose songs have not begun: (B, H, 12), all zero."""
        return self.classes.weight.new_zeros(rows, len(self.half_lives), PITCH_CLASSES)

    @torch.no_grad()
    def counted(self, bags: Tensor, before: Tensor, starts: Tensor | None) -> Tensor:
        """Count the pitch classes of a segment.

        Args:
            bags: (B, T, W) int64, the ids of each step.
            before: (B, H, 12), the sums after the step before the first.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            (B, T, H, 12), the sums after each step; the last are the next segment's `before`.
        """
        numbers = bags - self._first_pitch
        pitched = (numbers >= 0) & (numbers < PITCHES)
        numbers = torch.where(pitched, numbers.remainder(PITCH_CLASSES), PITCH_CLASSES)[..., None]
        classes = torch.arange(PITCH_CLASSES, device=bags.device)
        struck = (numbers == classes).sum(dim=2).to(before.dtype)  # (B, T, 12)
        heard = struck.sum(dim=2).cumsum(dim=1)  # (B, T), pitched notes up to each step
        # Filled on the device: a list of numbers would have to be sent there.
        half_lives = torch.stack([before.new_full((1,), notes) for notes in self.half_lives])
        left = torch.exp2(-heard[:, None] / half_lives)[..., None] * before[:, :, None]
        ages = heard[:, :, None] - heard[:, None]  # (B, T, T), of the second step at the first
        seen = torch.ones_like(ages, dtype=torch.bool).tril_()
        if starts is not None:
            begun = latest_start(starts)
            # A remainder of another song may be NaN, so it is set to zero, not multiplied by it.
            left = left.masked_fill((begun >= 0)[:, None, :, None], 0.0)
            seen &= torch.arange(begun.shape[1], device=begun.device) >= begun[..., None]
        shares = torch.exp2(-ages[:, None] / half_lives[..., None]) * seen[:, None]
        return (left + shares @ struck[:, None]).transpose(1, 2)

    def forward(self, sums: Tensor) -> Tensor:
        """Map sums (…, H, 12) to (…, D); each histogram is divided by its sum."""
        whole = sums.sum(dim=-1, keepdim=True).clamp(min=1e-9)
        mapped: Tensor = self.classes((sums / whole).flatten(-2))
        return mapped
