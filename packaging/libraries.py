"""The shared libraries of a bundle: which file is whose, and what is compiled into it.

Packages of Python bring libraries of other people along, which no package's metadata names. Each
file of a bundle that is a shared library must be in `assets/licences/list.toml`; one that is not
stops the build, so that the list of what is inside (SBOM) stays true when a package changes.
"""

import re
import sqlite3
import ssl
import sys
import tomllib
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any

from project import ROOT

SYSTEMS = ("linux", "win32", "darwin")


@dataclass(frozen=True)
class Part:
    """A library that is compiled into another.

    Args:
        name: Its name.
        licence: SPDX's name of its licence.
        mark: Bytes that a file has which has it in it; empty where none are known.
        systems: Where it is in it, by `sys.platform`.
    """

    name: str
    licence: str
    mark: bytes = b""
    systems: tuple[str, ...] = SYSTEMS


@dataclass(frozen=True)
class Library:
    """A library of its own.

    Args:
        name: Its name.
        licence: SPDX's name of its licence.
        files: A pattern of its files, from the beginning of a name or of a folder's.
        package: The package of PyPI that brings it and has its version; else empty.
        numbered: Whether the number behind `.so` is its version, and not only its interface's.
        parts: What is compiled into it.
    """

    name: str
    licence: str
    files: str
    package: str = ""
    numbered: bool = False
    parts: tuple[Part, ...] = ()


# Libraries of Python and of packages that are listed by their own names anyway.
_LISTED = re.compile(
    r"(lib)?((torch|c10|shm)(_\w+)?\.|(pyside6(qml)?|shiboken6)\.|python3)|Python$"
)
LIST: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (ROOT / "assets" / "licences" / "list.toml").read_text(encoding="utf-8")
)
"""The rows of the list: `library`, `inside`, `package`, `other`."""


def _parts_of(name: str) -> tuple[Part, ...]:
    return tuple(
        Part(
            name=row["name"],
            licence=row["licence"],
            mark=row.get("mark", "").encode(),
            systems=tuple(row.get("systems", SYSTEMS)),
        )
        for row in LIST["inside"]
        if row["of"] == name
    )


# The first that matches a file's name is the one.
KNOWN = tuple(
    Library(
        name=row["name"],
        licence=row["licence"],
        files=row["files"],
        package=row.get("package", ""),
        numbered=row.get("numbered", False),
        parts=_parts_of(row["name"]),
    )
    for row in LIST["library"]
)
_SHARED = re.compile(r"\.so(\.\d+)*$|\.dll$|\.dylib$|\.framework/.*/[A-Z]\w+$", re.IGNORECASE)
_EXTENSION = re.compile(r"\.cpython-\w+(-[\w-]+)?\.so$|\.abi3\.so$|\.pyd$|(^|/)lib-dynload/")
_MACH_O = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xce\xfa\xed\xfe")
_SONAME = re.compile(r"\.so\.(\d+(?:\.\d+)*)$|\.(\d+(?:\.\d+)+)(?:\.[\w-]+)?\.dylib$")


def components(places: Iterable[str]) -> list[dict[str, Any]]:
    """Return CycloneDX components for the shared libraries among a bundle's files.

    Args:
        places: Paths in the bundle, as PyInstaller names them.

    Raises:
        SystemExit: A shared library is not known.
    """
    found: dict[Library, list[str]] = {}
    unknown = []
    for place in sorted({place.replace("\\", "/") for place in places}):
        if is_shared_library(place):
            library = library_of(place)
            if library:
                found.setdefault(library, []).append(place)
            else:
                unknown.append(place)
    if unknown:
        raise SystemExit(
            "Nobody has said whose these shared libraries are, and under which licence: "
            f"{', '.join(unknown)}. Add them to assets/licences/list.toml."
        )
    return [_component(library, found[library]) for library in KNOWN if library in found]


