"""Commands on the selected bars of all tracks, and their clipboard."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.state import bar_edits
from app.state.bar_edits import CopiedBars, Span
from app.state.selection import Selection
from engine.piece.composition import Composition
from engine.values.time import BarMap


class BarCommands(QObject):
    """Edits the selected bars as named undo steps.

    Args:
        selection: The bars to edit, with their document.

    Signals:
        done: An edit was made (its name).
        copied: The clipboard was filled.
    """

    done = Signal(str)
    copied = Signal()

    def __init__(self, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = selection.document
        self._clipboard: CopiedBars | None = None
        selection.document.replaced.connect(self._forget_origins)

    @property
    def chosen(self) -> Span:
        """First tick of the selected bars and the tick after the last; (0, 0) without any."""
        return self._selection.bars

    @property
    def has_copied(self) -> bool:
        """Whether bars are on the clipboard."""
        return self._clipboard is not None

    def forget_copied(self) -> None:
        """Empty the clipboard, because something else was copied."""
        self._clipboard = None

    # --- the clipboard ----------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected bars."""
        self._clipboard = bar_edits.copied(self._document.composition, self.chosen)
        self.copied.emit()

    def cut(self) -> None:
        """Copy the selected bars and take them out; what follows closes up."""
        count = self._count(self.chosen)
        composition, bars = bar_edits.cut(self._document.composition, self.chosen)
        self._clipboard = bars
        self._edit(self.tr("Cut %n bars", "", count), composition, (0, 0))
        self.copied.emit()

    def paste(self, *, at: int) -> None:
        """Insert the copied bars before a bar line and select them."""
        if self._clipboard is None:
            return
        bars, passage = self._clipboard, self._clipboard.passage
        composition = bar_edits.pasted(self._document.composition, bars, at)
        quarter = passage.score.ticks_per_quarter
        length = passage.length * self._document.score.ticks_per_quarter // quarter
        self._edit(self.tr("Paste %n bars", "", bars.bars), composition, (at, at + length))
        # A second paste is a copy: the takes of cut bars are in the piece again.
        self._clipboard = replace(bars, takes=())

    # --- edits ------------------------------------------------------------------------------

    def delete(self) -> None:
        """Delete the selected bars; what follows closes up."""
        name = self.tr("Delete %n bars", "", self._count(self.chosen))
        self._edit(name, bar_edits.deleted(self._document.composition, self.chosen), (0, 0))

    def insert(self, *, at: int, bars: int) -> None:
        """Insert empty bars before a bar line and select them."""
        composition = bar_edits.inserted(self._document.composition, at, bars=bars)
        after = BarMap.of(composition.score)
        end = after.start_of(after.bar_at(at) + bars)
        self._edit(self.tr("Insert %n bars", "", bars), composition, (at, end))

    def repeat(self) -> None:
        """Put the selected bars once more right after themselves, and select the new ones."""
        start, end = self.chosen
        name = self.tr("Repeat %n bars", "", self._count(self.chosen))
        composition = bar_edits.repeated(self._document.composition, self.chosen)
        self._edit(name, composition, (end, 2 * end - start))

    def transpose(self, semitones: int) -> None:
        """Transpose the selected bars: notes, chords and keys, but no drums."""
        name = self.tr("Transpose %n bars", "", self._count(self.chosen))
        composition = self._document.composition
        changed = bar_edits.transposed_bars(composition, self.chosen, semitones)
        self._edit(name, changed, self.chosen)

    def move(self, bars: int) -> None:
        """Move the selected bars by so many bars, earlier where it is negative."""
        lines = self._document.timeline.bars
        start, end = self.chosen
        if bars < 0:
            to = lines.start_of(max(0, lines.bar_at(start) + bars))
        else:
            to = lines.start_of(lines.bar_at(end) + bars)
            if to > lines.start_of(lines.bars_until(self._document.score.end)):
                return
        self.move_to(to)

    def move_to(self, to: int) -> None:
        """Move the selected bars before a bar line."""
        name = self.tr("Move %n bars", "", self._count(self.chosen))
        self._move(name, self.chosen, to)

    # --- sections -----------------------------------------------------------------------------

    def move_section(self, start: int, to: int) -> None:
        """Move the section that begins at a tick before a bar line, and select its bars."""
        for section in bar_edits.sections(self._document.score):
            if section.start == start:
                name = self.tr("Move ‘%1’").replace("%1", section.name)
                self._move(name, (section.start, section.end), to)

    def move_section_by(self, tick: int, places: int) -> bool:
        """Move the section that holds a tick one place later (1) or earlier (-1).

        Returns:
            Whether there is such a section and such a place.
        """
        sections = bar_edits.sections(self._document.score)
        index = bar_edits.section_at(self._document.score, tick)
        if index is None or not 0 <= index + places < len(sections):
            return False
        other = sections[index + places]
        self.move_section(sections[index].start, other.start if places < 0 else other.end)
        return True

    # --- parts ------------------------------------------------------------------------------

    def _move(self, name: str, span: Span, to: int) -> None:
        composition = bar_edits.moved(self._document.composition, span, to)
        self._edit(name, composition, bar_edits.place_of_moved(span, to))

    def _edit(self, name: str, composition: Composition, chosen: Span) -> None:
        if self._document.edit(name, composition):
            self._selection.choose_bars(*chosen)
            self.done.emit(name)

    def _count(self, span: Span) -> int:
        bars = self._document.timeline.bars
        return bars.bar_at(span[1]) - bars.bar_at(span[0])

    def _forget_origins(self) -> None:
        if self._clipboard is not None:
            self._clipboard = self._clipboard.elsewhere()
