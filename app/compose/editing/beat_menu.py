"""The entries of the ruler's menu that correct how a piece counts."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from app.clients.playing import Playing
from app.compose.editing.bar_line_moves import BarLineMoves
from app.state import beat_edits
from app.state.document import Document
from app.state.doubtful_bars import DoubtfulBars
from app.widgets.menus import add_action, add_choice
from engine.values.score import Score

# Beats in a bar that the menu offers; others are typed as a meter.
BEATS = (2, 3, 4, 6)


class BeatMenu(QObject):
    """Adds the entries to a menu; each makes one undo step.

    Args:
        doubtful: Knows the bar lines that the user put where they are: they stay.
    """

    def __init__(
        self,
        document: Document,
        *,
        lines: BarLineMoves,
        doubtful: DoubtfulBars,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._lines = lines
        self._doubtful = doubtful
        self._playing = playing

    def fill(self, menu: QMenu, tick: int) -> None:
        """Add the entries for the bar and the beat at a tick."""
        score = self._document.score
        begun = beat_edits.begins_bar(score, beat_edits.nearest_beat(score, tick))
        name = self.tr("This is beat 1")
        add_action(
            menu,
            name,
            partial(self._begin_bar, name, tick),
            reason=self.tr("A bar begins at this beat already.") if begun else "",
        )
        self._add_move(menu)
        beats = menu.addMenu(self.tr("Beats in a bar"))
        now = beat_edits.beats_in_bar(score, tick)
        for number in BEATS:
            to_number = partial(beat_edits.with_beats_in_bar, tick=tick, beats=number)
            act = partial(self._edit, self.tr("Beats in a bar"), to_number)
            add_choice(beats, str(number), act, checked=number == now)
        unwritable = self.tr("A MIDI file could not write the tempo or the ticks.")
        for name, change, can in (
            (
                self.tr("Count twice as fast"),
                beat_edits.twice_as_fast,
                beat_edits.can_count_twice_as_fast(score),
            ),
            (
                self.tr("Count half as fast"),
                beat_edits.half_as_fast,
                beat_edits.can_count_half_as_fast(score),
            ),
        ):
            act = partial(self._edit, name, change)
            add_action(menu, name, act, reason="" if can else unwritable)

    def _add_move(self, menu: QMenu) -> None:
        """Add the entry that puts the bar line nearest to the playhead at the playhead."""
        here = round(self._playing.tick)
        line = beat_edits.nearest_bar_line(self._document.score, here)
        reason = ""
        if line == here:
            reason = self.tr("A bar begins at the playhead already.")
        elif line == 0:
            reason = self.tr("The first bar line stays where it is.")
        name = self.tr("Move the nearest bar line to the playhead")
        add_action(menu, name, partial(self._lines.move, line, here), reason=reason)

    def _begin_bar(self, name: str, tick: int) -> None:
        """Put a bar line at a beat, where it stays when beats are found anew."""
        score, settled = self._document.score, set(self._doubtful.settled)
        beat = beat_edits.nearest_beat(score, tick)
        settled.discard(beat_edits.moved_line(score, beat))
        changed = beat_edits.with_beat_one(score, beat, fixed=settled)
        self._apply(name, changed, settled={*settled, beat})

    def _edit(self, name: str, change: Callable[[Score], Score]) -> None:
        settled = self._doubtful.settled
        changed = beat_edits.with_lines_kept(change(self._document.score), settled)
        self._apply(name, changed, settled=settled)

    def _apply(self, name: str, changed: Score, *, settled: Iterable[int]) -> None:
        self._doubtful.keep(changed, settled=settled)
        self._document.edit(name, self._document.composition.with_score(changed))
