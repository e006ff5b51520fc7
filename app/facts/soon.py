"""A call that waits, so that many changes in a row lead to one call."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Soon(QTimer):
    """Calls a function once, some time after `start`.

    Without a time it calls it in the next turn of the event loop: all changes of this turn lead to
    one call, and an edit does not wait for it. `start` begins the time anew, so the call waits
    until the changes pause; `start_once` does not, so steady changes lead to one call a frame.

    Args:
        owner: Ends the timer when it is deleted itself.
        call: The function.
        ms: The time in milliseconds.
    """

    def __init__(self, owner: QObject, call: Callable[[], object], ms: int = 0) -> None:
        super().__init__(owner, singleShot=True, interval=ms)
        self.timeout.connect(call)

    def start_once(self) -> None:
        """Start unless it runs already."""
        if not self.isActive():
            self.start()
