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

from app.clients.engine_link import EngineLink
from app.clients.engraving import Engraving
from app.clients.notation_reading import NotationFetching, NotationReading, is_notation
from app.clients.playing import Playing
from app.compose.editing.editing import Editing
from app.compose.paper.pane import ScorePane
from app.settings.settings import Settings
from app.state.current_key import CurrentKey
from app.state.document import Document
from app.state.selection import Selection
from app.views.score.page import ScorePage
from engine import messages
from engine.midi.file.midifile import Reading
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.piece.composition import Composition
from engine.processes.process import child_command, child_environment
from engine.processes.watchdog import SilenceLimits
from engine.values.score import Note
from tests.app.doubles import FakeLink, piece
from tests.app.house import main_window

WAIT_MS = 60_000
Modifier = Qt.KeyboardModifier


def real_link(role: str, folder: Path, *, restarts: bool = True) -> EngineLink:
    return EngineLink(
        role,  # type: ignore[arg-type]
        child_command(role),  # type: ignore[arg-type]
        environment=child_environment(role),  # type: ignore[arg-type]
        log=folder / f"{role}.log",
        restarts=restarts,
        patience=SilenceLimits(asleep_s=60.0),
    )


class Desk:
    def __init__(self, settings: Settings, folder: Path) -> None:
        self.window = main_window()
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
        self.key = CurrentKey(self.document, self.window)
        self.editing = Editing(
            self.page,
            self.window.shell.transport,
            self.window.shell.actions,
            selection=self.selection,
            playing=self.playing,
            scale=lambda: None,
            key=self.key,
            parent=self.window,
        )
        self.document.begin(Composition.of(piece(bars=24, tracks=2)))

    @property
    def view(self) -> ScorePage:
        return self.page.score

    @property
    def drawn(self) -> dict[int, str]:
        return {number: line.picture.svg for number, line in self.view._paper.lines.items()}


@pytest.fixture
def desk(
    qapp: QApplication,  # noqa: ARG001 - there must be one
    settings: Settings,
    tmp_path: Path,
) -> Iterator[Desk]:
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


