"""The list of what is inside and the licences are complete and the same each time."""

import ast
import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
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


@pytest.mark.skipif(sys.platform != "linux", reason="the repository has the texts of Linux")
def test_the_repository_has_the_texts_of_the_installed_packages() -> None:
    """After a package was updated: `python packaging/notices.py`."""
    packages = [*notices.bundled(PROJECT), *notices.bundled(PROJECT, extra="train")]
    for package in packages:
        name = _key(package.metadata["Name"])
        kept = (notices.LICENCES / "packages" / f"{name}.txt").read_text(encoding="utf-8")
        assert kept == notices.text_of(package), name
    files = {path.stem for path in (notices.LICENCES / "packages").iterdir()}
    assert files == {_key(package.metadata["Name"]) for package in packages}


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
