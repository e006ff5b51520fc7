"""The Train workspace."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.views.train.done import DonePanel
from app.views.train.expert import ExpertForm
from app.views.train.loss_chart import LossChart
from app.views.train.missing_part import MissingPart
from app.views.train.parts import FigureRow, PhaseBar
from app.views.train.samples import SamplesColumn
from app.views.train.setup import SetupColumn
from app.views.train.values import (
    Curves,
    Done,
    RunProgress,
    Sources,
    Tone,
)
from app.views.train.waiting import WaitingRunsView
from app.widgets.buttons import TextButton
from app.widgets.drops import FileDrops
from app.widgets.words import Tone as WordTone
from app.widgets.words import announce, hairline, set_tone, words
from app.words.figures import decimal, number

# The least widths of the two side columns, in pixels.
_LEFT, _RIGHT = 300, 340
_TONES: dict[Tone, WordTone] = {
    "good": "good",
    "warning": "amber",
    "danger": "danger",
    "plain": "plain",
}


class TrainPage(QWidget):
    """Three columns: what to learn from, the run, and how it sounds.

    Signals:
        start_clicked(str, str, str): Goal's key, preset's key, name of the new model.
        pause_clicked(), resume_clicked(), stop_clicked(), discard_clicked(): Buttons of the run.
        files_dropped(object): Import files (a tuple of paths).

    Attributes:
        setup: The left column: what to learn from, the goal, the time.
        samples: The right column: how saved steps sound, and what they copy.
        part: The missing part, where training is not installed.
        done: The panel for a new model.
        waiting: The list of waiting runs.
        expert: Settings by hand.
    """

    start_clicked = Signal(str, str, str)
    pause_clicked = Signal()
    resume_clicked = Signal()
    stop_clicked = Signal()
    discard_clicked = Signal()
    files_dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._running, self._paused, self._spoken = False, False, -1
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Train"))
        FileDrops(self).dropped.connect(self.files_dropped)
        self.setup, self.samples = SetupColumn(), SamplesColumn()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(_Column(self.setup, width=_LEFT))
        row.addWidget(hairline(vertical=True))
        row.addLayout(self._make_middle(), 1)
        # The column is hidden while it has no samples.
        self._ears = _Column(self.samples, width=_RIGHT)
        self._ears.setVisible(False)
        self.samples.filled.connect(self._ears.setVisible)
        row.addWidget(self._ears)
        self.setup.show_sources(Sources(pieces=0, total=0, seconds=0))
        self.samples.show_samples((), colours=())
        self.samples.show_copying(())
        self.show_idle(name=self.tr("My pieces"))

    # --- parts -----------------------------------------------------------------------------

    def _make_middle(self) -> QVBoxLayout:
        self._phases = PhaseBar()
        self._figure_row = FigureRow(6)
        self._figures = self._figure_row.figures
        self._chart = LossChart()
        self._chart.setMaximumHeight(420)
        self._message = words(tone="good", wrap=True)
        self._empty = words(
            self.tr("No training yet. You need about 20 minutes of MIDI."), tone="dim", wrap=True
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.expert = ExpertForm()
        self._expert_area = _Column(self.expert)
        self.part = MissingPart()
        self.done = DonePanel()
        self.waiting = WaitingRunsView()
        run = QWidget()
        column = QVBoxLayout(run)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._phases)
        column.addWidget(self._figure_row)
        column.addWidget(self.part)
        column.addWidget(self._empty)
        column.addWidget(self._expert_area, 10)
        column.addWidget(self._chart, 10)
        column.addWidget(self._message)
        column.addWidget(self.done)
        column.addWidget(self.waiting)
        column.addStretch(1)
        middle = QVBoxLayout()
        middle.setContentsMargins(26, 22, 26, 22)
        middle.setSpacing(16)
        middle.addWidget(run, 1)
        middle.addLayout(self._make_buttons())
        return middle

    def _make_buttons(self) -> QHBoxLayout:
        self._main = TextButton(self.tr("Start training"), kind="main")
        self._stop = TextButton(
            self.tr("Stop and keep best"), tooltip=self.tr("Ends here; the best saved step is kept")
        )
        self._discard = TextButton(
            self.tr("Discard…"), kind="danger", tooltip=self.tr("Throw away what this run made")
        )
        self._meanwhile = words(tone="dim")
        self._main.clicked.connect(self._press_main)
        self._stop.clicked.connect(self.stop_clicked)
        self._discard.clicked.connect(self.discard_clicked)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self._main, self._stop, self._discard):
            button.setMinimumHeight(40)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._meanwhile)
        return row

    def sizeHint(self) -> QSize:
        return QSize(1280, 760)

    # --- settings by hand -----------------------------------------------------------------

    def show_expert(self, defaults: Mapping[str, Any] | None, *, from_nothing: bool) -> None:
        """Show the settings by hand with these defaults while nothing runs; None hides them."""
        if defaults is not None:
            self.expert.show_defaults(defaults, from_nothing=from_nothing)
        self.setup.show_expert(on=defaults is not None)
        shown = defaults is not None and not self._running
        self._expert_area.setVisible(shown)
        if shown:
            self._empty.setVisible(False)
            self._chart.setVisible(False)

    # --- the run ---------------------------------------------------------------------------

    def show_idle(self, *, name: str, reason: str = "") -> None:
        """Show that nothing runs, and a name for the next model; a reason disables Start."""
        self._running, self._paused = False, False
        self._phases.show_phase(None)
        for figure in self._figures:
            figure.show_figure("", "")
        if self.setup.name.text() != name and not self.setup.name.isModified():
            self.setup.name.setText(name)
        self.setup.show_name_reason("")
        self._main.setText(self.tr("Start training"))
        self._main.setVisible(True)
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason(reason)
        self._stop.setVisible(False)
        self._discard.setVisible(False)
        self._empty.setVisible(True)
        self._empty.setText(
            reason or self.tr("Choose a goal and a time. Segue stays usable while it trains.")
        )
        self._chart.setVisible(False)
        self._expert_area.setVisible(False)
        self.done.setVisible(False)
        self._message.setVisible(False)
        self._meanwhile.setText("")

    def show_done(self, done: Done, *, few: str = "") -> None:
        """Show the panel for the model that the last run ended in."""
        self.done.show_done(done, few=few)
        self.done.setVisible(True)
        for button in (self._main, self._stop, self._discard):
            button.setVisible(False)
        self._figures[0].show_figure("", "")
        self._meanwhile.setText("")
        self._running = self._paused = False
        self._phases.show_finished()

    def show_ended(self, curves: Curves, text: str, *, tone: Tone = "good") -> None:
        """Show the losses and the end of the last run on the idle page."""
        self._empty.setVisible(False)
        self._chart.setVisible(bool(curves.training or curves.held_out))
        self._chart.show_curves(curves)
        self.show_message(text, tone=tone)

    def show_progress(self, progress: RunProgress) -> None:
        """Show the progress of a run."""
        self._running, self._paused = True, progress.paused
        share = progress.step / progress.steps if progress.steps else 0.0
        share = progress.share if progress.share >= 0 else share
        self._phases.show_phase(progress.phase, share)
        self._show_figures(progress)
        self._empty.setVisible(False)
        self._expert_area.setVisible(False)
        self.done.setVisible(False)
        self._chart.setVisible(True)
        self.setup.show_name_reason(self.tr("It can be renamed when it is done"))
        self.setup.name.setModified(False)
        if progress.name:
            self.setup.show_name(progress.name)
        self._main.setVisible(True)
        self._main.setText(self.tr("Resume") if progress.paused else self.tr("Pause"))
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason(self.tr("Keeping this step…") if progress.pausing else "")
        self._main.setToolTip(
            self.tr("Go on from this very step")
            if progress.paused
            else self.tr("Keeps this step and frees the processor and its memory; nothing is lost")
        )
        self._stop.setVisible(True)
        self._discard.setVisible(True)
        self._speak(progress, share)

    def _show_figures(self, progress: RunProgress) -> None:
        passes = self.tr("steps · pass {0}").format(progress.passes) if progress.passes else ""
        step, speed = number(progress.step), progress.notes_per_second
        texts = (
            self._time_left(progress),
            (
                "" if progress.phase == "preparing" else f"{step} / {number(progress.steps)}",
                passes or self.tr("steps"),
            ),
            (number(round(speed)) if speed > 0 else "", self.tr("notes a second")),
            (progress.device, progress.device_reason[:28]),
            (
                decimal(progress.held_out, 2) if progress.held_out >= 0 else "",
                self.tr("surprise at new music"),
            ),
            (progress.memory, self.tr("memory")),
        )
        for figure, (value, name) in zip(self._figures, texts, strict=True):
            figure.show_figure(value, name)
        self._figures[3].setToolTip(progress.device_reason)
        self._figure_row.fit()

    def _time_left(self, progress: RunProgress) -> tuple[str, str]:
        """Return the first figure: the time left, and the clock time of the end."""
        if progress.paused:
            return self.tr("Paused"), ""
        if progress.phase == "finishing":
            share = self.tr("{0} % of the last part").format(round(100 * max(0.0, progress.share)))
            return self.tr("Finishing"), share
        if progress.seconds_left < 0:
            return self.tr("Measuring…"), self.tr("time left")
        if progress.seconds_left < 1:
            return self.tr("Almost done"), ""
        left = self.tr("{0} left").format(_duration(progress.seconds_left))
        done = self.tr("done about {0}").format(progress.done_at) if progress.done_at else ""
        return left, done

    def _speak(self, progress: RunProgress, share: float) -> None:
        """Tell a screen reader every tenth of the way."""
        tenth = int(share * 10)
        if tenth != self._spoken:
            self._spoken = tenth
            text = self.tr("Training step {0} of {1}, about {2} left").format(
                progress.step, progress.steps, _duration(progress.seconds_left)
            )
            announce(self, text)

    def show_curves(self, curves: Curves) -> None:
        """Show the losses."""
        self._chart.show_curves(curves)
        self._chart.setVisible(True)
        self._empty.setVisible(False)

    def show_message(self, text: str, *, tone: Tone = "good") -> None:
        """Show a sentence on the run; an empty one hides it."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        set_tone(self._message, _TONES[tone])

    def show_meanwhile(self, text: str) -> None:
        """Show which model Compose uses during the run."""
        self._meanwhile.setText(text)

    def _press_main(self) -> None:
        if not self._running:
            name = self.setup.name.text().strip()
            self.start_clicked.emit(self.setup.goal, self.setup.preset, name)
        elif self._paused:
            self.resume_clicked.emit()
        else:
            self.pause_clicked.emit()


def _duration(seconds: float) -> str:
    """Return `41 min`, `2 h 05 m` or `50 s`."""
    if seconds < 0:
        return "–"
    if seconds < 90:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} m" if hours else f"{minutes} min"


class _Column(QScrollArea):
    """A column that scrolls vertically and is wide enough for its words in any language.

    Args:
        inside: The widget that scrolls.
        width: The least width in pixels; 0 takes the available width.
    """

    def __init__(self, inside: QWidget, *, width: int = 0) -> None:
        super().__init__()
        self._inside, self._width = inside, width
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._make_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        if self._width:
            needed = self._inside.minimumSizeHint().width()
            bar = self.verticalScrollBar().sizeHint().width()
            self.setFixedWidth(max(self._width, needed + bar))
