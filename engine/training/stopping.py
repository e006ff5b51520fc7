"""Stop a training on a signal, between two steps, so that its last step is saved."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Catch SIGINT and SIGTERM; yield a function that tells whether one has arrived.

    A second Ctrl-C ends the process at once. A second SIGTERM does not, because `timeout` and
    `torchrun` send it twice.
    """
    asked = threading.Event()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def ask(*_: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before[signal.SIGINT])

    for number in before:
        signal.signal(number, ask)
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
