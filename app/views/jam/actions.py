"""The buttons of a jam: one is filled, and says what to press now."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.views.jam.values import Stage
from app.widgets.buttons import TextButton
from app.widgets.keys.tips import watch_keys
from app.widgets.main_button import MainButton
from app.widgets.words import words


class JamActions(QWidget):
    """The buttons of each stage of a jam.

    Signals:
        start_clicked(), keys_clicked(): Start, or let the computer's keys play.
        hand_over_clicked(), stop_clicked(): Within a jam.
        play_clicked(): Hear the finished jam, or stop hearing it.
        keep_clicked(), part_clicked(), discard_clicked(): Decide on the finished jam.
    """

    start_clicked = Signal()
    keys_clicked = Signal()
    hand_over_clicked = Signal()
    stop_clicked = Signal()
    play_clicked = Signal()
    keep_clicked = Signal()
    part_clicked = Signal()
    discard_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shortcuts = {"start_jam": "", "hand_over": ""}
        self._stage: Stage = "before"
        self._reason, self._needs_keys, self._press = "", False, ""
        self._say = words(tone="dim", wrap=True)
        self._make_main()
        self._make_others()
        self._lay_out()
        for button, name in ((self._start, "start_jam"), (self._hand, "hand_over")):
            watch_keys(button, name, partial(self._show_keys, name))
        self._show()

    def _make_main(self) -> None:
        self._keys = MainButton(
            self.tr("Use the computer's keys"),
            tooltip=self.tr("A to ; are white keys, the row above has the black ones"),
        )
        self._start = MainButton(self.tr("Start jamming"), tooltip=self.tr("Begin to play"))
        self._hand = MainButton("", tooltip="")
        self._keep = MainButton(
            self.tr("Keep as a piece"),
            tooltip=self.tr("Open what you played together on Compose"),
        )
        self._keys.clicked.connect(self.keys_clicked)
        self._start.clicked.connect(self.start_clicked)
        self._hand.clicked.connect(self.hand_over_clicked)
        self._keep.clicked.connect(self.keep_clicked)

    def _make_others(self) -> None:
        self._stop = TextButton(self.tr("Stop"), tooltip=self.tr("End the jam, and look at it"))
        self._play = TextButton(self.tr("Play"), tooltip=self.tr("Hear the whole jam"))
        self._part = TextButton(
            self.tr("Keep a part"), tooltip=self.tr("Open only the chosen bars on Compose")
        )
        self._discard = TextButton(
            self.tr("Discard"), kind="danger", tooltip=self.tr("Throw this jam away")
        )
        self._stop.clicked.connect(self.stop_clicked)
        self._play.clicked.connect(self.play_clicked)
        self._part.clicked.connect(self.part_clicked)
        self._discard.clicked.connect(self.discard_clicked)
        for button in (self._stop, self._play, self._part, self._discard):
            button.setMinimumHeight(34)
        self.show_part(None)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 14)
        column.setSpacing(8)
        column.addWidget(self._say)
        for button in (self._keys, self._start, self._hand, self._keep, self._stop):
            column.addWidget(button)
        for pair in ((self._play, self._part), (self._discard,)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in pair:
                row.addWidget(button, 1)
            column.addLayout(row)

    # --- showing values --------------------------------------------------------------------

    def show_stage(self, stage: Stage, *, reason: str, needs_keys: bool) -> None:
        """Show the buttons of a stage.

        Args:
            stage: Before, within or after a jam.
            reason: Why none can start, or empty.
            needs_keys: Whether nobody could play, but the computer's keys could.
        """
        self._stage, self._reason, self._needs_keys = stage, reason, needs_keys
        self._show()

    def show_turn(self, sentence: str, *, press: str) -> None:
        """Say what follows, and what a hand-over does now."""
        self._press = press
        self._say.setText(sentence)
        self._say.setVisible(bool(sentence))
        self._show()

    def show_part(self, span: tuple[int, int] | None) -> None:
        """Name the bars that *Keep a part* would keep, from 0; None asks for them."""
        text = self.tr("Keep a part")
        if span is not None and span[0] == span[1]:
            text = self.tr("Keep bar %1").replace("%1", str(span[0] + 1))
        elif span is not None:
            text = self.tr("Keep %1–%2").replace("%1", str(span[0] + 1))
            text = text.replace("%2", str(span[1] + 1))
        self._part.setText(text)
        self._part.setAccessibleName(text)
        choose = self.tr("Choose bars in the row below: a click, then a click with Shift.")
        self._part.show_reason("" if span is not None else choose)

    def show_heard(self, *, playing: bool) -> None:
        """Show whether the finished jam is heard."""
        text = self.tr("Stop playing") if playing else self.tr("Play")
        self._play.setText(text)
        self._play.setAccessibleName(text)

    def focus_main(self) -> None:
        """Give the filled button the focus."""
        for button in (self._keys, self._start, self._hand, self._keep):
            if not button.isHidden() and button.isEnabled():
                button.setFocus()
                return

    def _show_keys(self, name: str, keys: str) -> None:
        self._shortcuts[name] = keys
        self._show()

    def _show(self) -> None:
        stage, before, playing = self._stage, self._stage == "before", self._stage == "playing"
        self._keys.setVisible(before and self._needs_keys)
        self._start.setVisible(before or stage == "ending")
        self._start.show_state(
            self.tr("Start jamming"),
            key="" if self._reason else self._shortcuts["start_jam"],
            running=False,
            reason=self._reason,
        )
        self._hand.setVisible(playing)
        self._hand.show_state(
            self._press or self.tr("Hand over now"), key=self.tr("Space"), running=False
        )
        keys = ", ".join(each for each in (self.tr("Space"), self._shortcuts["hand_over"]) if each)
        tip = self.tr("Give the turn to the other: %1, a pedal or a learned control")
        self._hand.setToolTip(tip.replace("%1", keys))
        self._stop.setVisible(playing)
        for button in (self._keep, self._play, self._part, self._discard):
            button.setVisible(stage == "over")
