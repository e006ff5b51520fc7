"""The chord lane above the ruler: chords are typed in place and dragged at their borders."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from app.style.theme import mixed, theme
from app.values.geometry import KEYS_WIDTH
from app.widgets.keys.own import ENTER
from app.widgets.lanes.written import WrittenLane
from engine.form.alternative_plan import ReturningBars
from engine.harmony.chord_symbols import Chord, chord_name
from engine.values.time import Timeline

# Pixels.
HEIGHT = 24
_FIELD_WIDTH = 220


class ChordLane(WrittenLane):
    """A row of chord names; each reaches to the next.

    Offered chords, which are not written yet, are hatched. A written chord covers them.

    A click selects a chord or a bar; a double click or Enter types there; borders can be dragged to
    other beats. With the focus, Left and Right go to the next chord or bar, with Alt they move the
    chord by a beat, with Shift they go by half bars; Del removes the chord.

    In the field Tab and Space write and open the next bar, Shift+Tab the bar before. Shift+Space is
    a space between chords; in a text that has one, Space is another. The field writes and closes
    when it loses the focus.

    Signals:
        typed(int, str): The tick of a chord or bar line, and the typed text.
        moved(int, int): A chord's tick and its new tick.
        removed(int): A chord's tick.
        menu_requested(object, int): Global QPoint, tick.
    """

    def __init__(self) -> None:
        super().__init__(height=HEIGHT, field_width=_FIELD_WIDTH, steps=True)
        self._chords: tuple[Chord, ...] = ()
        self._end = 0
        self._offered: tuple[Chord, ...] = ()
        self._offered_end = 0
        self._returning: tuple[ReturningBars, ...] = ()
        self._fifths: int | None = None
        self._field.setAccessibleName(self.tr("Chords from here on"))
        self._field.setPlaceholderText("Dm7 G7 | C")
        self._field.setToolTip(
            self.tr(
                "Tab or Space: the next bar. Several chords, with Shift+Space between them: a bar "
                "each, or bars divided by |; % repeats a bar"
            )
        )
        self._field.stepped.connect(self._go_from)
        self.setAccessibleName(self.tr("Chords"))
        self.setToolTip(self.tr("Double-click to type chords, drag a border to move one"))

    # --- showing values --------------------------------------------------------------------

    def show_chords(self, chords: tuple[Chord, ...], *, end: int, timeline: Timeline) -> None:
        """Show these chords.

        Args:
            chords: Ascending.
            end: The tick where the last one ends.
            timeline: The piece's bars and tempos.
        """
        self._chords, self._end, self._timeline = chords, end, timeline
        self._describe()
        self.update()

    def show_offered(
        self,
        chords: tuple[Chord, ...],
        *,
        end: int,
        returning: tuple[ReturningBars, ...] = (),
        fifths: int | None = None,
    ) -> None:
        """Show the chords of what is offered; none shows only what is written.

        Args:
            chords: Ascending.
            end: The tick where the last one ends.
            returning: Which of their bars return to earlier ones.
            fifths: Of the key that they are spelled in, as for `chord_name`.
        """
        shown = (self._offered, self._offered_end, self._returning, self._fifths)
        if (chords, end, returning, fifths) == shown:
            return
        self._offered, self._offered_end, self._returning = chords, end, returning
        self._fifths = fifths
        self._describe()
        self.update()

    def choose(self, tick: int) -> None:
        """Select the chord that begins at a tick, or else its bar."""
        self._at = tick
        self._describe()
        self.update()

    def go_on(self) -> None:
        """Select the next bar, and announce it."""
        self._go(self._bar_of(self._at)[1])

    def begin_typing(self, text: str | None = None) -> None:
        """Open the text field at the selected chord or bar.

        Args:
            text: The initial text; None takes the chord's name, an offered one's as well.
        """
        written, offered = self._chord_at(self._at), self._offered_at(self._at)
        known = chord_name(written) if written else self._spelled(offered) if offered else ""
        name = known if text is None else text
        self._field.open(name, self._field_place(), modified=text is not None)

    def _chord_at(self, tick: int) -> Chord | None:
        return _beginning_at(self._chords, tick)

    def _offered_at(self, tick: int) -> Chord | None:
        return _beginning_at(self._uncovered, tick)

    @property
    def _uncovered(self) -> tuple[Chord, ...]:
        """The offered chords that begin where nothing is written."""
        if not self._chords:
            return self._offered
        first, end = self._chords[0].tick, self._end
        return tuple(chord for chord in self._offered if not first <= chord.tick < end)

    @property
    def _seen(self) -> tuple[Chord, ...]:
        """The written chords and the offered ones beside them."""
        return tuple(sorted((*self._chords, *self._uncovered)))

    def _describe(self) -> None:
        chord = self._chord_at(self._at)
        bar = self.tr("bar {0}").format(self._timeline.bars.bar_at(self._at) + 1)
        offered = self._offered_at(self._at)
        if chord is not None:
            name = chord_name(chord)
        elif offered is not None:
            name = self._offered_name(offered)
        else:
            name = self.tr("no chord begins here")
        self.setAccessibleDescription(f"{bar}: {name}")

    def _spelled(self, offered: Chord) -> str:
        return chord_name(offered, self._fifths)

    def _offered_name(self, chord: Chord) -> str:
        """Return the name of an offered chord, and the bar that its bar returns to."""
        name = self.tr("{0}, offered").format(self._spelled(chord))
        bar = self._timeline.bars.bar_at(chord.tick)
        for each in self._returning:
            if each.first <= bar < each.first + each.bars:
                source = each.source + bar - each.first + 1
                return f"{name}, {self.tr('as in bar {0}').format(source)}"
        return name

    # --- painting --------------------------------------------------------------------------

    def _paint_marks(self, painter: QPainter) -> None:
        for chord, start, end in self._uncovered_spans():
            self._paint_offered(painter, chord, self._box(self._x(start), self._x(end)))
        for chord, start, end in self._in_sight():
            self._paint_chord(painter, chord, self._box(self._x(start), self._x(end)))
        names_none = self._chord_at(self._at) is None and self._offered_at(self._at) is None
        if self.hasFocus() and names_none:
            left, right = (round(self._x(tick)) for tick in self._bar_of(self._at))
            painter.setPen(QColor(theme().focus))
            painter.drawRect(left + 1, 2, right - left - 3, HEIGHT - 6)

    def _in_sight(self) -> list[tuple[Chord, int, int]]:
        """Return the visible chords with their first and last pixels."""
        ticks = [self._shown_place(chord.tick) for chord in self._chords]
        first = max(0, bisect_right(ticks, self._transform.tick_at(0)) - 1)
        past = bisect_left(ticks, self._transform.tick_at(self.width()))
        ends = (*ticks[1:], max(self._end, ticks[-1] + 1)) if ticks else ()
        return [(self._chords[i], ticks[i], ends[i]) for i in range(first, past)]

    def _uncovered_spans(self) -> list[tuple[Chord, int, int]]:
        """Return the visible offered chords with their first ticks and the ticks past them."""
        chords = self._uncovered
        written = (chord.tick for chord in self._chords)
        ends = sorted({chord.tick for chord in chords} | {self._offered_end, *written})
        first = self._transform.tick_at(0)
        past = self._transform.tick_at(self.width())
        spans = ((chord, chord.tick, _after(chord.tick, ends)) for chord in chords)
        return [span for span in spans if span[1] < past and span[2] > first]

    def _paint_chord(self, painter: QPainter, chord: Chord, box: QRect) -> None:
        tokens = theme()
        share = 0.12 if chord.root < 0 else 0.3
        painter.fillRect(box, mixed(tokens.panel, tokens.accent, share))
        if self.hasFocus() and chord.tick == self._at:
            painter.setPen(QColor(tokens.focus))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.setPen(QColor(tokens.text if chord.root >= 0 else tokens.dim))
        name, within = _fitting_name(chord_name(chord), painter, box)
        painter.drawText(within, int(Qt.AlignmentFlag.AlignVCenter), name)

    def _paint_offered(self, painter: QPainter, chord: Chord, box: QRect) -> None:
        tokens = theme()
        self._paint_offered_ground(painter, box)
        is_chosen = self.hasFocus() and chord.tick == self._at
        edge = QPen(QColor(tokens.focus if is_chosen else tokens.accent))
        edge.setStyle(Qt.PenStyle.SolidLine if is_chosen else Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        name, within = _fitting_name(self._spelled(chord), painter, box)
        if name:
            # Stripes behind the letters would make them hard to read.
            width = min(painter.fontMetrics().horizontalAdvance(name) + 2, within.width())
            painter.fillRect(QRect(within.left(), 4, width, HEIGHT - 9), QColor(tokens.panel))
        painter.setPen(QColor(tokens.text))
        painter.drawText(within, int(Qt.AlignmentFlag.AlignVCenter), name)

    # --- pointer ---------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._pressed_x < 0:
            self._say(event.position().x())

    def _say(self, x: float) -> None:
        """Show the chord at x as tooltip, because a narrow chord's name is cut."""
        usual = self.tr("Double-click to type chords, drag a border to move one")
        tick = max(0, int(self._transform.tick_at(x - KEYS_WIDTH)))
        if x < KEYS_WIDTH or not (name := self._name_over(tick)):
            self.setToolTip(usual)
        else:
            self.setToolTip(f"{name}\n{usual}")

    def _name_over(self, tick: int) -> str:
        """Return the name of the chord that holds at a tick; empty where none does."""
        seen = self._seen
        index = bisect_right([chord.tick for chord in seen], tick) - 1
        if index < 0:
            return ""
        chord = seen[index]
        if self._chord_at(chord.tick) is not None:
            return chord_name(chord) if tick < self._end else ""
        return self._offered_name(chord) if tick < self._offered_end else ""

    def _marks(self) -> Iterator[int]:
        return (chord.tick for chord in self._chords)

    def _place_at(self, x: float) -> int:
        """Return the tick of the chord at x, or else of the bar there."""
        tick = max(0, int(self._transform.tick_at(x - KEYS_WIDTH)))
        seen = self._seen
        index = bisect_right([chord.tick for chord in seen], tick) - 1
        bar, _ = self._bar_of(tick)
        # A chord over several bars is selected in its first bar; a click in the others types there.
        if index >= 0 and seen[index].tick >= bar:
            return seen[index].tick
        return bar

    def _bar_of(self, tick: int) -> tuple[int, int]:
        bars = self._timeline.bars
        bar = bars.bar_at(tick)
        return bars.start_of(bar), bars.start_of(bar + 1)

    def _target_at(self, x: float) -> int:
        tick = max(0, round(self._transform.tick_at(x - KEYS_WIDTH)))
        start, _ = self._bar_of(tick)
        beat = max(1, self._timeline.bars.beat_length_at(tick))
        return start + round((tick - start) / beat) * beat

    # --- keys ------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alone = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if step and alone:
            self._walk(step)
        elif step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self._nudge(step)
        elif step and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._walk_half(step)
        elif key in (*ENTER, Qt.Key.Key_F2):
            self.begin_typing()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            if self._chord_at(self._at) is not None:
                self.removed.emit(self._at)
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int) -> None:
        """Go to the next (1) or previous (-1) tick where a chord or a bar begins."""
        bar, after = self._bar_of(self._at)
        before = self._bar_of(max(0, bar - 1))[0] if bar == self._at else bar
        ticks = [chord.tick for chord in self._seen]
        if step > 0:
            index = bisect_right(ticks, self._at)
            to = min((after, *ticks[index : index + 1]))
        else:
            index = bisect_left(ticks, self._at) - 1
            to = max(before, ticks[index]) if index >= 0 else before
        self._go(to)

    def _walk_half(self, step: int) -> None:
        """Go to the next (1) or previous (-1) half bar."""
        bar, after = self._bar_of(self._at)
        former, _ = self._bar_of(max(0, bar - 1))
        places = (former, self._middle_of(former), bar, self._middle_of(bar), after)
        if step > 0:
            to = min(place for place in places if place > self._at)
        else:
            to = max((place for place in places if place < self._at), default=0)
        self._go(to)

    def _middle_of(self, bar: int) -> int:
        _, after = self._bar_of(bar)
        beat = max(1, self._timeline.bars.beat_length_at(bar))
        return bar + (after - bar + beat) // (2 * beat) * beat

    def _nudge(self, step: int) -> None:
        beat = self._timeline.bars.beat_length_at(self._at)
        to = self._between_others(self._at, self._at + step * beat)
        if self._chord_at(self._at) is not None:
            self._move(self._at, to)

    def _go_from(self, text: str, step: int) -> None:
        """Open the field in the bar after some typed chords (1), or in the bar before (-1)."""
        bars = self._timeline.bars
        bar = bars.bar_at(self._at)
        to = bar + _bars_of(text) if step > 0 else max(0, bar - 1)
        self.choose(bars.start_of(to))
        self.begin_typing()

    def _x(self, place: int) -> float:
        return self._transform.x_of(place) + KEYS_WIDTH


