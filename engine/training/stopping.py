"""A training that is asked to end by a signal: it is told between two steps, and keeps its step."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Give a question whether this process was asked to end, in place of ending it at once.

    Who presses Ctrl-C after that does not want to wait: it ends at once. SIGTERM may come twice
    from one who asks once, as from `timeout` and `torchrun`.
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
