"""The score under the roll, drawn by a real child: shown, edited, clicked, played, killed."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.score_pane import ScorePane
from app.main_window.window import MainWindow
from app.settings import Settings
from app.state.document import Document
from app.state.selection import Selection
from app.talk.engine_link import EngineLink
from app.talk.engraving import Engraving
from app.talk.notation_reading import NotationReading, is_notation
from app.talk.playing import Playing
from app.theme import apply_theme
from app.views.score.page import ScorePage
from engine import messages
from engine.composition import Composition
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.process import child_command, child_environment
from tests.app.doubles import FakeLink, piece

WAIT_MS = 60_000


def real_link(role: str, folder: Path, *, restarts: bool = True) -> EngineLink:
    return EngineLink(
        role,  # type: ignore[arg-type]
        child_command(role),  # type: ignore[arg-type]
        environment=child_environment(role),  # type: ignore[arg-type]
        log=folder / f"{role}.log",
        restarts=restarts,
        silence_s=60.0,
    )


class Desk:
    def __init__(self, settings: Settings, folder: Path) -> None:
        self.window = MainWindow()
        # All of it goes with the window, and not when Python finds the time.
        self.document = Document(parent=self.window)
        self.selection = Selection(self.document, self.window)
        self.player = FakeLink()
        self.playing = Playing(self.player, self.document, settings, self.window)
        self.link = real_link("engrave", folder)
        self.page = self.window.compose
        self.pane = ScorePane(
            self.page,
            self.window.shell.notices,
            selection=self.selection,
            playing=self.playing,
            engraving=Engraving(self.link, self.window),
            parent=self.window,
        )
        self.document.begin(Composition.of(piece(bars=24, tracks=2)))

    @property
    def view(self) -> ScorePage:
        return self.page.score

    @property
    def drawn(self) -> dict[int, str]:
        return {number: line.svg for number, line in self.view._paper.lines.items()}


@pytest.fixture
def desk(qapp: QApplication, settings: Settings, tmp_path: Path) -> Iterator[Desk]:
    apply_theme(qapp, "dark")
    desk = Desk(settings, tmp_path)
    desk.window.show()
    yield desk
    desk.pane.close()
    desk.window.close_now()
    # A window that lives on is styled again with every theme that a later test chooses.
    shiboken6.delete(desk.window)


def shown(qtbot: QtBot, desk: Desk) -> None:
    desk.page.show_pane("score")
    qtbot.waitUntil(lambda: bool(desk.drawn), timeout=WAIT_MS)


def test_nothing_is_drawn_before_the_score_is_looked_at(qtbot: QtBot, desk: Desk) -> None:
    assert not desk.link.running
    shown(qtbot, desk)
    assert desk.link.running
    assert desk.view._paper.measures == 24


def test_an_edit_is_seen_and_undo_too(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    before = desk.drawn[0]
    track = desk.document.score.tracks[0]
    note = track.notes[1]
    moved = track.exchanging([note], [replace(note, pitch=note.pitch + 5)])
    score = desk.document.score.with_track(0, moved)
    desk.document.edit("move", desk.document.composition.with_score(score))
    qtbot.waitUntil(lambda: desk.drawn[0] != before, timeout=WAIT_MS)
    desk.document.undo()
    heads = {head.note for head in desk.view._paper.lines[0].heads}
    qtbot.waitUntil(
        lambda: {head.note for head in desk.view._paper.lines[0].heads} != heads, timeout=WAIT_MS
    )
    assert note in {head.note for head in desk.view._paper.lines[0].heads}


def test_a_clicked_note_is_chosen_everywhere(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    paper = desk.view._paper
    line = paper.lines[0]
    head = next(head for head in line.heads if head.track == 1)
    scale = paper.area_of(0).width() / line.width
    place = paper.area_of(0).topLeft() + QPointF(head.box.center()) * scale
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert desk.selection.current == 1
    assert desk.selection.notes == (head.note,)
    assert paper._chosen == (1, (head.note,))


def test_the_playhead_is_where_the_music_is(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    desk.playing.seek(1920)
    assert desk.view._paper._playhead == (0, 1920.0)


def test_a_child_that_is_killed_is_told_and_the_score_comes_back(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    desk.view._paper.lay_out((), 0, {})
    with qtbot.waitSignal(desk.link.died, timeout=WAIT_MS):
        os.kill(desk.link.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(desk.drawn), timeout=WAIT_MS)
    assert desk.document.score.note_count == 2 * 96


def test_musicxml_is_opened_in_a_guarded_process(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.musicxml"
    path.write_bytes(write(notate(piece())))
    links: list[EngineLink] = []

    def make_link() -> EngineLink:
        links.append(real_link("job", tmp_path, restarts=False))
        return links[-1]

    reading = NotationReading(make_link, desk.window)
    with qtbot.waitSignal(reading.read, timeout=WAIT_MS) as read:
        reading.begin(path)
    assert read.args[0] == path
    assert read.args[1].score.note_count == 16
    with qtbot.waitSignal(reading.failed, timeout=WAIT_MS) as failed:
        reading.begin(tmp_path / "a.mscz")
    assert isinstance(failed.args[0], messages.Failed)
    assert "export it as MusicXML" in failed.args[0].hint
    qtbot.waitUntil(lambda: not any(link.running for link in links), timeout=WAIT_MS)


def test_what_is_notation_goes_by_the_name() -> None:
    assert is_notation(Path("a.MXL"))
    assert is_notation(Path("a.mscz"))
    assert not is_notation(Path("a.mid"))
