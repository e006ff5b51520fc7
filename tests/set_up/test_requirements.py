"""What is locked is complete, has hashes, and is what is installed."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import run
from engine.ground.training_part import SOURCE_MB
from scripts.lock_requirements import NOT_LINKED
from scripts.set_up import packages
from scripts.set_up.packages import download_mb

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# In an order that is the same in each of the processes that tests run in.
SETS = (
    "run",
    *sorted(PROJECT["project"]["optional-dependencies"].keys() - {"mutation", "peers"}),
)
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_machine": "x86_64"},
    "linux-arm": {"sys_platform": "linux", "platform_machine": "aarch64"},
    "win32": {"sys_platform": "win32", "platform_machine": "AMD64"},
    "darwin": {"sys_platform": "darwin", "platform_machine": "arm64"},
}
# Its metadata asks for pyaudio, which has no wheels for Linux or macOS and is not used; that of
# PyPI's PyTorch for what it does not link against.
NOT_WANTED = {("tinysoundfont", "pyaudio"), *(("torch", name) for name in NOT_LINKED)}


def locked(name: str) -> list[tuple[Requirement, list[str]]]:
    """Return a set's requirements, each with its hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    lines = text.replace("\\\n", "").splitlines()
    pins = [line.split(" --hash=") for line in lines if line and not line.startswith("#")]
    return [(Requirement(pin.strip()), [h.strip() for h in hashes]) for pin, *hashes in pins]


def names(*sets: str, system: str) -> set[str]:
    """Return the packages of sets on one system."""
    return {
        canonicalize_name(requirement.name)
        for name in sets
        for requirement, _ in locked(name)
        if _is_for(requirement.marker, system)
    }


def _is_for(marker: Marker | None, system: str) -> bool:
    return marker is None or marker.evaluate({**SYSTEMS[system], "extra": ""})


def _wanted(name: str) -> list[str]:
    project = PROJECT["project"]
    if name != "run":
        return list(project["optional-dependencies"][name])
    return [*project["dependencies"], "tinysoundfont", *PROJECT["build-system"]["requires"]]


@pytest.mark.parametrize("name", ["torch", "torch-pypi", *SETS])
def test_each_package_has_one_version_and_a_hash(name: str) -> None:
    pins = locked(name)
    assert pins
    for requirement, hashes in pins:
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_project_asks_for_is_locked_in_its_range(name: str, system: str) -> None:
    sets = {"torch", "run", "train", name}
    pins = {
        canonicalize_name(requirement.name): str(requirement.specifier).removeprefix("==")
        for one in sets
        for requirement, _ in locked(one)
        if _is_for(requirement.marker, system)
    }
    for text in _wanted(name):
        wanted = Requirement(text)
        if not _is_for(wanted.marker, system):
            continue
        version = pins[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version, prereleases=True), f"{wanted}: {version}"


def test_every_set_has_its_file_and_every_file_is_used() -> None:
    files = {path.stem for path in (ROOT / "requirements").glob("*.txt")}
    assert files == {"torch", "torch-pypi", *SETS}
    assert {name for sets in run.SETS.values() for name in sets} == set(SETS) - {"run", "build"}


def test_pytorch_for_linux_is_first_the_one_for_processors() -> None:
    pins = {str(r.marker): str(r.specifier) for r, _ in locked("torch")}
    version = pins['sys_platform == "linux"'].removesuffix("+cpu")
    assert pins == {
        'sys_platform == "linux"': f"{version}+cpu",
        'sys_platform == "win32"': version,
        'sys_platform == "darwin"': version,
    }
    # One wheel for each Python and each system.
    places = packages.marked("torch", "Locked for").split()
    assert sorted(places) == sorted(
        f"cp3{minor}-{system}" for _, minor in run.SUPPORTED for system in SYSTEMS
    )
    assert len({digest for _, hashes in locked("torch") for digest in hashes}) == len(places)


def test_pypi_s_pytorch_for_linux_is_the_same_version_with_its_libraries() -> None:
    pins = {r.name: (str(r.specifier), str(r.marker), set(h)) for r, h in locked("torch-pypi")}
    (usual,) = {str(r.specifier).partition("+")[0] for r, _ in locked("torch")}
    linux = 'sys_platform == "linux"'
    assert pins["torch"][:2] == (usual, linux)
    assert {marker for _, marker, _ in pins.values()} == {linux}
    # One wheel of PyTorch for each Python and processor, and one of each library for a processor.
    places = packages.marked("torch-pypi", "Locked for").split()
    assert places == sorted(
        p for p in packages.marked("torch", "Locked for").split() if "linux" in p
    )
    counts = {name: len(hashes) for name, (_, _, hashes) in pins.items()}
    assert counts.pop("torch") == len(places)
    assert set(counts.values()) == {2}
    assert all(name.startswith("nvidia-") for name in counts)
    # No file of it is one that another set or system takes.
    others = {h for name in ("torch", *SETS) for _, hashes in locked(name) for h in hashes}
    assert not others.intersection(*(hashes for _, _, hashes in pins.values()))
    assert not {*counts} & names("torch", *SETS, system="linux")


