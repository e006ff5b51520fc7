"""Packages of `requirements/`, installed by pip: these versions, and no file with another hash."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scripts.set_up.environment import BUILD, PYTHON, REQUIREMENTS, ROOT, SITE, VENV, VERSION
from scripts.set_up.problems import UNREACHABLE, SetUpError, offline

# What pip said in its last run.
LOG = VENV / "set-up.log"
# Where pip keeps what it downloads until it is installed.
DOWNLOADS = VENV / "downloads"
# PyTorch for the processor alone; PyPI's build for Linux brings gigabytes of CUDA along.
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
# PyPI's build for Linux with the libraries that it links against: a file of requirements/.
TORCH_PYPI = "torch-pypi"
# What Python says of a certificate that it does not accept, up to the place in its source.
CERTIFICATE = re.compile(r"CERTIFICATE_VERIFY_FAILED\]? ?([^('\n]*)")
# Seconds between two lines that say how far a download is, where a line cannot be overwritten.
PROGRESS_S = 15.0


class PipError(SetUpError):
    """pip failed.

    Args:
        message: For who asked for the set-up.
        absent: Whether no place that pip could reach has what was wanted.
        answered: Whether a place answered that it has other versions or builds of it.
    """

    def __init__(self, message: str, *, absent: bool, answered: bool = False) -> None:
        super().__init__(message)
        self.absent = absent
        self.answered = answered


@dataclass(frozen=True)  # an older Python, which knows no kw_only, is to get its sentence
class Installation:
    """One run of `pip install`.

    Args:
        what: What is installed, in words.
        arguments: For pip.
        total_mb: Megabytes to download at the most.
        source: Where they are, in words.
        environment: Further variables for pip.
    """

    what: str
    arguments: Sequence[str]
    total_mb: float = 0.0
    source: str = "PyPI"
    environment: Mapping[str, str] = field(default_factory=dict)


def install_torch() -> None:
    """Install PyTorch; on Linux from its own index, where that can be reached.

    Elsewhere, and where it cannot, it may come from any place that pip is configured with: its hash
    says that it is the same file. Where no such place has it and PyPI answers, PyPI's build for
    Linux comes, which is larger and locked, too.

    Raises:
        SetUpError: It is not locked for this Python and processor, or the disk is too full.
        PipError: It cannot be had.
    """
    if place() not in marked("torch", "Locked for").split():
        raise SetUpError(
            f"Training needs PyTorch, which is not locked for Python {VERSION} on this system; "
            f"composing and playing work without it.{other_pythons()}"
        )
    anywhere = Installation(
        what="PyTorch", arguments=locked("torch"), total_mb=download_mb("torch")
    )
    if sys.platform != "linux":
        pip_install(anywhere)
        return
    index = Installation(
        what="PyTorch",
        arguments=[*locked("torch"), "--index-url", TORCH_INDEX, "--retries=1", "--timeout=30"],
        total_mb=download_mb("torch"),
        source=TORCH_INDEX.split("/")[2],
        # In place of the further ones that pip may be configured with; empty, they would not count.
        environment={"PIP_EXTRA_INDEX_URL": TORCH_INDEX, "PIP_FIND_LINKS": str(DOWNLOADS)},
    )
    if (absent := install_unless_absent(index)) and (other := install_unless_absent(anywhere)):
        # Who has no network is told of the download that is wanted, and of no larger one.
        if not other.answered or place() not in marked(TORCH_PYPI, "Locked for").split():
            raise absent
        install_torch_of_pypi()


def install_unless_absent(installation: Installation) -> PipError | None:
    """Install something; return pip's error where no place that it could reach has it.

    Raises:
        PipError: pip failed for another reason: no other place is to make up for that.
    """
    try:
        pip_install(installation)
    except PipError as error:
        if not error.absent:
            raise
        return error
    return None


def install_torch_of_pypi() -> None:
    """Install PyPI's build of PyTorch for Linux, and say before how large it is.

    Raises:
        SetUpError: The disk is too full.
        PipError: It cannot be had.
    """
    fetched, unpacked = download_mb(TORCH_PYPI), disk_mb(TORCH_PYPI)
    free = shutil.disk_usage(VENV).free / 1e6
    # Where some of it is there already, as after a set-up that was cut off, less is wanted.
    if free < fetched + unpacked and not any(SITE.glob("nvidia_*.dist-info")):
        raise SetUpError(
            f"{TORCH_INDEX.split('/')[2]} cannot be reached, and PyPI's build of PyTorch needs "
            f"{fetched + unpacked:,.0f} MB on the disk while it is installed: "
            f"{free:,.0f} MB are free in {VENV.parent}."
        )
    print(
        f"{TORCH_INDEX.split('/')[2]} cannot be reached, so PyTorch comes from PyPI, whose build "
        f"has libraries for graphics cards in it: up to {fetched:,.0f} MB to download, "
        f"{unpacked:,.0f} MB on the disk.",
        flush=True,
    )
    pip_install(
        Installation(
            what="PyTorch",
            # Its cache would keep another copy of all that, and older ones hold it in memory.
            arguments=[*locked(TORCH_PYPI), "--no-cache-dir"],
            total_mb=fetched,
        )
    )


def other_pythons() -> str:
    """Return a sentence with the Pythons that PyTorch is locked for on this system, if any."""
    system = place().partition("-")[2]
    found = re.findall(rf"\bcp3(\d+)-{system}(?!\S)", marked("torch", "Locked for"))
    pythons = ", ".join(f"3.{minor}" for minor in found)
    return f" To train, run this with one of these versions of Python: {pythons}." if found else ""


def install_sets(sets: Sequence[str]) -> None:
    """Install sets of packages: each is a file of requirements/."""
    total_mb = sum(map(download_mb, sets))
    arguments = locked(*sets)
    if compiled := to_compile(*sets):
        builders = Installation(
            what="compilers' parts", arguments=locked(BUILD), total_mb=download_mb(BUILD)
        )
        pip_install(builders)
        # After `--only-binary :all:`; the builders are those that are locked and installed.
        arguments += ["--no-binary", ",".join(compiled), "--no-build-isolation"]
    pip_install(
        Installation(
            what="packages",
            arguments=arguments,
            total_mb=total_mb,
            environment=compiling(),
        )
    )


def compiling() -> dict[str, str]:
    """Return the variables for pip where it compiles packages."""
    return {
        # cmake and ninja are programs of the environment.
        "PATH": os.pathsep.join((str(PYTHON.parent), os.environ.get("PATH", ""))),
        # pybind11 strips what it links, with a command that a shell tears apart at an `&` in the
        # path of this folder.
        "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} -DCMAKE_STRIP=".strip(),
    }


def install_segue() -> None:
    """Install this source tree itself, with the build backend that is locked and installed."""
    here = ["--no-deps", "--no-index", "--no-build-isolation", "--editable", str(ROOT)]
    pip_install(Installation(what="Segue", arguments=here))


def locked(*sets: str) -> list[str]:
    """Return pip's arguments for sets of packages: what is locked, from wherever, and no more."""
    files = [word for name in sets for word in ("--requirement", str(REQUIREMENTS / f"{name}.txt"))]
    return ["--no-deps", "--require-hashes", "--only-binary", ":all:", *files]


