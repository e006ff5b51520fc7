"""The Train workspace."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.views.train.loss_chart import LossChart
from app.views.train.parts import (
    CopyingBars,
    Figure,
    GoalCard,
    InstrumentBars,
    PhaseBar,
    SampleList,
)
from app.views.train.values import Choice, Curves, RunProgress, SampleRow, Sources, Tone
from app.widgets.buttons import Segmented, TextButton
from app.widgets.drops import FileDrops
from app.widgets.words import Tone as WordTone
from app.widgets.words import announce, hairline, set_tone, words

_LEFT, _RIGHT = 300, 340
_TONES: dict[Tone, WordTone] = {
    "good": "good",
    "warning": "amber",
    "danger": "danger",
    "plain": "plain",
}


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

    def __init__(self) -> None:
        super().__init__()
        self._goals: list[GoalCard] = []
        self._goal, self._preset = "", ""
        self._running, self._paused, self._spoken = False, False, -1
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Train"))
        FileDrops(self).dropped.connect(self.files_dropped)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side(self._make_left(), _LEFT))
        row.addWidget(hairline(vertical=True))
        row.addLayout(self._make_middle(), 1)
        # There is a column to listen and look for copies as soon as there is something in it.
        self._ears = self._side(self._make_right(), _RIGHT)
        self._ears.setVisible(False)
        row.addWidget(self._ears)
        self.show_sources(Sources(pieces=0, total=0, seconds=0))
        self.show_samples((), colours=())
        self.show_copying(())
        self.show_idle(name=self.tr("My pieces"))

    # --- parts -----------------------------------------------------------------------------

    @staticmethod
    def _side(layout: QVBoxLayout, width: int) -> QScrollArea:
        inside = QWidget()
        inside.setProperty("surface", "panel")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside.setLayout(layout)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFixedWidth(width)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return area

    def _make_left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        self._what, self._filters = words(), words(tone="dim", wrap=True)
        self._bars = InstrumentBars()
        self._warning = words(tone="warning", wrap=True)
        choose = TextButton(
            self.tr("Choose pieces…"), kind="link", tooltip=self.tr("What the model learns from")
        )
        choose.clicked.connect(self.sources_clicked)
        for part in (
            words(self.tr("Learn from"), tone="title"),
            self._what,
            self._filters,
            self._bars,
            self._warning,
        ):
            column.addWidget(part)
        column.addWidget(choose, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(8)
        column.addWidget(words(self.tr("Goal"), tone="title"))
        self._goal_column = QVBoxLayout()
        self._goal_column.setSpacing(8)
        column.addLayout(self._goal_column)
        column.addSpacing(8)
        column.addLayout(self._make_time())
        column.addStretch(1)
        return column

    def _make_time(self) -> QVBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(words(self.tr("Time"), tone="title"))
        head.addWidget(words(self.tr("on this computer"), tone="dim"))
        head.addStretch(1)
        self._preset_place = QVBoxLayout()
        self._presets = Segmented((), name=self.tr("Time"))
        self._preset_keys: tuple[str, ...] = ()
        self._preset_place.addWidget(self._presets)
        self._note = words(tone="dim", wrap=True)
        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name of the new model"))
        self._name.setToolTip(self.tr("Name of the new model"))
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(self._preset_place)
        column.addWidget(self._note)
        column.addSpacing(6)
        column.addWidget(words(self.tr("Name"), tone="dim"))
        column.addWidget(self._name)
        return column

    def _make_middle(self) -> QVBoxLayout:
        self._phases = PhaseBar()
        self._figures = [Figure() for _ in range(5)]
        figures = QHBoxLayout()
        figures.setSpacing(34)
        for figure in self._figures:
            figures.addWidget(figure)
        figures.addStretch(1)
        self._chart = LossChart()
        self._chart.setMaximumHeight(420)
        self._message = words(tone="good", wrap=True)
        self._empty = words(
            self.tr("No training yet. You need about 20 minutes of MIDI."), tone="dim"
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout()
        column.setContentsMargins(26, 22, 26, 22)
        column.setSpacing(16)
        column.addWidget(self._phases)
        column.addLayout(figures)
        column.addWidget(self._empty)
        column.addWidget(self._chart, 10)
        column.addWidget(self._message)
        column.addStretch(1)
        column.addLayout(self._make_buttons())
        return column

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

    def _make_right(self) -> QVBoxLayout:
        self._samples = SampleList()
        self._samples.sample_clicked.connect(self.sample_clicked)
        self._sample_note = words(tone="dim", wrap=True)
        self._opening = words(tone="dim")
        self._copying = CopyingBars()
        self._copying_note = words(tone="dim", wrap=True)
        self._compare = TextButton(
            self.tr("Compare two steps blind…"), tooltip=self.tr("Judge by ear, not by number")
        )
        self._compare.setMinimumHeight(38)
        self._compare.clicked.connect(self.compare_clicked)
        column = QVBoxLayout()
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        column.addWidget(words(self.tr("Hear it learn"), tone="title"))
        column.addWidget(self._sample_note)
        column.addWidget(self._samples)
        column.addWidget(self._opening)
        column.addSpacing(10)
        column.addWidget(words(self.tr("Copying"), tone="title"))
        column.addWidget(self._copying)
        column.addWidget(self._copying_note)
        column.addStretch(1)
        column.addWidget(self._compare)
        return column

    def sizeHint(self) -> QSize:
        return QSize(1280, 760)

    # --- what there is to learn from -------------------------------------------------------

    def show_sources(self, sources: Sources) -> None:
        """Show what there is to learn from."""
        hours, minutes = divmod(round(sources.seconds / 60), 60)
        length = (
            self.tr("{0} h {1} m").format(hours, minutes)
            if hours
            else (self.tr("{0} minutes").format(minutes))
        )
        self._what.setText(
            self.tr("{0} of {1} pieces · {2}").format(
                f"{sources.pieces:,}", f"{sources.total:,}", length
            )
            if sources.total
            else self.tr("Nothing yet: drop a folder of MIDI files here.")
        )
        self._what.setWordWrap(True)
        self._filters.setText(sources.filters)
        self._filters.setVisible(bool(sources.filters))
        self._bars.show_bars(sources.instruments)
        self._warning.setText(sources.warning)
        self._warning.setVisible(bool(sources.warning))

    def show_goals(self, goals: tuple[Choice, ...], *, chosen: str) -> None:
        """Show the goals; one with a reason cannot be chosen."""
        self._goal = chosen
        while len(self._goals) > len(goals):
            card = self._goals.pop()
            self._goal_column.removeWidget(card)
            card.deleteLater()
        while len(self._goals) < len(goals):
            card = GoalCard()
            card.clicked.connect(partial(self._choose_goal, card))
            self._goals.append(card)
            self._goal_column.addWidget(card)
        for card, goal in zip(self._goals, goals, strict=True):
            card.show_choice(goal, chosen=goal.key == chosen)

    def show_presets(self, presets: tuple[Choice, ...], *, chosen: str, note: str = "") -> None:
        """Show the times; `note` says what it takes in memory."""
        self._preset = chosen
        keys = tuple(preset.key for preset in presets)
        labels = tuple((p.key, f"{p.title} {p.detail}".strip()) for p in presets)
        self._preset_place.removeWidget(self._presets)
        self._presets.hide()
        self._presets.deleteLater()
        self._presets = Segmented(labels, name=self.tr("Time"))
        self._presets.chosen.connect(self._choose_preset)
        self._presets.show_choice(chosen)
        for preset in presets:
            self._presets.show_reason(preset.key, preset.reason)
        self._preset_place.addWidget(self._presets)
        self._preset_keys = keys
        self._note.setText(note)

    def _choose_goal(self, card: GoalCard) -> None:
        self._goal = card.key
        for other in self._goals:
            other.setChecked(other is card)
        self.goal_chosen.emit(card.key)

    def _choose_preset(self, key: str) -> None:
        self._preset = key
        self.preset_chosen.emit(key)

    # --- the run ---------------------------------------------------------------------------

    def show_idle(self, *, name: str, reason: str = "") -> None:
        """Show that nothing runs, and the name the next model gets; a reason disables Start."""
        self._running, self._paused = False, False
        self._phases.show_phase(None)
        for figure in self._figures:
            figure.show_figure("", "")
        self._name.setText(name)
        self._name.setEnabled(True)
        self._main.setText(self.tr("Start training"))
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason(reason)
        self._stop.setVisible(False)
        self._discard.setVisible(False)
        self._empty.setVisible(True)
        self._empty.setText(
            reason or self.tr("Choose a goal and a time. Segue stays usable while it trains.")
        )
        self._chart.setVisible(False)
        self._message.setVisible(False)
        self._meanwhile.setText("")

    def show_ended(self, curves: Curves, text: str, *, tone: Tone = "good") -> None:
        """Show, over the idle page, how the last run went and ended."""
        self._empty.setVisible(False)
        self._chart.setVisible(bool(curves.training or curves.held_out))
        self._chart.show_curves(curves)
        self.show_message(text, tone=tone)

    def show_progress(self, progress: RunProgress) -> None:
        """Show a run."""
        self._running, self._paused = True, progress.paused
        share = progress.step / progress.steps if progress.steps else 0.0
        self._phases.show_phase(progress.phase, share)
        self._show_figures(progress)
        self._empty.setVisible(False)
        self._chart.setVisible(True)
        self._name.setEnabled(False)
        self._main.setText(self.tr("Resume") if progress.paused else self.tr("Pause"))
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason("")
        self._main.setToolTip(
            self.tr("Go on from here") if progress.paused else self.tr("Nothing is lost")
        )
        self._stop.setVisible(True)
        self._discard.setVisible(True)
        self._speak(progress, share)

    def _show_figures(self, progress: RunProgress) -> None:
        passes = self.tr("steps · pass {0}").format(progress.passes) if progress.passes else ""
        speed = progress.tokens_per_second
        left = _duration(progress.seconds_left)
        texts = (
            (
                self.tr("Paused") if progress.paused else self.tr("{0} left").format(left),
                self.tr("done about {0}").format(progress.done_at) if progress.done_at else "",
            ),
            (f"{progress.step:,} / {progress.steps:,}", passes or self.tr("steps")),
            (f"{speed:,.0f}" if speed > 0 else "", self.tr("tokens a second")),
            (progress.device, progress.device_reason[:28]),
            (
                f"{progress.held_out:.2f}" if progress.held_out >= 0 else "",
                self.tr("held-out loss"),
            ),
        )
        for figure, (value, name) in zip(self._figures, texts, strict=True):
            figure.show_figure(value, name)
        if progress.seconds_left < 0 and not progress.paused:
            self._figures[0].show_figure(self.tr("Measuring…"), self.tr("time left"))
        self._figures[3].setToolTip(progress.device_reason)

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
        """Show the one plain sentence on how it is going; empty hides it."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        set_tone(self._message, _TONES[tone])

    def show_samples(
        self, rows: tuple[SampleRow, ...], *, colours: tuple[int, ...], opening: str = ""
    ) -> None:
        """Show the openings continued at each saved step."""
        self._samples.show_samples(rows, colours=colours)
        self._sample_note.setText(
            self.tr("the same opening at each saved step")
            if rows
            else self.tr("At each saved step Segue continues the same opening, for your ear.")
        )
        self._opening.setText(self.tr("Opening: {0}").format(opening) if opening else "")
        self._ears.setVisible(bool(rows) or self._ears.isVisible())
        few = "" if len(rows) > 1 else self.tr("It takes two saved steps to compare")
        self._compare.show_reason(few)

    def show_playing_sample(self, index: int) -> None:
        """Mark the row that is heard; -1 for none."""
        self._samples.show_playing(index)

    def show_copying(self, shares: tuple[float, ...], *, note: str = "") -> None:
        """Show the share of 16-note windows found in the pieces, for each saved step (0 to 1)."""
        self._copying.show_shares(shares)
        self._ears.setVisible(bool(shares) or self._ears.isVisible())
        self._copying_note.setText(
            note
            or self.tr(
                "Share of 16-note windows also found in your pieces. Above 10 % Segue suggests"
                " stopping."
            )
        )

    def show_meanwhile(self, text: str) -> None:
        """Show what Compose uses while this runs."""
        self._meanwhile.setText(text)

    def _press_main(self) -> None:
        if not self._running:
            self.start_clicked.emit(self._goal, self._preset, self._name.text().strip())
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