def _beginning_at(chords: tuple[Chord, ...], tick: int) -> Chord | None:
    """Return the chord that begins at a tick."""
    index = bisect_left(chords, tick, key=lambda chord: chord.tick)
    here = chords[index : index + 1]
    return here[0] if here and here[0].tick == tick else None


def _bars_of(text: str) -> int:
    """Return how many bars some typed chords take."""
    words = text.replace("|", " | ").split()
    if "|" in words:
        return max(1, len([part for part in text.split("|") if part.strip()]))
    return max(1, len(words))


def _after(tick: int, ends: list[int]) -> int:
    """Return the first of some ascending ticks that is after a tick; the next one if none is."""
    index = bisect_right(ends, tick)
    return ends[index] if index < len(ends) else tick + 1


def _fitting_name(whole: str, painter: QPainter, box: QRect) -> tuple[str, QRect]:
    """Return a chord's name and where it stands in a box.

    Without room for the whole name it is the root alone, nearer to the edge, or nothing.
    """
    measured = painter.fontMetrics()
    for name, inset in ((whole, 4), (_root(whole), 4), (_root(whole), 1)):
        within = box.adjusted(inset, 0, -1, 0)
        if measured.horizontalAdvance(name) <= within.width():
            return name, within
    return "", box


def _root(name: str) -> str:
    """Return the root of a chord name, with its accidental."""
    return name[: 2 if name[1:2] in ("♭", "♯") else 1]
