"""The gallery of views can be made: a script that nobody runs is soon no more true."""

import importlib
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

GALLERY = Path(__file__).resolve().parents[3] / "scripts" / "view_gallery"


@pytest.mark.parametrize("room", ["compose_views", "page_views"])
def test_every_view_of_the_gallery_is_made_and_painted(
    room: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(GALLERY))
    views = importlib.import_module(room)
    makers = [
        made
        for name, made in vars(views).items()
        if callable(made) and getattr(made, "__module__", "") == room and not name.startswith("_")
    ]
    assert len(makers) > 10
    for make in makers:
        view = make()
        assert isinstance(view, QWidget)
        qtbot.addWidget(view)
        assert not view.grab().isNull(), make.__name__
    for name in ("compose_views", "page_views", "samples"):
        sys.modules.pop(name, None)
