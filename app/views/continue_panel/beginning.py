"""The choices for the first bars of an empty piece, in the place of *From* and *Wish*."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, mixed, theme
from app.values.beginning import Beginning
from app.widgets.buttons import Segmented, TextButton, add_choice_to
from app.widgets.key_names import key_name
from app.widgets.mini_roll import MiniRoll, TrackNote
from app.widgets.slider import LineSlider
from app.widgets.words import ElidedLabel, state_label, words
from app.words import figures
from engine.harmony.keys import Key

METERS = ("2/4", "3/4", "4/4", "6/8")
# Bounds of the slider in quarter notes a minute; the transport takes any tempo.
SLOWEST, FASTEST = 40, 200
_USUAL_BPM = 120
_WHITE = (0, 2, 4, 5, 7, 9, 11)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
# Pixels: the height of the small keyboard, and the share of it that a black key takes.
_KEYS_HEIGHT, _BLACK_SHARE = 46, 0.58
# Pixels.
_PICTURE = QSize(80, 36)
_SPACE, _LITTLE_SPACE = 12, 6


class _TonicKey(QAbstractButton):
    """A key of the small keyboard.

    Signals:
        stepped(int): The user goes to the next key (1) or the one before (-1).
    """

    stepped = Signal(int)

    def __init__(self, tonic: int, name: str, spoken: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.tonic, self.is_white = tonic, tonic in _WHITE
        self.setText(name if self.is_white else "")
        self.setCheckable(True)
        self.setAccessibleName(spoken)
        self.setToolTip(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def nextCheckState(self) -> None:
        """Leave the mark where it is: who owns the key moves it."""

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on the arrows.
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and event.key() in _STEPS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            self.stepped.emit(_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ground = QColor(tokens.white_key if self.is_white else tokens.black_key)
        if self.isChecked():
            ground = QColor(tokens.text)
        elif self.underMouse():
            ground = mixed(ground, tokens.text, 0.15)
        painter.setBrush(ground)
        edge = QPen(QColor(tokens.line), 1)
        if self.hasFocus():
            edge = QPen(QColor(tokens.focus), 2)
        painter.setPen(edge)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(tokens.window if self.isChecked() else tokens.dim))
        painter.setFont(font(11, weight=QFont.Weight.DemiBold))
        place = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(box.adjusted(0, 0, 0, -4), int(place), self.text())
        painter.end()


class TonicKeys(QWidget):
    """An octave of keys, of which one or none is chosen.

    Tab reaches the chosen one; Left and Right go on from there, and Enter chooses.

    Signals:
        chosen(int): The user chose this pitch class, 0 is C.
    """

    chosen = Signal(int)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedHeight(_KEYS_HEIGHT)
        self._group = QButtonGroup(self)
        self._keys: dict[int, _TonicKey] = {}
        # Black keys lie over white ones, so they come later.
        for tonic in sorted(range(12), key=lambda each: each not in _WHITE):
            said = key_name(Key(tonic=tonic, minor=False)).split()[0].split("-")[0]
            key = _TonicKey(tonic, said, f"{name}: {said}", self)
            key.clicked.connect(lambda _=False, each=tonic: self.chosen.emit(each))
            key.stepped.connect(lambda step, each=tonic: self._go((each + step) % 12))
            add_choice_to(self._group, key)
            self._keys[tonic] = key
        self.show_choice(None)

    def show_choice(self, tonic: int | None) -> None:
        """Show the chosen pitch class, or none."""
        self._group.setExclusive(False)
        for key in self._keys.values():
            key.setChecked(key.tonic == tonic)
        self._group.setExclusive(True)
        self._let_tab_reach(tonic or 0)

    def _let_tab_reach(self, tonic: int) -> None:
        for key in self._keys.values():
            is_next = key.tonic == tonic
            key.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_next else Qt.FocusPolicy.NoFocus)

    def _go(self, tonic: int) -> None:
        self._let_tab_reach(tonic)
        self._keys[tonic].setFocus(Qt.FocusReason.TabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        width = self.width() / len(_WHITE)
        for key in self._keys.values():
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
        self._bpm, self._key_said = state_label(), state_label()
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
        # Two pixels less fit into the panel of the smallest window beside its scroll bar.
        self._mode.setContentsMargins(-1, 0, -1, 0)
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
        self._picture = MiniRoll()
        self._picture.setFixedSize(_PICTURE)
        self._liked = TextButton("", kind="link")
        self._liked.clicked.connect(lambda: self.like_chosen.emit(self._shown.like))
        self._liked_detail = ElidedLabel(tone="small")
        self._lay_out()
        self.show_beginning(self._shown)

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        # A low window has no room for both of them, one below the other.
        self._pair = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self.show_compact(compact=False)
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
        row.setSpacing(10)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addStretch(1)
        text.addWidget(self._liked, 0, Qt.AlignmentFlag.AlignLeft)
        text.addWidget(self._liked_detail)
        text.addStretch(1)
        row.addLayout(text, 1)
        column.addWidget(self._liked_box)

    def show_compact(self, *, compact: bool) -> None:
        """Put tempo and meter side by side, for a low window."""
        side, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        # The transport shows the tempo as well.
        self._bpm.setVisible(not compact)
        self._pair.setDirection(side if compact else below)
        self._pair.setSpacing(_SPACE)
        self._column.setSpacing(_LITTLE_SPACE if compact else _SPACE)

    def show_beginning(self, beginning: Beginning) -> None:
        """Show the choices without a signal."""
        self._shown = beginning
        self._tempo.blockSignals(True)
        self._tempo.setValue(round(beginning.bpm))
        self._tempo.blockSignals(False)
        self._show_bpm()
        self._meter.show_choice(beginning.meter)
        key = beginning.key
        self._tonics.show_choice(None if key is None else key.tonic)
        self._mode.show_choice("none" if key is None else "minor" if key.minor else "major")
        self._key_said.setText(key_name(key) if key is not None else "")
        self._like.show_choice(beginning.like)
        self._liked_box.setVisible(beginning.like != "nothing")
        said = self.tr("Like {0}: choose another").format(beginning.liked)
        self._liked.show_name(f"{beginning.liked} ▾", said)
        self._liked_detail.setText(beginning.liked_detail)
        self._liked_detail.setVisible(bool(beginning.liked_detail))

    def _show_bpm(self) -> None:
        bpm = figures.number(round(self._shown.bpm))
        said = self.tr("%1 bpm, %2").replace("%1", bpm).replace("%2", self._pace(self._shown.bpm))
        self._bpm.setText(said)
        self._tempo.setAccessibleDescription(said)
        self._tempo.setToolTip(said)

    def show_picture(self, notes: tuple[TrackNote, ...], *, end: int) -> None:
        """Show the first notes of the piece that the beginning is like; none hide the picture."""
        self._picture.show_notes(notes, start=0, end=end, colours=())
        self._picture.setVisible(bool(notes))

    def show_no_style(self, reason: str) -> None:
        """Let a style be chosen, or say why there is none."""
        self._like.show_reason("style", reason)

    def counted(self, count: int) -> str:
        """Return in words how many beginnings an empty piece gets."""
        names = {
            1: self.tr("One beginning"),
            2: self.tr("Two beginnings"),
            4: self.tr("Four beginnings"),
            8: self.tr("Eight beginnings"),
        }
        return names.get(count, self.tr("%1 beginnings").replace("%1", str(count)))

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
