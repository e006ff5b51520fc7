"""Lock the packages that run.py installs: `python scripts/lock_requirements.py`.

Writes `requirements/*.txt`: `run.txt` for what the program runs with, `torch.txt` for PyTorch,
`train.txt` for what training needs beside it, and one file for each further set of packages; with
exact versions and the SHA-256 of each wheel for Python 3.11 to 3.14 on Linux (also on ARM), Windows
and macOS. A package of `COMPILED` may lack a wheel: its source is locked, too, and the file says
where it is compiled. Versions that are locked stay;
`--upgrade NAME` takes the newest of one package, `--upgrade` alone of all. Needs uv 0.13
(`pip install uv`) and the network; pyproject.toml says which packages and in which range.

PyTorch for Linux comes from its own index, with hashes of its own. Where that cannot be reached,
the hashes that are locked stay as long as the version does. `torch-pypi.txt` has PyPI's build of
the same version for Linux and the libraries that it links against: the set-up takes them where
PyPI can be reached and PyTorch's index cannot. The ends of their wheels are read, to say how much
they take on the disk.
"""

import argparse
import io
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
from zipfile import ZipFile

from packaging.tags import Tag
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
# The sets beside `run`; each is an extra of pyproject.toml.
EXTRAS = ("train", "build", "bench", "guide", "dev", "packaging")
# What the program runs with beside its dependencies: tinysoundfont's metadata demands pyaudio, so
# that it is no dependency; an editable installation needs the second.
BESIDES = ("tinysoundfont>=0.3.7", "editables")
PYTHONS = ("cp311", "cp312", "cp313", "cp314")
# Where there is no wheel of these, the set-up compiles them.
COMPILED = ("miniaudio", "python-rtmidi", "tinysoundfont")
MACOS = 14  # the oldest one that Segue runs on: a wheel for a newer one must not be chosen
SYSTEMS = {
    "linux": "sys_platform == 'linux' and platform_machine == 'x86_64'",
    "linux-arm": "sys_platform == 'linux' and platform_machine == 'aarch64'",
    "win32": "sys_platform == 'win32'",
    "darwin": "sys_platform == 'darwin' and platform_machine == 'arm64'",
}
# The marker that uv gives to what each of them takes.
EVERYWHERE = (
    "platform_machine == 'arm64' and sys_platform == 'darwin' or (platform_machine == 'aarch64' "
    "or platform_machine == 'x86_64') and sys_platform == 'linux' or sys_platform == 'win32'"
)
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
LINUX = ("linux", "linux-arm")
# What PyPI's build of PyTorch for Linux asks for, and what it neither links against nor loads on a
# processor: a compiler of kernels, ways into CUDA from Python, a graphics card's solvers and ranges
# of time, and a package without files.
NOT_LINKED = (
    "cuda-bindings",
    "cuda-pathfinder",
    "cuda-toolkit",
    "nvidia-cusolver",
    "nvidia-nvtx",
    "triton",
)
# A wheel's list of its files is at its end; the longest one, of PyTorch, has 2 MB.
WHEEL_END = 8_000_000
HEADING = "# Made by scripts/lock_requirements.py. Change pyproject.toml and run that.\n"
SIZES = "# Megabytes to fetch: "
UNPACKED = "# Megabytes on the disk: "
LACKING = "# Compiled where there is no wheel: "
LOCKED = "# Locked for: "
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
        training = write_set("train", export(folder, "train"), lock, without=running)
        for name in EXTRAS[1:]:
            # The builders are installed first: they need all requirements of their own.
            without = () if name == "build" else running | training
            write_set(name, export(folder, name), lock, without=without)
    write_torch(torch, linux_wheels(torch["version"], asked.torch_index))
    pypi = pypi_packages(torch["version"], kept_pins(asked.upgrade), without=running | training)
    write_torch_pypi(pypi)
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
    sources = {p["name"]: p["sdist"]["hash"] for p in lock["package"] if p["name"] in COMPILED}
    blocks = {}
    for block in re.split(r"\n(?=\S)", exported.strip()):
        pin, *hashes = block.replace(f" ; {EVERYWHERE}", "").split(" \\\n    --hash=")
        package = canonicalize_name(pin.partition("==")[0])
        taken = {wheel["hash"] for wheel in wheels[package]}
        if package in COMPILED:
            taken.add(sources[package])
        if not taken.intersection(hashes):
            raise SystemExit(f"No supported system has a wheel of {pin}.")
        blocks[package] = " \\\n    --hash=".join([pin, *(h for h in hashes if h in taken)])
    mine = sorted(blocks.keys() - set(without))
    text = "\n".join(blocks[n] for n in mine)
    # One with a marker is for some systems alone.
    partial = {name for name in mine if " ; " in blocks[name]}
    lacking = without_wheel({n: wheels[n] for n in mine}, partial=partial)
    if lacking:
        text = f"{LACKING}{lacking}\n{text}"
    _write(f"{name}.txt", sizes(wheels[n] for n in mine), text)
    return set(mine)


