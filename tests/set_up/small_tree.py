"""A source tree with the real set-up and packages of a few bytes, to be set up as a user would."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from scripts.set_up.packages import place

ROOT = Path(__file__).resolve().parents[2]
# Where nobody listens.
NOWHERE = "http://127.0.0.1:9"
TORCH = "torch==2.13.0+cpu"
# What the modules of PyPI's build say of themselves.
OF_PYPI = 2
BACKEND = """
import base64, hashlib, pathlib, zipfile

def _wheel(folder):
    name = "segue-0.1.0-py3-none-any.whl"
    info = "segue-0.1.0.dist-info"
    files = {
        "segue_here.pth": str(pathlib.Path(__file__).parent),
        f"{info}/METADATA": "Metadata-Version: 2.1\\nName: segue\\nVersion: 0.1.0\\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    rows = [f"{path},," for path in (*files, f"{info}/RECORD")]
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as made:
        for path, text in {**files, f"{info}/RECORD": "\\n".join(rows)}.items():
            made.writestr(path, text)
    return name

def build_wheel(folder, config_settings=None, metadata_directory=None):
    return _wheel(folder)

build_editable = build_wheel
"""


class SmallTree:
    """A tree in a folder of its own, with a folder of wheels beside it.

    PyPI's build of PyTorch is in another folder, which pip knows where a test says so.

    Args:
        folder: An empty folder.
        environment: A virtual environment that is copied; without one the set-up makes its own.
        torch_index: PyTorch's index, for this tree.
    """

    def __init__(
        self, folder: Path, environment: Path | None = None, *, torch_index: str = NOWHERE
    ) -> None:
        self.root = folder / "source tree"
        self.wheels = folder / "wheels"
        self.pypi = folder / "pypi"
        for made in (self.wheels, self.pypi):
            made.mkdir()
        shutil.copytree(ROOT / "scripts/set_up", self.root / "scripts/set_up")
        shutil.copy(ROOT / "run.py", self.root)
        packages = self.root / "scripts/set_up/packages.py"
        source = packages.read_text(encoding="utf-8")
        real = '"https://download.pytorch.org/whl/cpu"'
        assert real in source
        packages.write_text(source.replace(real, f'"{torch_index}"'), encoding="utf-8")
        if environment:
            shutil.copytree(environment, self.environment, symlinks=True)
        (self.root / "requirements").mkdir()
        (self.root / "pyproject.toml").write_text(
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
            '[project]\nname = "segue"\nversion = "0.1.0"\n',
            encoding="utf-8",
        )
        (self.root / "backend.py").write_text(BACKEND, encoding="utf-8")
        says = "print('the program ran', sys.argv[1:], tiny.VALUE)\n"
        for name, imports in (("engine", "sys, tiny, torch, coach"), ("app", "sys, tiny")):
            (self.root / name).mkdir()
            program = f"import {imports}\n{says}"
            (self.root / name / "__main__.py").write_text(program, encoding="utf-8")
        self.lock("torch", {TORCH: make_wheel(self.wheels, "torch", "2.13.0+cpu")})
        built = {"torch==2.13.0": "torch", "nvidia-small==1.0": "nvidia_small"}
        self.lock(
            "torch-pypi",
            {
                pin: make_wheel(self.pypi, name, pin.partition("==")[2], value=OF_PYPI)
                for pin, name in built.items()
            },
            more="# Megabytes on the disk: linux 3.5\n",
        )
        self.lock("train", {"coach==1.0": make_wheel(self.wheels, "coach", "1.0")})
        self.lock("run", {"tiny==1.0": make_wheel(self.wheels, "tiny", "1.0")})
        self.lock("dev", {"checker==2.0": make_wheel(self.wheels, "checker", "2.0")})

    @property
    def environment(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The environment's Python."""
        windows = os.name == "nt"
        return self.environment / ("Scripts/python.exe" if windows else "bin/python")

    @property
    def site(self) -> Path:
        """Where the environment's packages are."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        windows = os.name == "nt"
        return self.environment / ("Lib" if windows else f"lib/{version}") / "site-packages"

    def lock(self, name: str, pins: Mapping[str, str], *, more: str = "") -> None:
        """Write a file of requirements/.

        Args:
            name: Of the set.
            pins: The hash of each pinned package's wheel.
            more: Further comments.
        """
        lines = [f"{pin} \\\n    --hash=sha256:{digest}\n" for pin, digest in pins.items()]
        text = f"# Megabytes to fetch: linux 1.5, win32 1.5, darwin 1.5\n# Locked for: {place()}\n"
        text += "".join((more, *lines))
        (self.root / "requirements" / f"{name}.txt").write_text(text, encoding="utf-8")

    def start(
        self, *arguments: str, more: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[str]":
        """Start `run.py`, or Python with other arguments; pip finds the folder of wheels."""
        return subprocess.Popen(
            [sys.executable, *(arguments or ("run.py", "demo"))],
            cwd=self.root,
            env=self._variables(more or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *arguments: str, code: int = 0, more: Mapping[str, str] | None = None) -> str:
        """Run `run.py` to its end and return what it says."""
        with self.start(*arguments, more=more) as process:
            said, _ = process.communicate(timeout=100)
        assert process.returncode == code, said
        return said

    def set_up(self, *sets: str) -> str:
        """Install sets of packages and return what was said."""
        return self.run("-c", f"import run; run.set_up({json.dumps(sets)})")

    def installed(self) -> set[str]:
        """Return the names of what is installed, but pip's own."""
        found = {folder.name.split("-")[0] for folder in self.site.glob("*.dist-info")}
        return found - {"pip", "setuptools"}

    def _variables(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON"))}
        pip = {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": f"{NOWHERE}/simple",
            "PIP_RETRIES": "1",  # with none, pip does not say that it reached nobody
            "PIP_FIND_LINKS": self.wheels.as_uri(),
        }
        return {**kept, "PYTHONUTF8": "1", **pip, **more}


def make_wheel(folder: Path, name: str, version: str, *, files: int = 1, value: int = 1) -> str:
    """Make a wheel of a package with a value in it, and return the wheel's SHA-256.

    Args:
        folder: Where.
        name: Of the package and its module.
        version: Its version.
        files: How many modules it has.
        value: What the module's VALUE is.
    """
    info = f"{name}-{version}.dist-info"
    contents = {f"{name}/__init__.py": f"VALUE = {value}\n"}
    contents |= {f"{name}/part_{number}.py": f"NUMBER = {number}\n" for number in range(files - 1)}
    contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    contents[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    rows = [f"{path},{_digest(text)},{len(text)}" for path, text in contents.items()]
    contents[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]) + "\n"
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        for path, text in contents.items():
            made.writestr(path, text)
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