def test_pypi_s_pytorch_says_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages.sys, "platform", "linux")
    page = (ROOT / "docs" / "source.md").read_text(encoding="utf-8").replace("\n", " ")
    for machine, words in {"x86_64": "", "aarch64": " on ARM"}.items():
        monkeypatch.setattr(packages.platform, "machine", lambda machine=machine: machine)
        fetched, unpacked = packages.download_mb("torch-pypi"), packages.disk_mb("torch-pypi")
        assert 5 * download_mb("torch") < fetched < unpacked
        assert f"{fetched / 1e3:.1f} GB{words}" in page
        assert f"{unpacked / 1e3:.1f} GB{words}" in page


def test_on_arm_everything_has_a_wheel_or_is_compiled() -> None:
    """Linux on ARM: the file names the packages that have none, and locks their sources."""
    compiled = {
        name: places
        for name, *places in map(str.split, packages.marked("run", "Compiled where").split("; "))
    }
    assert compiled.keys() == {"miniaudio", "python-rtmidi", "tinysoundfont"}
    pythons = {f"cp31{minor}-linux-arm" for minor in range(1, 5)}
    assert pythons <= {*compiled["miniaudio"]}
    assert pythons <= {*compiled["tinysoundfont"]}
    assert pythons & {*compiled["python-rtmidi"]} == {"cp313-linux-arm", "cp314-linux-arm"}
    for name in ("train", "build", "dev", "bench", "guide"):
        assert not packages.marked(name, "Compiled where")
    sizes = packages.marked("run", "Megabytes to fetch")
    (arm,) = re.findall(r"linux-arm ([\d.]+)", sizes)
    assert float(arm) > 100  # so much is there in wheels


def test_a_download_has_a_size_and_a_page_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "source.md").read_text(encoding="utf-8").replace("\n", " ")
    told = {"linux": "on Linux", "win32": "on Windows", "darwin": "on macOS"}
    for system, words in told.items():
        monkeypatch.setattr(packages.sys, "platform", system)
        assert f"{download_mb('run'):.0f} MB {words}" in page
        training = download_mb("torch") + download_mb("train")
        assert f"{training:.0f} MB {words}" in page
        assert training <= SOURCE_MB
        assert all(download_mb(name) > 1 for name in SETS)
    monkeypatch.setattr(packages.sys, "platform", "linux")
    more = sum(map(download_mb, set(run.SETS["test"]) - {"train"}))
    assert f"`test` and `lint` {more:.0f} MB more" in page


def test_nothing_is_needed_that_is_not_locked() -> None:
    """The whole graph, as the installed packages tell it; pip is asked not to follow it."""
    everything = names("torch", "torch-pypi", *SETS, system=_this_system())
    for name in everything:
        for wanted in _requirements(name):
            assert canonicalize_name(wanted) in everything, f"{name} needs {wanted}"


def test_what_the_program_runs_with_needs_nothing_of_training_or_the_developers() -> None:
    running = names("run", system=_this_system())
    for name in running:
        assert {canonicalize_name(wanted) for wanted in _requirements(name)} <= running, name
    direct = {canonicalize_name(Requirement(r).name) for r in PROJECT["project"]["dependencies"]}
    assert direct <= running
    assert not running & {"torch", "miditok", "symusic", "sympy", "tokenizers"}
    assert not running & {"pytest", "mypy", "sphinx", "scipy", "matplotlib", "ruff", "lxml"}


def test_what_is_locked_is_what_is_installed() -> None:
    sets = ("torch", "run", "train", "dev")
    for requirement, _ in (pin for name in sets for pin in locked(name)):
        if _is_for(requirement.marker, _this_system()):
            version = distribution(requirement.name).version
            # A graphics card's build of PyTorch is the developer's own choice.
            public = str(requirement.specifier).removeprefix("==").partition("+")[0]
            assert version.partition("+")[0] == public, requirement


def test_the_build_backend_is_pinned_and_is_the_one_that_is_locked() -> None:
    (backend,) = (Requirement(text) for text in PROJECT["build-system"]["requires"])
    pins = {r.name: str(r.specifier) for r, _ in locked("run")}
    assert pins[backend.name] == str(backend.specifier)


def test_the_file_says_who_makes_it(tmp_path: Path) -> None:
    heading = (ROOT / "requirements/run.txt").read_text(encoding="utf-8").splitlines()[0]
    script = re.search(r"scripts/\w+\.py", heading)
    assert script
    done = subprocess.run(
        [sys.executable, str(ROOT / script[0]), "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--upgrade" in done.stdout


def _this_system() -> str:
    return sys.platform if sys.platform in SYSTEMS else "linux"


def _requirements(name: str) -> Iterator[str]:
    """Yield what an installed package needs here; nothing for one that is not installed."""
    try:
        package: Distribution = distribution(name)
    except PackageNotFoundError:
        return
    for text in package.requires or ():
        wanted = Requirement(text)
        here = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        if here and (name, canonicalize_name(wanted.name)) not in NOT_WANTED:
            yield wanted.name
