"""A document, its files, and a background that does their work."""

from pathlib import Path

import pytest

from app.clients.notation_reading import NotationFetching
from app.files.background import Background
from app.files.document_files import Files
from app.files.read_threads import ReadThreads
from app.settings.settings import Settings
from app.state.document import Document
from engine.piece.kept_recording import KeptSounds
from engine.piece.opening import PieceReader
from tests.app.doubles import FakeLink


@pytest.fixture
def background():
    background = Background()
    yield background
    background.close()


@pytest.fixture
def document() -> Document:
    return Document()


@pytest.fixture
def outside():
    outside = ReadThreads(patience_ms=300)
    yield outside
    outside.close()


@pytest.fixture
def files(document, settings: Settings, background, outside, tmp_path: Path):
    reader = PieceReader()
    backups = tmp_path / "backups"
    fetching = NotationFetching(FakeLink)
    reader.sounds = KeptSounds(tmp_path / "sounds")
    yield Files(
        document,
        settings,
        background,
        outside,
        reader=reader,
        notation=fetching,
        backups=backups,
        sounds=reader.sounds,
    )
    fetching.close()
    reader.close()
