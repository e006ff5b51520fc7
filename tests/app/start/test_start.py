"""The window first, everything else after; one instance, and files that come too early."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.start import OPENING_MS, PATIENCE_S, Startup, hand_over, lock_first_instance
from app.style.colours import ThemeName, show_theme
from app.style.theme import contrast
from engine.ground.paths import user_paths

ROOT = Path(__file__).resolve().parents[3]
_MODULES = """
import sys
from app.__main__ import main
code = main(["--until-shown"])
heavy = [n for n in sys.modules if n.startswith(("app.views", "app.widgets", "numpy"))]
late = ("mido", "engine.values.score", "engine.midi", "engine.ground.saving", "PySide6.QtSvg")
heavy += [n for n in late if n in sys.modules]
print(code, heavy)
"""
# The user's click comes while the session has some of its parts.
_CLOSED_EARLY = """
from PySide6.QtWidgets import QApplication
from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.start import Startup
from engine.ground.paths import user_paths

application = QApplication([])
paths = user_paths()
window = MainWindow(with_views=False)
settings = Settings(paths.preferences)
start = Startup(application, window, settings, paths, until="ready")
window.show()
while start._loader is None or start._loader.session is None:
    start._step()
window.close()
print(window.isVisible(), start._is_open, flush=True)
while next(start._parts, "the end") != "the end":
    pass
print(window.isVisible(), start._is_open)
start.end()
"""


@pytest.mark.slow
def test_the_window_is_shown_before_anything_is_imported_for_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MODULES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["shown", "0 []"]


@pytest.mark.slow
def test_everything_comes_into_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "--until-ready"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SEGUE_AUDIO_BACKEND": "null"},
    )
    assert done.stdout.splitlines() == ["ready"]
    assert "Traceback" not in done.stderr


def test_there_is_one_first_instance_of_a_folder(tmp_path: Path) -> None:
    lock = lock_first_instance(tmp_path / "home")
    assert lock is not None
    assert lock_first_instance(tmp_path / "home") is None
    assert lock_first_instance(tmp_path / "another") is not None
    lock.unlock()
    assert lock_first_instance(tmp_path / "home") is not None


@pytest.mark.usefixtures("qapp")
def test_a_first_instance_that_never_answers_is_not_waited_for_long(tmp_path: Path) -> None:
    now, slept = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    assert not hand_over(tmp_path, [], clock=lambda: now[0], sleep=sleep)
    assert PATIENCE_S <= sum(slept) < PATIENCE_S + 1


@pytest.fixture
def start(qapp: QApplication) -> Startup:
    paths = user_paths()
    settings = Settings(paths.preferences)
    return Startup(qapp, MainWindow(with_views=False), settings, paths, until="ready")


def test_files_that_come_early_wait(start: Startup, tmp_path: Path) -> None:
    start.open([tmp_path / "a.mid"])
    start.open([tmp_path / "b.mid"])
    assert start._waiting == [tmp_path / "a.mid", tmp_path / "b.mid"]


def test_a_window_that_is_closed_while_empty_ends_the_program(start: Startup, qtbot: QtBot) -> None:
    start._window.show()
    start.begin()
    assert start._next.isActive()
    start._window.close()
    assert not start._window.isVisible()
    qtbot.waitUntil(lambda: not start._next.isActive())
    start.end()


@pytest.mark.slow
def test_a_window_that_is_to_close_while_it_is_wired_closes_at_the_end() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CLOSED_EARLY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["True False", "False True"]


def test_an_empty_window_that_takes_long_says_that_it_opens(qtbot: QtBot) -> None:
    window = MainWindow(with_views=False)
    qtbot.addWidget(window)
    assert window.centralWidget() is None
    window.show_opening()
    label = window.centralWidget()
    assert isinstance(label, QLabel)
    assert label.text() == "Opening…"
    for _ in window.make_views():
        pass
    assert window.centralWidget() is not label
    window.show_opening()  # the timer may come late
    assert not isinstance(window.centralWidget(), QLabel)


@pytest.fixture
def palette(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    yield
    qapp.setPalette(before)
    show_theme("dark")


@pytest.mark.usefixtures("palette")
@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_the_word_is_readable_before_there_is_a_style_sheet(
    qapp: QApplication, qtbot: QtBot, name: ThemeName
) -> None:
    qapp.setPalette(QPalette(QColor("black"), QColor("white")))  # as a desktop's may be
    show_theme(name)
    window = MainWindow(with_views=False)
    qtbot.addWidget(window)
    window.show_opening()
    window.show()
    qtbot.waitExposed(window)
    label = window.centralWidget()
    assert label is not None
    picture = window.grab(label.geometry()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    middle = picture.copy(picture.rect().center().x() - 40, picture.height() // 2 - 10, 80, 20)
    seen = Counter(
        middle.pixel(x, y) for x in range(middle.width()) for y in range(middle.height())
    )
    behind = QColor.fromRgb(seen.most_common(1)[0][0])
    assert max(contrast(QColor.fromRgb(each), behind) for each in seen) > 4.5


def test_the_word_comes_after_a_second(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = MainWindow(with_views=False)
    qtbot.addWidget(window)
    paths = user_paths()
    start = Startup(qapp, window, Settings(paths.preferences), paths)
    monkeypatch.setattr(start, "_step", lambda: None)  # nothing comes
    assert start._opening.interval() == OPENING_MS == 1000
    start._opening.start(1)
    qtbot.waitUntil(lambda: window.centralWidget() is not None)
    start.end()
