"""The first run: two cards over the window, which stays usable."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.style.theme import theme
from app.widgets.buttons import TextButton
from app.widgets.drops import FileDrops
from app.widgets.words import announce, words

# Pixels.
_WIDTH, _HEIGHT = 460, 250


class WelcomeCard(QWidget):
    """A card over the middle of its parent.

    Signals:
        sound_test_clicked(): Play the three chords again.
        heard(bool): The answer to "Can you hear this?".
        output_chosen(str): Another output.
        keyboard_chosen(str): The MIDI input to listen to.
        files_chosen(): "Drop MIDI files" was clicked.
        files_dropped(object): Tuple of paths.
        demo_chosen(): Use the demo.
        skipped(): Close the card.
    """

    sound_test_clicked = Signal()
    heard = Signal(bool)
    output_chosen = Signal(str)
    keyboard_chosen = Signal(str)
    files_chosen = Signal()
    files_dropped = Signal(object)
    demo_chosen = Signal()
    skipped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keyboard = ""
        self.setFixedSize(_WIDTH, _HEIGHT)
        FileDrops(self).dropped.connect(self.files_dropped)
        self._step = words(tone="small")
        self._title = words(tone="heading", wrap=True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_hearing())
        self._pages.addWidget(self._make_sources())
        skip = TextButton(
            self.tr("Skip"), kind="quiet", tooltip=self.tr("Help ▸ Replay introduction shows this")
        )
        skip.clicked.connect(self.skipped)
        head = QHBoxLayout()
        head.addWidget(self._step)
        head.addStretch(1)
        head.addWidget(skip)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 14, 24, 20)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self._title)
        column.addWidget(self._pages, 1)
        self.show_hearing((), current="")

    def _make_hearing(self) -> QWidget:
        page = QWidget()
        text = words(
            self.tr("Three chords are playing. If you hear nothing, try another output."),
            tone="dim",
            wrap=True,
        )
        self._outputs = QComboBox()
        self._outputs.setAccessibleName(self.tr("Output"))
        self._outputs.setToolTip(self.tr("Where Segue is heard"))
        self._outputs.setMinimumHeight(30)
        self._outputs.textActivated.connect(self.output_chosen)
        again = TextButton(self.tr("Play again"), tooltip=self.tr("Play the three chords again"))
        yes = TextButton(self.tr("Yes"), kind="main", name=self.tr("Yes, I hear it"))
        no = TextButton(self.tr("No"), name=self.tr("No, I hear nothing"))
        again.clicked.connect(self.sound_test_clicked)
        yes.clicked.connect(partial(self.heard.emit, True))
        no.clicked.connect(partial(self.heard.emit, False))
        choice = QHBoxLayout()
        choice.addWidget(self._outputs, 1)
        choice.addWidget(again)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (no, yes):
            button.setMinimumSize(96, 38)
            buttons.addWidget(button)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(text)
        column.addLayout(choice)
        column.addStretch(1)
        column.addLayout(buttons)
        return page

    def _make_sources(self) -> QWidget:
        page = QWidget()
        self._play = TextButton("", name=self.tr("Play my keyboard"))
        files = TextButton(
            self.tr("Open or drop MIDI files…"), tooltip=self.tr("Or drop them on this card")
        )
        demo = TextButton(
            self.tr("Use the demo"), kind="main", tooltip=self.tr("A short piece to go on from")
        )
        self._play.clicked.connect(lambda: self.keyboard_chosen.emit(self._keyboard))
        files.clicked.connect(self.files_chosen)
        demo.clicked.connect(self.demo_chosen)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addStretch(1)
        for button in (self._play, files, demo):
            button.setMinimumHeight(38)
            column.addWidget(button)
        return page

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _HEIGHT)

    def show_hearing(self, outputs: tuple[str, ...], *, current: str) -> None:
        """Show card 1 of 2: "Can you hear this?"."""
        self._outputs.clear()
        self._outputs.addItems(list(outputs) or [self.tr("Built-in")])
        self._outputs.setCurrentText(current)
        self._show_page(0, self.tr("1 of 2"), self.tr("Can you hear this?"))

    def show_sources(self, keyboard: str, *, alone: bool = False) -> None:
        """Show card 2 of 2: "What would you like to begin with?".

        Args:
            keyboard: The connected MIDI keyboard, or empty.
            alone: Whether card 1 was left out, because there is no sound.
        """
        self._keyboard = keyboard
        self._play.setVisible(bool(keyboard))
        self._play.setText(self.tr("Play my keyboard: {0}").format(keyboard))
        self._play.setAccessibleName(self._play.text())
        step = "" if alone else self.tr("2 of 2")
        self._show_page(1, step, self.tr("What would you like to begin with?"))

    def _show_page(self, index: int, step: str, title: str) -> None:
        self._pages.setCurrentIndex(index)
        self._step.setText(step)
        self._title.setText(title)
        self.setAccessibleName(title)
        self._place()
        announce(self, title)

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.move((parent.width() - _WIDTH) // 2, max(60, (parent.height() - _HEIGHT) // 2))
            self.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        parent = self.parentWidget()
        if parent is not None:
            # Qt installs a filter only once, however often the card is shown.
            parent.installEventFilter(self)
        self._place()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.skipped.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.outline), 1))
        painter.setBrush(QColor(tokens.panel))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
        painter.end()
