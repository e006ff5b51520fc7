"""The serve role: one model and several pieces, for programs other than the window.

All runs in one thread. Continuations of different pieces alternate, event by event. The commands
of one piece run in their order. While nothing is asked, the model reads what was opened or heard.
"""

import queue
from collections import deque
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError, LimitError, ProcessError
from engine.ground.paths import user_paths
from engine.live.session import Session
from engine.making.known_songs import prints_or_word
from engine.messages import (
    ChangePiece,
    ClosePiece,
    Command,
    Continue,
    Failed,
    GoOn,
    Hear,
    Heard,
    LiveEvent,
    LoadModel,
    Message,
    Notice,
    OpenOsc,
    OpenPiece,
    PieceCommand,
    PieceEvent,
    Rewind,
)
from engine.worker.door import Border, Emit, Inbox
from engine.worker.live import ends, loaded_message
from engine.worker.osc import OscGateway

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.copying.fingerprints import Fingerprints

MOST_PIECES = 32
"""Pieces open at once. The memory of one that is very long takes 200 MB."""


class _Piece:
    """One open piece.

    Attributes:
        session: The piece and the model's memory of it; None before it is opened.
        waiting: Its commands in order of arrival.
        asked: The continuation under way, or None.
        events: The events of it that are still to come.
        unread: Whether there may be complete bars that the model has not read.
    """

    def __init__(self) -> None:
        self.session: Session | None = None
        self.waiting: deque[PieceCommand | ClosePiece] = deque()
        self.asked: Continue | GoOn | None = None
        self.events: Iterator[LiveEvent] | None = None
        self.unread = False

    @property
    def is_busy(self) -> bool:
        """Whether there is work for it."""
        return bool(self.asked or self.waiting or self.unread)

    @property
    def is_closing(self) -> bool:
        """Whether it is closed when its commands have run."""
        return bool(self.waiting) and isinstance(self.waiting[-1], ClosePiece)

    def is_ended(self, asked: Continue | GoOn) -> bool:
        """Return whether a command that waits ends a continuation."""
        return any(
            isinstance(command, OpenPiece | ClosePiece) or ends(command, asked)
            for command in self.waiting
        )

    def finish(self) -> None:
        """Forget the continuation under way."""
        self.asked = self.events = None


