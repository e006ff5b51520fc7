"""Nobody's words are read as HTML: neither a title, nor a name, nor a path loads a picture."""

import ast
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QPoint,
    QTimer,
)
from PySide6.QtGui import QAction, QImage, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QMessageBox,
    QTabBar,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from app.style.theme import apply_theme
from app.views.notice_strip import NoticeText
from engine import messages
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.values.library import FoundPiece, RefusalGroup
from engine.values.score import Score, Track
from tests.app.doubles import piece
from tests.app.house import House
from tests.app.library.test_pieces import found, show

ROOT = Path(__file__).resolve().parents[2]
WIDE, HIGH = 900, 500
_ROOT = QModelIndex()
# What makes a label, a tooltip or a text of Qt's read HTML, or may; and where it is allowed.
ONE_PLACE = {"QMessageBox": "app/main_window/dialogs.py", "QLabel": "app/widgets/words.py"}
NOWHERE = {
    *("QTextEdit", "QTextBrowser", "QTextDocument", "QErrorMessage", "QWhatsThis", "setWhatsThis"),
    *("QGraphicsTextItem", "QStaticText", "setHtml", "insertHtml", "setMarkdown"),
    *("AutoText", "RichText", "MarkdownText"),
}
# The guide is the program's own text, and its reader loads nothing but its pictures.
GUIDE = ("app/views/guide_reader.py", {"QTextBrowser", "setMarkdown"})


@pytest.fixture
def evil(tmp_path: Path) -> str:
    """A name that is a picture, too: Qt would show it 900 pixels wide."""
    picture = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "evil.png"))
    name = f'<img src="{str(tmp_path / "evil.png").replace("/", "&#47;")}">'
    assert Qt.mightBeRichText(name)
    return name


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path, styled=True)
    yield house
    house.end()


def tooltip(text: str, widget: QWidget | None = None) -> QLabel:
    """Show a tooltip as Qt does, and return what it is shown in."""
    QToolTip.hideText()
    QToolTip.showText(QPoint(5, 5), text, widget)
    (label,) = (
        each
        for each in QApplication.allWidgets()
        if isinstance(each, QLabel) and each.inherits("QTipLabel") and each.text() == text
    )
    return label


def fill(house: House, qtbot: QtBot, evil: str, tmp_path: Path) -> None:
    """Put a hostile name wherever one can come from."""
    score = piece(tracks=3)
    tracks = tuple(Track(name=evil, program=t.program, notes=t.notes) for t in score.tracks)
    path = tmp_path / f"{evil}.segue" if os.name == "posix" else tmp_path / "a.segue"
    save(Composition.of(Score(tracks=tracks, title=evil)), path)
    house.begin(qtbot, path)
    house.load_model()
    house.live.deliver(
        messages.ModelLoaded(
            folder=str(tmp_path / evil), name=evil, parameters=1, notes=2, device=evil, seconds=1.0
        )
    )
    house.player.deliver(messages.PortsChanged(outputs=(evil,), inputs=(evil,), devices=(evil,)))
    row = FoundPiece(
        number=1,
        path=os.fsencode(tmp_path / f"{evil}.mid"),
        title=evil,
        seconds=9.0,
        composer=evil,
        folder=evil,
        rights=evil,
        warning=evil,
        tags=(evil,),
    )
    show(house, row, found(tmp_path / "b.mid", 2))
    house.window.notices.show_notice(
        NoticeText(key="a", happened=evil, did=evil, can=evil, details=evil)
    )
    house.window.status.show_reason(evil)
    for name in ("preferences", "pane_tree", "pane_mixer", "pane_events", "pane_alternatives"):
        house.act(name)
    house.window.drops.dropped.emit((tmp_path,))
    house.jobs[-1].deliver(
        messages.ImportReport(
            found=1,
            ready=0,
            warnings=0,
            duplicates=0,
            refused=1,
            seconds=0.0,
            notes=0,
            groups=(RefusalGroup(reason=evil, count=1, files=(f"{evil}.mid",)),),
            took_s=0.1,
            concerns=(evil,),
        )
    )
    for page in ("compose", "library", "train", "jam", "start"):
        house.window.show_workspace(page)


def widgets(house: House) -> list[QWidget]:
    """Return every widget of the window, and of those that it opened."""
    return [house.window, *house.window.findChildren(QWidget)]


