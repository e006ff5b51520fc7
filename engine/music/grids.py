"""Whether notes lie on a grid of their beats, as written and click-played music does."""

import numpy as np
import numpy.typing as npt

# Parts of a quarter that a grid may have, and the agreement on one of them below which music was
# played freely: 81 written and 22 click-played files have 0.5 or more, but for one drummer's 0.09;
# 87 performances have 0.16 or less. Few notes agree on some grid by chance: twelve do mostly.
_GRIDS = (2, 3, 4, 6)
_LEAST_AGREEMENT = 0.3


def are_off_grid(places: npt.NDArray[np.float64]) -> bool:
    """Return whether onsets lie on no grid, as those of music played without a click.

    Args:
        places: Of the onsets in quarters, (N,); at least one.
    """
    agreements = [abs(np.exp(2j * np.pi * parts * places).mean()) for parts in _GRIDS]
    return bool(max(agreements) < _LEAST_AGREEMENT)
