"""The arrows between rooms hold, and the contracts that say so catch what they must."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DRAWERS = {"utils", "util", "misc", "common", "helpers", "helper", "core"}
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

# What is planted where, and the contract that must be named as broken.
PLANTED = [
    ("engine/harmony/keys.py", "import PySide6.QtCore", "The engine knows no Qt"),
    ("engine/harmony/keys.py", "import torch", "never loads torch"),
    ("engine/harmony/keys.py", "import engine.tokens.tokenizer", "Rooms of the engine"),
    ("engine/model/decoding/sampling.py", "import engine.values.score", "The model sees integers"),
    ("engine/model/decoding/log.py", "import engine.model.network.memory", "Inside the model"),
    ("engine/model/decoding/log.py", "import torch", "never loads PyTorch"),
    ("engine/cli/continuing.py", "import engine.model.network.checkpoint", "never loads PyTorch"),
    ("engine/tokens/grammar.py", "import engine.model.decoding.sampling", "Rooms of the engine"),
    ("engine/messages/base.py", "import engine.piece.takes", "Rooms of the engine"),
    ("engine/piece/takes.py", "import engine.piece.composition", "the user's piece"),
    ("engine/generation/reading/bars.py", "import engine.generation.plan", "that draws music"),
    ("engine/generation/copier/ids.py", "import engine.generation.rules.rule", "that draws music"),
    ("engine/generation/draw.py", "import engine.messages", "Who draws music"),
    ("engine/playback/wire.py", "import miditok", "Only engine.tokens.miditok_remi"),
    ("engine/playback/wire.py", "import rtmidi", "Only engine.playback.ports"),
    ("engine/training/schedule.py", "import engine.live", "Rooms of the engine"),
    ("app/settings/old_file.py", "import appdirs", "Only engine.ground.paths knows appdirs"),
    ("app/views/ruler.py", "import app.views.overview", "Views do not know each other"),
    ("app/views/ruler.py", "import engine.processes.process", "Views see values"),
    ("app/style/theme.py", "import app.clients.engine_link", "Rooms of the app"),
    ("app/state/document.py", "import app.clients.playing", "Rooms of the app"),
    ("app/state/selection.py", "import app.views.roll.piano_roll", "Rooms of the app"),
    ("app/clients/playing.py", "import app.main_window.dialogs", "Rooms of the app"),
    ("app/compose/offer/offer_views.py", "import app.compose.takes.takes", "Compose workspace"),
    ("app/start/wiring/jams.py", "import app.start.session", "never the session"),
    ("app/start/wiring/jams.py", "import app.main_window.window", "never the session"),
    ("app/library/pieces.py", "import app.compose.files.drops", "Rooms of the app"),
    ("app/views/ruler.py", "import app.state.document", "Views see values"),
    ("app/compose/takes/takes.py", "import app.main_window.window", "never the window"),
    ("app/clients/engine_link.py", "import engine.playback.ports", "The app enters the engine"),
    ("engine/helpers.py", "", "Rooms of the engine"),
    ("engine/cli/doctor.py", "import benchmarks.tables", "knows no benchmarks"),
    ("app/start/start.py", "import scripts.largest_files", "no scripts"),
]


def _lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"},
    )


def _broken(output: str) -> dict[str, str]:
    """Return what is told of each broken contract, by the contract's name."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    names = re.findall(r"^(.+) BROKEN", plain, re.MULTILINE)
    # Each name is told twice: in the list of contracts, and above what breaks it.
    after = plain.partition("\nBroken contracts\n")[2]
    heading = "|".join(re.escape(name) for name in names)
    parts = re.split(rf"^({heading})\n-+\n", after, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is told of each contract where every violation is planted at once."""
    tree = tmp_path_factory.mktemp("planted")
    for package in ("app", "benchmarks", "engine"):
        shutil.copytree(
            ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tree)
    for place, line, _ in PLANTED:
        planted = tree / place
        before = planted.read_text(encoding="utf-8") if planted.exists() else ""
        assert before or not line, f"{place} has moved: plant the violation elsewhere"
        planted.write_text(f"{before}\n{line}\n", encoding="utf-8")
    result = _lint_imports(tree)
    assert result.returncode != 0
    return _broken(result.stdout)


def test_arrows_between_rooms_hold() -> None:
    result = _lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("place", "line", "contract"), PLANTED)
def test_planted_violation_is_caught(
    broken: dict[str, str], place: str, line: str, contract: str
) -> None:
    module = place.removesuffix(".py").replace("/", ".")
    imported = line.removeprefix("import ")
    # Of a package that is not ours only the first name is told.
    if not imported.startswith(("app.", "benchmarks.", "engine.")):
        imported = imported.partition(".")[0]
    said = f"{module} -> {imported} (" if imported else f"{module}\n"
    told = [text for name, text in broken.items() if contract in name]
    assert any(said in text for text in told), told


def test_the_window_loads_nothing_heavy() -> None:
    heavy = ("torch", "miditok", "symusic", "rtmidi", "numpy.testing")
    code = f"import sys, app.__main__; print([m for m in {heavy!r} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_commands_load_no_qt() -> None:
    code = (
        "import sys, engine.__main__, engine.cli.main, engine.worker.roles;"
        "print([m for m in sys.modules if m.startswith('PySide6')])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_importing_the_program_makes_no_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    subprocess.run(
        [sys.executable, "-c", "import app.__main__, engine.cli.main"],
        cwd=ROOT,
        check=True,
        env={"SEGUE_HOME": str(home), "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert not home.exists()


def _sources() -> list[Path]:
    return [
        path
        for folder in ("app", "benchmarks", "engine", "tests", "scripts", "packaging")
        for path in (ROOT / folder).rglob("*.py")
    ]


def test_no_room_is_a_drawer() -> None:
    names = {part for path in _sources() for part in (*path.parts, path.stem)}
    assert not names & DRAWERS


def test_every_room_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in _sources()
        if path.name == "__init__.py"
        and path.parts[len(ROOT.parts)] in {"app", "engine"}
        and not path.read_text(encoding="utf-8").lstrip().startswith('"""')
    ]
    assert not silent
