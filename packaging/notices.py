"""Other people's licences and the list of what is in the bundle (SBOM).

`python packaging/notices.py` writes the licence texts of the installed packages to
`assets/licences/packages`. Reads the installed packages and the bundle's files, with the standard
library and the PyPI package `packaging`, which PyInstaller brings along.
"""

import hashlib
import json
import platform
import re
import shutil
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

import libraries
from contents import EXCLUDED, OURS
from packaging.requirements import Requirement
from project import PROJECT, ROOT

# No requirement names these: run.py installs the first without its metadata's wishes; the user
# guide has the stylesheets and scripts of the other two in it, and nothing else of theirs.
BESIDES = ("tinysoundfont", "furo", "sphinx")
LICENCES = ROOT / "assets" / "licences"
# NVIDIA's libraries, which a build of PyTorch may need: no package of ours takes them.
OF_CUDA = "nvidia-"
# Modules of PyInstaller, and Python's description of its own build.
_OF_THE_BUILD = ("_pyi_", "pyi_", "_sysconfigdata_")
# Texts that lie with the modules of a package.
_BESIDE_MODULES = {"soundfile": ("_soundfile_data/COPYING",)}
_LICENCE_FILE = re.compile(r"(^|/)(licen[sc]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
# The lists of what was compiled into a wheel (PEP 770), and the beginning of a crate's name there.
_SBOM_FILE = re.compile(r"\.dist-info/sboms/[^/]+\.json$")
_CRATE = "pkg:cargo/"


class Crate(NamedTuple):
    """A library in Rust that is compiled into a package.

    Attributes:
        name: Its name on crates.io.
        version: Its version.
        licence: Its licence, as SPDX writes it.
        authors: Their names; empty if the wheel does not say them.
    """

    name: str
    version: str
    licence: str
    authors: str


def bundled(project: Path, *, extra: str = "") -> list[Distribution]:
    """Return the installed packages that Segue needs, in the order of their names.

    Args:
        project: The `pyproject.toml`.
        extra: Those of this extra in place of what the program runs with.
    """
    table = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    wanted = table["optional-dependencies"][extra] if extra else table["dependencies"]
    left_out = {_key(name) for name in EXCLUDED}
    found: dict[str, Distribution] = {}
    waiting = [*wanted, *(() if extra else BESIDES)]
    while waiting:
        requirement = Requirement(waiting.pop())
        key = _key(requirement.name)
        if key in found or key in left_out or key.startswith(OF_CUDA):
            continue
        if not _wanted_here(requirement):
            continue
        try:
            found[key] = distribution(requirement.name)
        except PackageNotFoundError:
            continue
        if key not in map(_key, BESIDES):
            waiting += found[key].requires or []
    return [found[key] for key in sorted(found)]


def write(folder: Path, *, packages: Iterable[Distribution]) -> None:
    """Write the list, all texts, and those that the packages of this machine bring.

    Args:
        folder: Where; the folder of the repository itself is brought up to date.
        packages: Those whose texts are read from their wheels. Other packages keep the text that
            the repository has.
    """
    if folder != LICENCES:
        shutil.copytree(LICENCES, folder, dirs_exist_ok=True)
    for package in packages:
        made = folder / "packages" / f"{_key(package.metadata['Name'])}.txt"
        made.write_text(text_of(package), encoding="utf-8")


def text_of(package: Distribution) -> str:
    """Return the licence texts in a package's wheel, each once, under the names of its files."""
    files: dict[str, list[str]] = {}
    for name, text in sorted(_texts(package)):
        files.setdefault(text, []).append(name)
    named = f"{package.metadata['Name']} {package.version.partition('+')[0]}"
    told = f"{named}: {licence_of(package)}"
    if not files:
        files["The package itself has no licence text.\n"] = []
    if crates := crates_of(package):
        files[_list_of(crates)] = ["compiled into it, as its wheel lists it"]
    texts = (
        f"--- {', '.join(names)}\n\n{text}" if names else text for text, names in files.items()
    )
    return "\n".join((told, "", *texts))


def crates_of(package: Distribution) -> list[Crate]:
    """Return the crates that a package's wheel lists as compiled into it, by name and version.

    Crates that only the build used are left out.
    """
    found = set()
    for file in package.files or ():
        if _SBOM_FILE.search(file.as_posix()):
            listed = json.loads(Path(str(package.locate_file(file))).read_text(encoding="utf-8"))
            for row in listed.get("components", ()):
                if row.get("purl", "").startswith(_CRATE) and row.get("scope") != "excluded":
                    found.add(_crate(row))
    return sorted(found)


def check(bundle: Path, *, packages: Iterable[Distribution], exempt: Iterable[str] = ()) -> None:
    """Refuse a bundle with a compiled file that nobody has listed.

    Raises:
        SystemExit: There is one.
    """
    strangers = libraries.unknown(bundle, listed=modules_of(packages), exempt=exempt)
    if strangers:
        raise SystemExit(
            f"Nobody has listed whose these files are: {', '.join(strangers)}. Add them to "
            "assets/licences/list.toml, or leave them out in packaging/contents.py."
        )


def check_modules(names: Iterable[str], *, packages: Iterable[Distribution]) -> None:
    """Refuse a bundle with a module that is of no listed package.

    Args:
        names: Modules of Python source in the bundle.
        packages: The packages that the program runs with.

    Raises:
        SystemExit: There is one.
    """
    listed = sys.stdlib_module_names | modules_of(packages) | {*OURS}
    tops = {name.partition(".")[0] for name in names}
    if strangers := [top for top in sorted(tops - listed) if not top.startswith(_OF_THE_BUILD)]:
        raise SystemExit(
            f"The bundle has modules of packages that are not listed: {', '.join(strangers)}. "
            "Leave them out in packaging/contents.py, or require them in pyproject.toml."
        )


def modules_of(packages: Iterable[Distribution]) -> set[str]:
    """Return the top-level modules of packages, and `python` for Python's own."""
    found = {"python"}
    for package in packages:
        for file in package.files or ():
            found.add(file.parts[0].partition(".")[0])
    return found


def write_sbom(
    made: Path,
    *,
    project: Path,
    places: Iterable[str],
    packages: Sequence[Distribution] | None = None,
) -> None:
    """Write what is in the bundle, or in the training part, as CycloneDX 1.5 JSON."""
    document = sbom(project, places, packages=packages)
    made.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def sbom(
    project: Path, places: Iterable[str], *, packages: Sequence[Distribution] | None = None
) -> dict[str, Any]:
    """Return what is in the bundle: CycloneDX 1.5, the same document for the same bundle.

    Args:
        project: The `pyproject.toml`.
        places: The paths of the bundle's files.
        packages: In place of those that the program runs with.

    Raises:
        SystemExit: A shared library of the bundle is not known.
    """
    table = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    listed = bundled(project) if packages is None else packages
    components = [_component(package) for package in listed]
    components.append(
        {
            "type": "platform",
            "name": "python",
            "version": platform.python_version(),
            "licenses": [{"license": {"id": "PSF-2.0"}}],
        }
    )
    components += libraries.components(places)
    digest = hashlib.sha256(json.dumps([table["version"], components]).encode()).digest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "segue",
                "version": table["version"],
                "licenses": [{"license": {"id": table["license"]}}],
            },
            "properties": [
                {"name": "segue:system", "value": f"{sys.platform}-{platform.machine()}"}
            ],
        },
        "components": components,
    }


