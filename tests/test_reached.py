"""`run.py test --changed`: the tests that it chooses find what all tests find."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.processes import process
from scripts.tests_reached import ROLES, ROOT, Reach

# A program in small, with each way in which a test depends on a file.
TREE = {
    "engine/__init__.py": "",
    "engine/__main__.py": """
        import sys
        from engine.worker import roles
        sys.exit(roles.run(sys.argv[-1]))
        """,
    "engine/processes/__init__.py": "",
    "engine/processes/process.py": """
        import subprocess, sys
        class Child:
            def __init__(self, role):
                command = [sys.executable, "-m", "engine", "--role", role]
                self.code = subprocess.run(command).returncode
        """,
    "engine/worker/__init__.py": "",
    "engine/worker/roles.py": """
        def run(role):
            from engine.playback.role import code
            return code() + 0
        """,
    "engine/playback/__init__.py": "",
    "engine/playback/role.py": """
        from engine.playback.sound import ZERO
        def code():
            return ZERO
        """,
    "engine/playback/sound.py": "ZERO = 0",
    "engine/values/__init__.py": "LOUD = 100",
    "engine/values/score.py": "BAR = 1920",
    "engine/values/time.py": "from engine.values.score import BAR\nBEAT = BAR // 4",
    "engine/late.py": "LATE = 5",
    "engine/unused.py": "NOBODY = 1",
    "engine/tables.py": """
        from pathlib import Path
        ROWS = (Path(__file__).parent.parent / "assets" / "rows.txt").read_text().split()
        """,
    "app/__init__.py": "",
    "app/view.py": """
        from importlib import import_module
        from engine.values.time import BEAT
        WIDTH = BEAT // 10
        LATE = import_module("engine.late").LATE
        """,
    "app/tool.py": "import sys\nsys.exit(7)",
    "assets/rows.txt": "one two three",
    "assets/icons/play.svg": "<svg/>",
    "assets/colours.json": "{}",
    "docs/guide/index.md": "# Guide",
    "tests/conftest.py": "",
    "tests/app/conftest.py": """
        import pytest
        from tests.app.house import House
        @pytest.fixture
        def house():
            return House()
        """,
    "tests/app/house.py": """
        class House:
            rooms = 3
        """,
    "tests/app/test_house.py": "def test_rooms(house):\n    assert house.rooms == 3",
    "tests/app/test_view.py": """
        from app.view import LATE, WIDTH
        def test_width():
            assert WIDTH == 48
        def test_late():
            assert LATE == 5
        """,
    "tests/app/test_icons.py": """
        from pathlib import Path
        def test_icons():
            found = list(Path("assets/icons").glob("*.svg"))
            assert [path.read_text() for path in found] == ["<svg/>"]
        """,
    "tests/test_tool.py": """
        import subprocess, sys
        def test_tool():
            assert subprocess.run([sys.executable, "-m", "app.tool"]).returncode == 7
        """,
    "tests/music/test_score.py": """
        from engine.values.score import BAR
        def test_bar():
            assert BAR == 1920
        """,
    "tests/music/test_loudness.py": """
        import engine.values.score
        def test_loud():
            assert engine.values.LOUD == 100
        """,
    "tests/music/test_tables.py": """
        from engine.tables import ROWS
        def test_rows():
            assert len(ROWS) == 3
        """,
    "tests/test_player.py": """
        from engine.processes.process import Child
        def test_player_ends():
            assert Child("player").code == 0
        """,
    "tests/test_sources.py": """
        from pathlib import Path
        def test_no_tabs():
            assert [p for p in Path("engine").rglob("*.py") if "\\t" in p.read_text()] == []
        """,
    "tests/test_guide.py": """
        from pathlib import Path
        def test_guide():
            assert Path("docs/guide/index.md").read_text() == "# Guide"
        """,
    "tests/test_colours.py": """
        import json
        from pathlib import Path
        NAME = "colours"
        def test_colours():
            assert json.loads(Path(f"assets/{NAME}.json").read_text()) == {}
        """,
}
# One change of one file each: what is written there, and by what it is replaced.
MUTATIONS = [
    ("engine/values/score.py", "1920", "1919"),
    ("engine/values/time.py", "// 4", "// 3"),
    ("engine/values/__init__.py", "100", "99"),
    ("engine/late.py", "5", "6"),
    ("engine/unused.py", "1", "2"),
    ("engine/unused.py", " = 1", " =\t1"),
    ("engine/tables.py", "split()", "split('w')"),
    ("engine/processes/process.py", "returncode", "returncode + 1"),
    ("engine/__main__.py", "roles.run", "1 + roles.run"),
    ("engine/worker/roles.py", "+ 0", "+ 3"),
    ("engine/playback/role.py", "return ZERO", "return ZERO - 1"),
    ("engine/playback/sound.py", "0", "4"),
    ("app/view.py", "// 10", "// 12"),
    ("app/tool.py", "7", "8"),
    ("assets/rows.txt", "one ", ""),
    ("assets/icons/play.svg", "<svg/>", "<svg></svg>"),
    ("assets/colours.json", "{}", "[]"),
    ("docs/guide/index.md", "Guide", "Guides"),
    ("tests/app/house.py", "3", "4"),
    ("tests/app/conftest.py", "House()", "None"),
    ("tests/music/test_score.py", "== 1920", "== 1"),
]


def dedented(text: str) -> str:
    lines = text.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] for line in lines).rstrip() + "\n"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of the small program, with this project's own choice of tests."""
    root = tmp_path_factory.mktemp("tree")
    for name, text in TREE.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedented(text) if name.endswith(".py") else text, encoding="utf-8")
    (root / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "tests_reached.py", root / "scripts")
    (root / ".gitignore").write_text("__pycache__/\n", encoding="utf-8")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        name = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *name, *command], cwd=root, check=True)
    return root


