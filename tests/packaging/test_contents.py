"""What Segue needs is named for the bundle, and what is left out is not needed."""

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import contents
import pytest

from engine.cli import doctor
from engine.cli.main import MODULES
from engine.ground.paths import assets, demo_pieces, guide, starter_model, translations
from engine.playback.sound.bank import shipped_bank
from engine.processes.process import ROLES
from engine.worker import roles

ROOT = Path(__file__).resolve().parents[2]
SPEC = (ROOT / "packaging" / "segue.spec").read_text(encoding="utf-8")
# Every module of ours, and what only runs in a training step (torch loads its compiler then).
EVERYTHING_WITHOUT_WHAT_IS_LEFT_OUT = """
import importlib, pkgutil, sys
excluded = set(sys.argv[1:])
class WithoutThem:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        if any((name + ".").startswith(e + ".") for e in excluded):
            return None
        return self.finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self.finder, name)
sys.meta_path[:] = map(WithoutThem, sys.meta_path)
import app, engine
for package in (app, engine):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
import torch
layer = torch.nn.Linear(2, 2)
optimizer = torch.optim.AdamW(layer.parameters())
layer(torch.ones(1, 2)).sum().backward()
torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
optimizer.step()
print("all there")
"""


_IMPORTS = re.compile(r"^\s*(?:import|from) (.+)$", re.MULTILINE)


@cache
def _modules() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple(
        (path, ast.parse(path.read_text(encoding="utf-8")))
        for package in ("app", "engine")
        for path in (ROOT / package).rglob("*.py")
    )


def _imported() -> set[str]:
    """Return the names after `import` and `from` at the beginning of a line."""
    # Parsing all modules takes seconds. Texts may add a word of theirs, which is no module's name.
    return {
        name
        for package in ("app", "engine")
        for path in (ROOT / package).rglob("*.py")
        for names in _IMPORTS.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r"[\w.]+", names.partition(" import ")[0])
    }


def test_everything_that_is_read_at_run_time_is_data() -> None:
    shipped = [ROOT / name for name in contents.DATA]
    for wanted in (assets(), demo_pieces(), starter_model(), shipped_bank()):
        assert any(wanted == path or path in wanted.parents for path in shipped)
    assert all(path.exists() for path in shipped)


def test_what_was_added_to_the_assets_is_shipped_from_the_repository() -> None:
    listed = subprocess.check_output(["git", "ls-files", "assets"], cwd=ROOT, text=True).split("\n")
    shipped = [Path(name) for name in listed if name and contents.needed(name)]
    assert len(shipped) == len([name for name in listed if name])
    # The guide is not in the repository: every build makes it, among the assets.
    build = (ROOT / "packaging" / "bundle.py").read_text(encoding="utf-8")
    assert guide().parent == assets() / "guide"
    assert '"docs/guide", "assets/guide"' in build
    assert contents.needed("assets/guide/graphics-card.html")
    # Qt's own words for each language that Segue speaks but English.
    ours = {path.stem.removeprefix("segue_") for path in translations().glob("segue_*.qm")}
    assert ours == {"de", "en"}
    assert all(
        contents.needed(f"PySide6/Qt/translations/qtbase_{language}.qm")
        for language in ours - {"en"}
    )


def test_no_other_files_lie_beside_the_source() -> None:
    others = [
        path
        for package in ("app", "engine")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    ]
    assert not others, "the bundle would not have these; move them to assets/"


@pytest.mark.parametrize("name", contents.HIDDEN)
def test_hidden_import_exists(name: str) -> None:
    assert importlib.util.find_spec(name) is not None


@pytest.mark.slow
def test_what_is_imported_by_name_is_named() -> None:
    # Tables of modules of our own, all of which are in the bundle.
    table = ROOT / "app" / "start" / "imports.py"
    left_out = {table, ROOT / "engine" / "cli" / "main.py"}
    by_name = [name for p, tree in _modules() if p not in left_out for name in _by_name(tree)]
    assert {*by_name} <= {*contents.HIDDEN, *contents.OPTIONAL, *contents.TRAINING}
    rooms = re.findall(r'"([a-z_]+(?:\.[a-z_]+)+)"', table.read_text(encoding="utf-8"))
    assert rooms
    for name in [*rooms, *(f"engine.cli.{module}" for module in MODULES.values())]:
        assert name.partition(".")[0] in contents.OURS
        assert importlib.util.find_spec(name) is not None


