"""Hiding empty rows: a keyboard folded to the used pitches, and a drum grid."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from app.values.geometry import Transform
from app.views.roll.state import RollState

# The drum grid always shows these rows: bass drum, snare, toms, hi-hat, crash and ride, as General
# MIDI numbers them.
KIT = (36, 38, 42, 45, 46, 49, 50, 51)


class RollFolding(RollState):
    """The part of the roll that selects the visible rows."""

    def __init__(self) -> None:
        super().__init__()
        self._folds, self._grid = False, True
        # Row height and top before the fold, to be restored.
        self._unfolded: tuple[float, float] | None = None

    def show_folded(self, *, folded: bool) -> None:
        """Show only the pitches with notes, or all."""
        self._folds = folded
        self._fold()

    def show_drum_grid(self, *, shown: bool) -> None:
        """Show a drum track as a grid with one row for each drum, or as notes."""
        self._grid = shown
        self._fold()

    def _fold(self) -> None:
        """Compute the rows again, and scroll if they changed."""
        rows, strokes = self._wanted_rows()
        self._rows_follow = self._folds or strokes > 0
        if (rows, strokes) == (self._rows, self._strokes):
            return
        was_folded, is_same_kind = bool(self._rows), self._strokes == strokes
        self._rows, self._strokes = rows, strokes
        shown = self._transform
        if not was_folded:
            self._unfolded = (shown.row_height, shown.top)
        if not rows and self._unfolded is not None:
            height, top = self._unfolded
            shown = replace(shown, row_height=height, top=top)
        elif not (was_folded and is_same_kind):
            shown = self._fitted_to(rows)
        self._scroll(shown)
        self.update()

    def _wanted_rows(self) -> tuple[tuple[int, ...], int]:
        """Return the pitches to show (empty for all), and the ticks of a drum mark (0: notes)."""
        if self._grid and self._is_drum():
            # A mark covers a sixteenth note.
            return self._drums(), max(1, self._score.ticks_per_quarter // 4)
        return (self._pitches() if self._folds else ()), 0

    def _fitted_to(self, rows: tuple[int, ...]) -> Transform:
        """Return the transform with a row height and top that show all of these rows."""
        shown = self._transform
        fitted = replace(shown, pitches=rows).fitting(
            start=0, end=1, width=1, lowest=rows[0], highest=rows[-1], height=self.height()
        )
        return replace(shown, row_height=fitted.row_height, top=fitted.top)

    def _pitches(self) -> tuple[int, ...]:
        """Return the pitches of all tracks except drums."""
        return self._used(
            index for index, track in enumerate(self._score.tracks) if not track.is_drum
        )

    def _drums(self) -> tuple[int, ...]:
        return tuple(sorted({*self._used((self._current,)), *KIT}))

    def _used(self, tracks: Iterable[int]) -> tuple[int, ...]:
        wanted = set(tracks)
        columns = [self._tracks[index].table[:, 2] for index in wanted]
        used = set(np.unique(np.concatenate(columns)).tolist()) if columns else set()
        return tuple(
            sorted(used | {note.pitch for track, note in self._offered.notes if track in wanted})
        )