def to_compile(*sets: str) -> list[str]:
    """Return the packages of sets that have no build for this Python and processor."""
    entries = [entry for name in sets for entry in marked(name, "Compiled where").split("; ")]
    return [name for name, *places in map(str.split, filter(None, entries)) if place() in places]


def place() -> str:
    """Return this Python and system as the files of requirements/ name them."""
    arm = sys.platform == "linux" and platform.machine() == "aarch64"
    return f"cp{VERSION.replace('.', '')}-{'linux-arm' if arm else sys.platform}"


def marked(name: str, heading: str) -> str:
    """Return what a comment of a file of requirements/ says; empty without that comment."""
    found = re.search(rf"^# {heading}[^:]*: (.*)$", read_requirements(name), re.MULTILINE)
    return found[1] if found else ""


def torch_is_installed() -> bool:
    """Return whether the locked version of PyTorch is there, also as a graphics card's build.

    PyPI's build for Linux, whose version says of no build, counts with its libraries alone.
    """
    wanted = re.search(r"^torch==([\d.]+)", read_requirements("torch"), re.MULTILINE)
    folders = SITE.glob("torch-*.dist-info")
    there = {folder.name.removesuffix(".dist-info").split("-")[1] for folder in folders}
    if not wanted or wanted[1] not in {version.partition("+")[0] for version in there}:
        return False
    return sys.platform != "linux" or wanted[1] not in there or libraries_are_installed()


def libraries_are_installed() -> bool:
    """Return whether each package of PyPI's build of PyTorch is there, in whichever version."""
    wanted = re.findall(r"^([\w.-]+)==", read_requirements(TORCH_PYPI), re.MULTILINE)
    there = {folder.name.split("-")[0].replace("_", "-") for folder in SITE.glob("*.dist-info")}
    return there.issuperset(wanted)


def download_mb(name: str) -> float:
    """Return how many megabytes of a set of packages this system downloads at the most."""
    return _megabytes(name, "Megabytes to fetch")


def disk_mb(name: str) -> float:
    """Return how many megabytes a set of packages takes where it is installed, if its file says."""
    return _megabytes(name, "Megabytes on the disk")


