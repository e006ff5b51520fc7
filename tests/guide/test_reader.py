"""The reader of the guide: all its pages, their links and pictures, and nothing from elsewhere."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.compose.help_actions import _keys_of_menu
from app.files.guide_pages import read_page
from app.views.guide_reader import GuideReader
from engine.ground.paths import guide_source

PAGES = sorted(guide_source().parent.glob("*.md"))
IMAGE = QTextDocument.ResourceType.ImageResource


@pytest.fixture
def reader(qtbot: QtBot) -> GuideReader:
    return made(qtbot, guide_source().parent)


def made(qtbot: QtBot, folder: Path) -> GuideReader:
    view = GuideReader(folder, lambda path: read_page(path, _keys_of_menu))
    qtbot.addWidget(view)
    view.resize(860, 700)
    view.show()
    return view


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_page_is_shown_whole_with_its_pictures_and_links(
    reader: GuideReader, page: Path
) -> None:
    reader.show_page(page.name)
    text, source = reader._text, page.read_text(encoding="utf-8")
    shown = text.toPlainText()
    assert shown.split("\n")[0] == re.search(r"^# (.+)$", source, re.MULTILINE)[1].replace("*", "")  # type: ignore[index]
    # Nothing is left of what Sphinx reads.
    assert not re.search(r":::|\{kbd\}|\{toctree\}|\{action-keys\}|^: ", shown, re.MULTILINE)
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", source):
        image = text.loadResource(IMAGE.value, QUrl(picture))
        assert image is not None
        assert 0 < image.width() <= text.viewport().width()  # type: ignore[attr-defined]
    for link in re.findall(r"(?<!!)\[[^]]*\]\(([^)]+)\)", read_page(page, _keys_of_menu)):
        if "://" in link or link.startswith("mailto:"):
            continue
        reader.show_page(page.name)
        reader._follow(QUrl(link))
        name, _, heading = link.partition("#")
        wanted = name or page.name
        assert reader.page == (f"{wanted}#{heading}" if heading else wanted)
        if heading:
            assert text.textCursor().blockFormat().headingLevel(), link


def test_it_goes_back_and_to_the_contents(reader: GuideReader, qtbot: QtBot) -> None:
    buttons = {each.text(): each for each in reader.findChildren(QPushButton)}
    reader.show_page("train.md")
    assert not buttons["Back"].isEnabled()
    qtbot.mouseClick(buttons["Contents"], Qt.MouseButton.LeftButton)
    assert reader.page == "index.md"
    reader.show_page("no-such-page.md")
    assert reader.page == "index.md"
    qtbot.mouseClick(buttons["Back"], Qt.MouseButton.LeftButton)
    assert reader.page == "train.md"
    assert not buttons["Back"].isEnabled()


@pytest.mark.parametrize(
    "link", ["../secret.md", "/etc/hostname", "file:///etc/hostname", "https://example.org/a.png"]
)
def test_nothing_comes_from_elsewhere(qtbot: QtBot, tmp_path: Path, link: str) -> None:
    (tmp_path / "secret.md").write_text("# Secret", encoding="utf-8")
    folder = tmp_path / "guide"
    folder.mkdir()
    page = f"# A page\n\n![]({link}) and [there]({link})\n"
    (folder / "index.md").write_text(page, encoding="utf-8")
    reader = made(qtbot, folder)
    reader.show_page("index.md")
    assert reader._text.loadResource(IMAGE.value, QUrl(link)) is None
    asked: list[QUrl] = []
    reader.address_clicked.connect(asked.append)
    reader._follow(QUrl(link))
    assert reader.page == "index.md"
    # Only the user's browser opens addresses.
    assert asked == ([QUrl(link)] if link.startswith("https") else [])


def test_what_sphinx_adds_becomes_plain(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# The first\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "Press {kbd}`A`.\n\n**End**\n: after it.\n\n:::{admonition} Mind\nTwo\nlines.\n:::\n\n"
        "```{toctree}\n:caption: Parts\n\none\n```\n\n:::{action-keys} File\n:::\n",
        encoding="utf-8",
    )
    assert read_page(page, lambda menu: ((menu, "`A|B`", "Does"),)) == (
        "Press `A`.\n\n- **End**: after it.\n\n> **Mind**\n>\n> Two\n> lines.\n\n"
        "## Parts\n\n- [The first](one.md)\n\n"
        "| Action | Keys | What it does |\n| --- | --- | --- |\n| File | `A\\|B` | Does |\n"
    )
