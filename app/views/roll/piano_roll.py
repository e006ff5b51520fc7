"""The piano roll."""

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from app.style.motion import less_motion
from app.style.theme import font, mixed, theme
from app.values.geometry import KEYS_WIDTH
from app.views.roll.accessible import introduce
from app.views.roll.lettering import names_of, paint_drum_keys, paint_names
from app.views.roll.origins import note_tooltip, paint_made
from app.views.roll.pointer import Pointer
from app.views.roll.walking import RollWalking
from app.widgets.drops import accept_copy, dropped_piece
from app.widgets.keys.tips import watch_keys
from app.widgets.notes.painting import (
    faint,
    level_of,
    lit_colours,
    note_colour,
    paint_keys,
    paint_lit,
    paint_many_selected,
    paint_offered,
    paint_outline,
    paint_selected,
    paint_typed,
    step_of,
    ticks_in,
)
from engine.values.score import Note

# Seconds. A scrolling frame paints new tiles for this long; the next frame continues.
_FRAME_S = 0.004
# Opacities of the tint over an offer, and of the veil over the notes it would replace.
_OFFERED_ALPHA = 0.07
_REPLACED_ALPHA = 0.62
# Opacity of the tint over the bars of a sketch: weaker than over an offer.
_SKETCH_ALPHA = 0.05
# The period and the lowest opacity of offered notes while more arrive: slow, so it does not blink.
_PULSE_MS, _LEAST_OPACITY = 2400, 0.35
_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
# Above this number, visible selected notes are painted without round corners.
_MANY = 120