def failing(root: Path) -> set[str]:
    """Return the test files in which a test fails when all run."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"PYTHONPATH": str(root)}
    options = ["-q", "--import-mode=importlib", "-p", "no:cacheprovider", "--rootdir", str(root)]
    command = [sys.executable, "-m", "pytest", *options, "-c", os.devnull, "tests"]
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    told = [line.split() for line in done.stdout.split("\n")]
    return {words[1].partition("::")[0] for words in told if words[:1] in (["FAILED"], ["ERROR"])}


def chosen(root: Path) -> set[str]:
    """Return the test files that are chosen for what has changed."""
    command = [sys.executable, "scripts/tests_reached.py"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), MUTATIONS, ids=lambda each: str(each)[:30])
def test_what_is_chosen_finds_what_all_tests_find(
    tree: Path, name: str, old: str, new: str
) -> None:
    path = tree / name
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new), encoding="utf-8")
    try:
        found, tests = failing(tree), chosen(tree)
    finally:
        path.write_text(before, encoding="utf-8")
    assert found <= tests
    assert found or name == "engine/unused.py"
    assert len(tests) < len([n for n in TREE if "/test_" in n])


@pytest.mark.slow
def test_where_nobody_is_known_to_read_a_file_all_tests_are_chosen(tree: Path) -> None:
    everything = {n for n in TREE if "/test_" in n}
    for name, text in (("strange/file.bin", "1"), ("engine/broken.py", "def")):
        path = tree / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="ascii")
        try:
            assert chosen(tree) == everything, name
        finally:
            path.unlink()
    assert chosen(tree) == set()


@pytest.mark.slow
def test_a_commit_that_git_does_not_know_is_one_sentence(tree: Path) -> None:
    command = [sys.executable, "scripts/tests_reached.py", "no-such-commit"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("git cannot say what has changed since no-such-commit: ")


@pytest.fixture(scope="module")
def reach() -> Reach:
    return Reach()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("engine/values/score.py", "tests/midi/test_midifile.py"),
        ("engine/playback/ports/outputs.py", "tests/playback/test_ports.py"),
        ("engine/worker/serving.py", "tests/cli/test_serve.py"),
        ("app/views/roll/state.py", "tests/app/compose/test_view_follows.py"),
        ("assets/style.qss", "tests/app/views/test_theme.py"),
        ("docs/guide/memory.md", "tests/guide/test_pages.py"),
        ("tests/app/house.py", "tests/app/test_window.py"),
        ("tests/app/watched_job.py", "tests/app/start/test_watchdog.py"),
        ("scripts/set_up/packages.py", "tests/set_up/test_packages.py"),
        ("packaging/linux.py", "tests/packaging/test_linux.py"),
        ("README.md", "tests/test_recordings.py"),
    ],
)
def test_a_change_here_reaches_its_tests(reach: Reach, changed: str, test: str) -> None:
    assert test in reach.tests_of([changed])


@pytest.mark.slow
def test_a_change_of_one_room_leaves_most_tests_out(reach: Reach) -> None:
    for changed in ("engine/notation/abc/reading.py", "app/views/jam/page.py"):
        assert 0 < len(reach.tests_of([changed])) < len(reach.tests_of(["pyproject.toml"])) / 2


def test_each_role_runs_a_module_that_is_there() -> None:
    assert set(ROLES) == set(process.ROLES)
    for module in ROLES.values():
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
