"""Sinusoidal encodings of relative distance (Vaswani et al. 2017; Dai et al. 2019, section 3.3).

Legend: N distances, D width.
"""

import torch
from torch import Tensor

# The longest wavelength, as in Vaswani et al. 2017, section 3.5.
WAVELENGTH = 10_000.0


def sinusoids(
    distances: int, width: int, *, clamp: int = 0, device: torch.device, dtype: torch.dtype
) -> Tensor:
    """Encode the distances `distances - 1` down to 0, in the order of keys.

    R_d has sin(d / 10000^(2i/D)) in its first half and the cosines in its second, as in the code of
    Dai et al. and unlike the interleaved form of the 2017 paper. The angles are computed in
    float64, because float32 loses three digits at a distance of a few thousand.

    Args:
        distances: Their number, N.
        width: D, even.
        clamp: Distances beyond this count as this; 0 means no clamp (`clamp_len`).
        device: The device of the result.
        dtype: The type of the result.

    Returns:
        R of shape (N, D); the last row is distance 0.
    """
    # Apple's GPUs have no float64.
    where = torch.device("cpu") if device.type == "mps" else device
    distance = torch.arange(distances - 1, -1, -1, device=where, dtype=torch.float64)
    if clamp > 0:
        distance = distance.clamp(max=clamp)
    exponent = torch.arange(0, width, 2, device=where, dtype=torch.float64) / width
    angles = distance[:, None] * WAVELENGTH**-exponent
    return torch.cat([angles.sin(), angles.cos()], dim=-1).to(dtype).to(device)


def relative_shift(by_distance: Tensor) -> Tensor:
    """Turn scores by distance into scores by key without a T×S×K tensor (appendix B).

    Column c of the argument is distance S - c; column j of the result is key j, which lies at
    distance S - T + t - j from query t. In memory the second is the first without its first T
    elements. Entries of the future are arbitrary; the caller masks them.

    Args:
        by_distance: (…, T, S + 1).

    Returns:
        (…, T, S).
    """
    *outer, length, columns = by_distance.shape
    flat = by_distance.reshape(*outer, length * columns)
    return flat[..., length:].view(*outer, length, columns - 1)
