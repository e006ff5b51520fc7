"""The user guide: it builds without a warning, offline, and its pictures are made by the script."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.main_window.action_table import ACTIONS, MENUS

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs" / "guide"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("guide")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(GUIDE), str(made)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return made


@pytest.mark.slow
def test_every_page_is_there(pages: Path) -> None:
    for source in GUIDE.glob("*.md"):
        assert (pages / f"{source.stem}.html").is_file()


@pytest.mark.slow
def test_nothing_is_fetched_from_anywhere(pages: Path) -> None:
    fetched = re.compile(r"""<(?:script|img|link|iframe)[^>]+(?:src|href)=["']https?://""")
    for page in pages.glob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page.name


@pytest.mark.parametrize("menu", MENUS)
def test_every_key_of_the_program_is_in_the_guide(pages: Path, menu: str) -> None:
    text = (pages / "keys.html").read_text(encoding="utf-8")
    shown = [spec for spec in ACTIONS if spec.menu == menu and spec.shortcuts]
    for spec in shown:
        assert f">{spec.shortcuts[0]}<" in text.replace("</span>", "<"), spec.name


def test_the_keys_that_the_pages_name_are_the_programs() -> None:
    keys = {key.lower() for spec in ACTIONS for key in (*spec.shortcuts, *spec.score_keys)}
    # Of the pointer, of text fields, the typing keyboard and taps, and what macOS calls its keys.
    keys |= {
        "ctrl",
        "alt",
        "shift",
        "tab",
        "shift+tab",
        "⌘",
        "⌥",
        "enter",
        "esc",
        "←",
        "→",
        "↑",
        "↓",
        "x",
        "shift+t",
    }
    for page in GUIDE.glob("*.md"):
        for key in re.findall(r"\{kbd\}`([^`]+)`", page.read_text(encoding="utf-8")):
            assert key.lower() in keys, f"{page.name}: {key}"


def test_every_picture_of_the_guide_is_shown_and_made_by_the_script() -> None:
    named = {
        name
        for page in GUIDE.glob("*.md")
        for name in re.findall(r"\(pictures/([\w-]+)\.png\)", page.read_text(encoding="utf-8"))
    }
    there = {picture.stem for picture in (GUIDE / "pictures").glob("*.png")}
    for name in there:
        assert not QImage(str(GUIDE / "pictures" / f"{name}.png")).isNull(), name
    script = (ROOT / "scripts" / "guide_pictures.py").read_text(encoding="utf-8")
    assert named == there
    assert {name for name in there if f'"{name}"' not in script} == set()
