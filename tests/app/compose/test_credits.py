"""Title and composer: typed, one step, over the score, in what is written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.compose.paper import printing
from app.compose.paper.credits import PieceCredits
from app.compose.paper.printing import Printing
from app.state.document import Document
from app.views.credits_dialog import CreditLines, credits_form
from app.views.print_options import PrintChoice
from app.views.score.page import ScorePage
from app.words.encodings import encoding_names
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.encodings import ENCODINGS, TextCoding
from engine.values.score import Other, Track
from tests.app.doubles import FakeLink, piece
from tests.app.house import main_window

ADA = CreditLines(title="Winter", composer="Ada Byron")


class Desk:
    def __init__(self) -> None:
        self.window = main_window()
        self.document = Document(parent=self.window)
        shell = self.window.shell
        self.credits = PieceCredits(self.view, shell.actions, self.document, self.window)
        self.printing = Printing(shell, self.document, make_link=FakeLink, parent=self.window)
        self.document.begin(Composition.of(piece()))

    @property
    def view(self) -> ScorePage:
        return self.window.compose.score

    def trigger(self, action: str) -> None:
        self.window.shell.actions[action].trigger()


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    assert qapp is not None
    desk = Desk()
    yield desk
    desk.window.close_now()
    shiboken6.delete(desk.window)


def test_what_is_typed_is_one_step_that_undo_takes_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.compose.paper.credits.ask_credits", lambda *_: ADA)
    before = desk.document.score
    desk.trigger("credits")
    assert (desk.document.score.title, desk.document.score.composer) == ("Winter", "Ada Byron")
    assert desk.document.undo_name == "Title and composer"
    desk.trigger("credits")
    desk.document.undo()
    assert desk.document.score == before


def test_who_thinks_better_of_it_changes_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.compose.paper.credits.ask_credits", lambda *_: None)
    desk.trigger("credits")
    assert not desk.document.dirty


def test_both_are_kept_with_the_piece(desk: Desk) -> None:
    desk.credits.take(ADA)
    kept = from_bytes(to_bytes(desk.document.composition))
    assert (kept.score.title, kept.score.composer) == ("Winter", "Ada Byron")


def test_both_stand_over_the_score_and_a_double_click_there_asks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[CreditLines] = []

    def ask(_parent: object, known: CreditLines, _name: str) -> None:
        asked.append(known)

    monkeypatch.setattr(
        "app.compose.paper.credits.ask_credits", lambda _parent, known, _name: asked.append(known)
    )
    desk.credits.take(ADA)
    assert desk.view.accessibleName() == "Score, Winter, Ada Byron"
    paper = desk.view._paper
    paper.resize(400, 300)
    paper.lay_out((0,), 4, {})
    top = paper.area_of(0).top()
    assert top > 0
    QTest.mouseDClick(paper, Qt.MouseButton.LeftButton, pos=QPoint(200, round(top / 2)))
    assert asked == [ADA]
    desk.view.show_endless(on=True)
    paper.lay_out((0,), 4, {})
    assert paper.area_of(0).left() == 0


def test_a_piece_without_them_has_no_heading(desk: Desk) -> None:
    desk.view._paper.lay_out((0,), 4, {})
    assert desk.view._paper.area_of(0).top() == 0


def test_the_dialog_knows_both_and_the_name_that_stands_in_for_a_title(qtbot: QtBot) -> None:
    dialog = credits_form(CreditLines(composer="Ada"), "tune-7")
    qtbot.addWidget(dialog)
    title, composer = dialog.findChildren(QLineEdit)
    assert (title.text(), title.placeholderText(), composer.text()) == ("", "tune-7", "Ada")
    title.setText(" Winter ")
    assert dialog.value == CreditLines(title="Winter", composer="Ada")


def test_a_composer_typed_when_it_is_printed_is_the_pieces(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[tuple[str, str]] = []

    def ask(_parent: object, _names: object, composer: str, *, title: str) -> PrintChoice:
        known.append((composer, title))
        return PrintChoice(books=((0,),), composer="Bo")

    monkeypatch.setattr(printing, "ask_print_options", ask)
    monkeypatch.setattr(printing.dialogs, "ask_save", lambda *_args, **_kinds: None)
    desk.credits.take(ADA)
    desk.trigger("save_pdf")
    assert known == [("Ada Byron", "Save as PDF")]
    assert desk.document.score.composer == "Bo"


def test_other_programs_are_told_the_files_name_where_there_is_no_title(
    desk: Desk, tmp_path: Path
) -> None:
    score = desk.document.score
    assert desk.document.titled_score is score
    desk.document.saved(desk.document.composition, tmp_path / "tune-7.segue")
    assert desk.document.titled_score == replace(score, title="tune-7")
    desk.credits.take(ADA)
    assert desk.document.titled_score.title == "Winter"


def test_who_types_at_once_writes_a_new_title(qtbot: QtBot) -> None:
    dialog = credits_form(CreditLines(title="Untitled 3", composer="Ada"), "tune-7")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.findChildren(QLineEdit)[0], "Lullaby")
    assert dialog.value == CreditLines(title="Lullaby", composer="Ada")


def test_the_encoding_of_a_files_texts_is_chosen_there_and_undone(desk: Desk, qtbot: QtBot) -> None:
    words = Other(0, 0x05, "Иб лбу уб".encode())
    track = Track(name="Иб", notes=desk.document.score.tracks[0].notes, others=(words,))
    coding = TextCoding(encoding="cp1251", is_sure=False)
    score = replace(desk.document.score, tracks=(track,), title="Иб", coding=coding)
    desk.document.edit("Words", Composition.of(score))
    assert desk.credits._known().encoding == "cp1251"
    dialog = credits_form(desk.credits._known(), "tune-7")
    qtbot.addWidget(dialog)
    assert dialog.value.encoding == "cp1251"
    desk.credits.take(replace(desk.credits._known(), encoding="cp1253", composer="Αννα"))
    read = desk.document.score
    assert (read.title, read.tracks[0].name, read.composer) == ("Θα", "Θα", "Αννα")
    assert read.tracks[0].others[0].data.decode() == "Θα λασ σα"
    assert read.coding == TextCoding(encoding="cp1253", is_sure=True)
    desk.document.undo()
    assert desk.document.score == score


def test_a_piece_without_a_file_of_old_texts_is_not_asked_for_an_encoding(qtbot: QtBot) -> None:
    dialog = credits_form(CreditLines(composer="Ada"), "tune-7")
    qtbot.addWidget(dialog)
    assert not dialog.findChildren(QComboBox)


def test_each_encoding_has_one_name() -> None:
    names = dict(encoding_names())
    assert set(names) == set(ENCODINGS)
    assert len(set(names.values())) == len(names)
    assert names["cp1253"] == "Greek (Windows-1253)"
    assert names["iso8859-2"] == "Central European (ISO 8859-2)"
    assert (names["utf-8"], names["mac_roman"]) == ("UTF-8", "Western European (Mac)")
    assert (names["cp866"], names["koi8-u"]) == ("Cyrillic (DOS 866)", "Cyrillic (KOI8-U)")
