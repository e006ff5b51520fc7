"""Sinusoidal encodings of relative distance (Vaswani et al. 2017; Dai et al. 2019, section 3.3).

Legend: N distances, D width.
"""

import torch
from torch import Tensor

WAVELENGTH = 10_000.0


def sinusoids(
    distances: int, width: int, *, clamp: int = 0, device: torch.device, dtype: torch.dtype
) -> Tensor:
    """Encode the distances `distances - 1` down to 0, the order in which keys stand.

    R_d holds sin(d / 10000^(2i/D)) in its first half and the cosines in its second, as the
    authors' code and unlike the interleaved form of the 2017 paper. The angles are computed in
    float64, since float32 loses three digits at a distance of a few thousand.

    Args:
        distances: How many, N.
        width: D, even.
        clamp: Distances beyond this count as this; 0 means no clamp (`clamp_len`).
        device: Of the result.
        dtype: Of the result.

    Returns:
        R of shape (N, D); the last row is distance 0.
    """
    distance = torch.arange(distances - 1, -1, -1, device=device, dtype=torch.float64)
    if clamp > 0:
        distance = distance.clamp(max=clamp)
    exponent = torch.arange(0, width, 2, device=device, dtype=torch.float64) / width
    angles = distance[:, None] * WAVELENGTH**-exponent
    return torch.cat([angles.sin(), angles.cos()], dim=-1).to(dtype)
