"""Starts a run with exactly the ticked pieces that the page showed."""

from dataclasses import dataclass
from pathlib import PurePath

import msgspec
from PySide6.QtCore import QObject

from app.clients.library import Library
from app.clients.training import Training
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.training_run import TrainingRun
from app.train import notices
from app.train.choices import FINE_TUNING_NEEDS_S, STYLE
from app.train.folder import TrainingFolder
from app.train.setup import TrainSetup
from app.views.train.page import TrainPage
from app.views.train.pieces import PiecesDialog
from app.views.train.values import Curves, LearnedPiece, TrainingPieces
from app.words.figures import duration, length_text
from engine import messages
from engine.ground.host import on_battery
from engine.values.library import PieceQuery


@dataclass(frozen=True, slots=True)
class _StartChoices:
    """The choices of the page at the moment of Start."""

    goal: str
    preset: str
    name: str


class TrainingStart(QObject):
    """Starts runs, and shows which pieces a run learns from.

    The library lists the ticked pieces once more. If they differ from those that the page showed,
    nothing starts and the page shows the new ones.

    Args:
        shell: Shows questions and notices.
        library: Lists the ticked pieces.
        training: Starts the run.
        setup: Has the other choices.
        folder: No run can start while trainings are being moved.
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
        self._asked: _StartChoices | None = None
        self._style: _StartChoices | None = None
        self._list_wanted = False
        library.chosen.connect(self._on_chosen)
        training.learning.connect(self._on_learning)

    def connect_page(self, page: TrainPage) -> None:
        """Serve the page from now on."""
        self._page = page
        page.start_clicked.connect(self.start)
        page.setup.list_clicked.connect(self.show_pieces)
        page.samples.pieces_clicked.connect(self.show_pieces)

    def start(self, goal: str, preset: str, name: str) -> None:
        """Ask the library for the ticked pieces; the run starts when it has listed them."""
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
        self._asked = _StartChoices(goal, preset, name)
        self._library.list_chosen()

    def make_style(self, name: str, query: PieceQuery, *, base: str) -> None:
        """Ask the library for the ticked pieces of a search; then the making of a style starts."""
        if not self._folder.is_moving():
            self._style = _StartChoices(base, STYLE, name)
            self._library.list_chosen(query)

    def show_pieces(self) -> None:
        """Show the list of the run's pieces; without a run, of the ticked pieces."""
        run = self._training.run
        if run is None or not self._is_shown(run):
            self._list_wanted = True
            self._library.list_chosen()
        elif run.learning is not None:
            self._show_list(run.name, run.learning)

    def show_run(self, run: TrainingRun) -> None:
        """Show the pieces that a run learns from."""
        if self._page is not None and self._is_shown(run):
            self._page.pieces.show_pieces(_shown_pieces(run.name, run.learning))

    def _is_shown(self, run: TrainingRun) -> bool:
        return self._training.running or run.paused or run.made is not None

    def _on_chosen(self, listed: messages.ChosenListed) -> None:
        learning = messages.LearningFrom(
            pieces=tuple(map(_shown, listed.pieces)), seconds=listed.seconds
        )
        if listed.query is not None:
            self._on_style_pieces(listed, learning)
            return
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

    def _on_style_pieces(
        self, listed: messages.ChosenListed, learning: messages.LearningFrom
    ) -> None:
        asked, self._style = self._style, None
        if asked is None:
            return
        if listed.seconds < FINE_TUNING_NEEDS_S:
            self._shell.notices.show_notice(notices.too_little_for_style(len(listed.pieces)))
        else:
            self._begin(asked, listed, learning)

    def _begin(
        self, asked: _StartChoices, listed: messages.ChosenListed, learning: messages.LearningFrom
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
        # A resumed run showed this notice at its first start.
        if run is not None and not run.resuming and (event.left_out or event.further):
            self._shell.notices.show_notice(notices.not_learned(event))

    def _show_list(self, name: str, learning: messages.LearningFrom) -> None:
        PiecesDialog(_shown_pieces(name, learning), self._shell.frame).open()


def _shown_pieces(name: str, learning: messages.LearningFrom | None) -> TrainingPieces:
    """Return the pieces of a run as the page shows them; an old run did not keep them."""
    if learning is None:
        return TrainingPieces(name=name, pieces=(), length="")
    aside = frozenset(learning.set_aside)
    lengths = learning.lengths_s or (0.0,) * len(learning.pieces)
    return TrainingPieces(
        name=name,
        pieces=tuple(
            LearnedPiece(
                title=PurePath(path).stem,
                path=path,
                length=length_text(length) if length > 0 else "",
                set_aside=path in aside,
            )
            for path, length in zip(learning.pieces, lengths, strict=False)
        ),
        length=duration(learning.seconds),
        left_out=notices.left_out(learning),
    )


def _shown(piece: messages.ChosenPiece) -> str:
    """Return the path of a piece as text."""
    path = piece.path.decode("utf-8", "backslashreplace")
    return f"{path}/{piece.member}" if piece.member else path