def without_wheel(wheels: dict[str, list[Wheel]], *, partial: set[str]) -> str:
    """Return where packages of `COMPILED` have no wheel: `NAME PYTHON-SYSTEM …`, by semicolons.

    Args:
        wheels: Of each package.
        partial: Packages that are not wanted everywhere.

    Raises:
        SystemExit: A package has none, and the set-up cannot compile it.
    """
    told = []
    for name, of_package in wheels.items():
        lacking = without_place(of_package, systems=SYSTEMS)
        if name in COMPILED and lacking:
            told.append(" ".join([name, *lacking]))
        elif lacking and name not in partial:
            raise SystemExit(f"{name} has no wheel for {', '.join(lacking)}.")
    return "; ".join(told)


def without_place(wheels: Iterable[Wheel], *, systems: Iterable[str]) -> list[str]:
    """Return where none of a package's wheels can be installed: `PYTHON-SYSTEM`."""
    places = {place for wheel in wheels for place in places_of(wheel)}
    return sorted(
        f"{python}-{system}"
        for system in systems
        for python in PYTHONS
        if (python, system) not in places
    )


def places_of(wheel: Wheel) -> Iterator[tuple[str, str]]:
    """Yield each supported (Python, system) that takes a wheel."""
    *_, tags = parse_wheel_filename(wheel["url"].rpartition("/")[2].replace("%2B", "+"))
    for tag in tags:
        for python in PYTHONS:
            if _is_for_python(tag, python):
                yield from ((python, system) for system in _systems(tag.platform))


def taken_wheels(package: Lock) -> list[Wheel]:
    """Return a package's wheels for a supported Python on a supported system."""
    return [wheel for wheel in package.get("wheels", ()) if systems_of(wheel)]


def systems_of(wheel: Wheel) -> set[str]:
    """Return which supported systems take a wheel."""
    return {system for _, system in places_of(wheel)}


def _is_for_python(tag: Tag, python: str) -> bool:
    if tag.abi == "abi3":  # for that version and each later one
        return int(tag.interpreter[3:]) <= int(python[3:])
    return tag.interpreter == "py3" or (tag.interpreter == python and not tag.abi.endswith("t"))


def _systems(platform: str) -> Iterator[str]:
    if platform == "any":
        yield from SYSTEMS
    elif platform.startswith("manylinux") and platform.endswith("x86_64"):
        yield "linux"
    elif platform.startswith("manylinux") and platform.endswith("aarch64"):
        yield "linux-arm"
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


def torch_table(version: str, more: str) -> str:
    """Return a pyproject.toml that asks for PyTorch on Linux and nothing else.

    Args:
        version: Of PyTorch.
        more: Further lines for uv.
    """
    return (
        '[project]\nname = "segue"\nversion = "0"\nrequires-python = ">=3.11,<3.15"\n'
        f'dependencies = ["torch=={version}"]\n'
        f"[tool.uv]\nenvironments = {json.dumps([SYSTEMS[name] for name in LINUX])}\n{more}"
    )


def linux_wheels(version: str, index: str) -> list[Wheel]:
    """Return PyTorch's wheels for the processor; none where the index cannot be reached.

    Args:
        version: The one that is locked for the other systems.
        index: The address of PyTorch's index.
    """
    table = torch_table(
        f"{version}+cpu",
        '[[tool.uv.dependency-metadata]]\nname = "torch"\nrequires-dist = []\n'
        f'[[tool.uv.index]]\nurl = "{index}"\ndefault = true\n',
    )
    with tempfile.TemporaryDirectory() as folder:
        try:
            lock = resolve(Path(folder), table)
        except subprocess.CalledProcessError:
            return []
    torch = next(package for package in lock["package"] if package["name"] == "torch")
    return [wheel for wheel in taken_wheels(torch) if systems_of(wheel) <= {*LINUX}]


