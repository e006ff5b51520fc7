"""A commit sees that a room passes its budget."""

import subprocess
import sys
from pathlib import Path

from scripts.budgets import DOCUMENTS, ROOT, faults, room_of, sizes


def test_a_room_is_a_folder_of_app_or_engine_or_another_folder_as_a_whole() -> None:
    names = ("engine/values/score.py", "engine/midi/file/notes.py", "app/__main__.py")
    assert [room_of(name) for name in names] == ["engine/values", "engine/midi", "app"]
    assert room_of("tests/midi/test_state.py") == "tests"
    assert room_of("run.py") == "run.py"


def test_lines_and_words_are_counted(tmp_path: Path) -> None:
    (tmp_path / "engine" / "midi").mkdir(parents=True)
    (tmp_path / "engine" / "midi" / "a.py").write_text("A = 1\nB = 2\n")
    (tmp_path / "a.md").write_text("Two words.")
    files = ["engine/midi/a.py", "a.md", "gone.py"]
    assert sizes(tmp_path, files) == {"engine/midi": 2, DOCUMENTS: 2}


def test_what_passes_its_budget_has_none_or_is_gone_is_named() -> None:
    found = {"app/views": 11, "engine/midi": 10, "tests": 1}
    said = list(faults(found, {"app/views": 10, "engine/midi": 10, "docs": 5}))
    assert [line.split()[0] for line in said] == ["app/views", "tests", "docs"]
    assert "11 lines" in said[0]


def test_no_room_passes_its_budget() -> None:
    command = [sys.executable, "scripts/budgets.py"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
