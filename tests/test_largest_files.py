"""`run.py lint` ends with a report of the largest files, and fails at no length."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.largest_files import Size, imported, largest

ROOT = Path(__file__).resolve().parent.parent


def test_the_largest_files_come_first_with_what_they_import(tmp_path: Path) -> None:
    for name, text in (
        ("app/__init__.py", ""),
        ("app/state.py", "x = 1\n" * 3),
        ("app/view.py", "import json\nimport app.state\nfrom app import state\n" + "\n" * 900),
        ("engine/part.py", "def f():\n    from app.state import x\n    import app.view\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert largest(tmp_path, count=2) == [
        Size(lines=903, fan_out=1, place="app/view.py"),
        Size(lines=3, fan_out=2, place="engine/part.py"),
    ]


def test_a_module_is_counted_once_and_only_if_it_is_ours() -> None:
    text = "from app.state import document\nfrom app.state.document import Document\nimport os\n"
    assert imported(text, ROOT) == {"app.state.document"}


@pytest.mark.slow
def test_it_prints_ten_lines_and_succeeds() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "largest_files.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(result.stdout.splitlines()) == 11