def _by_name(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in {"import_module", "__import__"}:
            yield ast.literal_eval(node.args[0])


def _name(function: ast.expr) -> str:
    """Return the last word of what is called: `import_module` of `importlib.import_module`."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def test_every_child_process_is_in_the_bundle() -> None:
    assert set(roles._RUN) == set(ROLES)
    assert "engine.worker.roles" in contents.HIDDEN  # by --role
    assert "engine.library.guard" in contents.HIDDEN  # the pool's readers, by multiprocessing
    assert "app.__main__" in contents.HIDDEN  # the window
    main = (ROOT / "engine" / "__main__.py").read_text(encoding="utf-8")
    begin = main.index("def main")
    assert main.index("freeze_support()", begin) < main.index("--role", begin)
    assert '"engine" / "__main__.py"' in SPEC


def test_versions_that_doctor_tells_are_in_the_bundle() -> None:
    # The training part brings the descriptions of its packages along.
    assert set(doctor._LIBRARIES) <= {*contents.WITH_METADATA, *contents.TRAINING}


def test_what_is_left_out_is_not_imported_by_us() -> None:
    for name in _imported():
        if name.partition(".")[0] not in contents.OPTIONAL:
            assert not any(f"{name}.".startswith(f"{left_out}.") for left_out in contents.EXCLUDED)


@pytest.mark.slow
def test_everything_works_without_what_is_left_out() -> None:
    command = [sys.executable, "-W", "ignore", "-c", EVERYTHING_WITHOUT_WHAT_IS_LEFT_OUT]
    done = subprocess.run(
        [*command, *contents.EXCLUDED],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        timeout=100,
    )
    assert done.stdout == "all there\n", done.stderr


def test_dropped_files_are_dropped_and_needed_ones_stay() -> None:
    assert not contents.needed("torch/test/test_api")
    assert not contents.needed("mido-1.3.3.dist-info/RECORD")
    assert contents.needed("mido-1.3.3.dist-info/METADATA")
    assert not contents.needed("assets/guide/.doctrees/environment.pickle")
    assert not contents.needed("torch\\include\\ATen\\ATen.h")
    assert not contents.needed("symusic/bin/abc2midi")
    assert not contents.needed("libX11.so.6")
    for place in (
        "torch/bin/torch_shm_manager",
        "torch/lib/libtorch_cpu.so",
        "torch/testing/_internal/common_utils.py",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "libxcb-cursor.so.0",
        "python_rtmidi./libjack-5305d520.so.0.1.0",
        "assets/demo/lullaby.mid",
    ):
        assert contents.needed(place), place


def test_placeholders_have_the_names_that_symusic_looks_for() -> None:
    spec = importlib.util.find_spec("symusic")
    assert spec is not None
    assert spec.origin is not None
    source = (Path(spec.origin).parent / "factory.py").read_text(encoding="utf-8")
    looked_for = set(re.findall(r'_BIN / "(\w+)"', source))
    assert {Path(name).name for name in contents.ABC_PROGRAMS} == looked_for


def test_spec_is_linted_with_pyinstallers_names_in_scope() -> None:
    scope = ["DISTPATH", "SPECPATH", "Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"]
    rules = ["--isolated", "--select=E4,E7,E9,F,B,A", "--ignore=E402", f"--config=builtins={scope}"]
    command = [sys.executable, "-m", "ruff", "check", *rules, "--stdin-filename=spec.py", "-"]
    done = subprocess.run(command, input=SPEC, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_spec_is_python_and_takes_everything_from_contents() -> None:
    compile(SPEC, "segue.spec", "exec")
    wanted = ("DATA", "OURS", "HIDDEN", "EXCLUDED", "WITH_DATA", "WITH_LIBRARIES", "WITH_METADATA")
    assert all(f"contents.{name}" in SPEC for name in (*wanted, "needed"))
    for name in re.findall(r'HERE / "hooks" / "([\w-]+\.py)"', SPEC):
        assert (ROOT / "packaging" / "hooks" / name).is_file()


def test_links_to_what_is_left_out_are_left_out() -> None:
    """codesign refuses an app with a link that leads to nothing."""
    entries = [
        ("QtCore", "PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore", "SYMLINK"),
        ("PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore", "/site/QtCore", "BINARY"),
        ("PySide6/Qt/lib/QtCore.framework/Versions/Current", "A", "SYMLINK"),
        ("QtPdf", "PySide6/Qt/lib/QtPdf.framework/Versions/A/QtPdf", "SYMLINK"),
        ("Pdf", "QtPdf", "SYMLINK"),
        ("lib/libavif.dylib", "../PIL/libavif.16.dylib", "SYMLINK"),
    ]
    assert contents.dangling(entries) == {"QtPdf", "Pdf", "lib/libavif.dylib"}
    assert contents.dangling([("a\\b", "c", "SYMLINK"), ("a\\c", "/c", "BINARY")]) == set()
