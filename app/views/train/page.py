"""The Train workspace."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.style.theme import scaled
from app.views.train.done import DonePanel
from app.views.train.expert import ExpertForm
from app.views.train.loss_chart import LossChart
from app.views.train.missing_part import MissingPart
from app.views.train.parts import Figure
from app.views.train.phase_bar import PhaseBar
from app.views.train.pieces import PiecesColumn
from app.views.train.samples import SamplesColumn
from app.views.train.setup import SetupColumn
from app.views.train.use import UsePanel
from app.views.train.values import Curves, Done, RunProgress, Sources, Tone
from app.views.train.waiting import WaitingRunsView
from app.widgets.buttons import TextButton
from app.widgets.words import ElidedLabel, announce, hairline, set_tone, words
from app.widgets.words import Tone as WordTone
from app.words.figures import duration, number

# The least widths in pixels of the choices, of the pieces of a run, and of the right column.
_CHOICES, _PIECES, _RIGHT = 300, 240, 320
# Below this width in pixels the run needs the room of the list of its pieces.
_MIDDLE = 560
# Pixels: a higher chart shows no more than one of this height.
_CHART = 620
# Pixels between the time and the copied share.
_FIGURE_GAP = 26
_TONES: dict[Tone, WordTone] = {
    "good": "good",
    "warning": "amber",
    "danger": "danger",
    "plain": "plain",
}


class TrainPage(QWidget):
    """Three columns: what to learn from, the run, and how it sounds.

    Before a run the left column has the choices; from its start on, the pieces that it learns from.

    Signals:
        start_clicked(str, str, str): Goal's key, preset's key, name of the new model.
        pause_clicked(), resume_clicked(), stop_clicked(), discard_clicked(): Buttons of the run.

    Attributes:
        setup: The choices: what to learn from, the goal, the time.
        pieces: The pieces of the run.
        samples: How saved steps sound, and what they copy.
        use: Whether Compose takes the model.
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

    def __init__(self) -> None:
        super().__init__()
        self._running, self._paused, self._spoken = False, False, -1
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Train"))
        self.setup, self.pieces = SetupColumn(), PiecesColumn()
        self.samples, self.use = SamplesColumn(), UsePanel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._choices = _Column(self.setup, width=_CHOICES)
        self.pieces.setFixedWidth(scaled(_PIECES))
        self._line = hairline(vertical=True)
        for part in (self._choices, self.pieces, self._line):
            row.addWidget(part)
        self._middle = QWidget()
        self._middle.setLayout(self._make_middle())
        row.addWidget(self._middle, 1)
        self._ears = self._make_ears()
        row.addWidget(self._ears)
        self.setup.show_sources(Sources(pieces=0, total=0, seconds=0))
        self.samples.show_samples((), colours=())
        self.samples.show_copying()
        self.show_idle(name=self.tr("My pieces"))

    # --- parts -----------------------------------------------------------------------------

    def _make_middle(self) -> QVBoxLayout:
        self._phases = PhaseBar()
        self._verdict = Figure("verdict", wrap=True)
        self._time, self._copied = Figure(), Figure()
        figures = QHBoxLayout()
        figures.setSpacing(_FIGURE_GAP)
        for figure in (self._time, self._copied):
            figures.addWidget(figure)
        figures.addStretch(1)
        self._chart = LossChart()
        self._chart.setMaximumHeight(_CHART)
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
        column.setSpacing(12)
        column.addWidget(self._phases)
        column.addWidget(self._verdict)
        column.addLayout(figures)
        column.addWidget(self.part)
        column.addWidget(self._empty)
        column.addWidget(self._expert_area, 10)
        column.addWidget(self._chart, 10)
        column.addWidget(self._message)
        column.addWidget(self.waiting)
        column.addStretch(1)
        middle = QVBoxLayout()
        middle.setContentsMargins(26, 16, 26, 16)
        middle.setSpacing(12)
        middle.addWidget(run, 1)
        middle.addWidget(self.done)
        middle.addLayout(self._make_buttons())
        return middle

    def _make_ears(self) -> QWidget:
        """Return the right column; its button stays in place while the samples scroll."""
        ears = QWidget()
        column = QVBoxLayout(ears)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_Column(self.samples, width=_RIGHT), 1)
        column.addWidget(hairline())
        column.addWidget(self.use)
        return ears

    def _make_buttons(self) -> QHBoxLayout:
        self._start = TextButton(self.tr("Start training"), kind="main")
        self._pause = TextButton(self.tr("Pause"))
        self._stop = TextButton(
            self.tr("Stop and keep best"), tooltip=self.tr("Ends here; the best saved step is kept")
        )
        self._discard = TextButton(
            self.tr("Discard…"), kind="quiet", tooltip=self.tr("Throw away what this run made")
        )
        self._meanwhile = ElidedLabel(tone="dim")
        self._meanwhile.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._start.clicked.connect(self._press_start)
        self._pause.clicked.connect(self._press_pause)
        self._stop.clicked.connect(self.stop_clicked)
        self._discard.clicked.connect(self.discard_clicked)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self._start, self._pause, self._stop, self._discard):
            button.setMinimumHeight(40)
            row.addWidget(button)
        row.addWidget(self._meanwhile, 1)
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
        before = self._focus()
        self._running, self._paused = False, False
        self._phases.show_idle()
        for figure in (self._verdict, self._time, self._copied):
            figure.show_figure("", "")
        if self.setup.name.text() != name and not self.setup.name.isModified():
            self.setup.name.setText(name)
        self.setup.show_name_reason("")
        self._start.setVisible(True)
        self._start.show_reason(reason)
        for button in (self._pause, self._stop, self._discard):
            button.setVisible(False)
        self._empty.setVisible(True)
        self._empty.setText(
            reason or self.tr("Choose a goal and a time. Segue stays usable while it trains.")
        )
        self._chart.setVisible(True)
        self._chart.show_curves(Curves())
        self._expert_area.setVisible(False)
        self.done.setVisible(False)
        self._make_room()
        self._message.setVisible(False)
        self.show_meanwhile("")
        self._keep_focus(before)

    def show_done(self, done: Done) -> None:
        """Show the panel for the model that the last run ended in."""
        before = self._focus()
        self.done.show_done(done)
        self.done.setVisible(True)
        self.use.show_made(in_use=done.default, heard=done.heard)
        for button in (self._start, self._pause, self._stop, self._discard):
            button.setVisible(False)
        seconds = sum(spent for _, spent in done.spent)
        after = self.tr("after {0}").format(duration(seconds)) if seconds >= 1 else ""
        self._show_figures((self.tr("Done"), after), done)
        self.show_meanwhile("")
        self._running = self._paused = False
        self._phases.show_finished(done)
        self._make_room()
        self._keep_focus(before)

    def show_ended(self, curves: Curves, text: str, *, tone: Tone = "good") -> None:
        """Show the losses and the end of the last run on the idle page."""
        self._empty.setVisible(False)
        self._chart.setVisible(bool(curves.gains))
        self._chart.show_curves(curves)
        self.show_message(text, tone=tone)

    def show_progress(self, progress: RunProgress) -> None:
        """Show the progress of a run."""
        before = self._focus()
        self._running, self._paused = True, progress.paused
        self._phases.show_progress(progress)
        self._show_figures(self._time_left(progress), progress)
        self._empty.setVisible(False)
        self._expert_area.setVisible(False)
        self.done.setVisible(False)
        self._make_room()
        self._chart.setVisible(True)
        self.setup.show_name_reason(self.tr("It can be renamed when it is done"))
        self.setup.name.setModified(False)
        if progress.name:
            self.setup.show_name(progress.name)
        self._show_buttons(progress)
        self._keep_focus(before)
        self._speak(progress)

    def _show_buttons(self, progress: RunProgress) -> None:
        self._start.setVisible(False)
        for button in (self._pause, self._stop, self._discard):
            button.setVisible(True)
        self._pause.setText(self.tr("Resume") if progress.paused else self.tr("Pause"))
        self._pause.setAccessibleName(self._pause.text())
        stop = self.tr("Stop and keep step {0}").format(number(progress.best_step))
        self._stop.setText(stop if progress.best_step else self.tr("Stop and keep best"))
        self._stop.setAccessibleName(self._stop.text())
        keeping = self.tr("Keeping the best step…") if progress.stopping else ""
        keeping = self.tr("Keeping this step…") if progress.pausing else keeping
        self._pause.show_reason(keeping)
        self._stop.show_reason(keeping if progress.stopping else "")
        if not keeping:
            self._pause.setToolTip(
                self.tr("Go on from this very step")
                if progress.paused
                else self.tr(
                    "Keeps this step and frees the processor and its memory; nothing is lost"
                )
            )
        left = progress.seconds_left
        ready = self.tr("Ready in {0}").format(duration(left)) if left >= 1 else ""
        ready = "" if progress.paused or progress.phase in ("finishing", "saving") else ready
        self.use.show_waiting(ready, wanted=progress.use_when_done)

    def _show_figures(self, first: tuple[str, str], measured: RunProgress | Done) -> None:
        """Show a first figure, and those that were measured of a run or of its model."""
        self._verdict.show_figure(measured.verdict, measured.verdict_detail)
        self._time.show_figure(*first)
        self._copied.show_figure(measured.copied, measured.copied_name)

    def _time_left(self, progress: RunProgress) -> tuple[str, str]:
        """Return the first figure: the time left, and the clock time of the end."""
        if progress.paused and not progress.stopping:
            step = self.tr("at step {0}").format(number(progress.step))
            return self.tr("Paused"), step
        if progress.stopping or progress.phase in ("finishing", "saving"):
            return self._last_words(progress)
        if progress.seconds_left < 0:
            return self.tr("Measuring…"), self.tr("time left")
        if progress.seconds_left < 1:
            return self.tr("Almost done"), ""
        left = self.tr("{0} left").format(duration(progress.seconds_left))
        done = self.tr("ready at about {0}").format(progress.done_at) if progress.done_at else ""
        return left, done

    def _last_words(self, progress: RunProgress) -> tuple[str, str]:
        """Return the first figure after the last step."""
        if progress.phase == "saving":
            return self.tr("Saving"), self.tr("the model is written")
        kept = self.tr("the best step is kept")
        heard = self.tr("the best step is heard and measured")
        return self.tr("Finishing"), kept if progress.stopping else heard

    def _speak(self, progress: RunProgress) -> None:
        """Tell a screen reader every tenth of the way."""
        tenth = 10 * progress.step // progress.steps if progress.steps else 0
        if tenth != self._spoken:
            self._spoken = tenth
            text = self.tr("Training step {0} of {1}").format(progress.step, progress.steps)
            if progress.seconds_left >= 0:
                left = duration(progress.seconds_left)
                text = self.tr("{0}, about {1} left").format(text, left)
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

    def _make_room(self) -> None:
        """Show the columns of a run or of the choices, without the pieces in a narrow window."""
        occupied = self._running or not self.done.isHidden()
        self._ears.setVisible(occupied)
        middle = max(_MIDDLE, self._middle.minimumSizeHint().width())
        wanted = scaled(_PIECES) + middle + self._ears.minimumSizeHint().width()
        listed = occupied and self.width() >= wanted
        self._choices.setVisible(not occupied)
        self.pieces.setVisible(listed)
        self._line.setVisible(listed or not occupied)
        self.samples.show_pieces_link(shown=occupied and not listed)

    def _focus(self) -> QWidget | None:
        """Return the widget of this page that has the focus."""
        focus = QApplication.focusWidget()
        return focus if focus is not None and self.isAncestorOf(focus) else None

    def _keep_focus(self, before: QWidget | None) -> None:
        """Let the button that replaced a hidden one have the focus, for people at a keyboard.

        Qt gives the focus of a hidden widget to the next one, which may be outside the page.

        Args:
            before: The widget that had the focus before the parts of the page changed.
        """
        if before is None or (before.isVisible() and before.isEnabled()):
            return
        ways = (*self.use.buttons, self._start) if not self._running else (self._pause, self._stop)
        to = next((each for each in ways if each.isVisible() and each.isEnabled()), None)
        if to is not None:
            to.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _press_start(self) -> None:
        name = self.setup.name.text().strip()
        self.start_clicked.emit(self.setup.goal, self.setup.preset, name)

    def _press_pause(self) -> None:
        if self._paused:
            self.resume_clicked.emit()
        else:
            self.pause_clicked.emit()


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
