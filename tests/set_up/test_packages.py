"""Packages come once, from where they may, and only with the hash that is locked."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scripts.set_up import packages
from scripts.set_up.problems import SetUpError
from tests.set_up.small_tree import OF_PYPI, TORCH, SmallTree, make_wheel

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


# What pip says where a company looks into connections, and the company is not known.
SELF_SIGNED = (
    "WARNING: Retrying (Retry(total=4, connect=None)) after connection broken by 'SSLError("
    "SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
    "unable to get local issuer certificate (_ssl.c:1000)'))': /simple/cmake/\n"
    "Could not fetch URL https://pypi.org/simple/cmake/: There was a problem confirming the ssl "
    "certificate: HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded - skipping\n"
    "ERROR: Could not find a version that satisfies the requirement cmake==4.4.5 (from versions: "
    "none)\nERROR: No matching distribution found for cmake==4.4.5\n"
)


@contextmanager
def index_of(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder as a package index; yields its address and the paths that were asked for."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def put_on_index(index: Path, wheel: Path, digest: str) -> None:
    """Put a wheel where an index has it."""
    place = index / wheel.name.split("-")[0]
    place.mkdir(parents=True)
    shutil.copy(wheel, place)
    name = wheel.name.replace("+", "%2B")
    page = f'<a href="{name}#sha256={digest}">{wheel.name}</a>'
    (place / "index.html").write_text(page, encoding="ascii")


def with_pypi(tree: SmallTree) -> dict[str, str]:
    """Return the variables with which pip finds PyPI's build of PyTorch, too."""
    return {"PIP_FIND_LINKS": f"{tree.wheels.as_uri()} {tree.pypi.as_uri()}"}


def without_the_usual_build(tree: SmallTree) -> None:
    """Take PyTorch for the processor from all places that pip knows."""
    (wheel,) = tree.wheels.glob("torch-*")
    wheel.unlink()


def test_a_command_installs_what_it_needs_and_no_more(tmp_path: Path, environment: Path) -> None:
    tree = SmallTree(tmp_path, environment)
    said = tree.run("run.py", "demo", "--bars", "2")
    assert said.splitlines()[0] == "Setting Segue up in .venv: up to 4 MB to download."
    assert said.splitlines()[-1] == "the program ran ['demo', '--bars', '2'] 1"
    assert tree.installed() == {"segue", "tiny", "torch", "coach"}
    assert tree.set_up("run") == ""
    assert "up to 2 MB" in tree.set_up("run", "dev")
    assert tree.installed() == {"segue", "tiny", "torch", "coach", "checker"}
    assert tree.set_up("run", "dev") == ""
    assert tree.run().startswith("the program ran")
    assert not (tree.environment / "downloads").exists()


