"""A roll with a score that its edits change, and hands for it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.compose.editing.roll_edits import RollEdits
from app.state.document import Document
from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from app.values.geometry import KEYS_WIDTH, Transform
from app.views.roll.piano_roll import PianoRoll
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Track

if TYPE_CHECKING:
    from engine.harmony.keys import Key

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
NONE, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
NOTES = (Note(480, 72, 480), Note(960, 76, 480), Note(1440, 79, 480))
OTHER = (Note(480, 60, 960),)
VIEW = Transform(pixels_per_tick=0.1, row_height=12, left=0, top=(127 - 90) * 12)


def score(notes: tuple[Note, ...] = NOTES) -> Score:
    return Score(tracks=(Track(name="A", notes=notes), Track(name="B", notes=OTHER)))


class Editor:
    """A document whose selection the roll shows, and what became of it."""

    def __init__(self, roll: PianoRoll) -> None:
        self.roll = roll
        self.document = Document()
        self.selection = Selection(self.document)
        self.commands = NoteCommands(self.selection)
        self.key: Key | None = None
        self.edits = RollEdits(
            roll,
            self.selection,
            self.commands,
            bars=lambda _name, _amount: False,
            scale=lambda: self.key,
        )
        # Of each edit: track, notes that went, notes that came, and what it is called.
        self.asked: list[tuple[int, tuple[Note, ...], tuple[Note, ...], str]] = []
        self.document.changed.connect(lambda _change: self.show())
        self.document.begin(Composition.of(score()))
        self.document.history_changed.connect(self._remember)
        self._before = self.document.score

    @property
    def score(self) -> Score:
        return self.document.score

    @score.setter
    def score(self, score: Score) -> None:
        self._before = score
        self.document.begin(Composition.of(score))

    def show(self) -> None:
        self.roll.show_score(self.score, (0, 1))

    def _remember(self) -> None:
        before, self._before = self._before, self.score
        track = self.selection.current
        old, new = before.tracks[track].notes, self.score.tracks[track].notes
        if old != new:
            went, came = (tuple(n for n in a if n not in b) for a, b in ((old, new), (new, old)))
            self.asked.append((track, went, came, self.document.undo_name))


def place(roll: PianoRoll, tick: float, pitch: int) -> QPoint:
    shown = roll.transform()
    return QPoint(
        round(shown.x_of(tick)) + KEYS_WIDTH,
        round(shown.y_of(pitch) + shown.row_height / 2),
    )


def send(
    roll: PianoRoll,
    kind: QEvent.Type,
    where: QPoint,
    *,
    button: Qt.MouseButton = LEFT,
    keys: Qt.KeyboardModifier = NONE,
) -> None:
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    at = QPointF(where)
    event = QMouseEvent(kind, at, QPointF(roll.mapToGlobal(where)), button, held, keys)
    QApplication.sendEvent(roll, event)


def drag(roll: PianoRoll, start: QPoint, end: QPoint, *, keys: Qt.KeyboardModifier = NONE) -> None:
    send(roll, QEvent.Type.MouseButtonPress, start, keys=keys)
    send(roll, QEvent.Type.MouseMove, (start + end) / 2, keys=keys)
    send(roll, QEvent.Type.MouseMove, end, keys=keys)
    send(roll, QEvent.Type.MouseButtonRelease, end, keys=keys)


def double_click(roll: PianoRoll, where: QPoint) -> None:
    for kind in (
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.MouseButtonRelease,
    ):
        send(roll, kind, where)


def wheel(
    roll: PianoRoll, where: QPoint, *, angle: QPoint, keys: Qt.KeyboardModifier = NONE
) -> None:
    event = QWheelEvent(
        QPointF(where),
        QPointF(roll.mapToGlobal(where)),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(roll, event)
