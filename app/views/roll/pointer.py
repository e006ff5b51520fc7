"""Mouse input of the roll: starts, follows and ends gestures."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from app.style.theme import theme
from app.values.geometry import KEYS_WIDTH
from app.views.roll.gestures import (
    DrawNote,
    Gesture,
    MoveNotes,
    PointerPosition,
    RubberBand,
    StretchNotes,
)
from app.widgets.notes.painting import paint_selected
from engine.values.score import Note

if TYPE_CHECKING:
    from app.views.roll.piano_roll import PianoRoll

# Pixels. The grab area at a note's edge; at most a third of the note.
_EDGE = 8.0
# Pixels. A drag begins after this distance, so that a click is no edit.
_DEAD_ZONE = 3.0
_LEFT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
_SHIFT, _CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier


class Pointer:
    """Turns mouse events into gestures."""

    def __init__(self, roll: "PianoRoll") -> None:
        self._roll = roll
        self._gesture: Gesture | None = None
        self._began: PointerPosition | None = None
        self._moved = False
        self._pan: QPointF | None = None
        self._key = -1
        self._velocity, self._length = 80, 0
        self._auditioned = -1

    def is_idle(self) -> bool:
        """Return whether no gesture is active."""
        return self._gesture is None

    def held_keys(self) -> frozenset[int]:
        """Return the pitch that is pressed on the keyboard at the left."""
        return frozenset() if self._key < 0 else frozenset({self._key})

    def hides_selection(self) -> bool:
        """Return whether a gesture paints the selected notes elsewhere."""
        gesture = self._gesture
        if not self._moved or not isinstance(gesture, MoveNotes | StretchNotes):
            return False
        return bool(gesture.preview().removed)

    # --- events ----------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        """Start a gesture."""
        if event.button() == _MIDDLE:
            self._pan = event.position()
        elif event.button() == _LEFT and event.position().x() < KEYS_WIDTH:
            self._press_key(event)
        elif event.button() == _LEFT:
            self._begin(event)

    def move(self, event: QMouseEvent) -> None:
        """Continue a gesture, or show the cursor and the tooltip for the position."""
        if self._pan is not None:
            delta = event.position() - self._pan
            self._pan = event.position()
            self._roll.scroll_by_hand(-delta.x(), -delta.y())
        elif self._key >= 0:
            self._press_key(event)
        elif self._gesture is not None and self._began is not None:
            self._follow(event)
        else:
            self._show_cursor(event)

    def release(self, event: QMouseEvent) -> None:
        """End a gesture."""
        if event.button() == _MIDDLE:
            self._pan = None
        elif self._key >= 0:
            self._release_key()
        elif self._gesture is not None:
            gesture, self._gesture = self._gesture, None
            if self._moved or isinstance(gesture, DrawNote):
                self._finish(gesture)
            self._moved = False
            self._auditioned = -1
            self._roll.update()

    def double_click(self, event: QMouseEvent) -> None:
        """Add a note in an empty place, or delete the note that is hit."""
        if event.button() != _LEFT or event.position().x() < KEYS_WIDTH:
            self.press(event)
            return
        self._gesture = None
        position = self._spot(event)
        note = self._note_at(position)
        if note is not None:
            self._roll.edit_requested.emit((note,), (), "delete")
        else:
            self._draw(position)

    def key(self, event: QKeyEvent) -> bool:
        """Cancel a gesture by Escape; return whether the key did so."""
        if event.key() == Qt.Key.Key_Escape and self._gesture is not None:
            self._gesture, self._moved = None, False
            self._roll.update()
            return True
        return False

    def select_for_menu(self, tick: int, pitch: int) -> None:
        """Select the note that a menu opens on, unless it is selected already."""
        note = self._roll.note_at(tick, pitch)
        if note is not None and note not in self._roll.selection():
            self._roll.select(frozenset({note}))

    # --- starting a gesture ----------------------------------------------------------------

    def _begin(self, event: QMouseEvent) -> None:
        position, keys = self._spot(event), event.modifiers()
        self._began, self._moved = position, False
        if keys & _CONTROL and keys & _SHIFT:
            self._roll.seek_requested.emit(max(0, round(position.tick)))
            return
        note = self._note_at(position)
        if note is None:
            self._begin_beside_notes(position, keys)
        else:
            self._begin_on_note(note, position, keys)

    def _begin_beside_notes(self, position: PointerPosition, keys: Qt.KeyboardModifier) -> None:
        other = self._roll.other_track_at(position.tick, position.pitch)
        if other >= 0 and not keys & _SHIFT:
            self._roll.track_clicked.emit(other)
            self._gesture = None
        elif self._roll.is_drawing():
            self._draw(position)
        else:
            kept = self._roll.selection() if keys & _SHIFT else ()
            if not kept:
                self._roll.clear_selection()
                self._roll.bars_requested.emit(0, 0)
            self._gesture = RubberBand(position, kept=kept, bars=bool(keys & _CONTROL))

    def _begin_on_note(
        self, note: Note, position: PointerPosition, keys: Qt.KeyboardModifier
    ) -> None:
        selected = frozenset(self._roll.selection())
        if keys & _SHIFT:
            self._roll.select(selected ^ {note})
            selected = frozenset(self._roll.selection())
        elif note not in selected:
            selected = frozenset({note})
            self._roll.select(selected)
        self._velocity, self._length = note.velocity, note.duration
        self._roll.sound((note,))
        notes = tuple(sorted(selected)) or (note,)
        edge = self._edge(note, position)
        if edge and not keys & _CONTROL:
            self._gesture = StretchNotes(notes, note, at_start=edge < 0)
        else:
            self._gesture = MoveNotes(notes, position, copies=bool(keys & _CONTROL))

    def _draw(self, position: PointerPosition) -> None:
        length = self._length or max(self._roll.step(), 1)
        if position.step > 1:
            length = max(self._roll.step(), min(length, self._roll.step() * 16))
        gesture = DrawNote(position, length=length, velocity=self._velocity)
        self._began, self._gesture, self._moved = position, gesture, True
        self._roll.sound(gesture.preview().added)
        self._roll.update()

    # --- following the pointer -------------------------------------------------------------

    def _follow(self, event: QMouseEvent) -> None:
        gesture, began = self._gesture, self._began
        if gesture is None or began is None:
            return
        position = self._spot(event)
        far = abs(position.x - began.x) > _DEAD_ZONE or abs(position.y - began.y) > _DEAD_ZONE
        self._moved = self._moved or far
        if not self._moved:
            return
        if isinstance(gesture, MoveNotes) and self._is_outside(event):
            self._gesture, self._moved = None, False
            self._roll.update()
            self._roll.drag_started.emit()
            return
        gesture.follow(position)
        if isinstance(gesture, RubberBand):
            self._select_inside(gesture)
        self._audition(gesture)
        self._roll.update()

    def _audition(self, gesture: Gesture) -> None:
        """Audition a moved note when its pitch changes."""
        added = gesture.preview().added
        if isinstance(gesture, MoveNotes) and added and added[0].pitch != self._auditioned:
            if self._auditioned >= 0:
                self._roll.sound(added[:4])
            self._auditioned = added[0].pitch

    def _is_outside(self, event: QMouseEvent) -> bool:
        window = self._roll.window()
        return not window.rect().contains(window.mapFromGlobal(event.globalPosition().toPoint()))

    def _select_inside(self, band: RubberBand) -> None:
        (start, end), (low, high) = band.ticks, band.pitches
        if band.bars:
            self._roll.bars_requested.emit(max(0, int(start)), max(1, int(end)))
            return
        self._roll.select(self._roll.notes_within(start, end, low, high) | frozenset(band.kept))

    def _finish(self, gesture: Gesture) -> None:
        preview = gesture.preview()
        if not preview.changes:
            return
        if isinstance(gesture, DrawNote | StretchNotes):
            self._length = preview.added[0].duration
        self._roll.edit_requested.emit(preview.removed, preview.added, _action_of(gesture))

    # --- painting --------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Paint the preview of the gesture."""
        gesture = self._gesture
        if gesture is None or not self._moved:
            return
        if isinstance(gesture, RubberBand):
            self._paint_band(painter, gesture)
            return
        reach = QRectF(self._roll.note_area()).translated(-KEYS_WIDTH, 0)
        for note in gesture.preview().added:
            box = self._roll.box_of(note)
            if box.intersects(reach):
                paint_selected(painter, box, self._roll.colour_of(note))

    def _paint_band(self, painter: QPainter, band: RubberBand) -> None:
        transform = self._roll.transform()
        tick_a, y_a, tick_b, y_b = band.corners
        box = QRectF(
            QPointF(transform.x_of(tick_a), y_a), QPointF(transform.x_of(tick_b), y_b)
        ).normalized()
        accent = QColor(theme().accent)
        painter.setPen(QPen(accent, 1))
        accent.setAlphaF(0.12)
        painter.setBrush(accent)
        painter.drawRect(box)

    def _show_cursor(self, event: QMouseEvent) -> None:
        shape = Qt.CursorShape
        if event.position().x() < KEYS_WIDTH:
            self._roll.setCursor(shape.PointingHandCursor)
            return
        position = self._spot(event)
        note = self._note_at(position)
        if note is None:
            self._roll.setCursor(
                shape.CrossCursor if self._roll.is_drawing() else shape.ArrowCursor
            )
        elif self._edge(note, position):
            self._roll.setCursor(shape.SizeHorCursor)
        else:
            self._roll.setCursor(shape.OpenHandCursor)

    # --- positions -------------------------------------------------------------------------

    def _spot(self, event: QMouseEvent) -> PointerPosition:
        x, y = event.position().x() - KEYS_WIDTH, event.position().y()
        transform, keys = self._roll.transform(), event.modifiers()
        tick = transform.tick_at(x)
        return PointerPosition(
            x=x,
            y=y,
            tick=tick,
            pitch=transform.pitch_at(y),
            step=1 if keys & _ALT else self._roll.step(),
            bar_start=self._roll.bar_start(tick),
            lock=bool(keys & _SHIFT),
        )

    def _note_at(self, position: PointerPosition) -> Note | None:
        return self._roll.note_at(position.tick, position.pitch)

    def _edge(self, note: Note, position: PointerPosition) -> int:
        """Return -1 near a note's start, 1 near its end, 0 between."""
        if self._roll.transform().strokes:
            # A drum stroke is a mark at its start, so it has no edges.
            return 0
        box = self._roll.box_of(note)
        edge = min(_EDGE, box.width() / 3)
        if position.x >= box.right() - edge:
            return 1
        return -1 if position.x <= box.left() + edge else 0

    def _press_key(self, event: QMouseEvent) -> None:
        pitch = self._roll.transform().pitch_at(event.position().y())
        if pitch != self._key:
            self._release_key()
            # A click further right on a key is louder, as on many on-screen keyboards.
            velocity = min(max(int(40 + event.position().x() * 1.4), 1), 120)
            self._key = pitch
            self._roll.note_auditioned.emit(pitch, velocity, True)
            self._roll.update(0, 0, KEYS_WIDTH, self._roll.height())

    def _release_key(self) -> None:
        if self._key >= 0:
            self._roll.note_auditioned.emit(self._key, 0, False)
            self._key = -1
            self._roll.update(0, 0, KEYS_WIDTH, self._roll.height())


def _action_of(gesture: Gesture) -> str:
    """Return the action's name for `edit_requested`."""
    if isinstance(gesture, MoveNotes):
        return "copy" if gesture.copies else "move"
    return "draw" if isinstance(gesture, DrawNote) else "stretch"
