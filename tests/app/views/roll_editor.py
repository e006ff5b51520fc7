"""A roll with a score that its edits change, and hands for it."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.geometry import Transform
from app.views.roll.painting import KEYS_WIDTH
from app.views.roll.piano_roll import PianoRoll
from engine.music.score import Note, Score, Track

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
    """Owns the score as a controller does, and remembers what was asked for."""

    def __init__(self, roll: PianoRoll) -> None:
        self.roll, self.score = roll, score()
        self.asked: list[tuple[int, tuple[Note, ...], tuple[Note, ...], str]] = []
        roll.edit_requested.connect(self.edit)
        self.show()

    def show(self) -> None:
        self.roll.show_score(self.score, (0, 1))

    def edit(
        self, track: int, removed: tuple[Note, ...], added: tuple[Note, ...], what: str
    ) -> None:
        self.asked.append((track, removed, added, what))
        kept = [n for n in self.score.tracks[track].notes if n not in removed]
        self.score = self.score.with_track(
            track, self.score.tracks[track].with_notes([*kept, *added])
        )
        self.show()


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
