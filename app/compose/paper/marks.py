"""Written marks by hand: the palette of the score, the menus and the keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from app.clients.playing import Playing
from app.compose.paper import mark_edits
from app.compose.paper.mark_edits import Marked
from app.main_window import dialogs
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.selection import Selection
from app.values.notices import NoticeText
from app.words.counting import counted
from app.words.engine import translate_engine_text
from engine.ground.errors import SegueError

if TYPE_CHECKING:
    from engine.piece.composition import Composition

_PREFIX = "mark_"
_NOTICE, _UNDO = "marks", "undo"
# Seconds that the status line says what was done.
_SECONDS = 8.0
# A selection that stays for so long is looked at.
_SETTLED_MS = 100


class Marks(QObject):
    """Puts marks on the chosen notes, and lights the buttons of those that they have.

    Args:
        bars_edited: Called after other bars are played: what refers to their ticks is outdated.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        selection: Selection,
        *,
        playing: Playing,
        bars_edited: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._selection = selection
        self._document = selection.document
        self._playing = playing
        self._bars_edited = bars_edited
        self._names = tuple(
            spec.name.removeprefix(_PREFIX)
            for spec in shell.actions
            if spec.name.startswith(_PREFIX)
        )
        # A look at the marks of a long track takes too long for each step of a rubber band.
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        # The piece with the last mark: a notice undoes this edit and no other.
        self._made: Composition | None = None
        self._kind: tuple[bool, ...] = ()
        self._soon.timeout.connect(self._show_lit)
        shell.actions.bind(marks=self)
        self._show_palette()
        for signal in (
            selection.changed,
            selection.track_changed,
            selection.bars_changed,
            self._document.notes_changed,
            self._document.ruler_changed,
            self._document.tracks_changed,
            page.panes.currentChanged,
        ):
            signal.connect(self._on_changed)
        shell.notices.button_clicked.connect(self._on_notice)
        # Marks that nobody sees are looked at when a menu shows them.
        page.roll.menu_requested.connect(self._show_lit)
        actions = (shell.actions[f"{_PREFIX}{name}"] for name in self._names)
        for menu in {each for action in actions for each in action.associatedObjects()}:
            if isinstance(menu, QMenu):
                menu.aboutToShow.connect(self._show_lit)
        self._show_state()

    def _show_palette(self) -> None:
        actions, score = self._shell.actions, self._page.score
        keys = {
            QKeySequence(each).toString() if len(each) > 1 else each: spec.given[0]
            for spec in actions
            if spec.name.startswith(_PREFIX)
            for each in (*spec.shortcuts, *spec.score_keys)
        }
        score.show_marks(
            {name: actions[f"{_PREFIX}{name}"] for name in self._names},
            {key: str(name) for key, name in keys.items()},
        )
        score.mark_requested.connect(lambda name: actions[f"{_PREFIX}{name}"].trigger())

    # --- what is chosen -------------------------------------------------------------------------

    def _chosen(self) -> Marked:
        notes, bars = self._selection.notes, self._document.timeline.bars
        start, end = self._selection.bars
        if notes:
            first, last = (bars.bar_at(note.start) for note in (notes[0], notes[-1]))
        elif end > start:
            first, last = bars.bar_at(start), bars.bar_at(end - 1)
        else:
            first = last = bars.bar_at(round(max(0.0, self._playing.tick)))
        # The playhead may stand after the last bar.
        most = max(0, bars.bars_until(self._document.score.end) - 1)
        return Marked(self._selection.current, notes, (min(first, most), min(last, most)))

    def _on_changed(self) -> None:
        self._show_reasons()
        if self._page.score.isVisible():
            self._soon.start()

    def _show_state(self) -> None:
        self._show_reasons()
        self._show_lit()

    def _show_lit(self) -> None:
        """Light the marks that the chosen notes have."""
        self._soon.stop()
        lit = mark_edits.names_at(self._document.score, self._chosen())
        for name in self._names:
            self._shell.actions.check(f"{_PREFIX}{name}", on=name in lit)

    def _show_reasons(self) -> None:
        """Say why marks cannot be put, and forget a notice whose edit is not the last one."""
        if self._made is not None and self._document.composition is not self._made:
            self._made = None
            self._shell.notices.clear_notice(_NOTICE)
        track = self._selection.track
        kind = bool(self._selection.notes), track is not None and track.is_drum, self._has_notes()
        if kind != self._kind:
            self._kind = kind
            for name in self._names:
                self._shell.actions.allow(f"{_PREFIX}{name}", unless=self._reason(name))

    def _has_notes(self) -> bool:
        return any(track.notes for track in self._document.score.tracks)

    def _reason(self, name: str) -> str:
        """Return why a mark cannot be put, or an empty text."""
        if name in mark_edits.ON_BARS:
            return "" if self._has_notes() else self.tr("There are no notes yet.")
        if not self._selection.notes:
            return self.tr("Select notes first.")
        track = self._selection.track
        if name in mark_edits.NOT_ON_DRUMS and track is not None and track.is_drum:
            return self.tr("Drums do not have this mark.")
        return ""

    # --- doing ----------------------------------------------------------------------------------

    def toggle(self, name: str) -> None:
        """Put a mark on the chosen notes or bars, or take it off where all of them have it.

        Args:
            name: The mark's name; words are asked for.
        """
        chosen = self._chosen()
        if reason := self._reason(name):
            self._tell(reason, undo=False)
        elif name in mark_edits.WORDS:
            self._ask(name, chosen)
        else:
            self._toggle(name, chosen)
        # Qt has switched the action by itself.
        self._show_state()

    def _toggle(self, name: str, chosen: Marked) -> None:
        composition = self._document.composition
        on = name not in mark_edits.names_at(composition.score, chosen)
        try:
            new, notes = mark_edits.toggled(composition, chosen, name, on=on)
        except SegueError as error:
            self._tell(translate_engine_text(error.message), undo=False)
            return
        if new.score == composition.score:
            self._tell(self.tr("There is nothing to put it on."), undo=False)
            return
        done = self._said(name, chosen, on=on)
        there = frozenset(new.score.tracks[chosen.track].notes) if notes else frozenset()
        self._selection.edit(done, new, tuple(note for note in notes if note in there))
        self._made = self._document.composition
        if name in mark_edits.ON_BARS:
            self._bars_edited()
        self._tell(done)

    def _ask(self, name: str, chosen: Marked) -> None:
        composition, label = self._document.composition, self._called(name)
        before = mark_edits.words_of(composition.score, chosen, name)
        text = dialogs.ask_text(self._shell.frame, label, self._hint(name), before)
        if text is None:
            return
        new, notes = mark_edits.with_typed(composition, chosen, name, text)
        done = self._said(name, chosen, on=bool(text.strip()))
        if self._selection.edit(done, new, notes):
            self._made = self._document.composition
            self._tell(done)

    def _hint(self, name: str) -> str:
        hints = {
            "text": self.tr("Words over the first note"),
            "tempo": self.tr("Such as Allegro, Andante 84 or 120"),
            "fingering": self.tr("A finger for each note: 1 2 3"),
            "lyric": self.tr("A syllable for each note: A-ve Ma-ri-a"),
        }
        return hints[name]

    # --- saying ---------------------------------------------------------------------------------

    def _called(self, name: str) -> str:
        return self._shell.actions.name_of(f"{_PREFIX}{name}").rstrip("…")

    def _said(self, name: str, chosen: Marked, *, on: bool) -> str:
        if name in mark_edits.ON_BARS:
            text = self.tr("%1 at bar %2") if on else self.tr("%1 taken off bar %2")
            bar = chosen.bars[name in {"repeat-end", "da-capo", "fine"}] + 1
            return text.replace("%1", self._called(name)).replace("%2", str(bar))
        one, many = self.tr("%2 on 1 note"), self.tr("%2 on %1 notes")
        if not on:
            one, many = self.tr("%2 taken off 1 note"), self.tr("%2 taken off %1 notes")
        return counted(len(chosen.notes), one, many).replace("%2", self._called(name))

    def _tell(self, text: str, *, undo: bool = True) -> None:
        self._shell.notices.show_notice(
            NoticeText(
                key=_NOTICE,
                about="piece",
                happened=text,
                buttons=((_UNDO, self.tr("Undo")),) if undo else (),
                seconds=_SECONDS,
                asked=True,
            )
        )

    def _on_notice(self, key: str, _button: str) -> None:
        if key == _NOTICE:
            if self._document.composition is self._made:
                self._document.undo()
            self._shell.notices.clear_notice(_NOTICE)
