"""The panel at the right of Compose."""

from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.config import SamplingConfig
from engine.music.keys import Key

Origin = Literal["playhead", "selection", "end"]
ENDLESS = 0
LENGTHS = (1, 2, 4, 8, 16, ENDLESS)
ALTERNATIVES = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueSettings:
    """What the user asks for.

    Attributes:
        origin: Where the continuation starts.
        bars: Bars to make; 0 goes on until stopped.
        alternatives: 1 to 8.
        adventurousness: 0 to 100; 50 is the model as it is.
        keep_in_key: Draw no note outside the key.
        max_voices: Notes at once in a track; 0 sets no limit.
        lowest: Lowest pitch.
        highest: Highest pitch.
        sampling: Temperature and the rest, already made from adventurousness unless the user
            set them by hand.
        seed_locked: Use `sampling.seed` again and again.
    """

    origin: Origin = "end"
    bars: int = 4
    alternatives: int = 4
    adventurousness: int = 50
    keep_in_key: bool = False
    max_voices: int = 0
    lowest: int = 0
    highest: int = 127
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    seed_locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """What the model remembers, in bars [first, past the last).

    Attributes:
        bars: Bars of the piece before the boundary.
        exact: Held token by token.
        compressed: Held in compressed memory; empty range if none.
        borrowed: Title of another piece that comes before it, or empty.
    """

    bars: int
    exact: tuple[int, int]
    compressed: tuple[int, int] = (0, 0)
    borrowed: str = ""


class ContinuePanel(QWidget):
    """304 pixels: the one main button is here.

    Signals:
        continue_clicked(): With the settings as they stand.
        cancel_clicked(): While it is making.
        settings_changed(object): The new `ContinueSettings`.
        model_clicked(): Choose another model.
        forget_clicked(), rebuild_clicked(), remember_clicked(): The memory strip's links; the
            last asks for another piece to remember first.
    """

    continue_clicked = Signal()
    cancel_clicked = Signal()
    settings_changed = Signal(object)
    model_clicked = Signal()
    forget_clicked = Signal()
    rebuild_clicked = Signal()
    remember_clicked = Signal()

    def show_model(self, name: str, *, detail: str, device: str, reason: str = "") -> None:
        """Show the model chip; `reason` says why this device."""

    def show_settings(self, settings: ContinueSettings) -> None:
        """Show these settings without saying so by a signal."""

    def settings(self) -> ContinueSettings:
        """Return the settings as they stand."""

    def show_key(self, key: Key | None) -> None:
        """Name the key on the chip "Keep in ..."; without a key it is disabled with a reason."""

    def show_estimate(self, seconds: float | None) -> None:
        """Show how long it will take, or nothing."""

    def show_making(self, *, progress: float, text: str = "") -> None:
        """Turn the button into Cancel with this share done (0 to 1; negative: unknown)."""

    def show_idle(self, *, reason: str = "") -> None:
        """Turn the button into Continue; with a reason it is disabled and says why."""

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show what the model remembers; None shows that it has read nothing yet."""
