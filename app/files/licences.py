"""Read the list of everything in Segue that other people made, with the texts of its licences."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from engine.gate.files import read_file
from engine.ground.paths import assets

Group = Literal["work", "music"]
# Bytes; the longest text has 200,000.
_MOST = 4 << 20
_FOLDER = "licences"


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """One row of the list.

    Attributes:
        group: A work in the program or its training part, or music that the starter learned from.
        name: The name of the work.
        version: Its version; empty if it is not known.
        licence: The names of its licences.
        use: The purpose for which Segue uses it.
        address: Where it comes from; empty for Segue's own.
        note: A sentence on the user's rights in its files, or empty.
        texts: The files with its licence texts.
    """

    group: Group
    name: str
    version: str = ""
    licence: str
    use: str
    address: str = ""
    note: str = ""
    texts: tuple[Path, ...] = ()


def licences(folder: Path | None = None) -> tuple[Licence, ...]:
    """Return all rows, works before music, each sorted by name.

    Args:
        folder: The folder of the list; that of the program if it is None.
    """
    place = folder or assets() / _FOLDER
    found = [*_software(place), *_music(place)]
    return tuple(sorted(found, key=lambda row: (row.group == "music", row.name.casefold())))


def text_of(licence: Licence) -> str:
    """Return the licence texts of a row, one after the other."""
    texts = (read_file(path, most=_MOST).decode("utf-8").strip() for path in licence.texts)
    line = "\n\n" + "─" * 40 + "\n\n"
    return line.join(texts)


def _software(folder: Path) -> Iterator[Licence]:
    rows = _rows(folder / "list.toml")
    versions = _versions(folder)
    for kind in ("library", "inside", "package", "other"):
        for row in rows[kind]:
            of = row.get("of", "")
            yield Licence(
                group="work",
                name=row["name"],
                version=versions.get(row["name"].casefold()) or _installed(row, kind),
                licence=row["licence"],
                use=row.get("use") or f"in {of}",
                address=row.get("address", ""),
                note=row.get("note", ""),
                texts=(*_of_package(folder, row, kind), *_named(folder, row)),
            )


def _music(folder: Path) -> Iterator[Licence]:
    for row in _rows(folder / "music.toml")["source"]:
        yield Licence(
            group="music",
            name=row["who"],
            licence=row["licence"],
            use=row["what"],
            address=row.get("address", ""),
            texts=_named(folder, row),
        )


def _rows(path: Path) -> dict[str, Any]:
    return tomllib.loads(read_file(path, most=_MOST).decode("utf-8"))


def _named(folder: Path, row: Mapping[str, Any]) -> tuple[Path, ...]:
    """Return the files that a row names; one with a slash begins at the list's folder."""
    names = row.get("texts", ())
    return tuple(folder / (f"{n}.txt" if "/" in n else f"texts/{n}.txt") for n in names)


def _of_package(folder: Path, row: Mapping[str, Any], kind: str) -> tuple[Path, ...]:
    """Return the file with the texts that a package brings."""
    if kind != "package":
        return ()
    return (folder / "packages" / f"{re.sub(r'[-_.]+', '-', row['name']).lower()}.txt",)


def _versions(folder: Path) -> dict[str, str]:
    """Return versions by name, from the list of what is inside (SBOM) that a package has."""
    listed = folder.parent.parent / "sbom.cdx.json"
    if not listed.is_file():
        return {}
    components = json.loads(read_file(listed, most=_MOST))["components"]
    return {each["name"].casefold(): each.get("version", "") for each in components}


def _installed(row: Mapping[str, Any], kind: str) -> str:
    """Return the version of an installed package of Python; empty for other rows."""
    name = row["name"] if kind == "package" else row.get("package", "")
    try:
        return version(name).partition("+")[0] if name else ""
    except PackageNotFoundError:
        return ""
