"""Fades and gliding views, and none of them where the system asks for less motion."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.style import motion
from app.widgets.fade import _Former
from engine.piece.composition import Composition
from tests.app.doubles import BAR, piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)
    yield house
    motion.show_less_motion(on=True)
    house.end()


def former(view: QWidget) -> list[QWidget]:
    return [each for each in view.findChildren(QWidget) if isinstance(each, _Former)]


@pytest.mark.slow
def test_a_workspace_fades_in_and_the_fade_goes(house: House, qtbot: QtBot) -> None:
    motion.show_less_motion(on=False)
    house.act("train")
    (fading,) = former(house.window.workspaces)
    assert fading.isVisible()
    assert house.window.workspace == "train"
    # Another change ends the first fade.
    house.act("compose")
    assert len([each for each in former(house.window.workspaces) if each.isVisible()]) == 1
    qtbot.waitUntil(lambda: not former(house.window.workspaces))


@pytest.mark.slow
def test_a_view_glides_to_the_offer_and_stops_where_the_user_scrolls(
    house: House, qtbot: QtBot
) -> None:
    score = piece(bars=64)
    house.session.piece.document.show(Composition.of(score), path=None, title="a", saved=True)
    roll = house.window.compose.roll
    motion.show_less_motion(on=False)
    roll.show_range(start=60 * BAR, end=64 * BAR)
    assert roll.transform().left == 0
    assert roll._gliding.state() == QVariantAnimation.State.Running
    qtbot.waitUntil(lambda: roll._gliding.state() == QVariantAnimation.State.Stopped)
    end = roll.transform().left
    assert end > 0
    roll.show_range(start=0, end=4 * BAR)
    roll._scroll(roll.transform().scrolled_to(left=30 * BAR))
    there = roll.transform().left
    qtbot.waitUntil(lambda: roll._gliding.state() == QVariantAnimation.State.Stopped)
    assert roll.transform().left == there


@pytest.mark.slow
def test_nothing_moves_where_less_motion_is_asked_for(house: House) -> None:
    motion.show_less_motion(on=True)
    house.act("train")
    assert former(house.window) == []
    house.act("compose")
    document = house.session.piece.document
    document.show(Composition.of(piece(bars=64)), path=None, title="a", saved=True)
    roll = house.window.compose.roll
    roll.show_range(start=60 * BAR, end=64 * BAR)
    assert roll.transform().left > 0
    assert roll._gliding.state() == QVariantAnimation.State.Stopped
    roll.show_making(making=True)
    assert roll._pulse.state() == QVariantAnimation.State.Stopped


@pytest.mark.parametrize(("factor", "less"), [("0", True), ("0.5", False), ("", False)])
def test_plasma_is_asked(tmp_path: Path, factor: str, *, less: bool) -> None:
    text = f"[KDE]\nAnimationDurationFactor={factor}\n" if factor else ""
    (tmp_path / "kdeglobals").write_text(text)
    assert motion._plasma_asks(tmp_path) is less


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script plays GNOME's program")
@pytest.mark.parametrize(("answer", "less"), [("false", True), ("true", False)])
def test_gnome_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, *, less: bool
) -> None:
    program = tmp_path / "gsettings"
    program.write_text(f"#!/bin/sh\necho {answer}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert motion._gnome_asks("ubuntu:GNOME") is less
    assert not motion._gnome_asks("KDE")
    program.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not motion._gnome_asks("GNOME")
