"""The live role: one model, its memory, one continuation at a time."""

import queue
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.errors import ProcessError
from engine.generation.model import LiveModel
from engine.live.jam.session import JamSession
from engine.live.session import Session
from engine.messages import (
    Anchor,
    CancelContinue,
    ChangePiece,
    Command,
    Continue,
    ForgetMemory,
    GoOn,
    Hear,
    LoadModel,
    ModelLoaded,
    OpenPiece,
    OpenPipe,
    PipeMessage,
    RankChords,
    Rewind,
    StartJam,
    StopJam,
    WatchMemory,
)
from engine.model.decoding.decoder import KEPT
from engine.paths import user_paths
from engine.pipe import PipeEnd, come_to
from engine.worker.door import Border, Emit, Inbox
from engine.worker.jamming import Jamming, PlayerCame, Wish
from engine.worker.known_songs import prints_of

if TYPE_CHECKING:
    from engine.copying.fingerprints import Fingerprints

_OF_A_JAM = (PipeMessage, PlayerCame)


class LiveRole:
    """Loads models and continues pieces as told.

    A new continuation ends the one that is being made: the player steers, nothing queues up.

    Args:
        inbox: Commands; None ends the role.
        emit: Where events go.
        border: What keeps a failure from ending the process.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border
        self._waiting: deque[Command | None] = deque()
        self._session: Session | None = None
        self._loaded_of: tuple[object, ...] = ()
        self._watched = False
        self._prints: Fingerprints | None = None
        self._pipe: PipeEnd | None = None
        self._anchor: Anchor | None = None
        # While somebody jams both speak here: what the player hears comes between commands.
        self._heard = cast("queue.SimpleQueue[Wish]", inbox)

    def run(self) -> None:
        """Do as told until the parent goes."""
        while (command := self._next()) is not None:
            match command:
                case LoadModel():
                    with self._border(self._emit):
                        self._load(Path(command.folder))
                case Continue() | GoOn():
                    self._go_on(command)
                case StartJam():
                    with self._border(self._emit):
                        self._jam(command)
                case CancelContinue() | StopJam():
                    pass  # what it would end is over
                case Anchor():
                    # Said when they met: a jam that begins later goes by it.
                    self._anchor = command
                case _ if isinstance(command, _OF_A_JAM):
                    pass  # nobody jams
                case _:
                    with self._border(self._emit):
                        self._tell(command)
        self._leave_pipe()

    def _next(self) -> Command | None:
        return self._waiting.popleft() if self._waiting else self._inbox.get()

    def _load(self, folder: Path) -> None:
        # Who stood by has loaded it ahead, and is told again when it takes over.
        wanted = _state_of(folder)
        if self._session is None or wanted != self._loaded_of:
            model = LiveModel.load(folder)
            self._prints = prints_of(folder, user_paths())
            self._session = Session(model, prints=self._prints)
            self._session.watch(on=self._watched)
            self._loaded_of = wanted
        self._say_loaded(folder, self._session.model)

    def _say_loaded(self, folder: Path, model: LiveModel) -> None:
        self._emit(
            ModelLoaded(
                folder=str(folder),
                name=model.name,
                parameters=model.parameters,
                notes=model.notes_held,
                device="CPU",
                seconds=model.load_seconds,
                steers=model.steers,
                measured=model.measured,
                steers_of=model.steers_of,
                fills=model.fills,
            )
        )

    def _tell(self, command: Command) -> None:
        """Tell the model of what changed in the piece at hand; without one nothing is heard."""
        match command:
            case ForgetMemory() | WatchMemory():
                self._tell_of_memory(command)
            case OpenPiece():
                self._loaded().open(command.score)
            case ChangePiece():
                self._loaded().change(command.change)
            case Hear():
                self._loaded().hear(command.notes, cancelled=self._is_waited_for)
            case RankChords():
                self._emit(self._loaded().rank(command))
            case Rewind():
                self._loaded().rewind(command.bar)
            case OpenPipe():
                self._open_pipe(command)
            case _:
                name = type(command).__name__
                raise ProcessError(f"The live process does not know the command {name}.")

    def _tell_of_memory(self, command: ForgetMemory | WatchMemory) -> None:
        session = self._session
        if isinstance(command, WatchMemory):
            self._watched = command.on
        if session is None:
            return
        if isinstance(command, WatchMemory):
            session.watch(on=command.on)
        else:
            session.forget()

    def _open_pipe(self, command: OpenPipe) -> None:
        """Meet the player, or leave it where no address is given."""
        self._leave_pipe()
        if command.address:
            self._pipe = come_to(
                command, hear=self._heard.put, met=lambda: self._heard.put(PlayerCame())
            )
            self._pipe.start()

    def _leave_pipe(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _jam(self, command: StartJam) -> None:
        """Jam until told otherwise; what ended it is obeyed next."""
        session = self._loaded()
        jam = JamSession(session.model, command, prints=self._prints)
        jamming = Jamming(
            jam,
            self._heard,
            self._emit,
            player=lambda: self._pipe,
            aside=self._put_aside,
            anchor=self._anchor,
        )
        ended_by: Wish = StopJam()
        try:
            ended_by = jamming.run()
        finally:
            self._anchor = jamming.anchor
            # The decoder held the jam: the piece at hand is read anew.
            session.forget()
            session.model.decoder.keep(KEPT)
            self._waiting.appendleft(cast("Command | None", ended_by))

    def _put_aside(self, command: Wish) -> None:
        """Take what comes while somebody jams and is not about that: it waits, but for the pipe."""
        if isinstance(command, OpenPipe):
            with self._border(self._emit):
                self._open_pipe(command)
        else:
            self._waiting.append(cast("Command | None", command))

    def _loaded(self) -> Session:
        if self._session is None:
            raise ProcessError(
                "No model is loaded yet, so nothing was continued.",
                hint="Choose a model in the Models tab.",
            )
        return self._session

    def _go_on(self, command: Continue | GoOn) -> None:
        with self._border(self._emit, request=command.request):
            session = self._loaded()
            if isinstance(command, Continue):
                session.open(command.score)
            events = session.go_on(
                command.request, command.ask, cancelled=self._cancelling(command)
            )
            for event in events:
                self._emit(event)

    def _is_waited_for(self) -> bool:
        """Return whether another command is there: reading ahead can wait."""
        self._look()
        return bool(self._waiting)

    def _look(self) -> None:
        """Take what is in the inbox, in its order; what is to be seen holds at once."""
        while True:
            try:
                command = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(command, WatchMemory):
                self._tell_of_memory(command)
            else:
                self._waiting.append(command)

    def _cancelling(self, command: Continue | GoOn) -> Callable[[], bool]:
        """Return a function that looks into the inbox for a reason to stop."""

        def cancelled() -> bool:
            self._look()
            return any(_ends(waiting, command) for waiting in self._waiting)

        return cancelled


def _state_of(folder: Path) -> tuple[object, ...]:
    """Return what is another one as soon as a file of a model is another one."""
    try:
        found = [(each.name, each.stat()) for each in sorted(folder.iterdir())]
    except OSError:
        return (folder,)
    return folder, *((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


def _ends(waiting: Command | None, command: Continue | GoOn) -> bool:
    if isinstance(waiting, CancelContinue):
        return waiting.request == command.request
    return waiting is None or isinstance(waiting, Continue | GoOn | LoadModel)