def pypi_packages(version: str, pins: Sequence[str], *, without: Iterable[str]) -> list[Lock]:
    """Return PyPI's PyTorch for Linux and what it links against, each with its wheels for Linux.

    Args:
        version: Of PyTorch.
        pins: Versions that are to stay.
        without: Packages that another set has already.
    """
    table = torch_table(
        version, f'fork-strategy = "fewest"\nconstraint-dependencies = {json.dumps(pins)}\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        lock = resolve(Path(folder), table)
    left_out = {"segue", *NOT_LINKED, *without}
    packages = [package for package in lock["package"] if package["name"] not in left_out]
    for package in packages:
        package["wheels"] = [w for w in taken_wheels(package) if systems_of(w) & {*LINUX}]
        if lacking := without_place(package["wheels"], systems=LINUX):
            raise SystemExit(f"{package['name']} has no wheel for {', '.join(lacking)}.")
    return packages


def write_torch_pypi(packages: Sequence[Lock]) -> None:
    """Write the file of PyPI's PyTorch for Linux, and how much it takes there."""
    (torch,) = (package for package in packages if package["name"] == "torch")
    places = sorted(place for wheel in torch["wheels"] for place in places_of(wheel))
    fetched, unpacked = dict.fromkeys(LINUX, 0), dict.fromkeys(LINUX, 0)
    blocks = []
    for package in packages:
        for system in LINUX:
            fitting = [wheel for wheel in package["wheels"] if system in systems_of(wheel)]
            widest = max(fitting, key=size_of)
            fetched[system] += size_of(widest)
            unpacked[system] += unpacked_size(widest)
        pin = f"{package['name']}=={package['version']} ; sys_platform == 'linux'"
        blocks.append(" \\\n    --hash=".join([pin, *sorted(w["hash"] for w in package["wheels"])]))
    heads = [
        f"{UNPACKED}{_told(unpacked)}",
        LOCKED + " ".join(f"{python}-{system}" for python, system in places),
    ]
    _write("torch-pypi.txt", fetched, "\n".join([*heads, *blocks]))


def unpacked_size(wheel: Wheel) -> int:
    """Return the bytes of all files of a wheel; its end alone is fetched."""
    end = Request(wheel["url"], headers={"Range": f"bytes=-{WHEEL_END}"})  # noqa: S310 - as below
    with urlopen(end, timeout=60) as answer, ZipFile(io.BytesIO(answer.read())) as files:  # noqa: S310
        return sum(file.file_size for file in files.infolist())


def write_torch(elsewhere: Lock, linux: list[Wheel]) -> None:
    """Write PyTorch's file: a line for each system, for each has builds of its own.

    Args:
        elsewhere: The package as PyPI has it.
        linux: The wheels of PyTorch's own index; where there are none, what is locked stays.
    """
    wheels = {
        system: [wheel for wheel in taken_wheels(elsewhere) if system in systems_of(wheel)]
        for system in ("linux", "win32", "darwin")
    } | {"linux": linux}
    blocks: dict[str, str] = {}
    fetched: dict[str, int] = {}
    places: list[str] = []
    for system, fitting in wheels.items():
        build = "+cpu" if system == "linux" else ""
        pin = f"torch=={elsewhere['version']}{build} ; sys_platform == '{system}'"
        if fitting:
            hashes = sorted(wheel["hash"] for wheel in fitting)
            blocks[system] = " \\\n    --hash=".join([pin, *hashes])
            fetched |= largest(fitting)
            found = {place for wheel in fitting for place in places_of(wheel)}
            places += [f"{python}-{system}" for python, system in sorted(found)]
        else:
            blocks[system] = kept_block(pin)
            fetched |= kept_sizes(system)
            places += kept_places(system)
    text = f"{LOCKED}{' '.join(places)}\n" + "\n".join(blocks.values())
    _write("torch.txt", fetched, text)


def largest(wheels: Sequence[Wheel]) -> dict[str, int]:
    """Return the bytes of the largest wheel for each system that takes one."""
    found: dict[str, int] = {}
    for wheel in wheels:
        for system in systems_of(wheel):
            found[system] = max(found.get(system, 0), size_of(wheel))
    return found


def kept_block(pin: str) -> str:
    """Return what torch.txt has locked for a pin.

    Raises:
        SystemExit: It has nothing for that pin.
    """
    locked = (REQUIREMENTS / "torch.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(pin)}( \\\n    --hash=\S+)+", locked, re.MULTILINE)
    if not found:
        raise SystemExit(f"No index tells the hashes of {pin}, and torch.txt has none.")
    print(f"No index was reached for {pin}: its hashes stay.", file=sys.stderr)
    return found[0]


def kept_sizes(system: str) -> dict[str, int]:
    """Return the bytes to fetch that torch.txt tells for a system, each processor by itself."""
    locked = (REQUIREMENTS / "torch.txt").read_text(encoding="utf-8")
    found = re.findall(rf"({system}(?:-arm)?) ([\d.]+)", locked)
    return {name: round(float(size_mb) * 1e6) for name, size_mb in found}


def kept_places(system: str) -> list[str]:
    """Return where torch.txt has a wheel of PyTorch for a system: `PYTHON-SYSTEM`."""
    locked = (REQUIREMENTS / "torch.txt").read_text(encoding="utf-8")
    line = re.search(rf"^{re.escape(LOCKED)}(.*)$", locked, re.MULTILINE)
    return re.findall(rf"\bcp\d+-{system}\S*", line[1]) if line else []


def size_of(wheel: Wheel) -> int:
    """Return a wheel's bytes; PyTorch's index does not tell them, its server does."""
    if "size" in wheel:
        return int(wheel["size"])
    asked = Request(wheel["url"], method="HEAD")  # noqa: S310 - from an index that was named
    with urlopen(asked, timeout=30) as answer:  # noqa: S310
        return int(answer.headers["Content-Length"])


def _write(name: str, fetched: dict[str, int], body: str) -> None:
    text = f"{HEADING}{SIZES}{_told(fetched)}\n{body.strip()}\n"
    (REQUIREMENTS / name).write_text(text, encoding="utf-8")


def _told(counts: dict[str, int]) -> str:
    """Return the megabytes of each system."""
    return ", ".join(f"{system} {count / 1e6:.1f}" for system, count in counts.items())


if __name__ == "__main__":
    sys.exit(main())
