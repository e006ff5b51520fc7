"""Level meters: from the player's peaks to the views."""

from PySide6.QtCore import QObject

from app.clients.sound import Sound
from app.main_window.compose_page import ComposePage
from engine import messages

# Meters rise at once and fall by 30 dB a second: the player sends 15 peaks a second, so 2 dB each.
_FALL = 10 ** (-2 / 20)
# -80 dB.
_SILENT = 1e-4


def decayed(shown: tuple[float, ...], peaks: tuple[float, ...]) -> tuple[float, ...]:
    """Return the levels to show after new peaks: meters rise at once and fall slowly.

    Args:
        shown: The levels on show; missing ones count as silent.
        peaks: The new peaks; 1.0 is full scale.
    """
    before = (*shown, *(0.0,) * len(peaks))
    levels = (max(new, old * _FALL) for new, old in zip(peaks, before, strict=False))
    return tuple(level if level > _SILENT else 0.0 for level in levels)


class MeterViews(QObject):
    """Shows the player's levels in the mixer and in the track headers.

    Args:
        page: The Compose page.
        sound: The source of the levels.
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
        # After silence the player sends no more peaks, so the meters must fall at once.
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
