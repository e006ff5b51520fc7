"""Other people's licences and the list of what is in the bundle (SBOM).

Read from the installed packages and the bundle's files, with the standard library and the PyPI
package `packaging`, which PyInstaller brings along.
"""

import hashlib
import json
import platform
import re
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import libraries
from contents import EXCLUDED
from packaging.requirements import Requirement

# No requirement names these: run.py installs the first without its metadata's wishes; the user
# guide has the stylesheets and scripts of the other two in it, and nothing else of theirs.
BESIDES = ("tinysoundfont", "furo", "sphinx")
# Their wheels carry no licence texts; Qt's conditions ask that its source can be found.
TEXTS = {
    "soundfile": (
        "libsndfile, used under the GNU Lesser General Public License version 2.1 or later.\n"
        "It lies in _soundfile_data/ as a file of its own and may be replaced by another one.\n"
        "Licence: https://www.gnu.org/licenses/old-licenses/lgpl-2.1.txt\n"
        "Source: https://github.com/libsndfile/libsndfile and, as built for these wheels,\n"
        "https://github.com/bastibe/libsndfile-binaries\n"
    ),
    "pyside6-essentials": (
        "Qt 6 and PySide6, used under the GNU Lesser General Public License version 3.\n"
        "Their libraries lie in PySide6/ as files of their own and may be replaced by others.\n"
        "Licence: https://www.gnu.org/licenses/lgpl-3.0.txt\n"
        "Source of this version: https://download.qt.io/official_releases/QtForPython/pyside6/\n"
        "and https://download.qt.io/official_releases/qt/\n"
    ),
}
_LICENCE_FILE = re.compile(r"(^|/)(licen[sc]e|copying|notice|authors)[^/]*$", re.IGNORECASE)


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
        if key in found or key in left_out or not _wanted_here(requirement):
            continue
        try:
            found[key] = distribution(requirement.name)
        except PackageNotFoundError:
            continue
        if key not in map(_key, BESIDES):
            waiting += found[key].requires or []
    return [found[key] for key in sorted(found)]


def write(folder: Path, *, project: Path, packages: Sequence[Distribution] | None = None) -> None:
    """Write a folder of licence texts, one file a package.

    Args:
        folder: Where.
        project: The `pyproject.toml`.
        packages: In place of those that the program runs with.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for package in bundled(project) if packages is None else packages:
        name = _key(package.metadata["Name"])
        heading = f"{package.metadata['Name']} {package.version}: {licence_of(package)}\n"
        texts = [heading, TEXTS.get(name, ""), *_texts(package)]
        text = "\n".join(filter(None, texts))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    python = Path(sys.base_prefix) / "lib" / f"python3.{sys.version_info.minor}" / "LICENSE.txt"
    places = (
        python,
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc/python3/copyright"),
    )
    for place in places:
        if place.is_file():
            (folder / "python.txt").write_bytes(place.read_bytes())
            break


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
    if parts := libraries.parts_of_package(_key(name)):
        made["components"] = parts
    return made


def _texts(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if ".dist-info/" in f"{file}".replace("\\", "/") and _LICENCE_FILE.search(file.as_posix()):
            path = Path(str(package.locate_file(file)))
            if path.is_file():
                yield f"--- {file.name}\n{path.read_text(encoding='utf-8', errors='replace')}"


def _wanted_here(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
