"""The Train workspace."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.views.train.values import Choice, Curves, RunProgress, SampleRow, Sources, Tone


class TrainPage(QWidget):
    """What to learn from, the run, and how it sounds.

    Signals:
        start_clicked(str, str, str): Goal's key, preset's key, name of the new model.
        pause_clicked(), resume_clicked(), stop_clicked(), discard_clicked(): On the run.
        goal_chosen(str), preset_chosen(str): By key.
        sources_clicked(): Choose what to learn from.
        files_dropped(object): Tuple of paths to import.
        sample_clicked(int): Hear a row of "Hear it learn" (again: stop).
        compare_clicked(): Compare two steps blind.
        device_clicked(): Why this device.
    """

    start_clicked = Signal(str, str, str)
    pause_clicked = Signal()
    resume_clicked = Signal()
    stop_clicked = Signal()
    discard_clicked = Signal()
    goal_chosen = Signal(str)
    preset_chosen = Signal(str)
    sources_clicked = Signal()
    files_dropped = Signal(object)
    sample_clicked = Signal(int)
    compare_clicked = Signal()
    device_clicked = Signal()

    def show_sources(self, sources: Sources) -> None:
        """Show what there is to learn from."""

    def show_goals(self, goals: tuple[Choice, ...], *, chosen: str) -> None:
        """Show the goals; one with a reason cannot be chosen."""

    def show_presets(self, presets: tuple[Choice, ...], *, chosen: str, note: str = "") -> None:
        """Show the times; `note` says what it takes in memory."""

    def show_idle(self, *, name: str, reason: str = "") -> None:
        """Show that nothing runs, and the name the next model gets; a reason disables Start."""

    def show_progress(self, progress: RunProgress) -> None:
        """Show a run."""

    def show_curves(self, curves: Curves) -> None:
        """Show the losses."""

    def show_message(self, text: str, *, tone: Tone = "good") -> None:
        """Show the one plain sentence on how it is going; empty hides it."""

    def show_samples(
        self, rows: tuple[SampleRow, ...], *, colours: tuple[int, ...], opening: str = ""
    ) -> None:
        """Show the openings continued at each saved step."""

    def show_playing_sample(self, index: int) -> None:
        """Mark the row that is heard; -1 for none."""

    def show_copying(self, shares: tuple[float, ...], *, note: str = "") -> None:
        """Show the share of 16-note windows found in the pieces, for each saved step (0 to 1)."""

    def show_meanwhile(self, text: str) -> None:
        """Show what Compose uses while this runs."""
