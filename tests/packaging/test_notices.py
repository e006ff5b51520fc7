"""The list of what is inside and the licences are complete and the same each time."""

import ast
import json
import mmap
import re
import sys
import tomllib
from importlib.metadata import Distribution, packages_distributions
from pathlib import Path
from typing import Any

import contents
import libraries
import notices
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "pyproject.toml"


def _third_party() -> set[str]:
    found: set[str] = set()
    for package in ("app", "engine"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    found.update(alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module.partition(".")[0])
    ours = {"app", "engine"}
    return found - set(sys.stdlib_module_names) - ours - set(contents.OPTIONAL)


def _keys(*, training: bool = False) -> set[str]:
    packages = [*notices.bundled(PROJECT), *(notices.bundled(PROJECT, extra="train") * training)]
    return {_key(package.metadata["Name"]) for package in packages}


@pytest.mark.slow
def test_everything_that_is_imported_is_listed() -> None:
    homes = packages_distributions()
    listed = _keys(training=True)
    for module in _third_party():
        names = {_key(name) for name in homes.get(module, [])}
        assert names & listed, module


def test_what_is_left_out_is_not_listed() -> None:
    assert not _keys() & {name.lower().replace("_", "-") for name in contents.EXCLUDED}
    assert "pytest" not in _keys()


@pytest.mark.slow
def test_sbom_is_cyclonedx_and_the_same_each_time() -> None:
    first, second = (notices.sbom(PROJECT, ["libz.so.1"]) for _ in range(2))
    assert json.dumps(first) == json.dumps(second)
    assert (first["bomFormat"], first["specVersion"]) == ("CycloneDX", "1.5")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-.*", first["serialNumber"])
    for component in first["components"]:
        assert component["version"]
        assert component["licenses"]
    assert "torch" not in {component["name"] for component in first["components"]}
    training = notices.sbom(PROJECT, [], packages=notices.bundled(PROJECT, extra="train"))
    torch = next(c for c in training["components"] if c["name"] == "torch")
    assert torch["purl"].startswith("pkg:pypi/torch@2.")
    assert "+" not in torch["purl"]


def test_the_list_names_the_packages_of_the_program_and_of_training() -> None:
    listed = [_key(row["name"]) for row in libraries.LIST["package"]]
    assert sorted(listed) == sorted(_keys(training=True))


def test_every_row_names_texts_that_are_there() -> None:
    texts = {path.stem for path in (notices.LICENCES / "texts").iterdir()}
    used = set()
    for row in (row for rows in libraries.LIST.values() for row in rows):
        for name in row.get("texts", ()):
            place = f"{name}.txt" if "/" in name else f"texts/{name}.txt"
            text = (notices.LICENCES / place).read_text(encoding="utf-8")
            assert len(text) > 200, (row["name"], name)
            used.add(name)
    music = tomllib.loads((notices.LICENCES / "music.toml").read_text(encoding="utf-8"))["source"]
    used |= {name for row in music for name in row.get("texts", ())}
    assert texts <= used
    told = (notices.LICENCES / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}.txt`" in told for name in texts)


def test_only_microsoft_s_libraries_have_no_text() -> None:
    """They are on Windows alone, where each has a page of conditions of its own."""
    bare = {
        row["name"]
        for kind in ("library", "inside", "other")
        for row in libraries.LIST[kind]
        if not row.get("texts")
    }
    assert bare == {"Direct3D compiler", "Visual C++ runtime"}
    for row in libraries.LIST["package"]:
        own = notices.LICENCES / "packages" / f"{_key(row['name'])}.txt"
        assert row.get("texts") or "no licence text" not in own.read_text(encoding="utf-8")


FULL_TEXTS = {
    "LGPL-2.0": "GNU LIBRARY GENERAL PUBLIC LICENSE Version 2, June 1991",
    "LGPL-2.1": "GNU LESSER GENERAL PUBLIC LICENSE Version 2.1, February 1999",
    "LGPL-3.0": "GNU LESSER GENERAL PUBLIC LICENSE Version 3, 29 June 2007",
    "GPL-2.0": "GNU GENERAL PUBLIC LICENSE Version 2, June 1991",
    "GPL-3.0": "GNU GENERAL PUBLIC LICENSE Version 3, 29 June 2007",
    "Apache-2.0": "Apache License Version 2.0, January 2004",
    "MPL-2.0": "Mozilla Public License Version 2.0",
}


@pytest.mark.parametrize("name", FULL_TEXTS)
def test_copyleft_licences_are_there_in_full(name: str) -> None:
    """Each work that is under one of them has it among its texts."""
    text = (notices.LICENCES / "texts" / f"{name}.txt").read_text(encoding="utf-8")
    assert FULL_TEXTS[name] in " ".join(text.split())
    # The LGPL 3 is a page of additions to the GPL 3, whose text goes with it.
    assert len(text) > (7_000 if name == "LGPL-3.0" else 10_000)
    for row in (row for rows in libraries.LIST.values() for row in rows):
        if row["licence"].startswith(name):
            own = _texts_of(row)
            assert FULL_TEXTS[name] in own, (row["name"], name)
            if name == "LGPL-3.0":
                assert "GNU GENERAL PUBLIC LICENSE Version 3, 29 June 2007" in own, row["name"]


def test_who_is_under_the_lgpl_may_be_replaced() -> None:
    """Files of their own; what is compiled into another is replaced with that."""
    for kind in ("library", "package"):
        for row in libraries.LIST[kind]:
            assert row["licence"].startswith("LGPL") is ("note" in row), row["name"]


def _texts_of(row: dict[str, Any]) -> str:
    names = [*row.get("texts", ()), f"packages/{_key(row['name'])}"]
    places = [f"{name}.txt" if "/" in name else f"texts/{name}.txt" for name in names]
    found = [notices.LICENCES / place for place in places]
    return " ".join(" ".join(path.read_text("utf-8").split()) for path in found if path.is_file())


def _packages() -> list[Distribution]:
    return [*notices.bundled(PROJECT), *notices.bundled(PROJECT, extra="train")]


@pytest.mark.slow
def test_crates_that_a_wheel_lists_are_in_its_text_and_in_the_list_of_what_is_inside() -> None:
    made = {c["name"]: c for c in notices.sbom(PROJECT, [], packages=_packages())["components"]}
    for package in _packages():
        name, text = package.metadata["Name"], notices.text_of(package)
        inside = {part.get("purl") for part in made[name].get("components", ())}
        for crate in notices.crates_of(package):
            assert f"\n{crate.name} {crate.version}: {crate.licence}" in text
            assert f"pkg:cargo/{crate.name}@{crate.version}" in inside
    crates = {crate.name for p in _packages() for crate in notices.crates_of(p)}
    assert {"pyo3", "serde_json", "memmap2", "onig_sys"} <= crates
    # The wheel of tokenizers names it as a crate that only the build used.
    assert "autocfg" not in crates


@pytest.mark.slow
def test_each_crate_may_be_used_under_a_licence_of_its_row() -> None:
    rows = {row["of"]: row for row in libraries.LIST["inside"] if "crates" in row["name"]}
    notes = (notices.LICENCES / "texts" / "crates.txt").read_text(encoding="utf-8")
    for package in _packages():
        for crate in notices.crates_of(package):
            row = rows[_key(package.metadata["Name"])]
            given = set(row["licence"].split(" AND "))
            chosen = [way for way in _ways(crate.licence) if way <= given]
            assert chosen, (crate, given)
            if {"Apache-2.0"} not in chosen and "WITH" not in crate.licence:
                assert re.search(rf"^--- .*\b{crate.name}\b", notes, re.MULTILINE), crate


def _ways(licence: str) -> list[set[str]]:
    """Return sets of licences, each of which is enough, for an expression like `(A OR B) AND C`."""
    if both := re.fullmatch(r"\((.*)\) AND (\S+)", licence):
        return [{way, both[2]} for way in both[1].split(" OR ")]
    return [{way} for way in licence.split(" OR ")]


@pytest.mark.slow
def test_a_wheel_with_code_in_rust_lists_its_crates() -> None:
    """The compiler writes its own path into what it compiles."""
    for package in _packages():
        compiled = [
            Path(str(package.locate_file(file)))
            for file in package.files or ()
            if re.search(r"\.(so|pyd|dylib|dll)(\.|$)", file.name)
        ]
        rust = any(_has(path, b"/rustc/") for path in compiled if path.is_file())
        assert rust is bool(notices.crates_of(package)), package.metadata["Name"]


def _has(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return data.find(mark) >= 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the repository has the texts of Linux")
def test_the_repository_has_the_texts_of_the_installed_packages() -> None:
    """After a package was updated: `python packaging/notices.py`."""
    packages = _packages()
    for package in packages:
        name = _key(package.metadata["Name"])
        kept = (notices.LICENCES / "packages" / f"{name}.txt").read_text(encoding="utf-8")
        assert kept == notices.text_of(package), name
    files = {path.stem for path in (notices.LICENCES / "packages").iterdir()}
    assert files == {_key(package.metadata["Name"]) for package in packages}


@pytest.mark.slow
def test_a_package_gets_the_list_with_the_texts_of_its_own_system(tmp_path: Path) -> None:
    notices.write(tmp_path, packages=notices.bundled(PROJECT, extra="train"))
    torch = (tmp_path / "packages" / "torch.txt").read_text(encoding="utf-8")
    assert torch.startswith("torch 2.")
    assert "Redistribution" in torch
    assert (tmp_path / "list.toml").read_bytes() == (notices.LICENCES / "list.toml").read_bytes()
    assert (tmp_path / "texts" / "GPL-3.0.txt").is_file()


def test_modules_of_packages_that_are_not_listed_stop_the_build() -> None:
    packages = notices.bundled(PROJECT)
    known = ["app.start", "json", "_sysconfigdata__linux_x86", "mido.midifiles", "_pyi_rth_utils"]
    notices.check_modules(known, packages=packages)
    with pytest.raises(SystemExit, match="surprise"):
        notices.check_modules([*known, "surprise.inside"], packages=packages)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
