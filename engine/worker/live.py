"""The live role: one model, its memory, one continuation at a time."""

import queue
from collections import deque
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.generation.model import LiveModel
from engine.ground.errors import ProcessError
from engine.ground.host import give_back_memory
from engine.ground.paths import user_paths
from engine.library.other_bars import other_bars
from engine.live.jam.session import JamSession
from engine.live.session import Session
from engine.making.known_songs import prints_or_word
from engine.messages import (
    Anchor,
    CancelContinue,
    CancelOtherBeats,
    ChangePiece,
    Command,
    Continue,
    FindOtherBeats,
    ForgetMemory,
    GoOn,
    Hear,
    Heard,
    LoadModel,
    ModelLoaded,
    Notice,
    OpenPiece,
    OpenPipe,
    OtherBeatsFound,
    PipeMessage,
    RankChords,
    Rewind,
    StartJam,
    StopJam,
    WatchMemory,
)
from engine.model.decoding.decoder import KEPT
from engine.processes.pipe import PipeEnd, connect_to
from engine.sentence import Text
from engine.taste.taste import NO_TASTE
from engine.values.beats import SaidBeats
from engine.worker.door import Border, Emit, Inbox
from engine.worker.jamming import JamInput, Jamming, PlayerCame

if TYPE_CHECKING:
    from engine.copying.fingerprints import Fingerprints

_OF_A_JAM = (PipeMessage, PlayerCame)


class LiveRole:
    """Loads models and continues pieces.

    A new continuation ends the current one; they never queue up.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
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
        # In a jam the window and the player share the inbox, so one wait receives both.
        self._heard = cast("queue.SimpleQueue[JamInput]", inbox)

    def run(self) -> None:
        """Run commands until the parent goes."""
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
                case CancelContinue() | CancelOtherBeats() | StopJam():
                    pass  # what it would end is over
                case Anchor():
                    # Sent when the pipe was connected: a later jam starts from it.
                    self._anchor = command
                case _ if isinstance(command, _OF_A_JAM):
                    pass  # no jam is running
                case _:
                    with self._border(self._emit):
                        self._tell(command)
        self._leave_pipe()

    def _next(self) -> Command | None:
        return self._waiting.popleft() if self._waiting else self._inbox.get()

    def _load(self, folder: Path) -> None:
        # A spare process has loaded the model already, and gets the command again.
        wanted = _state_of(folder)
        if self._session is None or wanted != self._loaded_of:
            model = LiveModel.load(folder)
            self._prints = prints_or_word(folder, user_paths(), self._tell_user)
            self._session = Session(model, prints=self._prints)
            self._session.watch(on=self._watched)
            self._loaded_of = wanted
            give_back_memory()  # what reading the files took and the model does not
        self._emit(loaded_message(folder, self._session.model))

    def _tell_user(self, sentence: Text) -> None:
        self._emit(Notice(message=sentence))

    def _tell(self, command: Command) -> None:
        """Run a command about the current piece or the memory."""
        match command:
            case ForgetMemory() | WatchMemory():
                self._tell_of_memory(command)
            case OpenPiece():
                self._loaded().open(command.score)
            case ChangePiece():
                self._loaded().change(command.change)
            case Hear():
                self._loaded().hear(command.notes, cancelled=self._is_waited_for)
                self._emit(Heard(number=command.number))
            case RankChords():
                self._rank(command)
            case FindOtherBeats():
                self._find_other_beats(command)
            case Rewind():
                self._loaded().rewind(command.bar)
            case OpenPipe():
                self._open_pipe(command)
            case _:
                name = type(command).__name__
                raise ProcessError("The live process does not know the command {name}.", name=name)

    def _rank(self, command: RankChords) -> None:
        """Answer a question about chords; it is put off where another command waits."""
        ranked = self._loaded().rank(command, cancelled=self._is_waited_for)
        if ranked.likelihoods or not self._waiting:
            self._emit(ranked)
        # The window drops the answer to an older question.
        elif not any(isinstance(each, RankChords) for each in self._waiting):
            self._waiting.append(command)

    def _find_other_beats(self, command: FindOtherBeats) -> None:
        """Answer a question about beats; it is put off where another command waits."""
        number, request = command.number, command.request

        def look(_share: float) -> None:
            if not self._is_waited_for():
                return
            cancels = CancelOtherBeats(request=request) in self._waiting
            raise _CancelledError if cancels else _PutOffError

        said = SaidBeats(lines_s=command.lines_s)
        try:
            others = other_bars(
                command.score, self._loaded().model.another(), said=said, report=look
            )
        except _CancelledError:
            self._emit(OtherBeatsFound(number=number, count=0, request=request, cancelled=True))
            return
        except _PutOffError:
            # The window drops the answer to an older question.
            if not any(isinstance(each, FindOtherBeats) for each in self._waiting):
                self._waiting.append(command)
            return
        self._emit(
            OtherBeatsFound(
                number=number,
                count=len(others.grids),
                found=others.correction(number),
                request=request,
                is_steady=others.is_steady,
            )
        )

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
        """Connect to the player, or disconnect if there is no address."""
        self._leave_pipe()
        if command.address:
            self._pipe = connect_to(
                command,
                on_message=self._heard.put,
                on_connect=lambda: self._heard.put(PlayerCame()),
            )
            self._pipe.start()

    def _leave_pipe(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _jam(self, command: StartJam) -> None:
        """Run a jam; the command that ends it is run next."""
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
        ended_by: JamInput = StopJam()
        try:
            with closing(jam):
                ended_by = jamming.run()
        finally:
            self._anchor = jamming.anchor
            # The decoder held the jam: the next continuation reads its piece again.
            session.forget()
            session.model.decoder.keep(KEPT)
            self._waiting.appendleft(cast("Command | None", ended_by))

    def _put_aside(self, command: JamInput) -> None:
        """Keep a command for after the jam; one about the pipe runs at once."""
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
                command.request,
                command.ask,
                taste=command.taste if isinstance(command, Continue) else NO_TASTE,
                cancelled=self._cancelling(command),
            )
            for event in events:
                self._emit(event)

    def _is_waited_for(self) -> bool:
        """Return whether another command waits, so that reading ahead should stop."""
        self._look()
        return bool(self._waiting)

    def _look(self) -> None:
        """Take all commands from the inbox; `WatchMemory` runs at once."""
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
        """Return a function that looks in the inbox for a command that ends this one."""

        def cancelled() -> bool:
            self._look()
            return any(ends(waiting, command) for waiting in self._waiting)

        return cancelled


class _CancelledError(Exception):
    """Nobody waits for the answer any more."""


class _PutOffError(Exception):
    """Another command waits."""


def _state_of(folder: Path) -> tuple[object, ...]:
    """Return a value that changes whenever a file of a model changes."""
    try:
        found = [(each.name, each.stat()) for each in sorted(folder.iterdir())]
    except OSError:
        return (folder,)
    return folder, *((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


def loaded_message(folder: Path, model: LiveModel) -> ModelLoaded:
    """Return the answer to `LoadModel`."""
    return ModelLoaded(
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
        plans=model.plans,
    )


def ends(waiting: Command | None, command: Continue | GoOn) -> bool:
    """Return whether a command that waits ends a continuation that is under way."""
    if isinstance(waiting, CancelContinue):
        return waiting.request == command.request
    return waiting is None or isinstance(waiting, Continue | GoOn | LoadModel)
