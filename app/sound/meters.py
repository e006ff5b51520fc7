"""How loud the built-in sound is: from the player's figures to the bars."""

from PySide6.QtCore import QObject

from app.clients.sound import Sound
from app.main_window.compose_page import ComposePage
from engine import messages

# Bars rise at once and fall by 30 dB a second: fifteen figures come in one.
_FALL = 10 ** (-2 / 20)
_SILENT = 1e-4


def decayed(shown: tuple[float, ...], heard: tuple[float, ...]) -> tuple[float, ...]:
    """Return what bars show when a new figure comes: up at once, down slowly.

    Args:
        shown: What they show now; missing ones are down.
        heard: The new peaks.
    """
    before = (*shown, *(0.0,) * len(heard))
    levels = (max(new, old * _FALL) for new, old in zip(heard, before, strict=False))
    return tuple(level if level > _SILENT else 0.0 for level in levels)


class MeterViews(QObject):
    """Shows levels in the mixer and at the tracks.

    Args:
        page: Where.
        sound: Who is told them.
        parent: Qt's owner.
    """

    def __init__(self, page: ComposePage, sound: Sound, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._tracks: tuple[float, ...] = ()
        self._master: tuple[float, ...] = ()
        sound.levels_changed.connect(self._show)
        sound.output_changed.connect(self._on_output)

    def _show(self, levels: messages.Levels) -> None:
        silent = max(levels.master) < _SILENT
        # No other figure follows one that is silent: bars must not stay where they are.
        self._tracks = levels.tracks if silent else decayed(self._tracks, levels.tracks)
        self._master = levels.master if silent else decayed(self._master, levels.master)
        self._page.headers.show_levels(self._tracks)
        self._page.mixer.show_levels(self._tracks, master=max(self._master))

    def _on_output(self, output: messages.OutputOpened | None) -> None:
        self._tracks, self._master = (), (0.0,)
        self._page.headers.show_levels(())
        self._page.mixer.show_levels((), master=0.0)
        self._page.headers.show_output(self._name_of(output))

    def _name_of(self, output: messages.OutputOpened | None) -> str:
        if output is None or output.name == messages.BUILT_IN:
            return ""
        return self.tr("No sound") if output.kind == "recording" else output.name
