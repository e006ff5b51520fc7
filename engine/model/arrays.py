"""The type of weights and of a decoder's values."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""float32 as a model is stored; float64 where a test needs more digits."""