def licence_of(package: Distribution) -> str:
    """Return a package's licence in a few words."""
    data = package.metadata
    named = data.get("License-Expression") or (data.get("License") or "").strip().partition("\n")[0]
    classifiers = [
        c.rpartition(" :: ")[2] for c in data.get_all("Classifier") or [] if "License" in c
    ]
    return named or ", ".join(classifiers) or "see the text"


def _component(package: Distribution) -> dict[str, Any]:
    name, version = package.metadata["Name"], package.version
    made: dict[str, Any] = {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{_key(name)}@{version.partition('+')[0]}",
        "licenses": [{"license": {"name": licence_of(package)}}],
    }
    crates = [_component_of_crate(crate) for crate in crates_of(package)]
    if parts := [*libraries.parts_of_package(_key(name)), *crates]:
        made["components"] = parts
    return made


def _component_of_crate(crate: Crate) -> dict[str, Any]:
    return {
        "type": "library",
        "name": crate.name,
        "version": crate.version,
        "purl": f"{_CRATE}{crate.name}@{crate.version}",
        "licenses": [{"expression": crate.licence}],
    }


def _crate(row: dict[str, Any]) -> Crate:
    """Return a crate from a component of CycloneDX."""
    return Crate(
        name=row["name"],
        version=row["version"],
        licence=" ".join(" AND ".join(each["expression"] for each in row["licenses"]).split()),
        authors=re.sub(r" *<[^>]*>", "", row.get("author", "")),
    )


def _list_of(crates: Iterable[Crate]) -> str:
    """Return one line for each crate."""
    named = ((crate, f" ({crate.authors})" if crate.authors else "") for crate in crates)
    return "".join(f"{each.name} {each.version}: {each.licence}{by}\n" for each, by in named)


def _texts(package: Distribution) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each licence file of a package."""
    beside = _BESIDE_MODULES.get(_key(package.metadata["Name"]), ())
    for file in package.files or ():
        place = file.as_posix()
        if place in beside or (".dist-info/" in place and _LICENCE_FILE.search(place)):
            path = Path(str(package.locate_file(file)))
            if path.is_file():
                name = place.partition(".dist-info/")[2].removeprefix("licenses/") or place
                text = path.read_text(encoding="utf-8", errors="replace")
                lines = text.replace("\f", "\n").splitlines()
                yield name, "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def _wanted_here(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    write(LICENCES, packages=[*bundled(PROJECT), *bundled(PROJECT, extra="train")])