@pytest.mark.slow
def test_nothing_is_drawn_before_the_score_is_looked_at(qtbot: QtBot, desk: Desk) -> None:
    assert not desk.link.running
    shown(qtbot, desk)
    assert desk.link.running
    assert desk.view._paper.measures == 24


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_clicked_note_is_chosen_everywhere(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    paper = desk.view._paper
    line = paper.lines[0]
    head = next(head for head in line.heads if head.place.track == 1)
    scale = paper.area_of(0).width() / line.picture.width
    place = paper.area_of(0).topLeft() + QPointF(head.box.center()) * scale
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert desk.selection.current == 1
    assert desk.selection.notes == (head.note,)
    assert paper._chosen == (1, (head.note,))


def pressed(qtbot: QtBot, desk: Desk, key: Qt.Key, held: Modifier = Modifier.NoModifier) -> None:
    qtbot.keyClick(desk.view, key, held)


def test_arrows_walk_and_move_by_step_and_octave(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    first, second, *_ = desk.document.score.tracks[0].notes
    pressed(qtbot, desk, Qt.Key.Key_Right)
    assert desk.selection.notes == (first,)
    pressed(qtbot, desk, Qt.Key.Key_Right)
    assert desk.selection.notes == (second,)
    assert "bar 1 beat 2, 1 beat" in desk.view.accessibleDescription()
    key = desk.key.at(second.start)
    assert key is not None
    pressed(qtbot, desk, Qt.Key.Key_Up)
    (moved,) = desk.selection.notes
    assert moved.pitch > second.pitch
    assert moved.pitch % 12 in key.scale
    pressed(qtbot, desk, Qt.Key.Key_Up, Modifier.AltModifier)
    assert desk.selection.notes[0].pitch == moved.pitch + 1
    desk.window.shell.actions["octave_down"].trigger()
    assert desk.selection.notes[0].pitch == moved.pitch - 11
    assert [step.name for step in desk.document.steps[-3:]] == ["Transpose note"] * 3
    for _ in range(3):
        desk.document.undo()
    assert second in desk.document.score.tracks[0].notes


def test_keys_of_the_roll_are_keys_of_the_score(desk: Desk) -> None:
    actions = desk.window.shell.actions
    for name in ("delete", "longer", "shorter", "octave_up", "copy", "tie", "select_bar"):
        assert actions[name] in desk.view.actions()
        assert actions[name] in desk.page.roll.actions()


def test_a_bar_is_selected_and_its_notes_tied_and_deleted(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    actions, bars = desk.window.shell.actions, desk.document.timeline.bars
    desk.selection.choose(desk.document.score.tracks[0].notes[5:6])
    actions["select_bar"].trigger()
    chosen = desk.selection.notes
    assert len(chosen) == 4
    assert {bars.bar_at(note.start) for note in chosen} == {1}
    same = tuple(replace(note, pitch=60) for note in chosen)
    composition = desk.document.composition
    track = composition.score.tracks[0].exchanging(chosen, same)
    desk.document.edit("level", composition.with_score(composition.score.with_track(0, track)))
    desk.selection.choose(same[:2])
    actions["tie"].trigger()
    (tied,) = desk.selection.notes
    assert (tied.start, tied.end) == (same[0].start, same[1].end)
    actions["tie"].trigger()
    assert desk.selection.notes[0].end == same[2].end
    actions["delete"].trigger()
    left = [n for n in desk.document.score.tracks[0].notes if bars.bar_at(n.start) == 1]
    assert left == [same[3]]


def test_a_click_beside_the_notes_selects_their_bar(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    paper = desk.view._paper
    line = paper.lines[0]
    assert len(line.picture.bars) == paper.starts[1]
    head = next(h for h in line.heads if h.place.track == 1)
    scale = paper.area_of(0).width() / line.picture.width
    beside = QPointF((line.picture.bars[0] + line.picture.bars[1]) / 2, head.place.y + 350) * scale
    with qtbot.waitSignal(desk.view.bar_chosen) as chosen:
        qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=beside.toPoint())
    assert chosen.args == [1, 1]
    assert len(desk.selection.notes) == 4


@pytest.mark.slow
def test_shift_and_a_click_selects_more(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    paper = desk.view._paper
    line = paper.lines[0]
    scale = paper.area_of(0).width() / line.picture.width
    heads = [head for head in line.heads if head.place.track == 0][:2]
    for head, held in zip(heads, (Modifier.NoModifier, Modifier.ShiftModifier), strict=True):
        place = (paper.area_of(0).topLeft() + head.box.center() * scale).toPoint()
        qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, held, place)
    assert desk.selection.notes == tuple(head.note for head in heads)


@pytest.mark.slow
def test_what_is_offered_is_on_the_page_in_a_colour_and_not_in_the_piece(
    qtbot: QtBot, desk: Desk
) -> None:
    shown(qtbot, desk)
    score, bar = desk.document.score, 1920
    offered = tuple((0, Note(bar + 480 * i, 84, 480)) for i in range(4))
    desk.pane.show_offered(offered, bar, 2 * bar, frozenset({1}))

    def heads() -> dict[tuple[int, Note], str]:
        line = desk.view._paper._tinted[0]
        names = {
            (h.place.track, h.note): f'<g id="n{h.place.track}-{h.place.note}" class="note"'
            for h in line.heads
        }
        return {key: line.picture.svg.split(name)[1][:16] for key, name in names.items()}

    qtbot.waitUntil(lambda: offered[0] in heads(), timeout=WAIT_MS)
    coloured = {key for key, rest in heads().items() if rest.startswith(' fill="#')}
    assert coloured == set(offered)
    replaced = {note for note in score.tracks[0].notes if bar <= note.start < 2 * bar}
    assert not replaced & {note for track, note in heads() if track == 0}
    assert desk.document.score is score
    assert desk.view._paper._offered_bars == range(1, 2)
    assert desk.view._word.text() == "Bar 2 is of an alternative; it is not kept yet."
    desk.pane.show_offered((), 0, 0, frozenset())
    qtbot.waitUntil(lambda: offered[0] not in heads(), timeout=WAIT_MS)
    assert not [key for key, rest in heads().items() if rest.startswith(' fill="#')]
    assert desk.view._paper._offered_bars == range(0)
    assert desk.view._word.isHidden()


@pytest.mark.slow
def test_the_score_is_one_line_without_an_end(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    paper = desk.view._paper
    desk.view.show_endless(on=True)
    qtbot.waitUntil(lambda: {0, 1} <= desk.drawn.keys(), timeout=WAIT_MS)
    first, second = paper.area_of(0), paper.area_of(1)
    assert first.right() == second.left()
    staves = [paper.area_of(n).top() + paper.lines[n].picture.top / 25 for n in (0, 1)]
    assert staves[0] == pytest.approx(staves[1])
    bar = desk.view._area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=WAIT_MS)
    desk.view.show_playhead(23, 23 * 1920.0)
    assert bar.value() > 0
    qtbot.waitUntil(lambda: paper.line_of(23) in desk.drawn, timeout=WAIT_MS)
    desk.view.show_endless(on=False)
    qtbot.waitUntil(lambda: bool(desk.drawn) and paper.area_of(0).left() == 0, timeout=WAIT_MS)
    assert paper.width() <= desk.view._area.viewport().width()


@pytest.mark.slow
def test_the_playhead_is_where_the_music_is(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    desk.playing.seek(1920)
    assert desk.view._paper._playhead == (0, 1920.0)


@pytest.mark.slow
def test_the_score_is_opened_at_the_playhead(qtbot: QtBot, desk: Desk) -> None:
    desk.document.begin(Composition.of(piece(bars=200, tracks=4)))
    desk.playing.seek(150 * 1920)
    shown(qtbot, desk)
    assert desk.view.measures_in_sight()[0] > 100
    desk.page.show_pane("alternatives")
    desk.playing.seek(0)
    desk.page.show_pane("score")
    assert desk.view.measures_in_sight()[0] == 0


@pytest.mark.slow
def test_a_child_that_is_killed_is_told_and_the_score_comes_back(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    desk.view._paper.lay_out((), 0, {})
    with qtbot.waitSignal(desk.link.died, timeout=WAIT_MS):
        os.kill(desk.link.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(desk.drawn), timeout=WAIT_MS)
    assert desk.document.score.note_count == 2 * 96


@pytest.mark.slow
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


@pytest.mark.slow
def test_music_that_is_heard_is_read_in_a_guarded_process_too(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "book.abc"
    path.write_text("X:1\nT:One\nK:C\nCDEF|\n\nX:2\nT:Two\nK:C\nGA|\n")
    links: list[EngineLink] = []

    def make_link() -> EngineLink:
        links.append(real_link("job", tmp_path, restarts=False))
        return links[-1]

    fetching, heard = NotationFetching(make_link, desk.window), list[int]()

    def hear(reading: Reading) -> None:
        heard.append(reading.score.note_count)

    assert not fetching.fetch(tmp_path / "a.mid", "", hear)
    assert fetching.fetch(path, "0001 One.abc", hear, kind="dropped")
    fetching.drop("dropped")
    assert fetching.fetch(path, "0002 Two.abc", hear)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT_MS)
    assert heard == [2]
    with qtbot.waitSignal(fetching.failed, timeout=WAIT_MS) as failed:
        fetching.fetch(path, "0003 Three.abc", hear)
    assert isinstance(failed.args[0], messages.Failed)
    qtbot.waitUntil(lambda: not any(link.running for link in links), timeout=WAIT_MS)


def test_what_is_notation_goes_by_the_name() -> None:
    assert is_notation(Path("a.MXL"))
    assert is_notation(Path("a.mscz"))
    assert not is_notation(Path("a.mid"))


@pytest.mark.slow
def test_another_piece_is_never_shown_as_the_one_before(qtbot: QtBot, desk: Desk) -> None:
    shown(qtbot, desk)
    desk.document.begin(Composition.of(piece(bars=12, tracks=1)))
    assert desk.drawn == {}
    assert desk.view._word.text() == "Drawing…"
    qtbot.waitUntil(lambda: bool(desk.drawn), timeout=WAIT_MS)
    assert desk.view._word.text() == ""
    assert desk.view._paper.measures == 12