def unknown(bundle: Path, *, listed: Iterable[str], exempt: Iterable[str] = ()) -> list[str]:
    """Return the compiled files of a folder that nobody has listed, from their first bytes.

    Args:
        bundle: The folder of a bundle, or of a training part.
        listed: The modules of all listed packages.
        exempt: Names of files that the build makes: the program itself.
    """
    known, found = {*listed}, list[str]()
    for path in sorted(bundle.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.name not in exempt and _compiled(path):
            place = path.relative_to(bundle).as_posix().removeprefix("_internal/")
            if not is_listed(place, listed=known):
                found.append(place)
    return found


def is_listed(place: str, *, listed: Collection[str]) -> bool:
    """Return whether the list has the library or the package that a compiled file is of.

    Args:
        place: Its path in the bundle.
        listed: The modules of all listed packages, and `python`.
    """
    own = _LISTED.match(PurePosixPath(place).name)
    return bool(own or library_of(place)) or _module_of(place) in listed


def _compiled(path: Path) -> bool:
    """Return whether a file holds machine code: ELF, PE or Mach-O."""
    with path.open("rb") as file:
        begin = file.read(4)
    return begin.startswith((b"\x7fELF", b"MZ")) or begin in _MACH_O


def _module_of(place: str) -> str:
    """Return the top-level module that a file belongs to; `python` for Python's own."""
    if re.search(r"(^|/)lib-dynload/", place):
        return "python"
    return place.partition("/")[0].partition(".")[0]


def is_shared_library(place: str) -> bool:
    """Return whether a file is a shared library of its own, and no module of Python's."""
    own = _LISTED.match(PurePosixPath(place).name)
    return bool(_SHARED.search(place)) and not _EXTENSION.search(place) and not own


def library_of(place: str) -> Library | None:
    """Return the library that a file belongs to; None for one that is not known."""
    return next((known for known in KNOWN if re.search(f"(^|/)({known.files})", place)), None)


def parts_of_package(name: str) -> list[dict[str, Any]]:
    """Return CycloneDX components for what is compiled into a package of Python."""
    return _parts(_parts_of(name))


def _component(library: Library, places: list[str]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "library",
        "name": library.name,
        "licenses": [{"expression": library.licence}],
        "properties": [{"name": "segue:file", "value": place} for place in places],
    }
    if number := version_of(library, places):
        made["version"] = number
    if library.parts:
        made["components"] = _parts(library.parts)
    return made


def _parts(parts: Iterable[Part]) -> list[dict[str, Any]]:
    return [
        {"type": "library", "name": part.name, "licenses": [{"expression": part.licence}]}
        for part in parts
        if sys.platform in part.systems
    ]


def version_of(library: Library, places: list[str]) -> str:
    """Return a library's version, from its package, from itself, or from a file's name."""
    if library.package:
        try:
            return version(library.package).partition("+")[0]
        except PackageNotFoundError:
            return ""
    if library.numbered:
        return max((number for place in places for number in _numbers_in(place)), default="")
    return _told_by_itself().get(library.name, "")


def _told_by_itself() -> dict[str, str]:
    import numpy as np
    import soundfile
    from PIL import features

    blas = np.show_config("dicts")["Build Dependencies"]["blas"]
    return {
        "FreeType": features.version("freetype2") or "",
        "HarfBuzz": features.version("harfbuzz") or "",
        "libjpeg-turbo": features.version("libjpeg_turbo") or "",
        "libtiff": features.version("libtiff") or "",
        "OpenBLAS": blas["version"],
        "OpenJPEG": features.version("jpg_2000") or "",
        "OpenSSL": ssl.OPENSSL_VERSION.split()[1],
        "SQLite": sqlite3.sqlite_version,
        "libsndfile": soundfile.__libsndfile_version__,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def _numbers_in(place: str) -> Iterator[str]:
    if found := _SONAME.search(place):
        yield found[1] or found[2]
