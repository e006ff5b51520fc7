"""pytest-qt's bot with waits that end before the test's own limit."""

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from tests.waiting import PATIENCE_S, left_s

# Longer than pytest-qt's five seconds: a busy machine is no fault of the window.
_USUAL_MS = round(1000 * PATIENCE_S)


class PatientBot(QtBot):
    """As pytest-qt's; patience is that of a test, not of each wait in it."""

    def waitUntil(  # noqa: N802 - pytest-qt's names
        self, callback: Callable[[], object], *, timeout: int = _USUAL_MS
    ) -> None:
        """Wait until a condition holds."""
        super().waitUntil(callback, timeout=_within(timeout))

    def waitSignal(  # noqa: N802
        self, signal: object, *, timeout: int = _USUAL_MS, **options: Any
    ) -> SignalBlocker:
        """Wait for a signal."""
        return super().waitSignal(signal, timeout=_within(timeout), **options)

    def waitSignals(  # noqa: N802
        self, signals: object, *, timeout: int = _USUAL_MS, **options: Any
    ) -> MultiSignalBlocker:
        """Wait for several signals."""
        return super().waitSignals(signals, timeout=_within(timeout), **options)


def _within(timeout_ms: int) -> int:
    return round(1000 * left_s(timeout_ms / 1000))
