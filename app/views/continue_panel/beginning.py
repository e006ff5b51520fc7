"""The choices for the first bars of an empty piece, in the place of *From* and *Wish*."""

import itertools

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, theme
from app.values.beginning import Beginning
from app.widgets.buttons import Segmented, TextButton
from app.widgets.key_names import key_name
from app.widgets.slider import LineSlider
from app.widgets.words import ElidedLabel, words
from app.words import figures
from engine.music.keys import Key

METERS = ("2/4", "3/4", "4/4", "6/8")
# Bounds of the slider in quarter notes a minute; the transport takes any tempo.
SLOWEST, FASTEST = 40, 200
_USUAL_BPM = 120
_WHITE = (0, 2, 4, 5, 7, 9, 11)
# Pixels: the height of the small keyboard, and the share of it that a black key takes.
_KEYS_HEIGHT, _BLACK_SHARE = 46, 0.58
# Pixels of the picture of a piece.
PICTURE = QSize(76, 32)


class _TonicKey(QAbstractButton):
    """A key of the small keyboard."""

    def __init__(self, tonic: int, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.tonic, self.is_white = tonic, tonic in _WHITE
        self.setText(name if self.is_white else "")
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 0, -1, -1)
        usual = tokens.raised if self.is_white else tokens.window
        painter.setBrush(QColor(tokens.text if self.isChecked() else usual))
        painter.setPen(QPen(QColor(tokens.focus if self.hasFocus() else tokens.line), 1))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(tokens.window if self.isChecked() else tokens.dim))
        painter.setFont(font(11, weight=QFont.Weight.DemiBold))
        place = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(box.adjusted(0, 0, 0, -4), int(place), self.text())
        painter.end()


