"""Lock the packages that run.py installs: `python scripts/lock_requirements.py`.

Writes `requirements/*.txt`: `run.txt` for what the program runs with, `torch.txt` for PyTorch, and
one file for each further set of packages; with exact versions and the SHA-256 of each wheel for
Python 3.11 and 3.12 on Linux, Windows and macOS. Versions that are locked stay;
`--upgrade NAME` takes the newest of one package, `--upgrade` alone of all. Needs uv 0.13
(`pip install uv`) and the network; pyproject.toml says which packages and in which range.

PyTorch for Linux comes from its own index, with hashes of its own. Where that cannot be reached,
the hashes that are locked stay as long as the version does.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from packaging.tags import Tag
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
# The sets beside `run`; each is an extra of pyproject.toml.
EXTRAS = ("bench", "guide", "dev", "packaging")
# What the program runs with beside its dependencies: tinysoundfont's metadata demands pyaudio, so
# that it is no dependency; an editable installation needs the second.
BESIDES = ("tinysoundfont>=0.3.7", "editables")
PYTHONS = ("cp311", "cp312")
MACOS = 14  # the oldest one that Segue runs on: a wheel for a newer one must not be chosen
SYSTEMS = {
    "linux": "sys_platform == 'linux' and platform_machine == 'x86_64'",
    "win32": "sys_platform == 'win32'",
    "darwin": "sys_platform == 'darwin' and platform_machine == 'arm64'",
}
# The wheels name more than is wanted: CUDA's libraries, and pyaudio.
METADATA = {
    "torch": (
        "filelock",
        "fsspec>=0.8.5",
        "jinja2",
        "networkx>=2.5.1",
        "setuptools>=77.0.3",
        "sympy>=1.13.3",
        "typing-extensions>=4.10.0",
    ),
    "tinysoundfont": (),
}
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
HEADING = "# Made by scripts/lock_requirements.py. Change pyproject.toml and run that.\n"
SIZES = "# Megabytes to fetch: "
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)

Lock = dict[str, Any]
Wheel = dict[str, Any]


def main() -> int:
    """Write all files of requirements/."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", nargs="*", metavar="NAME", help="all, or these packages")
    parser.add_argument("--torch-index", default=TORCH_INDEX, help="another copy of that index")
    asked = parser.parse_args()
    REQUIREMENTS.mkdir(exist_ok=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lock = resolve(folder, project_table(project, kept_pins(asked.upgrade)))
        torch = next(p for p in lock["package"] if p["name"] == "torch")
        running = write_set("run", export(folder, "run"), lock, without=())
        for name in EXTRAS:
            write_set(name, export(folder, name), lock, without=running)
    write_torch(torch, linux_wheels(torch["version"], asked.torch_index))
    return 0


def kept_pins(upgrade: Sequence[str] | None) -> list[str]:
    """Return the versions that are to stay.

    Args:
        upgrade: Packages that may change; empty for all, None for no package.
    """
    if upgrade == []:
        return []
    free = {canonicalize_name(name) for name in upgrade or ()}
    text = "".join(path.read_text(encoding="utf-8") for path in REQUIREMENTS.glob("*.txt"))
    pins = {canonicalize_name(name): version for name, version in _PIN.findall(text)}
    return [f"{name}=={pins[name].partition('+')[0]}" for name in sorted(pins) if name not in free]


def project_table(project: Lock, pins: Sequence[str]) -> str:
    """Return a pyproject.toml that asks for everything in the sets and nothing else."""
    table = project["project"]
    wanted = [*table["dependencies"], *BESIDES, *project["build-system"]["requires"]]
    lines = [
        "[project]",
        'name = "segue"',
        'version = "0"',
        f"requires-python = {json.dumps(table['requires-python'])}",
        f"dependencies = {json.dumps(wanted)}",
        "[dependency-groups]",
        *(f"{name} = {json.dumps(table['optional-dependencies'][name])}" for name in EXTRAS),
        "[tool.uv]",
        'fork-strategy = "fewest"',
        f"environments = {json.dumps(list(SYSTEMS.values()))}",
        f"constraint-dependencies = {json.dumps(pins)}",
    ]
    for name, requires in METADATA.items():
        lines += ["[[tool.uv.dependency-metadata]]", f'name = "{name}"']
        lines += [f"requires-dist = {json.dumps(requires)}"]
    return "\n".join(lines) + "\n"


def resolve(folder: Path, table: str) -> Lock:
    """Return uv's lock of a project, which is left in the folder."""
    (folder / "pyproject.toml").write_text(table, encoding="utf-8")
    subprocess.check_call(["uv", "lock", "--quiet"], cwd=folder)
    return tomllib.loads((folder / "uv.lock").read_text(encoding="utf-8"))


def export(folder: Path, name: str) -> str:
    """Return a set of a lock as a requirements file without PyTorch."""
    command = ["uv", "export", "--quiet", "--frozen", "--no-emit-project", "--no-header"]
    chosen = () if name == "run" else ("--only-group", name)
    options = ["--no-emit-package=torch", "--no-annotate", "--no-default-groups", *chosen]
    return subprocess.check_output([*command, *options], cwd=folder, text=True)


def write_set(name: str, exported: str, lock: Lock, *, without: Iterable[str]) -> set[str]:
    """Write one set and return the names of its packages.

    Args:
        name: Of the set.
        exported: A requirements file with the hashes of every file of every package.
        lock: Which file has which hash.
        without: Packages that another set has already.
    """
    wheels = {package["name"]: taken_wheels(package) for package in lock["package"]}
    blocks = {}
    for block in re.split(r"\n(?=\S)", exported.strip()):
        pin, *hashes = block.replace(f" ; {_everywhere()}", "").split(" \\\n    --hash=")
        package = canonicalize_name(pin.partition("==")[0])
        taken = {wheel["hash"] for wheel in wheels[package]}
        if not taken.intersection(hashes):
            raise SystemExit(f"No supported system has a wheel of {pin}.")
        blocks[package] = " \\\n    --hash=".join([pin, *(h for h in hashes if h in taken)])
    mine = sorted(blocks.keys() - set(without))
    _write(f"{name}.txt", sizes(wheels[n] for n in mine), "\n".join(blocks[n] for n in mine))
    return set(mine)


def taken_wheels(package: Lock) -> list[Wheel]:
    """Return a package's wheels for a supported Python on a supported system."""
    return [wheel for wheel in package.get("wheels", ()) if systems_of(wheel)]


def systems_of(wheel: Wheel) -> set[str]:
    """Return which supported systems take a wheel."""
    *_, tags = parse_wheel_filename(wheel["url"].rpartition("/")[2].replace("%2B", "+"))
    return {system for tag in tags if _is_for_python(tag) for system in _systems(tag.platform)}


def _is_for_python(tag: Tag) -> bool:
    if tag.abi == "abi3":  # for that version and each later one
        return int(tag.interpreter[3:]) <= int(PYTHONS[0][3:])
    return tag.interpreter in {*PYTHONS, "py3"}


def _systems(platform: str) -> Iterator[str]:
    if platform == "any":
        yield from SYSTEMS
    elif platform.startswith("manylinux") and platform.endswith("x86_64"):
        yield "linux"
    elif platform == "win_amd64":
        yield "win32"
    elif (found := re.fullmatch(r"macosx_(\d+)_\d+_(arm64|universal2)", platform)) and (
        int(found[1]) <= MACOS
    ):
        yield "darwin"


def sizes(packages: Iterable[Iterable[Wheel]]) -> dict[str, int]:
    """Return the bytes that each system fetches: of each package the largest of its wheels."""
    total = dict.fromkeys(SYSTEMS, 0)
    for wheels in packages:
        for system in SYSTEMS:
            fitting = [wheel["size"] for wheel in wheels if system in systems_of(wheel)]
            total[system] += max(fitting, default=0)
    return total


def linux_wheels(version: str, index: str) -> list[Wheel]:
    """Return PyTorch's wheels for the processor; none where the index cannot be reached.

    Args:
        version: The one that is locked for the other systems.
        index: The address of PyTorch's index.
    """
    table = (
        f'[project]\nname = "segue"\nversion = "0"\nrequires-python = ">=3.11,<3.13"\n'
        f'dependencies = ["torch=={version}+cpu"]\n'
        f"[tool.uv]\nenvironments = {json.dumps([SYSTEMS['linux']])}\n"
        '[[tool.uv.dependency-metadata]]\nname = "torch"\nrequires-dist = []\n'
        f'[[tool.uv.index]]\nurl = "{index}"\ndefault = true\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        try:
            lock = resolve(Path(folder), table)
        except subprocess.CalledProcessError:
            return []
    torch = next(package for package in lock["package"] if package["name"] == "torch")
    return [wheel for wheel in taken_wheels(torch) if "linux" in systems_of(wheel)]


def write_torch(elsewhere: Lock, linux: list[Wheel]) -> None:
    """Write PyTorch's file: a line for each system, for each has builds of its own.

    Args:
        elsewhere: The package as PyPI has it.
        linux: The wheels of PyTorch's own index; where there are none, what is locked stays.
    """
    wheels = {
        system: [wheel for wheel in taken_wheels(elsewhere) if system in systems_of(wheel)]
        for system in SYSTEMS
    } | {"linux": linux}
    blocks, sizes_of_systems = {}, {}
    for system, fitting in wheels.items():
        build = "+cpu" if system == "linux" else ""
        pin = f"torch=={elsewhere['version']}{build} ; sys_platform == '{system}'"
        if fitting:
            hashes = sorted(wheel["hash"] for wheel in fitting)
            blocks[system] = " \\\n    --hash=".join([pin, *hashes])
            sizes_of_systems[system] = max(map(size_of, fitting))
        else:
            blocks[system], sizes_of_systems[system] = kept_block(pin, system)
    _write("torch.txt", sizes_of_systems, "\n".join(blocks.values()))


def kept_block(pin: str, system: str) -> tuple[str, int]:
    """Return what torch.txt has locked for a pin, and the bytes to fetch.

    Raises:
        SystemExit: It has nothing for that pin.
    """
    locked = (REQUIREMENTS / "torch.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(pin)}( \\\n    --hash=\S+)+", locked, re.MULTILINE)
    size = re.search(rf"{system} ([\d.]+)", locked)
    if not found or not size:
        raise SystemExit(f"No index tells the hashes of {pin}, and torch.txt has none.")
    print(f"No index was reached for {pin}: its hashes stay.", file=sys.stderr)
    return found[0], int(float(size[1]) * 1e6)


def size_of(wheel: Wheel) -> int:
    """Return a wheel's bytes; PyTorch's index does not tell them, its server does."""
    if "size" in wheel:
        return int(wheel["size"])
    asked = Request(wheel["url"], method="HEAD")  # noqa: S310 - from an index that was named
    with urlopen(asked, timeout=30) as answer:  # noqa: S310
        return int(answer.headers["Content-Length"])


def _write(name: str, fetched: dict[str, int], body: str) -> None:
    told = ", ".join(f"{system} {count / 1e6:.1f}" for system, count in fetched.items())
    (REQUIREMENTS / name).write_text(f"{HEADING}{SIZES}{told}\n{body.strip()}\n", encoding="utf-8")


def _everywhere() -> str:
    """Return the marker that uv gives to what every supported system takes."""
    darwin, linux = (
        f"({' and '.join(sorted(SYSTEMS[name].split(' and ')))})" for name in ("darwin", "linux")
    )
    return f"{darwin} or {linux} or {SYSTEMS['win32']}"


if __name__ == "__main__":
    sys.exit(main())
