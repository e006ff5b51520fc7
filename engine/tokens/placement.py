"""The ids of a store while batches are made: on the device, or on disk and read ahead.

Legend: N ids of all songs.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

# A store of more than 4 GB stays on disk and is read ahead.
RESIDENT_BYTES = 1 << 32
# The rest of a GPU's memory is the model's, its optimizer's and a step's.
_SHARE_OF_DEVICE = 4

MadeT = TypeVar("MadeT")


def resident_bytes(device: torch.device) -> int:
    """Return the size up to which a store is copied to a device."""
    if device.type != "cuda":
        return RESIDENT_BYTES
    free, _ = torch.cuda.mem_get_info(device)
    return int(free) // _SHARE_OF_DEVICE


class ResidentIds:
    """All ids on the device.

    Args:
        tokens: uint16, (N,).
        device: The device.

    Attributes:
        count: N.
    """

    def __init__(self, tokens: NDArray[np.uint16], device: torch.device) -> None:
        self.count = len(tokens)
        self.device = device
        # Ids are under 32,768, and torch gathers int16 on every device, uint16 on none.
        self._ids = torch.from_numpy(np.array(tokens, dtype=np.uint16).view(np.int16)).to(device)

    def take(self, index: Tensor) -> Tensor:
        """Return the ids at these places, int64."""
        return self._ids[index].long()


class StoredIds:
    """All ids in an array that may be a file larger than memory.

    Args:
        tokens: uint16, (N,).

    Attributes:
        count: N.
        device: The CPU, which gathers the ids.
    """

    def __init__(self, tokens: NDArray[np.uint16]) -> None:
        self.count = len(tokens)
        self.device = torch.device("cpu")
        self._ids = tokens

    def take(self, index: Tensor) -> Tensor:
        """Return the ids at these places, int64."""
        return torch.from_numpy(self._ids[index.numpy()].astype(np.int64))


class ReadAhead(Generic[MadeT]):
    """Makes the next batch on a thread while the device computes the one before."""

    def __init__(self) -> None:
        self._of: int | None = None
        self._thread: threading.Thread | None = None
        self._made: list[MadeT] = []
        self._fault: list[Exception] = []

    def begin(self, number: int, make: Callable[[], MadeT]) -> None:
        """Begin to make batch `number`."""
        self.forget()
        self._of = number

        def work() -> None:
            try:
                self._made.append(make())
            except Exception as error:  # noqa: BLE001 - raised where the thing is taken
                self._fault.append(error)

        self._thread = threading.Thread(target=work, name="read ahead", daemon=True)
        self._thread.start()

    def take(self, number: int) -> MadeT | None:
        """Wait for batch `number` and return it; None if another one was begun."""
        if self._of != number or self._thread is None:
            return None
        self._thread.join()
        if self._fault:
            raise self._fault[0]
        return self._made[0]

    def forget(self) -> None:
        """Drop the batch that was begun."""
        if self._thread is not None:
            self._thread.join()
        self._of, self._thread = None, None
        self._made, self._fault = [], []