class PianoRoll(RollWalking):
    """Notes over time, with a keyboard at the left.

    The roll requests edits and does not make them: after `edit_requested` the owner of the score
    calls `show_score`, and after `selection_requested` the owner of the selection calls
    `show_selection`. Only notes of the current track can be edited; a click on another track's note
    requests that track. Added notes keep the origin of the notes that they replace.

    Keys with the focus: arrows move the selection (Shift: octave or length, Ctrl: velocity, Alt:
    scale step or one tick); without a selection they walk from the playhead to a note. Delete
    removes notes, Escape clears the selection. In navigation mode plain arrows walk, and arrows
    with Alt edit.

    Signals:
        edit_requested(object, object, str): Tuple of Notes of the current track to remove, tuple
            of Notes to add, and the action: "draw", "move", "copy", "stretch" or "delete".
        command_requested(str, int): A key's command for the selection: "delete", or "nudge",
            "nudge_fine", "lengthen", "transpose", "transpose_in_scale" or "velocity" by an amount.
        bars_requested(int, int): The user selects the bars that have a part in [start, end).
        selection_requested(object): The user selects these Notes of the current track (a tuple).
        track_clicked(int): The user clicked a note of another track.
        note_auditioned(int, int, bool): Pitch, velocity, on (True) or off.
        menu_requested(object, int, int): Global QPoint, tick, pitch of a right click.
        transform_changed(object): The `Transform` after a scroll, a zoom, a resize or a show event;
            the neighbouring views then show the same part.
        seek_requested(int): Tick of a Ctrl+Shift-click.
        piece_dropped(str, int): Key of a library piece, tick.
        drag_started(): The user drags the selection out of the window.
        moved_by_hand(bool): The user scrolled or zoomed; whether in time.
        announced(str): A sentence that was sent to screen readers.
    """

    bars_requested = Signal(int, int)
    track_clicked = Signal(int)
    menu_requested = Signal(object, int, int)
    seek_requested = Signal(int)
    piece_dropped = Signal(str, int)
    drag_started = Signal()
    moved_by_hand = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        introduce(PianoRoll)
        self._pointer = Pointer(self)
        self._ring = False
        self._prepare = QTimer(self)
        self._prepare.setSingleShot(True)
        self._prepare.timeout.connect(self._prepare_tile)
        self._pulse = QVariantAnimation(self, startValue=1.0, endValue=1.0, duration=_PULSE_MS)
        self._pulse.setLoopCount(-1)
        self._pulse.setKeyValueAt(0.5, _LEAST_OPACITY)
        self._pulse.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._pulse.valueChanged.connect(self._on_pulse)
        self._making, self._pulse_step = False, 0
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Piano roll"))
        self.setToolTip("")
        # The keys that continue the piece now.
        self._keys = ""
        watch_keys(self, "continue", self._show_keys)

    def show_making(self, *, making: bool) -> None:
        """Animate the offered notes while more arrive."""
        if making == self._making:
            return
        self._making = making
        if making and not less_motion():
            self._pulse.start()
        else:
            self._pulse.stop()
        self._update_offered()

    def _on_pulse(self, opacity: object) -> None:
        step = step_of(float(str(opacity)))
        if step != self._pulse_step:
            self._pulse_step = step
            self._update_offered()

    def _update_offered(self) -> None:
        left, right = (round(self._transform.x_of(t)) + KEYS_WIDTH for t in self._offered.span)
        more = round(self._transform.margin) + 1
        self.update(QRect(left - more, 0, right - left + 2 * more, self.height()))

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        dirty = event.rect()
        notes = dirty.intersected(self.note_area())
        if not notes.isEmpty():
            painter.save()
            painter.setClipRect(notes)
            painter.translate(KEYS_WIDTH, 0)
            self._paint_music(painter, notes.translated(-KEYS_WIDTH, 0))
            painter.restore()
        if dirty.left() < KEYS_WIDTH:
            paint = paint_drum_keys if self._is_drum() else paint_keys
            paint(
                painter,
                self.height(),
                transform=self._transform,
                sounding=dict.fromkeys(
                    (*self._sounding, *self._pointer.held_keys()), QColor(theme().accent)
                ),
            )
            if self._typed is not None:
                paint_typed(painter, self._typed, transform=self._transform)
        if self.hasFocus() and self._ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme().focus), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_music(self, painter: QPainter, area: QRect) -> None:
        moving = not self._pointer.is_idle()
        self._forget_stale()
        complete = self._tiles.paint(
            painter,
            area,
            self._transform,
            ratio=self.devicePixelRatioF(),
            budget_s=_FRAME_S if self.isVisible() and not moving else 1.0,
        )
        self._paint_ranges(painter, area)
        self._paint_going(painter, area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_lit(painter)
        if self._origins:
            self._paint_origins(painter, area)
        self._paint_offered(painter, area)
        self._paint_selection(painter, area)
        self._pointer.paint(painter)
        self._paint_playhead(painter)
        self._paint_live(painter, self.note_area().translated(-KEYS_WIDTH, 0))
        if not complete:
            self.update()
        self._prepare.start(0)

    def _paint_lit(self, painter: QPainter) -> None:
        lit, shown = self._lit, self._transform
        if len(lit):
            grounds = lit_colours(lit[:, 5], self._colours)
            paint_lit(painter, lit, grounds, transform=shown)
            own, named = lit[:, 5] == self._current, names_of(self._score, self._current)
            paint_names(painter, lit[own], transform=shown, grounds=grounds[own], named=named)

    def _paint_ranges(self, painter: QPainter, area: QRect) -> None:
        tokens = theme()
        start, end = self._offered.span
        if end > start:
            # A veil over the notes that the offer would replace.
            self._paint_range(painter, area, start, end, faint(tokens.roll, _REPLACED_ALPHA))
            self._paint_range(painter, area, start, end, faint(tokens.accent, _OFFERED_ALPHA))
            self._paint_staying(painter, area)
        if self._bars[1] > self._bars[0]:
            self._paint_range(painter, area, *self._bars, faint(tokens.text, 0.08))
        loop_start, loop_end, enabled = self._loop
        if enabled and loop_end > loop_start:
            self._paint_range(painter, area, loop_start, loop_end, faint(tokens.text, 0.03))
        start, end = self._field
        # Notes of an offer or a recording lie where the words would.
        if end > start and not self._offered.notes and not self._live.notes:
            ground = (
                faint(tokens.accent, _SKETCH_ALPHA) if self._begins else faint(tokens.text, 0.035)
            )
            self._paint_range(painter, area, start, end, ground)
            self._paint_sketch(painter, area, end)
            self._paint_field_words(painter, start, end)
        if self._boundary >= 0:
            x = round(self._transform.x_of(self._boundary))
            painter.fillRect(QRect(x, area.top(), 1, area.height()), QColor(tokens.accent))

    def _paint_sketch(self, painter: QPainter, area: QRect, end: int) -> None:
        """Paint the notes of the sketch, and a dashed line where its bars end."""
        accent = QColor(theme().accent)
        for track, note in self._sketch:
            if note.start < end and self.is_shown(track):
                paint_outline(painter, self.box_of(note), accent)
        if self._sketch:
            x = round(self._transform.x_of(end))
            painter.setPen(QPen(accent, 1, Qt.PenStyle.DashLine))
            painter.drawLine(x, area.top(), x, area.bottom())

    def _paint_field_words(self, painter: QPainter, start: int, end: int) -> None:
        """Say in the bars to be written that Segue writes there, and by which keys."""
        left, right = (self._transform.x_of(tick) for tick in (start, end))
        text = self.tr("Segue begins here") if self._begins else self.tr("Segue goes on from here")
        small = font(11, weight=QFont.Weight.DemiBold)
        key_width = QFontMetrics(small).horizontalAdvance(self._keys) + 12 if self._keys else 0
        beside = key_width + 10 if key_width else 0
        painter.setFont(font(12, weight=QFont.Weight.Medium))
        box = QRectF(0, 0, painter.fontMetrics().horizontalAdvance(text) + 24 + beside, 30)
        if left < 0 or left + box.width() + 16 > self.note_area().width():
            return
        box.moveCenter(QPointF((left + right) / 2, self.height() / 2))
        box.moveLeft(max(left + 8, box.left()))
        if self._begins:
            # Where the fewest notes of the sketch are.
            box.moveBottomLeft(QPointF(left + 12, self.height() - 12))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme().line), 1))
        painter.setBrush(QColor(theme().panel))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(theme().text))
        centred = int(Qt.AlignmentFlag.AlignCenter)
        painter.drawText(box.adjusted(0, 0, -beside, 0), centred, text)
        if key_width:
            key = QRectF(box.right() - 10 - key_width, box.center().y() - 10, key_width, 20)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme().dim), 1))
            painter.drawRoundedRect(key, 5, 5)
            painter.setFont(small)
            painter.setPen(QColor(theme().text))
            painter.drawText(key, centred, self._keys)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _show_keys(self, keys: str) -> None:
        self._keys = keys
        self.update()

    def _paint_going(self, painter: QPainter, area: QRect) -> None:
        """Paint the notes that the next request would replace as dashed outlines."""
        start, end = self._going
        if end <= start or self._offered.end > self._offered.start:
            return
        left, right = ticks_in(area, self._transform)
        for track in self._going_tracks:
            if track >= len(self._tracks) or not self.is_shown(track):
                continue
            colour = self._colours[track] if track < len(self._colours) else track
            columns = self._tracks[track]
            for index in columns.within(max(left, start), min(right, end)).tolist():
                note = columns.notes[index]
                if start <= note.start < end:
                    paint_outline(painter, self.box_of(note), theme().track(colour))

    def _paint_range(
        self, painter: QPainter, area: QRect, start: int, end: int, colour: QColor
    ) -> None:
        left, right = (round(self._transform.x_of(t)) for t in (start, end))
        painter.fillRect(QRect(left, area.top(), right - left, area.height()), colour)

    def _paint_origins(self, painter: QPainter, area: QRect) -> None:
        start, end = ticks_in(area, self._transform)
        for track, columns in enumerate(self._tracks):
            if not self.is_shown(track):
                continue
            for index in columns.within(start, end).tolist():
                note = columns.notes[index]
                if note.origin:
                    paint_made(painter, self.box_of(note), note.origin)

    def _paint_offered(self, painter: QPainter, area: QRect) -> None:
        making = self._pulse.state() == QVariantAnimation.State.Running
        opacity = float(self._pulse.currentValue()) if making else 1.0
        start, end = ticks_in(area, self._transform)
        for track, note in self._offered.notes:
            is_drum = self._strokes > 0
            shown = track == self._current if is_drum else not self._is_drum_track(track)
            if shown and note.start < end and note.end > start:
                box = self.box_of(note)
                at = box.adjusted(0.5, 0.5, -0.5, -0.5)
                index = self._colours[track] if track < len(self._colours) else track
                colour = theme().track(index).name()
                paint_offered(painter, at, colour, opacity=opacity)

    def _paint_selection(self, painter: QPainter, area: QRect) -> None:
        if not self._selection:
            return
        hidden = self._pointer.hides_selection()
        chosen, shown = self._chosen_columns(), self._transform
        start, end = ticks_in(area, shown)
        low, high = shown.pitch_at(area.bottom() + 4), shown.pitch_at(area.top() - 4)
        found = chosen.within(start, end, low, high)
        if len(found) > _MANY and not hidden:
            index = self._colours[self._current] if self._current < len(self._colours) else 0
            paint_many_selected(painter, area, chosen.table[found], transform=shown, colour=index)
            return
        for index in found.tolist():
            note = chosen.notes[index]
            goes = self._offered.replaces(note, self._current)
            painter.setOpacity(1.0 - _REPLACED_ALPHA if goes else 1.0)
            if hidden:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(mixed(theme().roll, theme().text, 0.12))
                painter.drawRoundedRect(self.box_of(note), 2.5, 2.5)
            else:
                paint_selected(painter, self.box_of(note), self.colour_of(note))
        painter.setOpacity(1.0)

    def colour_of(self, note: Note) -> QColor:
        """Return the colour of a note of the current track, by its velocity."""
        index = self._colours[self._current] if self._current < len(self._colours) else 0
        return note_colour(theme(), index, level_of(note.velocity), ghost=False)

    def _paint_playhead(self, painter: QPainter) -> None:
        x = round(self._transform.x_of(self._playhead))
        if -2 <= x <= self.width():
            colour = theme().danger if self._live.on else theme().playhead
            painter.fillRect(QRect(x - 1, 0, 2, self.height()), QColor(colour))

    def _prepare_tile(self) -> None:
        """Paint a tile outside the visible area while the program is idle."""
        self._forget_stale()
        area = self.note_area().translated(-KEYS_WIDTH, 0)
        if self.isVisible() and self._tiles.prepare(
            area.adjusted(-area.width() // 2, 0, area.width() // 2, 0), self._transform
        ):
            self._prepare.start(15)

    # --- pointer ---------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pointer.double_click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        x, y = event.pos().x() - KEYS_WIDTH, event.pos().y()
        tick, pitch = max(0, int(self._transform.tick_at(x))), self._transform.pitch_at(y)
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._pointer.select_for_menu(tick, pitch)
        else:
            # The menu key refers to the playhead, not to the pointer.
            tick = round(self._playhead)
        self.menu_requested.emit(event.globalPos(), tick, pitch)

    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels, angle = event.pixelDelta(), event.angleDelta()
        dx, dy = (pixels.x(), pixels.y()) if not pixels.isNull() else (angle.x() / 2, angle.y() / 2)
        keys = event.modifiers()
        control = bool(keys & Qt.KeyboardModifier.ControlModifier)
        shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        x, y = event.position().x() - KEYS_WIDTH, event.position().y()
        factor = 1.0015 ** (dy * 2 or dx * 2)
        if control and shift:
            self.moved_by_hand.emit(False)
            self._scroll(self._transform.zoomed_rows(factor, at_y=y))
        elif control:
            self.moved_by_hand.emit(False)
            self._zoom_at(factor, x)
        else:
            if shift and not dx:
                dx, dy = dy, 0
            self.scroll_by_hand(-dx, -dy)
        event.accept()

    def scroll_by_hand(self, pixels_x: float, pixels_y: float) -> None:
        """Scroll, and stop following the playhead."""
        if pixels_x:
            self._follow = False
        self.moved_by_hand.emit(bool(pixels_x))
        self._scroll(self._transform.scrolled(pixels_x=pixels_x, pixels_y=pixels_y))

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            x = event.position().x() - KEYS_WIDTH
            self._zoom_at(1.0 + event.value(), x)
            return True
        # The window has shortcuts on the arrows; take those that walk before them.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.wants_key(event)
        ):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            x, y = event.pos().x() - KEYS_WIDTH, event.pos().y()
            tick, pitch = self._transform.tick_at(x), self._transform.pitch_at(y)
            note = self.note_at(tick, pitch) if x >= 0 else None
            text = note_tooltip(note, self._timeline, self._takes) if note else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Draw a focus ring only if the focus came by keys.
        self._ring = event.reason() in _BY_KEYS
        super().focusInEvent(event)
        self.update()

    # --- keys ------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._pointer.key(event) and not self._keys_do(event):
            super().keyPressEvent(event)

    def _keys_do(self, event: QKeyEvent) -> bool:
        key, modifier = Qt.Key, Qt.KeyboardModifier
        if event.key() in (key.Key_Left, key.Key_Right, key.Key_Up, key.Key_Down):
            return self.arrow(event)
        held = event.modifiers() & ~modifier.KeypadModifier
        if held == modifier.NoModifier and event.key() in (key.Key_Delete, key.Key_Backspace):
            self.command_requested.emit("delete", 0)
            return True
        if event.key() == key.Key_Escape and self._selection:
            self.clear_selection()
            return True
        return False

    # --- drops, size, theme ----------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._take_piece(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._take_piece(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if self._take_piece(event):
            piece = dropped_piece(event.mimeData())
            self.piece_dropped.emit(piece, self.tick_at(round(event.position().x())))

    @staticmethod
    def _take_piece(event: QDropEvent) -> bool:
        """Accept a piece of the library; files are the window's."""
        if dropped_piece(event.mimeData()):
            return accept_copy(event)
        event.ignore()
        return False

    def tick_at(self, x: int) -> int:
        """Return the tick at a pixel of the widget, 0 at the least."""
        return max(0, int(self._transform.tick_at(x - KEYS_WIDTH)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit_again(before=event.oldSize().height())
        self.fill_width()
        self._transform = self._transform.clamped(height=self.height())
        self.transform_changed.emit(self._transform)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.transform_changed.emit(self._transform)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._tiles.clear()
        super().changeEvent(event)
