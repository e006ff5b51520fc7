"""What most tests of the window begin with."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.settings import Settings
from engine.composition import Composition
from tests.app.doubles import FakeLink, piece


@pytest.fixture
def link() -> FakeLink:
    return FakeLink()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "segue.ini")


@pytest.fixture
def composition() -> Composition:
    return Composition.of(piece())


@pytest.fixture
def make_link() -> Callable[[], FakeLink]:
    return FakeLink