def _megabytes(name: str, heading: str) -> float:
    system = place().partition("-")[2]
    sizes = marked(name, heading)
    found = re.search(rf"(?:^|, ){system} ([\d.]+)", sizes)
    if not found and system == "linux-arm":
        found = re.search(r"(?:^|, )linux ([\d.]+)", sizes)
    return float(found[1]) if found else 0.0


def read_requirements(name: str) -> str:
    """Return the file that locks a set of packages."""
    return (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")


def pip_install(installation: Installation) -> None:
    """Run pip and tell how far it is; all that it says goes into a file.

    Raises:
        PipError: It failed.
    """
    shutil.rmtree(DOWNLOADS, ignore_errors=True)
    DOWNLOADS.mkdir()
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(DOWNLOADS))
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    with (
        LOG.open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [*pip, "--progress-bar=off", *installation.arguments],
            cwd=ROOT,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUTF8": "1", **places, **installation.environment},
        ) as process,
    ):
        follow(process, installation)
    shutil.rmtree(DOWNLOADS, ignore_errors=True)
    if process.returncode:
        raise pip_error(installation, said=LOG.read_text(encoding="utf-8", errors="replace"))


def follow(process: "subprocess.Popen[bytes]", installation: Installation) -> None:
    """Tell once in a while what pip has downloaded, until it ends."""
    overwrite = sys.stdout.isatty()
    told_at = time.monotonic()
    while True:
        try:
            process.wait(timeout=1)
            break
        except subprocess.TimeoutExpired:
            pass
        if overwrite:
            print(f"\r{progress(installation):<60}", end="", flush=True)
        elif time.monotonic() - told_at >= PROGRESS_S:
            print(progress(installation), flush=True)
            told_at = time.monotonic()
    if overwrite:
        print(f"\r{'':<60}\r", end="", flush=True)


def progress(installation: Installation) -> str:
    """Return a line that says what pip is doing."""
    what, total_mb = installation.what, installation.total_mb
    said = LOG.read_text(encoding="utf-8", errors="replace")
    if not total_mb or "Installing collected packages" in said:
        return f"  Installing {what} …"
    downloaded = 0
    for path in DOWNLOADS.rglob("*"):
        try:
            downloaded += path.stat().st_size
        except OSError:
            continue  # pip has moved it since
    return f"  Downloading {what}: {min(downloaded / 1e6, total_mb):.0f} of {total_mb:.0f} MB …"


def first_cause(said: str) -> str:
    """Return why pip failed: the first thing that went wrong; later lines are what came of it."""
    refused = CERTIFICATE.search(said)
    if refused:
        host = re.search(r"host='([^']+)'", said)
        return (
            f"{host[1] if host else 'The place that it asked'} shows a certificate that this "
            f"computer does not accept ({refused[1].strip()}). Is the clock right? If a company or "
            "a virus scanner looks into connections, name the file with its certificate in the "
            "environment variable PIP_CERT."
        )
    errors = [line for line in said.splitlines() if line.startswith("ERROR: ")]
    if not errors:
        return "pip did not say why."
    if errors[0] == "ERROR: Exception:":
        # A traceback follows, up to the next line of pip's own; its last line has the reason.
        raised = said.partition(errors[0])[2].partition("\nERROR: ")[0].strip().splitlines()
        return raised[-1] if raised else errors[0]
    return errors[0].removeprefix("ERROR: ")


def pip_error(installation: Installation, *, said: str) -> PipError:
    """Return the error for what pip said when it failed."""
    what = installation.what
    if "DO NOT MATCH THE HASHES" in said:
        message = (
            f"A file that was downloaded for {what} is not the one that is locked in requirements/ "
            f"(its hash is another), so it was not installed: see {LOG}"
        )
        return PipError(message, absent=False)
    unreachable = UNREACHABLE.search(said) and "CERTIFICATE_VERIFY_FAILED" not in said
    # The versions that are there, which pip does not list where it is configured with constraints.
    listed = re.search(r"\(from versions: (.*)\)", said)
    answered = listed[1] != "none" if listed else not unreachable
    if unreachable:
        wanted = f"{what} ({installation.total_mb:.0f} MB)"
        message = offline(wanted, source=installation.source)
        # A download that broke off says that its place can be reached.
        absent = not re.search(r"^ *Downloading ", said, re.MULTILINE)
        return PipError(message, absent=absent, answered=answered)
    message = f"pip could not install {what}: {first_cause(said)} (All that it said: {LOG})"
    # The second is what it says where it is configured with constraints.
    absent = "No matching distribution" in said or "ResolutionImpossible" in said
    return PipError(message, absent=absent, answered=answered)
