"""Show the model's attention in the memory strip."""

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.views.continue_panel.panel import ContinuePanel
from engine import messages

# Weight of the earlier values in the moving average; single values jump.
_FADING = 0.6


class MemoryAttention(QObject):
    """Requests attention values while the user watches them."""

    def __init__(self, link: Link, panel: ContinuePanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link, self._panel = link, panel
        self._watching = False
        self._first, self._shares = 0, tuple[float, ...]()
        panel.watch_toggled.connect(self.watch)
        link.on(messages.MemoryLooked, self._on_look)
        link.on(messages.Primed, lambda _event: self._forget())
        link.on(messages.ContinuationFinished, lambda _event: self._forget())
        link.on(messages.Ready, lambda _event: self._ask() if self._watching else None)

    def watch(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Start or stop to show the attention."""
        self._watching = on
        self._ask()
        self._forget()

    def _ask(self) -> None:
        self._link.send(messages.WatchMemory(on=self._watching))

    def _forget(self) -> None:
        self._shares = ()
        self._panel.show_attention(0, ())

    def _on_look(self, event: messages.MemoryLooked) -> None:
        if not self._watching:
            return
        if (self._first, len(self._shares)) != (event.first_bar, len(event.shares)):
            self._first, self._shares = event.first_bar, event.shares
        self._shares = tuple(
            _FADING * before + (1 - _FADING) * now
            for before, now in zip(self._shares, event.shares, strict=True)
        )
        self._panel.show_attention(self._first, self._shares)
