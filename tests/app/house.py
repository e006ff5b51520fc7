"""A whole window with lists of events in place of its child processes."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

import msgspec
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clients.engine_link import Link
from app.compose.beginning.continued_demos import FEATURED
from app.files.made_offer import Answer, MadeOffer
from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.ports import Folders, Links
from app.start.session import WindowSession
from app.style.theme import apply_palette, apply_theme
from engine import messages
from engine.ground.paths import user_paths
from engine.messages import PartNote
from engine.midi.file.midifile import write_midi
from engine.request import Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, FakeLink, piece

START = 4 * BAR


@cache
def _demo() -> bytes:
    return write_midi(piece(tracks=2))


@cache
def _continued() -> bytes:
    """Return an offer of two alternatives for the demo piece."""
    ask = Request(start=START, bars=4, alternatives=2, roles=("write", "write"))
    answers: list[Answer] = []
    for number in range(2):
        note = Note(start=START + number * 480, pitch=70, duration=480)
        end = START + 4 * BAR
        answers += [
            messages.NotesMade(
                request=1, alternative=number, notes=(PartNote(0, note),), until=end
            ),
            messages.AlternativeFinished(
                request=1,
                alternative=number,
                made=AlternativeEnd(end=end, ended=False, seed=1 + number),
            ),
        ]
    made = MadeOffer(model="Starter", score=piece(tracks=2), ask=ask, answers=tuple(answers))
    return msgspec.json.encode(made)


def _starter_without_weights(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "model.json").write_text(json.dumps({"format": 1, "card": {}}))
    (folder / "weights.safetensors").write_bytes(b"x")
    return folder


def main_window(*, styled: bool = False) -> MainWindow:
    """Return a window with its views, in the dark theme.

    Args:
        styled: Whether it wears the style sheet: for a test that looks at pixels or at the room
            that texts take. With it the window costs twice as much.
    """
    application = cast("QApplication", QApplication.instance())
    if application.styleSheet():  # a view's without a window, of an earlier test
        application.setStyleSheet("")
    window = MainWindow(with_views=False)
    if styled:
        apply_theme(application, "dark", window)
    else:
        apply_palette(application, "dark")
    for _ in window.make_views():
        pass
    return window


class House:
    """A session with doubles for children, and what a user would do with it.

    Args:
        application: The program.
        tmp_path: For its files.
        library: A real child in place of the double, which is not used then.
        live: The same of the live process.
        player: The same of the player.
        make_job: Returns links to real jobs in place of doubles.
        starter: The folder of a real model in place of one that cannot be loaded.
        styled: Whether the window wears its style sheet: for a test that looks at pixels or at the
            room that texts take.
    """

    def __init__(
        self,
        application: QApplication,
        tmp_path: Path,
        *,
        library: Link | None = None,
        live: Link | None = None,
        player: Link | None = None,
        make_job: Callable[[], Link] | None = None,
        starter: Path | None = None,
        styled: bool = False,
    ) -> None:
        self.paths = user_paths()
        self.live, self.player, self.jobs = FakeLink(), FakeLink(), list[FakeLink]()
        self.library, self.engrave, self.listen = FakeLink(), FakeLink(), FakeLink()
        demos = tmp_path / "demos"
        demos.mkdir(exist_ok=True)
        (demos / "blue-hour.mid").write_bytes(_demo())
        continued = tmp_path / "continued"
        continued.mkdir(exist_ok=True)
        for name in FEATURED:
            (continued / f"{name}.json").write_bytes(_continued())
        self.starter = starter or _starter_without_weights(tmp_path / "starter")
        self.window = main_window(styled=styled)
        self.session = WindowSession(
            application,
            self.window,
            Settings(self.paths.preferences),
            links=Links(
                live=live or self.live,
                player=player or self.player,
                library=library or self.library,
                make_job=make_job or self._make_job,
                engrave=self.engrave,
                listen=self.listen,
                make_render=self._make_job,
            ),
            folders=Folders(
                paths=self.paths, demos=demos, continued=continued, starter=self.starter
            ),
        )
        self.closed = False

    def _make_job(self) -> FakeLink:
        self.jobs.append(FakeLink())
        return self.jobs[-1]

    def begin(self, qtbot: QtBot, *files: Path) -> None:
        """Begin with these files, or with the demo piece of a first start."""
        self.window.show()
        with qtbot.waitSignal(self.session.piece.files.opened):
            self.session.begin(files)
            if self.window.workspace == "start":
                self.session.filing.actions.open_demo()
        qtbot.waitUntil(lambda: bool(self.live.of(messages.LoadModel)))
        self.player.deliver(messages.Ready(role="player", seconds=0.1))
        self.player.deliver(messages.OutputOpened(kind="synth", name="Built-in"))

    def load_model(self, *, fills: bool = False) -> None:
        self.live.deliver(
            messages.ModelLoaded(
                folder=str(self.starter),
                name="Starter",
                parameters=3_000_000,
                notes=200,
                device="CPU",
                seconds=1.0,
                fills=fills,
            )
        )

    def act(self, name: str) -> None:
        self.window.actions_table[name].trigger()

    def continue_(self) -> int:
        self.act("continue")
        request = self.live.last(messages.Continue).request
        self.live.deliver(
            messages.Primed(
                request=request, steps=99, exact_bars=(0, 4), compressed_bars=(0, 0), seconds=0.1
            )
        )
        for alternative in range(2):
            note = Note(start=START + alternative * 480, pitch=70, duration=480)
            self.live.deliver(
                messages.NotesMade(
                    request=request,
                    alternative=alternative,
                    notes=(PartNote(0, note),),
                    until=START + BAR,
                )
            )
        return request

    def finish(self, request: int) -> None:
        for alternative in range(4):
            self.live.deliver(
                messages.AlternativeFinished(
                    request=request,
                    alternative=alternative,
                    made=AlternativeEnd(end=START + 4 * BAR, ended=False, seed=alternative),
                )
            )
        self.live.deliver(
            messages.ContinuationFinished(
                request=request, seconds=2.0, first_note_seconds=0.2, notes_per_second=90.0
            )
        )

    def end(self) -> None:
        if not self.closed:
            self.closed = True
            self.session.close()
        self.window.close_now()
        # A window that lives on is styled again with every theme that a later test chooses.
        shiboken6.delete(self.session)
        shiboken6.delete(self.window)
