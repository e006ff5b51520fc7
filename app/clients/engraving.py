"""The engraver's child: told what changed in the piece, asked for the lines in sight."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from engine import messages
from engine.music.score import Note, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How lines are to be drawn, and which measures are in sight.

    Attributes:
        width: Of a line, in tenths of a millimetre.
        ink: The colour, `#rrggbb`.
        endless: Whether lines are to stand beside each other.
        first: First measure in sight.
        last: Last one in sight.
        drawn: Numbers of the lines that are there.
    """

    width: int
    ink: str
    endless: bool = False
    first: int
    last: int
    drawn: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as it came.

    Attributes:
        picture: What the child drew.
        heads: Track, number of the note in it, the note, left and middle of each head, in units
            of the picture.
    """

    picture: messages.Engraved
    heads: tuple[tuple[int, int, Note, int, int], ...]


class Engraving(QObject):
    """A piece as the child has it; one request is under way at a time, the newest waits.

    Args:
        link: The child, started when a score is first shown.
        parent: Qt's owner.

    Signals:
        laid_out: Which measures stand on which line (a `messages.PageLaidOut`).
        line_drawn: A line was drawn (a DrawnLine).
        failed: A `messages.Failed`.
        died: The child died and another one draws (the sentence for the user).
    """

    laid_out = Signal(object)
    line_drawn = Signal(object)
    failed = Signal(object)
    died = Signal(str)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._started = self._listens = self._busy = False
        self._request = 0
        self._told: Score | None = None
        # Lines that came and that nothing has touched since.
        self._held: set[int] = set()
        self._layout: tuple[tuple[int, ...], int] = ((), 0)
        self._wanted: tuple[Score, Look] | None = None
        link.on(messages.Ready, lambda _event: self._on_ready())
        link.on(messages.PageLaidOut, self._on_layout)
        link.on(messages.Engraved, self._on_line)
        link.on(messages.Failed, self._on_failure)
        link.died.connect(self._on_death)

    def show(self, score: Score, look: Look) -> None:
        """Have the lines in sight drawn; `laid_out` and `line_drawn` follow."""
        self._wanted = (score, look)
        if not self._started:
            self._started = True
            self._link.start()
        self._ask()

    def close(self) -> None:
        """End the child."""
        self._link.close()

    def _ask(self) -> None:
        if self._wanted is None or self._busy or not self._listens:
            return
        (score, look), self._wanted = self._wanted, None
        told, self._told = self._told, score
        change = messages.change_between(told, score) if told not in (None, score) else None
        self._request += 1
        self._busy = True
        self._link.send(
            messages.Engrave(
                request=self._request,
                score=score if told is None else None,
                change=change if told is not None and told is not score else None,
                width=look.width,
                ink=look.ink,
                endless=look.endless,
                first=look.first,
                last=look.last,
                held=tuple(sorted(look.drawn & self._held)),
            )
        )

    def _on_ready(self) -> None:
        self._listens = True
        self._ask()

    def _on_layout(self, event: messages.PageLaidOut) -> None:
        if event.request == self._request:
            self._busy = False
            self._let_go(event)
            self.laid_out.emit(event)
            self._ask()

    def _let_go(self, event: messages.PageLaidOut) -> None:
        """Hold no line that is to be drawn anew."""
        first, last = event.anew
        before, self._layout = self._layout, (event.starts, event.measures)
        if before != self._layout:
            self._held.clear()
        self._held.difference_update(range(first, last + 1))

    def _on_line(self, event: messages.Engraved) -> None:
        if event.request != self._request or self._told is None:
            return
        self._held.add(event.line)
        tracks = self._told.tracks
        heads = tuple(
            (head.track, head.note, tracks[head.track].notes[head.note], head.x, head.y)
            for head in event.heads
        )
        self.line_drawn.emit(DrawnLine(event, heads))

    def _on_failure(self, event: messages.Failed) -> None:
        # What it holds now is not known: the next request says the whole piece.
        self._busy, self._told = False, None
        self._held.clear()
        self.failed.emit(event)

    def _on_death(self, sentence: str) -> None:
        self._listens = self._busy = False
        self._told = None
        self._held.clear()
        self.died.emit(sentence)
