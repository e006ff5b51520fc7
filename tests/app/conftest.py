"""What most tests of the window begin with."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.settings import Settings
from engine.composition import Composition
from tests.app.doubles import FakeLink, piece


@pytest.fixture(autouse=True, scope="session")
def english_numbers() -> None:
    """Numbers as an English window writes them, wherever the tests run (`install_language`)."""
    QLocale.setDefault(QLocale("en"))


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