def all_tooltips(house: House) -> Iterator[tuple[QWidget, str]]:
    """Yield what every widget, action, tab and cell of the window would show, with its widget."""
    for widget in widgets(house):
        yield widget, widget.toolTip()
        yield from ((widget, action.toolTip()) for action in widget.actions())
        if isinstance(widget, QTabBar):
            yield from ((widget, widget.tabToolTip(tab)) for tab in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from ((widget, text) for text in cell_tooltips(widget.model()))
    for action in house.window.findChildren(QAction):
        yield house.window, action.toolTip()


def cell_tooltips(model: QAbstractItemModel, parent: QModelIndex = _ROOT) -> Iterator[str]:
    """Yield what the first cells of a model say, those within them included."""
    for row in range(min(model.rowCount(parent), 50)):
        # A list has one column, and PySide keeps it from being asked.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            yield str(model.index(row, column, parent).data(Qt.ItemDataRole.ToolTipRole) or "")
        if not isinstance(model, QAbstractListModel | QAbstractTableModel):
            yield from cell_tooltips(model, model.index(row, 0, parent))


def test_no_label_and_no_tooltip_of_the_window_reads_html(
    house: House, qtbot: QtBot, evil: str, tmp_path: Path
) -> None:
    fill(house, qtbot, evil, tmp_path)
    labels = house.window.findChildren(QLabel)
    for label in labels:
        label.ensurePolished()
    assert sum(evil in label.text() for label in labels) > 5
    assert [each.text() for each in labels if each.textFormat() != Qt.TextFormat.PlainText] == []
    hostile = [(widget, text) for widget, text in all_tooltips(house) if "<img" in text]
    # Rows of the library and files of the report: any others are of the same kind.
    assert {"PieceView", "QTreeWidget"} <= {type(widget).__name__ for widget, _ in hostile}
    for widget, text in hostile:
        label = tooltip(text, widget)
        assert label.textFormat() == Qt.TextFormat.PlainText
        assert label.height() < HIGH
    assert [each for each in widgets(house) if Qt.mightBeRichText(each.whatsThis())] == []


def test_a_tooltip_of_a_widget_with_a_style_sheet_of_its_own_is_plain(
    qapp: QApplication, qtbot: QtBot, evil: str
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    apply_theme(qapp, "dark", window)
    widget = QWidget(window)
    widget.setStyleSheet("color: red")
    window.show()
    assert tooltip(evil, widget).width() < WIDE


BOXES: dict[str, Callable[[QWidget, str], object]] = {
    "ask_to_save": dialogs.ask_to_save,
    "confirm": lambda parent, text: dialogs.confirm(parent, text, detail=text, yes=text),
    "tell": lambda parent, text: dialogs.tell(parent, text, text),
    "ask_text": lambda parent, text: dialogs.ask_text(parent, text, text, text),
    "ask_number": lambda parent, text: dialogs.ask_number(parent, text, text, 1, low=0, high=2),
    "ask_choice": lambda parent, text: dialogs.ask_choice(parent, text, text, [text], 0),
    "ask_from_list": lambda parent, text: dialogs.ask_from_list(parent, text, text, [text], 0),
    "ask_entry": lambda parent, text: dialogs.ask_entry(parent, text, text, [text], 0),
}


@pytest.mark.parametrize("name", BOXES)
def test_no_dialog_reads_html(qapp: QApplication, qtbot: QtBot, evil: str, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    apply_theme(qapp, "dark", parent)
    seen: list[tuple[str, Qt.TextFormat]] = []
    sizes: list[int] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        labels = dialog.findChildren(QLabel)
        seen.extend((each.text(), each.textFormat()) for each in labels)
        sizes.append(dialog.height())
        dialog.close()

    QTimer.singleShot(0, parent, look)
    BOXES[name](parent, evil)
    assert any(evil in text for text, _ in seen)
    assert {form for _, form in seen} == {Qt.TextFormat.PlainText}
    assert sizes[0] < HIGH


def test_a_message_box_is_plain_without_the_style_sheet(
    qapp: QApplication, qtbot: QtBot, evil: str
) -> None:
    before = qapp.styleSheet()
    qapp.setStyleSheet("")
    parent = QWidget()
    qtbot.addWidget(parent)

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.extend(
            each.textFormat() for each in box.findChildren(QLabel) if "<img" in each.text()
        )
        box.close()

    shown: list[Qt.TextFormat] = []
    QTimer.singleShot(0, parent, look)
    dialogs.confirm(parent, evil, detail=evil, yes="Yes")
    qapp.setStyleSheet(before)
    assert shown == [Qt.TextFormat.PlainText] * 2


@pytest.mark.slow
def test_no_list_takes_what_is_dropped_as_qt_s_own_models_do(
    house: House, qtbot: QtBot, evil: str, tmp_path: Path
) -> None:
    """Their `dropMimeData` reads `QVariant`s from whatever program something is dragged out of."""
    fill(house, qtbot, evil, tmp_path)
    views = house.window.findChildren(QAbstractItemView)
    assert len(views) > 5
    assert [view for view in views if view.viewport().acceptDrops() or view.acceptDrops()] == []


@pytest.mark.slow
def test_what_may_read_html_has_one_place() -> None:
    used = []
    for path in (ROOT / "app").rglob("*.py"):
        place = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and ONE_PLACE.get(called.id, place) != place:
                used.append(f"{place}:{node.lineno}: {called.id}")
            name = getattr(node, "id", getattr(node, "attr", ""))
            if name in NOWHERE and not (place == GUIDE[0] and name in GUIDE[1]):
                used.append(f"{place}: {name}")
    assert used == []