class ServeRole:
    """Continues several pieces with one model.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        self._inbox = inbox
        self._say = emit
        self._osc: OscGateway | None = None
        self._border = border
        self._pieces: dict[int, _Piece] = {}
        self._model: LiveModel | None = None
        self._prints: Fingerprints | None = None
        self._wanted: Path | None = None  # the folder of the model to load next
        self._gone = False

    def run(self) -> None:
        """Run commands until the client goes."""
        try:
            while not self._gone:
                self._look(wait=not self._is_busy)
                if not self._gone:
                    self._work()
        finally:
            if self._osc is not None:
                self._osc.close()

    def _emit(self, event: Message) -> None:
        self._say(event)
        if self._osc is not None:
            self._osc.tell(event)

    @property
    def _is_busy(self) -> bool:
        return self._wanted is not None or any(piece.is_busy for piece in self._pieces.values())

    def _look(self, *, wait: bool = False) -> None:
        """Take all commands that have arrived; `wait` waits for the first one."""
        while not self._gone:
            try:
                command = self._inbox.get(block=wait)
            except queue.Empty:
                return
            wait = False
            self._take(command)

    def _take(self, command: Command | None) -> None:
        """Put a command where it waits for its turn."""
        match command:
            case None:
                self._gone = True
            case LoadModel():
                self._wanted = Path(command.folder)
            case OpenOsc():
                with self._border(self._emit):
                    self._open_osc(command)
            case PieceCommand() | ClosePiece():
                with self._answering(command):
                    self._piece(command.piece).waiting.append(command)
            case _:
                with self._border(self._emit):
                    name = type(command).__name__
                    raise ProcessError("‘segue serve’ does not know the command {name}.", name=name)

    def _open_osc(self, command: OpenOsc) -> None:
        """Open the OSC port.

        Raises:
            ProcessError: One is open, or the port is in use.
        """
        if self._osc is not None:
            raise ProcessError("OSC is open already, on port {port}.", port=self._osc.port)
        self._osc = OscGateway(command, self._inbox.put)

    def _piece(self, number: int) -> _Piece:
        """Return a piece by its number; a new one if there is none.

        Raises:
            LimitError: Too many pieces are open.
        """
        if number not in self._pieces:
            if sum(not each.is_closing for each in self._pieces.values()) >= MOST_PIECES:
                raise LimitError(
                    "{most_pieces} pieces are open, and there cannot be more.",
                    most_pieces=MOST_PIECES,
                    hint="Close one with ClosePiece.",
                )
            self._pieces[number] = _Piece()
        return self._pieces[number]

    def _work(self) -> None:
        """Do one slice of work for each piece."""
        if self._wanted is not None and not any(each.asked for each in self._pieces.values()):
            folder, self._wanted = self._wanted, None
            with self._border(self._emit):
                self._load(folder)
        for number, piece in tuple(self._pieces.items()):
            if piece.asked is not None:
                self._go_on(piece, piece.asked)
            elif self._wanted is not None:
                pass  # it is loaded when the other continuations have ended
            elif piece.waiting:
                command = piece.waiting.popleft()
                with self._answering(command):
                    self._obey(piece, command)
            elif piece.unread and piece.session is not None:
                self._read(piece, piece.session, number)
            if piece.session is None and not piece.waiting:
                del self._pieces[number]

    def _load(self, folder: Path) -> None:
        """Load a model; it has read nothing of the open pieces."""
        self._model = LiveModel.load(folder)
        self._prints = prints_or_word(
            folder, user_paths(), lambda sentence: self._emit(Notice(message=sentence))
        )
        for piece in self._pieces.values():
            if piece.session is not None:
                piece.session, piece.unread = self._session(piece.session), True
        self._emit(loaded_message(folder, self._model))

    def _session(self, before: Session | None) -> Session:
        """Return a session with the loaded model, and with the piece of another session.

        Raises:
            ProcessError: No model is loaded.
        """
        if self._model is None:
            raise ProcessError(
                "No model is loaded, so no piece was opened.", hint="Load one with LoadModel."
            )
        session = Session(self._model.another(), prints=self._prints)
        if before is not None:
            session.open(before.score)
        return session

    def _obey(self, piece: _Piece, command: PieceCommand | ClosePiece) -> None:
        """Run one command; a continuation only begins."""
        if isinstance(command, OpenPiece | Continue):
            piece.session = piece.session or self._session(None)
            piece.session.open(command.score)
            piece.unread = True
        session = piece.session
        if session is None:
            raise EmptyMusicError(
                "Piece {piece} is not open.",
                piece=command.piece,
                hint="Open it with OpenPiece first.",
            )
        match command:
            case Continue() | GoOn():
                piece.asked = command
            case Hear():
                session.add(command.notes)
                piece.unread = True
                self._emit(Heard(piece=command.piece, number=command.number))
            case ChangePiece():
                session.change(command.change)
                piece.unread = True
            case Rewind():
                session.rewind(command.bar)
                piece.unread = True
            case ClosePiece():
                piece.session, piece.unread = None, False
            case _:
                pass  # opened above, or cancels a continuation that has ended

    def _go_on(self, piece: _Piece, asked: Continue | GoOn) -> None:
        """Emit the next event of a continuation."""

        def cancelled() -> bool:
            self._look()
            return self._gone or self._wanted is not None or piece.is_ended(asked)

        event = None
        with self._answering(asked):
            if piece.events is None and piece.session is not None:
                piece.events = piece.session.go_on(asked.request, asked.ask, cancelled=cancelled)
            event = next(piece.events, None) if piece.events is not None else None
        if event is None:
            piece.finish()
            piece.unread = False
        else:
            self._emit(_stamped(event, asked.piece))

    def _read(self, piece: _Piece, session: Session, number: int) -> None:
        """Read what was opened or heard, until there is something else to do."""
        piece.unread = False

        def interrupted() -> bool:
            self._look()
            if (
                self._gone
                or self._wanted is not None
                or any(each.asked or each.waiting for each in self._pieces.values())
            ):
                piece.unread = True
            return piece.unread

        with self._border(partial(self._emit_of, number)):
            session.read(cancelled=interrupted)

    def _answering(self, command: PieceCommand | ClosePiece) -> AbstractContextManager[None]:
        """Return a context in which an error fails this command."""
        number = getattr(command, "request", 0) or getattr(command, "number", 0)
        return self._border(partial(self._emit_of, command.piece), request=number)

    def _emit_of(self, piece: int, message: Message) -> None:
        self._emit(_stamped(message, piece))


def _stamped(message: Message, piece: int) -> Message:
    """Return an event with the number of its piece."""
    if isinstance(message, PieceEvent | Failed):
        return msgspec.structs.replace(message, piece=piece)
    return message
