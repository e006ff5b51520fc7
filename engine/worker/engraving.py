"""The engrave role: keeps the page of a piece, and draws the visible lines."""

from typing import TYPE_CHECKING

from engine.engraving.engraver import Engraver
from engine.engraving.systems import systems
from engine.ground.errors import ProcessError
from engine.messages import Command, Engrave, Engraved, PageLaidOut, changed
from engine.notation.folding import with_times
from engine.notation.grid import PlacementMemory
from engine.notation.notating import notate
from engine.notation.renotating import renotated
from engine.worker.door import Border, CommandRole, Emit, Inbox

if TYPE_CHECKING:
    from engine.notation.page import NotatedPiece
    from engine.values.score import Score


class EngraveRole(CommandRole):
    """Draws lines of a score.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        super().__init__(inbox, emit, border=border)
        self._border_of_requests = border
        self._score: Score | None = None
        self._page: NotatedPiece | None = None
        self._placements = PlacementMemory()
        self._engraver = Engraver()
        self._lines: tuple[range, ...] = ()

    def take(self, command: Command) -> None:
        """Run one command; an error is reported with the command's request."""
        request = command.request if isinstance(command, Engrave) else 0
        with self._border_of_requests(self._emit, request=request):
            self._obey(command)

    def _obey(self, command: Command) -> None:
        if not isinstance(command, Engrave):
            name = type(command).__name__
            raise ProcessError("The engraving process does not know the command {name}.", name=name)
        page, anew = self._notated(command)
        lines_anew = self._laid_out(command, page, anew)
        self._emit(
            PageLaidOut(
                request=command.request,
                starts=tuple(line.start for line in self._lines),
                measures=len(page.parts[0].measures),
                anew=(lines_anew.start, lines_anew.stop - 1),
                performed=page.performed,
            )
        )
        self._draw(command, page, lines_anew)

    def _notated(self, command: Engrave) -> "tuple[NotatedPiece, range]":
        """Return the page as it is now, and which measures of it are others than before."""
        before, page = self._score, self._page
        score = command.score or before
        if score is not None and command.change is not None:
            try:
                score = changed(score, command.change)
            except ValueError as error:
                raise ProcessError(
                    "The engraving process was told {error}.", error=error
                ) from error
        if score is None:
            raise ProcessError("The engraving process has no piece to draw.")
        # If this fails, the next command must not continue from an old page.
        self._score = self._page = None
        if page is not None and before is not None and command.score is None:
            page, anew = renotated(page, before, score, self._placements)
        else:
            page = notate(score, memory=self._placements)
            anew = range(len(page.parts[0].measures))
        self._score, self._page = score, page
        return page, anew

    def _laid_out(self, command: Engrave, page: "NotatedPiece", anew: range) -> range:
        """Break the page into lines where that is not done; return the lines to be drawn anew."""
        wanted = Engraver(command.look.width, command.look.ink, endless=command.look.endless)
        everything = range(len(page.parts[0].measures))
        if wanted != self._engraver or anew == everything:
            if wanted != self._engraver:
                self._engraver = wanted
            self._lines = systems(page, width=self._engraver.spaces)
            return range(len(self._lines))
        touched = [
            number
            for number, line in enumerate(self._lines)
            if line.start < anew.stop and anew.start < line.stop
        ]
        return range(touched[0], touched[-1] + 1) if touched else range(0)

    def _draw(self, command: Engrave, page: "NotatedPiece", anew: range) -> None:
        look, page = command.look, with_times(page)
        held = look.held.difference(anew)
        wanted = [
            number
            for number, line in enumerate(self._lines)
            if line.start <= look.last and look.first < line.stop and number not in held
        ]
        # Changed lines first: the user looks at them.
        for number in sorted(wanted, key=lambda number: (number not in anew, number)):
            self._emit(self._line(command.request, page, number))
            if not self._inbox.empty():
                return  # a newer request has other lines in sight

    def _line(self, request: int, page: "NotatedPiece", number: int) -> Engraved:
        picture = self._engraver.draw(page, self._lines[number])
        return Engraved(request=request, line=number, picture=picture)