class TonicKeys(QWidget):
    """An octave of keys, of which one or none is chosen.

    Signals:
        chosen(int): The user chose this pitch class, 0 is C.
    """

    chosen = Signal(int)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedHeight(_KEYS_HEIGHT)
        self._group = QButtonGroup(self)
        self._keys = []
        # Black keys lie over white ones, so they come later; Tab goes up by semitones.
        for tonic in sorted(range(12), key=lambda each: each not in _WHITE):
            major = key_name(Key(tonic=tonic, minor=False))
            key = _TonicKey(tonic, major.split()[0].split("-")[0], self)
            key.clicked.connect(lambda _=False, each=tonic: self.chosen.emit(each))
            self._group.addButton(key)
            self._keys.append(key)
        ordered = sorted(self._keys, key=lambda key: key.tonic)
        for before, after in itertools.pairwise(ordered):
            QWidget.setTabOrder(before, after)

    def show_choice(self, tonic: int | None) -> None:
        """Show the chosen pitch class, or none."""
        self._group.setExclusive(False)
        for key in self._keys:
            key.setChecked(key.tonic == tonic)
        self._group.setExclusive(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        width = self.width() / len(_WHITE)
        for key in self._keys:
            if key.is_white:
                x = _WHITE.index(key.tonic) * width
                key.setGeometry(round(x), 0, round(x + width) - round(x), self.height())
            else:
                x = (_WHITE.index(key.tonic - 1) + 1 - 0.3) * width
                height = round(self.height() * _BLACK_SHARE)
                key.setGeometry(round(x), 0, round(0.6 * width), height)


class BeginningChoices(QWidget):
    """Tempo, meter, key and *like*.

    Signals:
        tempo_chosen(float): Quarter notes a minute.
        meter_chosen(str): Such as `3/4`.
        key_chosen(object): A `Key`, or None to let Segue choose.
        like_chosen(str): `nothing`, `piece` or `style`; a second click on a chosen one asks for
            another piece or style.
    """

    tempo_chosen = Signal(float)
    meter_chosen = Signal(str)
    key_chosen = Signal(object)
    like_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown = Beginning()
        self._bpm, self._key_said = _detail(), _detail()
        self._tempo = LineSlider(
            name=self.tr("Tempo"),
            tooltip=self.tr("Quarter notes a minute"),
            low=SLOWEST,
            high=FASTEST,
            neutral=_USUAL_BPM,
        )
        self._tempo.valueChanged.connect(lambda bpm: self.tempo_chosen.emit(float(bpm)))
        self._meter = Segmented(tuple((m, m) for m in METERS), name=self.tr("Meter"))
        self._meter.chosen.connect(self.meter_chosen)
        self._tonics = TonicKeys(name=self.tr("Key"))
        self._tonics.chosen.connect(self._choose_tonic)
        self._mode = Segmented(
            (
                ("major", self.tr("Major")),
                ("minor", self.tr("Minor")),
                ("none", self.tr("Segue chooses")),
            ),
            name=self.tr("Key"),
        )
        self._mode.chosen.connect(self._choose_mode)
        self._like = Segmented(
            (
                ("nothing", self.tr("Nothing")),
                ("piece", self.tr("A piece")),
                ("style", self.tr("A style")),
            ),
            name=self.tr("Like"),
        )
        self._like.chosen.connect(self._choose_like)
        self._picture = words()
        self._picture.setFixedSize(PICTURE)
        self._liked = TextButton("", kind="link", name=self.tr("Choose another one"))
        self._liked.clicked.connect(lambda: self.like_chosen.emit(self._shown.like))
        self._liked_detail = ElidedLabel(tone="small")
        self._lay_out()
        self.show_beginning(self._shown)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        # A low window has no room for both of them, one below the other.
        self._pair = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._pair.setSpacing(6)
        for title, detail, parts in (
            (self.tr("Tempo"), self._bpm, (self._tempo,)),
            (self.tr("Meter"), None, (self._meter,)),
        ):
            self._pair.addLayout(_block(title, detail, parts), 1)
        column.addLayout(self._pair)
        column.addLayout(_block(self.tr("Key"), self._key_said, (self._tonics, self._mode)))
        said = words(self.tr("only its manner, never its notes"), tone="small")
        said.setAlignment(Qt.AlignmentFlag.AlignRight)
        column.addLayout(_block(self.tr("Like"), said, (self._like,)))
        self._liked_box = QWidget()
        row = QHBoxLayout(self._liked_box)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._picture)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(self._liked, 0, Qt.AlignmentFlag.AlignLeft)
        text.addWidget(self._liked_detail)
        row.addLayout(text, 1)
        column.addWidget(self._liked_box)

    def show_compact(self, *, compact: bool) -> None:
        """Put tempo and meter side by side, for a low window."""
        side, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._pair.setDirection(side if compact else below)

    def show_beginning(self, beginning: Beginning) -> None:
        """Show the choices without a signal."""
        self._shown = beginning
        self._tempo.blockSignals(True)
        self._tempo.setValue(round(beginning.bpm))
        self._tempo.blockSignals(False)
        bpm = self.tr("%1 bpm, %2").replace("%1", figures.number(round(beginning.bpm)))
        self._bpm.setText(bpm.replace("%2", self._pace(beginning.bpm)))
        self._meter.show_choice(beginning.meter)
        key = beginning.key
        self._tonics.show_choice(None if key is None else key.tonic)
        self._mode.show_choice("none" if key is None else "minor" if key.minor else "major")
        self._key_said.setText(key_name(key) if key is not None else "")
        self._like.show_choice(beginning.like)
        self._liked_box.setVisible(beginning.like != "nothing")
        self._liked.setText(f"{beginning.liked} ▾")
        self._liked_detail.setText(beginning.liked_detail)

    def show_picture(self, picture: QPixmap) -> None:
        """Show the picture of the piece that the beginning is like; a null one hides it."""
        self._picture.setPixmap(picture)
        self._picture.setVisible(not picture.isNull())

    def show_no_style(self, reason: str) -> None:
        """Let a style be chosen, or say why there is none."""
        self._like.show_reason("style", reason)

    @property
    def like_button(self) -> QWidget:
        """Where a menu of pieces or styles opens."""
        return self._like

    def _pace(self, bpm: float) -> str:
        paces = (
            (60, self.tr("very slow")),
            (80, self.tr("slow")),
            (108, self.tr("walking")),
            (136, self.tr("lively")),
            (168, self.tr("fast")),
        )
        return next((name for below, name in paces if bpm < below), self.tr("very fast"))

    def _choose_tonic(self, tonic: int) -> None:
        now = self._shown.key
        self.key_chosen.emit(Key(tonic=tonic, minor=now is not None and now.minor))

    def _choose_mode(self, mode: str) -> None:
        now = self._shown.key
        tonic = now.tonic if now is not None else 0
        self.key_chosen.emit(None if mode == "none" else Key(tonic=tonic, minor=mode == "minor"))

    def _choose_like(self, like: str) -> None:
        # The choice is shown when a piece is chosen: the user may close the menu without one.
        self._like.show_choice(self._shown.like)
        self.like_chosen.emit(like)


def _block(title: str, detail: QWidget | None, parts: tuple[QWidget, ...]) -> QVBoxLayout:
    """Return a title with its state at the right, and its controls below."""
    head = QHBoxLayout()
    head.addWidget(words(title, tone="title"))
    if detail is not None:
        head.addWidget(detail, 1)
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addLayout(head)
    for part in parts:
        column.addWidget(part)
    return column


def _detail() -> ElidedLabel:
    label = ElidedLabel(tone="small")
    label.setAlignment(Qt.AlignmentFlag.AlignRight)
    return label
