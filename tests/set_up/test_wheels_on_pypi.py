"""Every locked package has a wheel for each system, as PyPI says today.

`test_requirements.py` holds the locked files against themselves. This asks the registry, since a
wheel can be withdrawn after it was locked: it runs where SEGUE_ASK_REGISTRY is set and one answers.
For each package it reads one page of PyPI's JSON.
"""

import json
import os
from functools import cache
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from packaging.markers import Marker
from packaging.utils import InvalidWheelFilename

from scripts.lock_requirements import PYTHONS, places_of
from scripts.set_up import packages
from tests.set_up.test_requirements import SYSTEMS, locked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("SEGUE_ASK_REGISTRY"), reason="SEGUE_ASK_REGISTRY is not set"
    ),
]
INDEX = "https://pypi.org/simple"
SETS = ("run", "train", "torch", "torch-pypi")
PROGRAM = sorted(
    {
        (str(pin.name), str(pin.specifier), str(pin.marker or ""))
        for s in SETS
        for pin, _ in locked(s)
    }
)


@cache
def _answers() -> bool:
    try:
        _page("pip")
    except (URLError, TimeoutError, OSError):
        return False
    return True


@cache
def _page(name: str) -> dict[str, Any]:
    request = Request(  # noqa: S310 - https, and no other
        f"{INDEX}/{name}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"}
    )
    with urlopen(request, timeout=30) as answer:  # noqa: S310 - as above
        return json.load(answer)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("name", "specifier", "marker"), PROGRAM, ids=lambda value: value)
def test_windows_macos_and_linux_get_a_wheel(name: str, specifier: str, marker: str) -> None:
    if not _answers():
        pytest.skip("no package registry answers")
    version = specifier.removeprefix("==")
    if "+" in version:
        pytest.skip("PyTorch for Linux comes from its own index")
    hashes = {h for s in SETS for pin, found in locked(s) if pin.name == name for h in found}
    there: set[tuple[str, str]] = set()
    for file in _page(name)["files"]:
        digest = f"sha256:{file['hashes'].get('sha256')}"
        if file.get("yanked") or digest not in hashes:
            continue
        try:
            there |= {*places_of({"url": file["filename"]})}
        except InvalidWheelFilename:
            continue  # a source
    wanted = {
        (python, system)
        for system, values in SYSTEMS.items()
        if not marker or Marker(marker).evaluate({**values, "extra": ""})
        for python in PYTHONS
    }
    compiled = {
        compiled_name: {
            (python, system) for python, _, system in (p.partition("-") for p in places)
        }
        for compiled_name, *places in map(
            str.split, packages.marked("run", "Compiled where").split("; ")
        )
    }
    assert wanted - compiled.get(name, set()) <= there
