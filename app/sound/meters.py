"""Level meters, the loudness and the master: from the player to the views, and back."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from PySide6.QtCore import QObject, QTimer

from app.clients.sound import Sound
from app.main_window.compose_page import ComposePage
from app.views.mixer.values import LoudnessView, MasterView
from app.widgets.levels.level_bars import Sides
from engine import messages
from engine.values.sound import SILENT_DB

# Meters rise at once and fall by 30 dB a second: the player sends 15 peaks a second, so 2 dB each.
_REPORTS_A_SECOND = 15
_FALL = 10 ** (-2 / 20)
# -80 dB.
_SILENT = 1e-4
# A peak is held for 2 s; one above full scale stays until the user forgets it.
_HELD = 2 * _REPORTS_A_SECOND
_FULL_SCALE = 1.0
# The limiter's light stays on for half a second, so that one can read by how much it held back.
_LIT = _REPORTS_A_SECOND // 2
# Less is rounded to nothing.
_LEAST_HELD_DB = 0.05


def decayed(shown: tuple[float, ...], peaks: tuple[float, ...]) -> tuple[float, ...]:
    """Return the levels to show after new peaks: meters rise at once and fall slowly.

    Args:
        shown: The levels on show; missing ones count as silent.
        peaks: The new peaks; 1.0 is full scale.
    """
    before = (*shown, *(0.0,) * len(peaks))
    levels = [max(new, old * _FALL) for new, old in zip(peaks, before, strict=False)]
    return tuple([level if level > _SILENT else 0.0 for level in levels])


@dataclass(frozen=True, slots=True)
class HeldPeak:
    """The highest peak of a meter, as it is shown.

    Attributes:
        height: 1.0 is full scale.
        reports: For how many reports it has been held.
    """

    height: float = 0.0
    reports: int = 0

    def after(self, level: float) -> "HeldPeak":
        """Return the peak after one more report with this level."""
        if level >= self.height:
            return HeldPeak(level)
        if self.height > _FULL_SCALE:
            return self
        if self.reports < _HELD:
            return HeldPeak(self.height, self.reports + 1)
        lower = max(level, self.height * _FALL)
        return HeldPeak(lower if lower > _SILENT else 0.0, self.reports)


class MeterViews(QObject):
    """Shows levels and loudness in the mixer and in the track headers, and moves the master.

    Args:
        page: The Compose page.
        sound: The source of the levels, and the master's choices.
    """

    def __init__(self, page: ComposePage, sound: Sound, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._sound = page, sound
        # Left and right of the master, then of each track.
        self._levels: tuple[float, ...] = ()
        self._peaks: tuple[HeldPeak, ...] = ()
        self._held: deque[float] = deque(maxlen=_LIT)
        # After silence the player reports no more, but held peaks still fall.
        self._falling = QTimer(self, singleShot=True, interval=1000 // _REPORTS_A_SECOND)
        self._falling.timeout.connect(self._fall)
        sound.levels_changed.connect(self._show)
        sound.output_changed.connect(self._on_output)
        sound.changed.connect(self._show_master)
        master = page.mixer.master
        master.level_changed.connect(lambda db: sound.choose(level_db=max(SILENT_DB, db)))
        master.room_chosen.connect(lambda room: sound.choose(room=room))
        page.pane_bar.forget_clicked.connect(self._forget)
        self._show_master()

    def _show(self, levels: messages.Levels) -> None:
        # A player that is older than the sides sends none.
        sides = levels.sides or tuple((peak, peak) for peak in levels.tracks)
        peaks = (*levels.master, *chain.from_iterable(sides))
        silent = max(levels.master) < _SILENT
        # After silence the player sends no more peaks, so the meters must fall at once.
        self._levels = peaks if silent else decayed(self._levels, peaks)
        self._held.append(levels.held_db)
        self._hold(peaks)
        if levels.loudness is not None:
            heard = levels.loudness
            self._page.mixer.master.show_loudness(
                LoudnessView(whole=heard.whole, recent=heard.recent, range=heard.range)
            )
        if silent:
            self._held.clear()
            self._falling.start()
        self._draw()

    def _hold(self, peaks: Iterable[float]) -> None:
        new = tuple(peaks)
        before = (*self._peaks, *(HeldPeak(),) * len(new))
        self._peaks = tuple([p.after(level) for p, level in zip(before, new, strict=False)])

    def _fall(self) -> None:
        self._hold(self._levels)
        self._draw()
        if any(0 < peak.height <= _FULL_SCALE for peak in self._peaks):
            self._falling.start()

    def _forget(self) -> None:
        self._peaks = tuple(HeldPeak(level) for level in self._levels)
        self._draw()

    def _draw(self) -> None:
        levels = _sides(self._levels)
        self._page.headers.show_levels(tuple(map(max, levels[1:])))
        mixer = self._page.mixer
        peaks = _sides([peak.height for peak in self._peaks])
        mixer.show_levels(levels[1:], peaks[1:], master=(levels[0], peaks[0]))
        held = max(self._held, default=0.0)
        mixer.master.show_held(held if held >= _LEAST_HELD_DB else 0.0)

    def _on_output(self, output: messages.OutputOpened | None) -> None:
        self._levels, self._peaks = (), ()
        self._held.clear()
        self._draw()
        self._page.headers.show_output(self._name_of(output))
        self._show_master()

    def _show_master(self) -> None:
        choices, name = self._sound.choices, self._name_of(self._sound.output)
        self._page.mixer.show_master(
            MasterView(level_db=choices.level_db, room=choices.room, output=name)
        )

    def _name_of(self, output: messages.OutputOpened | None) -> str:
        if output is None or output.name == messages.BUILT_IN:
            return ""
        return self.tr("No sound") if output.kind == "recording" else output.name


def _sides(values: Iterable[float]) -> tuple[Sides, ...]:
    """Return values as pairs of left and right; the master's are there in any case."""
    given = tuple(values) or (0.0, 0.0)
    return tuple(zip(given[::2], given[1::2], strict=True))
