"""A sound bank is chosen only when all of it can be played."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.files.bank_check import BankCheck
from app.files.read_threads import ReadThreads
from engine.piece.opening import PieceReader
from tests.banks import small_bank

pytestmark = pytest.mark.slow
PATIENCE_MS = 60_000


@pytest.fixture
def outside(qapp: QApplication):  # noqa: ARG001 - its signals need one
    outside = ReadThreads(patience_ms=PATIENCE_MS)
    yield outside
    outside.close()


def test_a_bank_is_chosen_when_it_was_tried_and_a_bad_one_never(
    qtbot: QtBot, outside: ReadThreads, tmp_path: Path
) -> None:
    check = BankCheck(outside, PieceReader())
    chosen: list[str] = []
    told: list[str] = []
    bad = tmp_path / "bad.sf2"
    bad.write_bytes(b"RIFF")
    check.check(
        bad, sound=lambda: chosen.append("bad"), failed=lambda error: told.append(error.message)
    )
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert "‘bad.sf2’ is not a usable sound bank" in told[0]
    good = tmp_path / "good.sf3"
    good.write_bytes(small_bank())
    check.check(
        good,
        sound=lambda: chosen.append("good"),
        failed=lambda error: told.append(error.message),
    )
    qtbot.waitUntil(lambda: bool(chosen), timeout=PATIENCE_MS)
    assert chosen == ["good"]
    assert len(told) == 1


def test_a_bank_that_is_not_there_is_told(
    qtbot: QtBot, outside: ReadThreads, tmp_path: Path
) -> None:
    told: list[str] = []
    BankCheck(outside, PieceReader()).check(
        tmp_path / "gone.sf2", sound=lambda: None, failed=lambda error: told.append(error.message)
    )
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert "cannot be read" in told[0]
