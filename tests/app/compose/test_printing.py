"""The score on paper: lines drawn by a real job, put on pages, written as a PDF file."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.clients.engine_link import EngineLink, Link
from app.compose.paper.printing import Printing
from app.state.document import Document
from app.views.print_options import PrintChoice, print_form
from app.views.score.line import ScoreLine
from app.views.score.sheets import Book, sheets
from engine import messages
from engine.piece.composition import Composition
from engine.processes.process import child_command, child_environment
from engine.processes.watchdog import SilenceLimits
from engine.values.line_picture import LinePicture
from tests.app.doubles import FakeLink, piece
from tests.app.house import main_window

WAIT_MS = 120_000
SCORE_AND_PARTS = PrintChoice(books=((0, 1), (0,), (1,)), composer="Nobody")


class Desk:
    def __init__(self) -> None:
        self.window = main_window()
        self.document = Document(parent=self.window)
        self.links: list[Link] = []
        self.make_link: type[Link] = FakeLink
        self.printing = Printing(
            self.window.shell, self.document, make_link=self._link, parent=self.window
        )

    def _link(self) -> Link:
        self.links.append(self.make_link())
        return self.links[-1]

    def reason(self) -> str:
        return self.window.actions_table.reason("save_pdf")

    def told(self) -> str:
        return " ".join(notice.happened for notice in self.window.notices.notices())


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    assert qapp is not None
    desk = Desk()
    yield desk
    desk.printing.close()
    desk.window.close_now()
    shiboken6.delete(desk.window)


def line(height: int = 1000) -> ScoreLine:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    return ScoreLine(LinePicture(svg=svg, width=10_000, height=height))


def test_lines_go_on_pages_and_a_high_one_is_drawn_smaller() -> None:
    made = sheets([line()] * 30, width=180.0, height=267.0, per_mm=1.0)
    assert [sheet.number for sheet in made] == [1, 2, 3]
    assert sum(len(sheet.lines) for sheet in made) == 30
    for sheet in made:
        bottoms = [area.bottom() for _, area in sheet.lines]
        assert bottoms == sorted(bottoms)
        assert bottoms[-1] <= 259.0
    ((_, area),) = sheets([line(90_000)], width=180.0, height=267.0, per_mm=1.0)[0].lines
    assert area.bottom() <= 259.0
    assert area.width() < 180.0


def test_a_full_page_is_filled_to_its_foot_and_the_last_one_is_not() -> None:
    first, *_, last = sheets([line(4000)] * 7, width=180.0, height=267.0, per_mm=1.0)
    assert first.lines[-1][1].bottom() == pytest.approx(259.0)
    gaps = {round(low.top() - high.bottom()) for (_, high), (_, low) in pairwise(first.lines)}
    assert len(gaps) == 1
    assert last.lines[0][1].top() == 0.0


def test_a_player_turns_a_page_in_a_rest() -> None:
    # Eight lines fit on the first page, nine on a later one.
    score = [replace(line(1600), may_turn=number in {5, 11}) for number in range(27)]
    plain = sheets(score, width=180.0, height=267.0, per_mm=1.0)
    turned = sheets(score, width=180.0, height=267.0, per_mm=1.0, turns=True)
    assert [len(sheet.lines) for sheet in plain][:2] == [7, 8]
    # The first page is turned after line 5; the second one faces the third, which has no rest.
    assert [len(sheet.lines) for sheet in turned] == [6, 8, 8, 5]
    assert [each for sheet in turned for each, _ in sheet.lines] == score


def test_there_is_nothing_to_print_in_an_empty_piece(desk: Desk) -> None:
    assert "There are no notes yet." in desk.reason()
    desk.document.begin(Composition.of(piece()))
    assert desk.reason() == ""


def test_the_dialog_offers_the_score_and_each_part(qtbot: QtBot) -> None:
    dialog = print_form(("Flute", "Piano"), "A. B.")
    qtbot.addWidget(dialog)
    box, composer = dialog.findChild(QComboBox), dialog.findChild(QLineEdit)
    assert composer.text() == "A. B."
    made = []
    for index in range(box.count()):
        box.setCurrentIndex(index)
        made.append(dialog.value.books)
    assert made == [((0, 1),), ((0,), (1,)), ((0, 1), (0,), (1,)), ((0,),), ((1,),)]


@pytest.mark.slow
def test_what_a_job_draws_is_written_as_pages(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def real() -> EngineLink:
        return EngineLink(
            "job",
            child_command("job"),
            environment=child_environment("job"),
            log=tmp_path / "job.log",
            restarts=False,
            patience=SilenceLimits(asleep_s=60.0),
        )

    monkeypatch.setattr(desk, "make_link", real)
    desk.document.begin(Composition.of(piece(bars=24, tracks=2)))
    target = tmp_path / "piece"
    desk.printing.write(target, SCORE_AND_PARTS)
    assert "The score is being drawn." in desk.reason()
    written = tmp_path / "piece.pdf"
    qtbot.waitUntil(written.exists, timeout=WAIT_MS)
    assert written.read_bytes().startswith(b"%PDF")
    # The score, and each part from a page of its own on.
    assert written.read_bytes().count(b"/Type /Page\n") == 3
    qtbot.waitUntil(lambda: not desk.reason(), timeout=WAIT_MS)


@pytest.mark.parametrize("there", [["none"], []])
def test_a_folder_that_takes_nothing_is_told_and_not_made(
    desk: Desk, tmp_path: Path, there: list[str]
) -> None:
    desk.document.begin(Composition.of(piece()))
    for name in there:
        (tmp_path / name).write_text("a file")
    desk.printing.write(tmp_path / "none" / "a.pdf", PrintChoice(books=((0,),)))
    (link,) = desk.links
    link.deliver(messages.LineDrawn(book=0, picture=line().picture))
    link.deliver(messages.LinesDrawn())
    assert f"(there is no folder ‘{tmp_path / 'none'}’)" in desk.told()
    # It is no piece of good news that goes by itself, and nothing is being drawn any more.
    (notice,) = desk.window.notices.notices()
    assert (notice.tone, notice.seconds) == ("warning", 0.0)
    assert [path.name for path in tmp_path.iterdir()] == there


def test_a_child_that_dies_while_drawing_is_told_and_the_piece_stays(desk: Desk) -> None:
    desk.document.begin(Composition.of(piece()))
    before = desk.document.score
    made: list[tuple[Book, ...]] = []
    desk.printing.draw(PrintChoice(books=((0,),)), made.append)
    desk.links[0].died.emit("The process died.")
    assert made == []
    assert "The process died." in desk.told()
    assert desk.document.score is before
    assert not desk.reason()
