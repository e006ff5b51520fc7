"""Client of the engraver: sends changes of the piece, requests the visible lines."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages
from engine.values.line_picture import LinePicture
from engine.values.score import Score

# Takes the line, and how many measures it has.
DrawnLine = Callable[[LinePicture, int], object]


class Engraving(QObject):
    """Keeps the child's copy of a piece up to date. One request at a time; the newest one waits.

    Signals:
        laid_out: The measures of each line (a `messages.PageLaidOut`).
        line_drawn: A line was drawn (its number, a `LinePicture`, the note of each of its heads).
        failed: A `messages.Failed`.
        died: The child died and was replaced (the sentence for the user).
    """

    laid_out = Signal(object)
    line_drawn = Signal(int, object, object)
    failed = Signal(object)
    died = Signal(object)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._started = self._listens = self._busy = False
        self._request = 0
        # Whether the answers to the last request are about a piece that was closed.
        self._outdated = False
        self._sent: Score | None = None
        # Lines that the child has drawn and that are still valid.
        self._valid_lines: set[int] = set()
        self._layout: tuple[tuple[int, ...], int] = ((), 0)
        self._wanted: tuple[Score, messages.PageLook] | None = None
        # Excerpts to draw, by their keys, and who gets the line that is being drawn.
        self._excerpts: dict[str, tuple[Score, messages.PageLook, DrawnLine]] = {}
        self._drawn: DrawnLine | None = None
        link.on(messages.Ready, lambda _event: self._on_ready())
        link.on(messages.PageLaidOut, self._on_layout)
        link.on(messages.Engraved, self._on_line)
        link.on(messages.Failed, self._on_failure)
        link.died.connect(self._on_death)

    def show(self, score: Score, look: messages.PageLook) -> None:
        """Draw the visible lines; `laid_out` and `line_drawn` follow.

        Args:
            score: The piece.
            look: How to draw it; its `held` are the lines that the view has, of whichever layout.
        """
        self._wanted = (score, look)
        if not self._started:
            self._started = True
            self._link.start()
        self._ask()

    def draw(self, key: str, excerpt: Score, look: messages.PageLook, drawn: DrawnLine) -> None:
        """Draw the first line of a short score that is not the piece.

        Args:
            key: A newer excerpt replaces the one with the same key that still waits.
            excerpt: The score.
            look: How to draw it.
            drawn: Called with the line; not if it cannot be drawn.
        """
        self._excerpts[key] = (excerpt, look, drawn)
        if not self._started:
            self._started = True
            self._link.start()
        self._ask()

    def drop(self) -> None:
        """Ignore the answers that are still to come, because another piece was opened."""
        self._outdated, self._wanted = True, None
        self._valid_lines.clear()

    def close(self) -> None:
        """End the child."""
        self._link.close()

    def _ask(self) -> None:
        if self._busy or not self._listens:
            return
        if self._excerpts:
            key = next(iter(self._excerpts))
            score, look, self._drawn = self._excerpts.pop(key)
            self._valid_lines.clear()
        elif self._wanted is not None:
            (score, look), self._wanted, self._drawn = self._wanted, None, None
        else:
            return
        sent, self._sent = self._sent, score
        change = messages.change_between(sent, score) if sent not in (None, score) else None
        self._request += 1
        self._busy, self._outdated = True, False
        self._link.send(
            messages.Engrave(
                request=self._request,
                score=score if sent is None else None,
                change=change if sent is not None and sent is not score else None,
                look=msgspec.structs.replace(look, held=look.held & self._valid_lines),
            )
        )

    def _on_ready(self) -> None:
        self._listens = True
        self._ask()

    def _on_layout(self, event: messages.PageLaidOut) -> None:
        if event.request == self._request and self._drawn is not None:
            self._layout = (event.starts, event.measures)
        elif event.request == self._request:
            self._busy = False
            self._let_go(event)
            if not self._outdated:
                self.laid_out.emit(event)
            self._ask()

    def _measures_of_first(self) -> int:
        """Return how many measures the first line has."""
        starts, measures = self._layout
        return starts[1] if len(starts) > 1 else measures

    def _let_go(self, event: messages.PageLaidOut) -> None:
        """Forget the lines that the child draws again."""
        first, last = event.anew
        before, self._layout = self._layout, (event.starts, event.measures)
        if before != self._layout:
            self._valid_lines.clear()
        self._valid_lines.difference_update(range(first, last + 1))

    def _on_line(self, event: messages.Engraved) -> None:
        if event.request != self._request or self._outdated or self._sent is None:
            return
        if self._drawn is not None:
            drawn, self._drawn, self._busy = self._drawn, None, False
            drawn(event.picture, self._measures_of_first())
            # The next request sends the whole piece: the child has another score.
            self._sent, self._outdated = None, True
            self._ask()
            return
        self._valid_lines.add(event.line)
        tracks = self._sent.tracks
        notes = tuple(tracks[head.track].notes[head.note] for head in event.picture.heads)
        self.line_drawn.emit(event.line, event.picture, notes)

    def _on_failure(self, event: messages.Failed) -> None:
        # The child's copy is unknown now: the next request sends the whole piece.
        self._busy, self._sent = False, None
        self._valid_lines.clear()
        self._drawn = None
        self.failed.emit(event)

    def _on_death(self, sentence: str) -> None:
        self._listens = self._busy = False
        self._sent = self._drawn = None
        self._valid_lines.clear()
        self.died.emit(sentence)
