"""No file runs code in the window's process: not the preferences, and none that Qt reads itself."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.settings.test_old_file import Runs, wrote
from tests.app.start.test_hard_starts import start
from tests.offline import Sockets

ROOT = Path(__file__).resolve().parents[3]
# What decodes types of Python's or Qt's own from bytes.
DESERIALIZERS = {
    *("QSettings", "QDataStream", "restoreState", "restoreGeometry", "dropMimeData"),
    *("pickle", "cPickle", "dill", "shelve", "marshal", "joblib", "yaml"),
}
# A value is read as the window did it; Qt's own file dialog reads `QtProject.conf`.
_BEGINNING = """
import sys
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QFileDialog
from engine.gate.pickles import refuse_pickles

application = QApplication([])
if "refuse" in sys.argv:
    refuse_pickles()
"""
_READS = {
    "a.ini": "QSettings(sys.argv[1], QSettings.Format.IniFormat).value('FileDialog/history')",
    "config/QtProject.conf": "QFileDialog(options=QFileDialog.Option.DontUseNativeDialog).show()",
}


@pytest.mark.parametrize("name", _READS)
def test_a_process_that_refuses_pickles_is_asked_whoever_reads_them(
    tmp_path: Path, name: str
) -> None:
    marker = tmp_path / "ran"
    path = wrote(tmp_path / name, {"FileDialog/history": Runs(marker)})
    command = [sys.executable, "-c", _BEGINNING + _READS[name], str(path)]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    # Qt goes on after the error or hands it to whoever called it; nothing is run in either case.
    subprocess.run([*command, "refuse"], cwd=ROOT, env=environment, check=False)
    assert not marker.exists()
    # The dialog wrote a file of its own.
    wrote(path, {"FileDialog/history": Runs(marker)})
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert marker.exists(), "Qt unpickles no more: then nobody needs to refuse it"


@pytest.mark.slow
def test_the_window_starts_with_hostile_preferences_and_nothing_is_unpickled(
    tmp_path: Path,
) -> None:
    home, marker, watch = tmp_path / "home", tmp_path / "ran", tmp_path / "watch"
    watch.mkdir()
    hostile = {f"{group}/a": Runs(marker) for group in ("preferences", "keys", "notes", "layout")}
    hostile |= {f"layout/{name}": Runs(marker) for name in ("geometry", "compose")}
    hostile |= {f"notes/{name}": Runs(marker) for name in ("sound", "continue", "last_piece")}
    hostile |= {name: Runs(marker) for name in ("recent", "starred_models")}
    ini = wrote(home / "config" / "segue.ini", {"preferences/theme": "light", **hostile})
    assert ini.read_bytes().count(b"PyObjectWrapper") == len(hostile)
    wrote(tmp_path / "config" / "QtProject.conf", {"FileDialog/history": Runs(marker)})
    sockets = Sockets(watch)
    told = start(
        home,
        "--model",
        XDG_CONFIG_HOME=str(tmp_path / "config"),
        SEGUE_SOCKETS=sockets.environment["SEGUE_SOCKETS"],
        PYTHONPATH=sockets.environment["PYTHONPATH"],
    )
    assert told["theme"] == "light"
    assert not marker.exists()
    roles = {words.rpartition("--role ")[2] for words in sockets.processes if "--role " in words}
    assert {"live", "player"} <= roles
    assert sockets.unpickled == []
    assert sockets.outward == []


@pytest.mark.slow
def test_nothing_in_the_program_asks_a_deserializer() -> None:
    asked = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {name}"
        for folder in ("app", "engine")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _names(node)
        if name.partition(".")[0] in DESERIALIZERS
    ]
    assert asked == []


def _names(node: ast.AST) -> list[str]:
    match node:
        case ast.Name():
            return [node.id]
        case ast.Attribute():
            return [node.attr]
        case ast.ImportFrom():
            return [node.module or "", *(alias.name for alias in node.names)]
        case ast.Import():
            return [alias.name for alias in node.names]
    return []