def test_composing_needs_no_pytorch_and_training_is_added_later(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    said = tree.run("run.py", "app").splitlines()
    assert said[0] == "Setting Segue up in .venv: up to 2 MB to download."
    assert said[-1] == "the program ran [] 1"
    assert tree.installed() == {"segue", "tiny"}
    assert tree.run("run.py", "add", "training").splitlines()[-1] == "Installed: training."
    assert tree.installed() == {"segue", "tiny", "torch", "coach"}
    assert tree.run("run.py", "add", "training") == "Installed: training.\n"
    assert "`add` adds one of: training" in tree.run("run.py", "add", "colour", code=2)


def test_where_pytorch_is_not_locked_the_rest_is_installed(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    locked = tree.root / "requirements/torch.txt"
    python, _, system = packages.place().partition("-")
    other = f"cp39-{system}"
    text = locked.read_text(encoding="utf-8").replace(f"{python}-{system}", other)
    locked.write_text(text, encoding="utf-8")
    said = tree.run(code=1).splitlines()[-1]
    assert said.startswith("Training needs PyTorch, which is not locked for Python 3.")
    assert said.endswith("To train, run this with one of these versions of Python: 3.9.")
    assert tree.installed() == {"segue", "tiny"}
    assert "the program ran" in tree.run("run.py", "app")


def test_without_a_network_there_is_one_sentence_and_nothing_is_lost(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    nowhere = {"PIP_FIND_LINKS": str(tmp_path / "nothing")}
    (tmp_path / "nothing").mkdir()
    said = tree.run(code=1, more=nowhere).splitlines()
    assert said[0].startswith("Setting Segue up")
    assert said[1:] == [
        "Segue needs the internet once, to download packages (2 MB) from PyPI, and cannot "
        "reach it: connect this computer and run the same command again."
    ]
    # What came before the network went away is kept.
    alone = tmp_path / "no PyTorch"
    alone.mkdir()
    shutil.copy(next(tree.wheels.glob("tiny-*")), alone)
    said = tree.run(code=1, more={"PIP_FIND_LINKS": alone.as_uri()}).splitlines()
    assert "to download PyTorch (2 MB) from 127.0.0.1:9" in said[-1]
    assert len(said) == 2
    assert tree.installed() == {"segue", "tiny"}
    assert "the program ran" in tree.run()


def test_a_file_with_another_hash_is_not_installed(tmp_path: Path, environment: Path) -> None:
    tree = SmallTree(tmp_path, environment)
    make_wheel(tree.wheels, "tiny", "1.0", value=666)
    said = tree.run(code=1)
    assert "is not the one that is locked in requirements/" in said
    assert "tiny" not in tree.installed()
    assert not [*tree.environment.glob("*.stamp")]


def test_pytorch_with_another_hash_is_not_looked_for_elsewhere(
    tmp_path: Path, environment: Path
) -> None:
    index = tmp_path / "index"
    for place in (index, tmp_path / "tree"):
        place.mkdir()
    forged = make_wheel(index, "torch", "2.13.0+cpu", value=666)
    put_on_index(index, index / "torch-2.13.0+cpu-py3-none-any.whl", forged)
    with index_of(index) as (address, _):
        tree = SmallTree(tmp_path / "tree", environment, torch_index=address)
        said = tree.run(code=1, more=with_pypi(tree))
    assert "A file that was downloaded for PyTorch is not the one" in said
    assert tree.installed() == {"segue", "tiny"}


@pytest.fixture
def linux() -> None:
    if packages.sys.platform != "linux":
        pytest.skip("elsewhere PyTorch comes from where the others do")


@pytest.mark.usefixtures("linux")
def test_pytorch_comes_from_its_own_index_and_nothing_else_does(
    tmp_path: Path, environment: Path
) -> None:
    (tmp_path / "tree").mkdir()
    torch_index, others = tmp_path / "torch index", tmp_path / "others"
    for place in (torch_index, others):
        place.mkdir()
    with index_of(torch_index) as (address, asked), index_of(others) as (elsewhere, asked_there):
        tree = SmallTree(tmp_path / "tree", environment, torch_index=address)
        (wheel,) = tree.wheels.glob("torch-*")
        put_on_index(torch_index, wheel, make_wheel(tree.wheels, "torch", "2.13.0+cpu"))
        wheel.unlink()
        # Both have packages of the same names, with other contents and no hash to tell them by.
        for name, version in (("torch", "2.13.0+cpu"), ("tiny", "1.0")):
            make_wheel(others, name, version, value=666)
        said = tree.run(more={"PIP_EXTRA_INDEX_URL": elsewhere})
    assert said.endswith("the program ran ['demo'] 1\n")
    assert {path.split("/")[1] for path in asked} == {"torch"}
    assert "/torch/" not in asked_there


@pytest.mark.usefixtures("linux")
def test_where_no_place_has_pytorch_the_one_that_should_is_named(
    tmp_path: Path, environment: Path
) -> None:
    """Also where pip is configured with constraints, and other versions lie about."""
    tree = SmallTree(tmp_path, environment)
    for wheel in tree.wheels.glob("torch-*"):
        wheel.unlink()
    make_wheel(tree.wheels, "torch", "2.13.0")
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("torch<=2.14\n", encoding="ascii")
    said = tree.run(code=1, more={"PIP_CONSTRAINT": str(constraints)})
    assert "Segue needs the internet once, to download PyTorch (2 MB) from 127.0.0.1:9" in said


@pytest.mark.usefixtures("linux")
def test_where_its_index_has_no_answer_pytorch_comes_from_a_known_place(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    said = tree.run(more=with_pypi(tree))
    assert {"torch"} == {name for name in tree.installed() if name in {"torch", "nvidia_small"}}
    assert value_of_torch(tree) != OF_PYPI
    assert "PyPI" not in said
    # PyPI's build for Linux has the same number without `+cpu`, and gigabytes of no use.
    assert TORCH in (tree.root / "requirements/torch.txt").read_text(encoding="utf-8")


def value_of_torch(tree: SmallTree) -> int:
    """Return which build of PyTorch is installed."""
    return int((tree.site / "torch/__init__.py").read_text(encoding="ascii").split()[-1])


@pytest.mark.usefixtures("linux")
def test_where_pypi_alone_answers_its_build_comes_after_one_sentence(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    without_the_usual_build(tree)
    assert tree.run(more=with_pypi(tree)).splitlines() == [
        "Setting Segue up in .venv: up to 4 MB to download.",
        "127.0.0.1:9 cannot be reached, so PyTorch comes from PyPI, whose build has libraries for "
        "graphics cards in it: up to 2 MB to download, 4 MB on the disk.",
        "the program ran ['demo'] 1",
    ]
    assert tree.installed() == {"segue", "tiny", "torch", "nvidia_small", "coach"}
    assert value_of_torch(tree) == OF_PYPI
    # Later starts look for nothing, and a set that changes does not bring it again.
    assert tree.run() == "the program ran ['demo'] 1\n"
    (tree.environment / "segue-train.stamp").unlink()
    said = tree.run()
    assert said.splitlines()[0] == "Setting Segue up in .venv: up to 2 MB to download."
    assert "PyPI" not in said
    # A library of it that was not installed any more is.
    (library,) = tree.site.glob("nvidia_small-*.dist-info")
    shutil.rmtree(library)
    (tree.environment / "segue-train.stamp").unlink()
    assert "so PyTorch comes from PyPI" in tree.run(more=with_pypi(tree))
    assert "nvidia_small" in tree.installed()


@pytest.mark.usefixtures("linux")
@pytest.mark.parametrize("place", ["wheels", "pypi"])
def test_after_a_wrong_hash_no_other_place_has_a_turn(
    tmp_path: Path, environment: Path, place: str
) -> None:
    """Where a known place has another file for PyTorch, and where PyPI has."""
    tree = SmallTree(tmp_path, environment)
    if place == "wheels":
        make_wheel(tree.wheels, "torch", "2.13.0+cpu", value=666)
    else:
        without_the_usual_build(tree)
        make_wheel(tree.pypi, "torch", "2.13.0", value=666)
    said = tree.run(code=1, more=with_pypi(tree))
    assert "A file that was downloaded for PyTorch is not the one" in said
    assert ("so PyTorch comes from PyPI" in said) == (place == "pypi")
    assert tree.installed() == {"segue", "tiny"}


def test_pypi_s_build_needs_room_and_says_so_before_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "VENV", tmp_path)
    monkeypatch.setattr(packages.sys, "platform", "linux")
    monkeypatch.setattr(packages.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(packages, "pip_install", lambda _: pytest.fail("pip was called"))
    wanted = packages.download_mb("torch-pypi") + packages.disk_mb("torch-pypi")
    usage = shutil.disk_usage(tmp_path)._replace(free=int(wanted * 1e6) - 1)
    monkeypatch.setattr(packages.shutil, "disk_usage", lambda _: usage)
    monkeypatch.setattr(packages, "SITE", tmp_path)
    with pytest.raises(SetUpError, match=rf"needs {wanted:,.0f} MB on the disk .* MB are free"):
        packages.install_torch_of_pypi()
    # What is left of a set-up that was cut off needs less.
    (tmp_path / "nvidia_small-1.0.dist-info").mkdir()
    ran: list[packages.Installation] = []
    monkeypatch.setattr(packages, "pip_install", ran.append)
    packages.install_torch_of_pypi()
    assert len(ran) == 1


REFUSED = "WARNING: Retrying after connection broken by 'NewConnectionError'\n"
NOT_THERE = "ERROR: Could not find a version that satisfies the requirement (from versions: {})\n"
NO_MATCH = "ERROR: No matching distribution found for torch==2.13.0+cpu\n"


@pytest.mark.parametrize(
    ("said", "absent", "answered"),
    [
        (NOT_THERE.format("2.12.0, 2.13.0") + NO_MATCH, True, True),
        (NOT_THERE.format("none") + NO_MATCH, True, False),
        (REFUSED + NOT_THERE.format("none") + NO_MATCH, True, False),
        # A further index is out of reach, and PyPI is not.
        (REFUSED + NOT_THERE.format("2.13.0") + NO_MATCH, True, True),
        ("ERROR: ResolutionImpossible\n", True, True),
        (REFUSED + "ERROR: ResolutionImpossible\n", True, False),
        # The index can be reached: a download that breaks off is no reason for a larger one.
        ("  Downloading torch.whl (192 MB)\nERROR: IncompleteRead\n", False, False),
        ("ERROR: [Errno 28] No space left on device\n", False, True),
    ],
)
def test_another_build_is_a_matter_of_what_pip_found(
    said: str, *, absent: bool, answered: bool
) -> None:
    error = packages.pip_error(packages.Installation("PyTorch", ()), said=said)
    assert (error.absent, error.answered) == (absent, answered)


def test_a_build_for_a_graphics_card_stays(tmp_path: Path, environment: Path) -> None:
    tree = SmallTree(tmp_path, environment)
    tree.run()
    (there,) = tree.site.glob("torch-*.dist-info")
    there.rename(there.with_name("torch-2.13.0+cu130.dist-info"))
    (tree.site / there.with_name("torch-2.13.0+cu130.dist-info").name / "RECORD").write_text("")
    (tree.environment / "segue-train.stamp").unlink()
    assert "the program ran" in tree.run()
    assert [f.name for f in tree.site.glob("torch-*")] == ["torch-2.13.0+cu130.dist-info"]


def test_a_tree_that_was_moved_is_set_up_for_its_new_place(
    tmp_path: Path, environment: Path
) -> None:
    tree = SmallTree(tmp_path, environment)
    tree.run()
    tree.root = tree.root.rename(tmp_path / "moved tree")
    assert "Setting Segue up" in tree.run()
    path = (tree.site / "segue_here.pth").read_text(encoding="utf-8")
    assert Path(path).name == "moved tree"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("ERROR: [Errno 28] No space left on device\n", "No space left on device"),
        (
            "ERROR: Cannot install a and b because these have conflicting dependencies.\n"
            "ERROR: ResolutionImpossible: for help visit https://pip.pypa.io\n",
            "conflicting dependencies",
        ),
        (
            "ERROR: Failed building wheel for tinysoundfont\n"
            "ERROR: Could not build wheels for tinysoundfont, which is required\n",
            "Failed building wheel for tinysoundfont",
        ),
        (
            "ERROR: Exception:\nTraceback (most recent call last):\n  File x\n"
            "PermissionError: [Errno 13] '/opt'\n",
            "PermissionError: [Errno 13] '/opt'",
        ),
        ("killed", "pip did not say why"),
        (SELF_SIGNED, "pypi.org shows a certificate"),
        (SELF_SIGNED, "(certificate verify failed: unable to get local issuer certificate)"),
        (
            "WARNING: connection broken by 'SSLError(CERTIFICATE_VERIFY_FAILED)'\nERROR: x",
            "PIP_CERT",
        ),
    ],
)
def test_other_failures_are_told_with_pip_s_first_reason(said: str, wanted: str) -> None:
    error = packages.pip_error(packages.Installation("PyTorch", ()), said=said)
    assert wanted in str(error)
    assert "set-up.log" in str(error)
    assert "internet" not in str(error)
    assert "No matching" not in str(error)


def test_progress_says_how_much_of_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "LOG", tmp_path / "log")
    monkeypatch.setattr(packages, "DOWNLOADS", tmp_path / "downloads")
    (tmp_path / "downloads/pip-unpack-x").mkdir(parents=True)
    (tmp_path / "downloads/pip-unpack-x/torch.whl").write_bytes(bytes(2_000_000))
    (tmp_path / "log").write_text("Downloading torch", encoding="utf-8")
    installation = packages.Installation("PyTorch", (), total_mb=192)
    assert packages.progress(installation).strip() == "Downloading PyTorch: 2 of 192 MB …"
    (tmp_path / "log").write_text("Installing collected packages: torch", encoding="utf-8")
    assert packages.progress(installation).strip() == "Installing PyTorch …"


@pytest.mark.parametrize(
    ("version", "system", "machine", "compiled"),
    [
        ("3.11", "linux", "x86_64", set()),
        ("3.12", "win32", "AMD64", set()),
        ("3.13", "linux", "x86_64", {"python-rtmidi", "tinysoundfont"}),
        ("3.14", "darwin", "arm64", {"python-rtmidi", "tinysoundfont"}),
        ("3.11", "linux", "aarch64", {"miniaudio", "tinysoundfont"}),
        ("3.14", "linux", "aarch64", {"miniaudio", "python-rtmidi", "tinysoundfont"}),
    ],
)
def test_what_has_no_build_is_compiled(
    monkeypatch: pytest.MonkeyPatch, version: str, system: str, machine: str, compiled: set[str]
) -> None:
    monkeypatch.setattr(packages, "VERSION", version)
    monkeypatch.setattr(packages.sys, "platform", system)
    monkeypatch.setattr(packages.platform, "machine", lambda: machine)
    assert set(packages.to_compile("run", "train")) == compiled
    assert packages.download_mb("run") > 90
    ran: list[packages.Installation] = []
    monkeypatch.setattr(packages, "pip_install", ran.append)
    packages.install_sets(["run"])
    assert len(ran) == 1 + bool(compiled)  # what compiles comes first, with its hashes
    unbuilt = [set(a.split(",")) for i in ran for a in i.arguments if "python-rtmidi," in f"{a},"]
    assert all(found <= compiled for found in unbuilt)
    assert ("--no-build-isolation" in ran[-1].arguments) == bool(compiled)
    assert all("--require-hashes" in each.arguments for each in ran)


def test_what_is_compiled_is_not_stripped_and_finds_its_builders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In a folder such as `Ann & Bob` the command that strips is torn apart by the shell.
    monkeypatch.delenv("CMAKE_ARGS", raising=False)
    assert packages.compiling()["CMAKE_ARGS"] == "-DCMAKE_STRIP="
    assert packages.compiling()["PATH"].startswith(str(packages.PYTHON.parent))
    monkeypatch.setenv("CMAKE_ARGS", "-DTHEIRS=1")
    assert packages.compiling()["CMAKE_ARGS"] == "-DTHEIRS=1 -DCMAKE_STRIP="
