"""What most tests of the window begin with."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.settings.settings import Settings
from engine.piece.composition import Composition
from tests.app.doubles import FakeLink, piece


@pytest.fixture(autouse=True, scope="session")
def english_numbers() -> None:
    """Numbers as an English window writes them, wherever the tests run (`install_language`)."""
    QLocale.setDefault(QLocale("en"))


@pytest.fixture(autouse=True)
def garbage_is_collected_by_this_thread() -> Iterator[None]:
    """Collect garbage between tests in this thread, as `app/start/garbage_collector.py` does.

    Python collects in whatever thread allocates. A timer of an earlier test's that a reading thread
    destroys ends the process.
    """
    gc.disable()
    yield
    counts, limits = gc.get_count(), gc.get_threshold()
    oldest = max((each for each in range(3) if counts[each] > limits[each]), default=None)
    if oldest is not None:
        gc.collect(oldest)
    gc.enable()


@pytest.fixture
def owners_died(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if whoever keeps unsaved pieces were dead: in these tests it is this process."""
    monkeypatch.setattr("app.files.autosave.is_held", lambda _lock: False)


@pytest.fixture
def link() -> FakeLink:
    return FakeLink()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "preferences.json")


@pytest.fixture
def composition() -> Composition:
    return Composition.of(piece())


@pytest.fixture
def make_link() -> Callable[[], FakeLink]:
    return FakeLink
