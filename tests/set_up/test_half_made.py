"""What is half made is completed: environments, packages, and set-ups that were killed."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.set_up.small_tree import SmallTree, make_wheel
from tests.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> SmallTree:
    """A tree that is set up; each test damages it and has it repaired."""
    made = SmallTree(tmp_path_factory.mktemp("half-made"))
    made.run()
    return made


def without_pip(tree: SmallTree) -> None:
    shutil.rmtree(tree.environment)
    command = [sys.executable, "-m", "venv", "--without-pip", str(tree.environment)]
    subprocess.check_call(command)


def pip_in_part(tree: SmallTree) -> None:
    (tree.site / "pip" / "_internal" / "commands" / "install.py").unlink()


def python_leads_nowhere(tree: SmallTree) -> None:
    tree.python.unlink()
    tree.python.symlink_to(tree.root / "no-such-python")


def a_file_in_its_place(tree: SmallTree) -> None:
    shutil.rmtree(tree.environment)
    tree.environment.write_text("", encoding="ascii")


def another_python_s(tree: SmallTree) -> None:
    tree.site.parent.rename(tree.site.parent.with_name("python3.99"))


def package_without_record(tree: SmallTree) -> None:
    (record,) = tree.site.glob("tiny-*.dist-info/RECORD")
    record.unlink()
    shutil.rmtree(tree.site / "tiny")


def package_without_a_file(tree: SmallTree) -> None:
    (tree.site / "tiny" / "__init__.py").unlink()


def package_with_a_short_file(tree: SmallTree) -> None:
    (tree.site / "torch" / "__init__.py").write_text("", encoding="ascii")


def package_being_taken_away(tree: SmallTree) -> None:
    (info,) = tree.site.glob("tiny-*.dist-info")
    info.rename(info.with_name(f"~{info.name[1:]}"))
    (tree.site / "tiny").rename(tree.site / "~iny")


# All of them have the environment made anew, which takes most of ten seconds: once is enough.
ENVIRONMENTS = [without_pip, python_leads_nowhere, another_python_s, pip_in_part]
MADE_ANEW = [pip_in_part, a_file_in_its_place]
PACKAGES = [
    package_without_record,
    package_without_a_file,
    package_with_a_short_file,
    package_being_taken_away,
]


@pytest.mark.skipif(os.name == "nt", reason="the damage is done to Linux's and macOS's layout")
@pytest.mark.parametrize("damage", [*MADE_ANEW, *PACKAGES], ids=lambda damage: damage.__name__)
def test_a_set_up_that_was_cut_off_is_completed(
    tree: SmallTree, damage: Callable[[SmallTree], None]
) -> None:
    damage(tree)
    for stamp in tree.environment.glob("*.stamp") if tree.environment.is_dir() else ():
        stamp.unlink()  # it is written at the end
    said = tree.run()
    assert "Setting Segue up" in said
    assert "the program ran ['demo'] 1" in said
    assert tree.installed() == {"segue", "tiny", "torch", "coach"}
    assert not [*tree.site.glob("~*")]
    assert "Setting" not in tree.run()


@pytest.mark.skipif(os.name == "nt", reason="the damage is done to Linux's and macOS's layout")
@pytest.mark.parametrize("damage", ENVIRONMENTS, ids=lambda damage: damage.__name__)
def test_an_environment_in_part_does_not_work(
    tmp_path: Path, environment: Path, damage: Callable[[SmallTree], None]
) -> None:
    tree = SmallTree(tmp_path, environment)
    asks = "from scripts.set_up.environment import environment_works; print(environment_works())"
    assert tree.run("-c", asks) == "True\n"
    damage(tree)
    assert tree.run("-c", asks) == "False\n"


def test_half_a_package_of_another_set_is_not_believed_later(tree: SmallTree) -> None:
    tree.set_up("run", "dev")
    (tree.site / "checker" / "__init__.py").unlink()
    (tree.environment / "segue-run.stamp").unlink()
    tree.run()  # repairs what it needs, and forgets that the other set was complete
    assert "checker" not in tree.installed()
    assert "Setting Segue up" in tree.set_up("run", "dev")
    assert (tree.site / "checker" / "__init__.py").is_file()


def test_a_killed_set_up_is_completed_by_the_next_run(tmp_path: Path, environment: Path) -> None:
    tree = SmallTree(tmp_path, environment)
    many = 4000
    digest = make_wheel(tree.wheels, "tiny", "1.0", files=many)
    tree.lock("run", {"tiny==1.0": digest})
    with tree.start() as process:
        _until((tree.site / "tiny" / "part_100.py").exists, process)
        _kill(process)
    assert len([*(tree.site / "tiny").glob("*.py")]) < many, "it was quicker than the test"
    assert not [*tree.environment.glob("*.stamp")]
    assert "the program ran" in tree.run()
    assert len([*(tree.site / "tiny").glob("*.py")]) == many


def test_a_change_back_does_not_find_the_old_stamp(tmp_path: Path, environment: Path) -> None:
    """An update that failed has changed packages: the stamp of before would be a lie."""
    tree = SmallTree(tmp_path, environment)
    tree.run()
    before = (tree.root / "requirements/run.txt").read_bytes()
    tree.lock("run", {"tiny==2.0": "0" * 64})
    tree.run(code=1)
    (tree.root / "requirements/run.txt").write_bytes(before)
    assert "Setting Segue up" in tree.run()


def _until(happened: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    def happens() -> bool:
        assert process.poll() is None, process.stdout and process.stdout.read()
        return happened()

    assert eventually(happens, pause_s=0.005)


def _kill(process: "subprocess.Popen[str]") -> None:
    if os.name == "nt":
        subprocess.check_call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)
