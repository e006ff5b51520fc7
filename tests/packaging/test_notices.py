"""The list of what is inside and the licences are complete and the same each time."""

import ast
import json
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import contents
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
    return {re.sub(r"[-_.]+", "-", package.metadata["Name"]).lower() for package in packages}


@pytest.mark.slow
def test_everything_that_is_imported_is_listed() -> None:
    homes = packages_distributions()
    listed = _keys(training=True)
    for module in _third_party():
        names = {re.sub(r"[-_.]+", "-", name).lower() for name in homes.get(module, [])}
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


def test_each_package_has_its_licence(tmp_path: Path) -> None:
    notices.write(tmp_path, project=PROJECT)
    assert {path.stem for path in tmp_path.iterdir()} - {"python"} == _keys()
    part = tmp_path / "part"
    notices.write(part, project=PROJECT, packages=notices.bundled(PROJECT, extra="train"))
    assert "Redistribution" in (part / "torch.txt").read_text(encoding="utf-8")
    assert "Lesser General Public" in (tmp_path / "pyside6-essentials.txt").read_text()
