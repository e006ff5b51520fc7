"""The notes of both players over the keys of a piano, with turns, chords and bars above."""

from collections.abc import Iterator
from functools import partial
from math import ceil

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, mixed, theme
from app.values.geometry import KEYS_WIDTH, TOP_PITCH, Transform
from app.views.jam.values import JamScene, Strip
from app.widgets.notes.painting import (
    box_of,
    faint,
    level_of,
    note_colour,
    paint_keys,
    paint_offered,
    paint_outline,
    paint_rows,
    ticks_in,
)
from app.widgets.roles import give_role
from engine.values.score import Note

# Rows on show at first (from C3), and free rows beyond the outer notes.
_LEAST_PITCHES, _MARGIN = 36, 3
# Pixels: the highest row, and the heights of the lanes of turns, chords and bars.
_ROW = 12.0
_TURN, _CHORD, _BAR = 24, 22, 20
LANES = _TURN + _CHORD + _BAR
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class JamRoll(QWidget):
    """The notes of both players: Segue's are hatched, those that it only plans are dashed.

    Signals:
        bar_clicked(int): The tick of a click.
    """

    bar_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Graphic)
        self._scene = JamScene()
        self._now = 0.0
        self._pitches = (48, 48 + _LEAST_PITCHES)
        self.setMinimumHeight(LANES + 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("What you and Segue play"))
        self.setToolTip(
            self.tr(
                "Your notes are solid, Segue's are hatched. Dashed notes are decided, but not yet"
                " played. Click a bar to choose it."
            )
        )

    def sizeHint(self) -> QSize:
        return QSize(700, 320)

    @property
    def scene(self) -> JamScene:
        """The scene on show."""
        return self._scene

    def show_scene(self, scene: JamScene) -> None:
        """Show these notes."""
        self._scene = scene
        self._make_room()
        self.update()

    def show_now(self, tick: float) -> None:
        """Move the playhead."""
        before, self._now = self._now, tick
        if before == tick:
            return
        scene, low, high = self._scene, min(before, tick), max(before, tick)
        if any(low <= edge < high for note in scene.segue for edge in (note.start, note.end)):
            # A planned note becomes a played one, or a key goes up.
            self.update()
            return
        for place in (before, tick):
            x = KEYS_WIDTH + round(self._transform.x_of(place))
            self.update(QRect(x - 7, 0, 15, self.height()))

    def _make_room(self) -> None:
        """Add rows for new pitches; within a jam no row is removed."""
        scene = self._scene
        if not scene.me and not scene.segue:
            self._pitches = (48, 48 + _LEAST_PITCHES)
        low, high = self._pitches
        for note in (*scene.me, *scene.segue, *scene.waiting):
            low = min(low, note.pitch - _MARGIN)
            high = max(high, note.pitch + _MARGIN)
        self._pitches = max(0, low), min(TOP_PITCH, high)

    @property
    def _transform(self) -> Transform:
        scene, room = self._scene, self.height() - LANES
        low, high = self._pitches
        missing = ceil(room / _ROW) - (high - low + 1)
        if missing > 0:
            low = max(0, low - missing // 2)
            high = min(TOP_PITCH, high + missing - missing // 2)
        row = room / (high - low + 1)
        return Transform(
            pixels_per_tick=(self.width() - KEYS_WIDTH) / max(1.0, scene.last - scene.first),
            row_height=max(1.0, row),
            left=scene.first,
            top=(TOP_PITCH - high) * row,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x() - KEYS_WIDTH
        if event.button() == Qt.MouseButton.LeftButton and x >= 0:
            self.bar_clicked.emit(int(self._transform.tick_at(x)))

    # --- painting ---------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, shown = QPainter(self), self._transform
        area = QRect(0, 0, self.width() - KEYS_WIDTH, self.height() - LANES)
        painter.fillRect(self.rect(), QColor(theme().panel))
        self._paint_lanes(painter, shown)
        painter.save()
        painter.translate(KEYS_WIDTH, LANES)
        painter.setClipRect(area)
        # A frame moves the playhead only: no other notes are painted again.
        dirty = area.intersected(event.rect().translated(-KEYS_WIDTH, -LANES))
        paint_rows(painter, dirty, transform=shown, key=None)
        self._paint_ground(painter, dirty, shown)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_notes(painter, dirty, shown)
        painter.restore()
        self._paint_playhead(painter, shown)
        if event.rect().left() >= KEYS_WIDTH:
            painter.end()
            return
        painter.translate(0, LANES)
        painter.setClipRect(QRect(0, 0, KEYS_WIDTH, area.height()))
        paint_keys(painter, area.height(), transform=shown, sounding=self._sounding())
        painter.end()

    def _sounding(self) -> dict[int, QColor]:
        now, scene, accent = self._now, self._scene, QColor(theme().accent)
        if scene.silent:
            return {}
        keys = {note.pitch: accent for note in scene.segue if note.start <= now < note.end}
        mine = [note.pitch for note in scene.me if note.start <= now < note.end]
        return keys | dict.fromkeys((*mine, *scene.held), theme().track(0))

    def _paint_ground(self, painter: QPainter, area: QRect, shown: Transform) -> None:
        """Tint Segue's turns, and paint the lines of beats and bars."""
        tokens, scene = theme(), self._scene
        for strip in self._strips():
            if strip.who != "me":
                left, right = round(shown.x_of(strip.start)), round(shown.x_of(strip.end))
                tint = faint(tokens.accent, 0.07)
                painter.fillRect(QRect(left, 0, right - left, area.bottom() + 1), tint)
        for line in scene.grid.lines(scene.first, scene.last):
            colour = tokens.roll_bar if line.bar else tokens.roll_beat
            painter.fillRect(QRect(round(shown.x_of(line.tick)), 0, 1, area.bottom() + 1), colour)
        for strip in self._strips():
            if strip.who != "me":
                x = round(shown.x_of(strip.start))
                painter.fillRect(QRect(x, 0, 2, area.bottom() + 1), QColor(tokens.accent))

    def _paint_notes(self, painter: QPainter, area: QRect, shown: Transform) -> None:
        tokens, scene = theme(), self._scene
        seen = partial(_within, span=ticks_in(area, shown))
        accent = QColor(tokens.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        for note in seen(scene.me):
            painter.setBrush(note_colour(tokens, 0, level_of(note.velocity), ghost=False))
            painter.drawRoundedRect(box_of(note, shown), 2, 2)
        for note in seen(scene.segue):
            if scene.over or note.start < self._now:
                painted = box_of(note, shown).adjusted(0.5, 0.5, -0.5, -0.5)
                paint_offered(painter, painted, tokens.accent)
            else:
                paint_outline(painter, box_of(note, shown), accent)
        for note in seen(scene.waiting):
            paint_outline(painter, box_of(note, shown), accent)

    def _paint_playhead(self, painter: QPainter, shown: Transform) -> None:
        x = KEYS_WIDTH + round(shown.x_of(self._now))
        if KEYS_WIDTH <= x <= self.width():
            colour = QColor(theme().playhead)
            top = _TURN + _CHORD
            painter.fillRect(QRect(x - 1, top, 2, self.height() - top), colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawRoundedRect(QRect(x - 6, top, 12, 8), 3, 3)

    # --- the lanes --------------------------------------------------------------------------

    def _strips(self) -> Iterator[Strip]:
        first, last = self._scene.first, self._scene.last
        return (each for each in self._scene.turns if each.start < last and each.end > first)

    def _paint_lanes(self, painter: QPainter, shown: Transform) -> None:
        tokens = theme()
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.dim))
        rows = ((self.tr("Turn"), 0, _TURN), (self.tr("Chords"), _TURN, _CHORD))
        for name, top, height in (*rows, (self.tr("Bar"), _TURN + _CHORD, _BAR)):
            painter.drawText(QRect(0, top, KEYS_WIDTH - 6, height), _RIGHT, name)
        painter.save()
        painter.setClipRect(QRect(KEYS_WIDTH, 0, self.width() - KEYS_WIDTH, LANES))
        painter.translate(KEYS_WIDTH, 0)
        self._paint_turns(painter, shown)
        self._paint_chords(painter, shown)
        self._paint_bars(painter, shown)
        painter.restore()

    def _paint_turns(self, painter: QPainter, shown: Transform) -> None:
        tokens = theme()
        names = {"me": self.tr("You"), "segue": self.tr("Segue"), "both": self.tr("Both")}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(12, weight=QFont.Weight.DemiBold))
        for strip in self._strips():
            left, right = max(0.0, shown.x_of(strip.start)), shown.x_of(strip.end)
            box = QRectF(left + 0.5, 3.5, right - left - 2, _TURN - 6)
            if box.width() < 3 or strip.who not in names:
                continue
            colour = theme().track(0) if strip.who == "me" else QColor(tokens.accent)
            ground = mixed(tokens.panel, colour, 0.06 if strip.planned else 0.24)
            painter.setBrush(ground)
            dashed = QPen(colour, 1, Qt.PenStyle.DashLine)
            painter.setPen(dashed if strip.planned else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, 3, 3)
            text = names[strip.who]
            if strip.planned and strip.who != "me":
                text = self.tr("Segue, planned")
            painter.setPen(QColor(tokens.text))
            self._paint_within(painter, box.adjusted(7, 0, -3, 0), text)

    def _paint_within(self, painter: QPainter, box: QRectF, text: str) -> None:
        if painter.fontMetrics().horizontalAdvance(text) <= box.width():
            painter.drawText(box, _LEFT, text)

    def _paint_chords(self, painter: QPainter, shown: Transform) -> None:
        tokens = theme()
        face = font(13, weight=QFont.Weight.DemiBold)
        metrics, free = QFontMetrics(face), 0.0
        painter.setFont(face)
        for mark in self._scene.chords:
            x = max(0.0, shown.x_of(mark.tick))
            if x < free or mark.tick >= self._scene.last:
                continue
            painter.setPen(QColor(tokens.text if mark.who == "me" else tokens.accent_text))
            box = QRectF(x + 5, _TURN, metrics.horizontalAdvance(mark.name) + 2, _CHORD)
            painter.drawText(box, _LEFT, mark.name)
            if mark.planned:
                painter.setPen(QPen(QColor(tokens.accent), 1, Qt.PenStyle.DashLine))
                y = box.bottom() - 2
                painter.drawLine(round(box.left()), round(y), round(box.right()), round(y))
            free = box.right() + 6

    def _paint_bars(self, painter: QPainter, shown: Transform) -> None:
        tokens, scene, free = theme(), self._scene, 0.0
        painter.setFont(font(11, weight=QFont.Weight.Medium))
        top = _TURN + _CHORD
        painter.fillRect(QRect(0, top, self.width(), 1), QColor(tokens.line))
        for line in scene.grid.lines(scene.first, scene.last):
            x = round(shown.x_of(line.tick))
            if not line.bar or x < free:
                continue
            painter.fillRect(QRect(x, top, 1, _BAR), QColor(tokens.roll_bar))
            painter.setPen(QColor(tokens.text if line.bar % 4 == 1 else tokens.dim))
            painter.drawText(QRect(x + 5, top, 40, _BAR), _LEFT, str(line.bar))
            # A number for each bar only where there is room for it.
            free = x + 28


def _within(notes: tuple[Note, ...], *, span: tuple[float, float]) -> Iterator[Note]:
    return (note for note in notes if note.start < span[1] and note.end > span[0])
