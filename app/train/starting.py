"""Start was pressed: the ticked pieces are listed, and the run learns from exactly those."""

from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QObject

from app.clients.library import Library
from app.clients.training import Training
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.training_run import TrainingRun
from app.train import notices
from app.train.folder import TrainingFolder
from app.train.setup import TrainSetup
from app.views.train.page import TrainPage
from app.views.train.pieces import PiecesDialog
from app.views.train.values import Curves, PieceList
from app.words.figures import duration
from engine import messages
from engine.host import on_battery


@dataclass(frozen=True, slots=True)
class _Asked:
    """The choices of the page at the moment of Start."""

    goal: str
    preset: str
    name: str


class Starting(QObject):
    """Begins runs, and shows which pieces a run learns from.

    The pieces that the page showed as ticked must be those that the library lists:
    if they were changed in between, nothing is started and the user looks at them again.

    Args:
        shell: Where questions and notices are shown.
        library: Knows which pieces are ticked.
        training: What is begun.
        setup: What was chosen besides pieces.
        folder: Trainings that are on their way to another disk cannot begin.
        parent: Qt's owner.
    """

    def __init__(
        self,
        shell: Shell,
        library: Library,
        training: Training,
        setup: TrainSetup,
        folder: TrainingFolder,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._library = library
        self._training = training
        self._setup = setup
        self._folder = folder
        self._page: TrainPage | None = None
        self._asked: _Asked | None = None
        self._list_wanted = False
        library.chosen.connect(self._on_chosen)
        training.learning.connect(self._on_learning)

    def connect_page(self, page: TrainPage) -> None:
        """Start what is asked for there from now on."""
        self._page = page
        page.start_clicked.connect(self.start)
        page.setup.list_clicked.connect(self.show_pieces)

    def start(self, goal: str, preset: str, name: str) -> None:
        """Begin a run with the pieces that are ticked now, once the library has listed them."""
        if self._folder.is_moving():
            return
        battery = self.tr("The computer runs on its battery. Start the training all the same?")
        if on_battery() and not dialogs.confirm(
            self._shell.frame,
            battery,
            detail=self.tr("It keeps its steps and can be resumed if the battery runs out."),
            yes=self.tr("Start"),
        ):
            return
        self._asked = _Asked(goal, preset, name)
        self._library.list_chosen()

    def show_pieces(self) -> None:
        """Show the list of the run's pieces, or of those that are ticked where there is no run."""
        run = self._training.run
        if run is None or not self._is_shown(run):
            self._list_wanted = True
            self._library.list_chosen()
        elif run.learning is not None:
            self._show_list(run.name, run.learning)

    def show_run(self, run: TrainingRun) -> None:
        """Show on the page what a run learns from; what is ticked where it is over."""
        if self._page is None:
            return
        text = ""
        if run.learning is not None and self._is_shown(run):
            pieces = self.tr("%n pieces", "", len(run.learning.pieces))
            text = self.tr("“{0}” learns from {1} · {2}").format(
                run.name, pieces, duration(run.learning.seconds)
            )
        self._page.setup.show_learning(text)

    def show_none(self) -> None:
        """Show that there is no run: what is ticked is what the next one learns from."""
        if self._page is not None:
            self._page.setup.show_learning("")

    def _is_shown(self, run: TrainingRun) -> bool:
        return self._training.running or run.paused or run.made is not None

    def _on_chosen(self, listed: messages.ChosenListed) -> None:
        learning = messages.LearningFrom(
            pieces=tuple(map(_shown, listed.pieces)), seconds=listed.seconds
        )
        if self._list_wanted:
            self._list_wanted = False
            self._show_list("", learning)
        asked, self._asked = self._asked, None
        if asked is None:
            return
        if listed.choice != self._setup.choice or not listed.pieces:
            self._library.refresh()
            self._shell.notices.show_notice(notices.pieces_changed(len(listed.pieces)))
            return
        self._begin(asked, listed, learning)

    def _begin(
        self, asked: _Asked, listed: messages.ChosenListed, learning: messages.LearningFrom
    ) -> None:
        self._shell.notices.clear_notice(notices.PIECES)
        self._setup.trying.stop()
        command = self._setup.command(goal=asked.goal, preset=asked.preset, name=asked.name)
        command = msgspec.structs.replace(command, pieces=listed.pieces)
        self._training.start(command, learning)
        if self._page is not None:
            self._page.show_message("")
            self._page.show_curves(Curves())
        self._setup.show()

    def _on_learning(self, event: messages.LearningFrom) -> None:
        run = self._training.run
        # A run that goes on has said it when it began.
        if run is not None and not run.resuming and (event.left_out or event.further):
            self._shell.notices.show_notice(notices.not_learned(event))

    def _show_list(self, name: str, learning: messages.LearningFrom) -> None:
        pieces = PieceList(
            name=name,
            pieces=learning.pieces,
            length=duration(learning.seconds),
            left_out=notices.left_out(learning),
        )
        PiecesDialog(pieces, self._shell.frame).open()


def _shown(piece: messages.ChosenPiece) -> str:
    """Return where a piece is, as text."""
    path = piece.path.decode("utf-8", "backslashreplace")
    return f"{path}/{piece.member}" if piece.member else path
