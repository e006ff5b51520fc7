"""Every shared library of a bundle is known, with its licence and what is compiled into it."""

import json
import os
import re
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

import contents
import libraries
import notices
import pytest
import training

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROJECT = ROOT / "pyproject.toml"
# Of each system what its wheels are known to bring, as PyInstaller names it.
BROUGHT = {
    "libjack": "python_rtmidi./libjack-5305d520.so.0.1.0",
    "libsndfile": "_soundfile_data/libsndfile_x86_64.so",
    "OpenBLAS": "numpy.libs/libscipy_openblas64_-32a4b2a6.so",
    "libquadmath": "numpy.libs/libquadmath-96973f99-934c22de.so.0.0.0",
    "ICU": "PySide6/Qt/lib/libicudata.so.73",
    "Qt": "PySide6\\Qt6Core.dll",
    "Visual C++": "VCRUNTIME140_1.dll",
    "Qt on macOS": "PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui",
    "OpenMP": "torch/lib/libiomp5md.dll",
    "XZ": "PIL/.dylibs/liblzma.5.dylib",
}
LISTED_BY_THEIR_PACKAGE = (
    "torch/lib/libtorch_cpu.so",
    "torch/_C.cpython-311-x86_64-linux-gnu.so",
    "PySide6/QtCore.abi3.so",
    "shiboken6/libshiboken6.abi3.so.6.11",
    "libpython3.11.so.1.0",
    "msgspec/_core.cp311-win_amd64.pyd",
    "lib-dynload/_ssl.so",
)


def _distributions() -> list[Distribution]:
    return notices.bundled(PROJECT)


@pytest.mark.parametrize("place", BROUGHT.values(), ids=BROUGHT)
def test_what_wheels_bring_is_listed_with_its_licence(place: str) -> None:
    (component,) = libraries.components([place])
    assert component["licenses"][0]["expression"]
    assert [entry["value"] for entry in component["properties"]] == [place.replace("\\", "/")]


def test_a_library_that_nobody_knows_stops_the_build() -> None:
    with pytest.raises(SystemExit, match=r"numpy.libs/libsurprise-1234.so.5.*list\.toml"):
        libraries.components(["numpy.libs/libsurprise-1234.so.5", *BROUGHT.values()])
    with pytest.raises(SystemExit, match="libsurprise"):
        notices.sbom(PROJECT, ["libsurprise.dylib"])


def test_packages_list_their_own_libraries() -> None:
    assert libraries.components(LISTED_BY_THEIR_PACKAGE) == []
    assert not any(map(libraries.is_shared_library, ("assets/demo/a.mid", "torch/a.py", "libso")))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="these wheels are for Linux")
def test_every_library_of_the_installed_packages_is_known() -> None:
    """What a bundle may get on this system: a new version of a package is looked at here."""
    places = {
        file.as_posix()
        for package in _distributions()
        for file in package.files or ()
        if libraries.is_shared_library(file.as_posix()) and contents.needed(file.as_posix())
    }
    for place in ("_soundfile_data/libsndfile_x86_64.so", "PySide6/Qt/lib/libQt6Core.so.6"):
        assert place in places
    found = {component["name"] for component in libraries.components(places)}
    assert {"Qt", "ICU", "JACK", "libsndfile", "OpenBLAS", "libquadmath", "GCC runtime"} <= found


@pytest.mark.skipif(sys.platform != "linux", reason="these wheels are for Linux")
@pytest.mark.parametrize(
    ("name", "package"), [("libsndfile", "soundfile"), ("Qt", "PySide6-Essentials")]
)
def test_what_is_said_to_be_compiled_in_is_there(name: str, package: str) -> None:
    (library,) = (known for known in libraries.KNOWN if known.name == name)
    files = [
        Path(str(file.locate()))
        for file in distribution(package).files or ()
        if libraries.library_of(file.as_posix()) is library
    ]
    data = b"".join(file.read_bytes() for file in files if file.is_file())
    marks = [part for part in library.parts if part.mark]
    assert len(marks) >= 2
    for part in marks:
        assert part.mark in data, part.name


def test_versions_are_those_of_the_packages_and_of_the_libraries_themselves() -> None:
    made = {c["name"]: c for c in libraries.components([*BROUGHT.values(), "libssl.so.3"])}
    assert made["Qt"]["version"] == distribution("PySide6-Essentials").version
    assert made["ICU"]["version"] == "73"
    assert re.match(r"0\.\d+\.\d+", made["OpenBLAS"]["version"])
    # The number of its interface, 0.1.0, says nothing of its version.
    assert "version" not in made["JACK"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", made["libsndfile"]["version"])
    assert re.fullmatch(r"\d+\.\d+\.\d+\w*", made["OpenSSL"]["version"])
    inside = {part["name"] for part in made["libsndfile"]["components"]}
    assert inside == {"FLAC", "Ogg", "Vorbis", "Opus", "mpg123", "LAME"}


@pytest.mark.slow
def test_packages_say_what_is_compiled_into_their_modules() -> None:
    packages = [*notices.bundled(PROJECT), *notices.bundled(PROJECT, extra="train")]
    components = notices.sbom(PROJECT, [], packages=packages)["components"]
    names = {component["name"].lower(): component for component in components}
    owners = {row["of"] for row in libraries.LIST["inside"]}
    for package in owners - {library.name for library in libraries.KNOWN}:
        assert names[package]["components"], package
    assert "oneDNN" in json.dumps(names["torch"])
    assert ("Math Kernel" in json.dumps(names["torch"])) is (sys.platform != "darwin")


def test_patterns_are_patterns_and_no_name_is_there_twice() -> None:
    for library in libraries.KNOWN:
        re.compile(library.files)
        assert library.licence
    names = [library.name for library in libraries.KNOWN]
    assert len(set(names)) == len(names)


BUNDLES = [
    Path(place)
    for place in (os.environ.get("SEGUE_BUNDLE", ""), ROOT / "dist" / "segue")
    if place and Path(place).is_dir()
]


@pytest.mark.skipif(not BUNDLES, reason="no bundle: SEGUE_BUNDLE names its folder")
@pytest.mark.parametrize("bundle", BUNDLES, ids=str)
def test_every_compiled_file_of_a_real_bundle_is_listed(bundle: Path) -> None:
    """The build asks the same, of each bundle and training part (`bundle.build`)."""
    notices.check(bundle, packages=_distributions(), exempt=("segue",))
    part = bundle.parent / training.FOLDER
    if part.is_dir():
        notices.check(part, packages=training.packages())


@pytest.mark.slow
def test_every_compiled_file_of_the_last_bundle_is_listed() -> None:
    """`bundle-files.txt` has the compiled files of a bundle that was built on 2026-11-26."""
    places = (HERE / "bundle-files.txt").read_text(encoding="utf-8").splitlines()
    assert len(places) > 150
    packages = [*_distributions(), *notices.bundled(PROJECT, extra="train")]
    known = notices.modules_of(packages)
    for place in places:
        assert libraries.is_listed(place, listed=known), place
    # It had these two, which nobody had listed.
    assert not libraries.is_listed("charset_normalizer/md.abi3.so", listed=known)


@pytest.mark.slow
@pytest.mark.parametrize("begin", [b"\x7fELF\x02", b"MZ\x90\0", b"\xcf\xfa\xed\xfe"])
def test_a_compiled_file_is_found_whatever_its_name(tmp_path: Path, begin: bytes) -> None:
    (tmp_path / "_internal").mkdir()
    stranger = tmp_path / "_internal" / "surprise.bin"
    stranger.write_bytes(begin + bytes(60))
    (tmp_path / "_internal" / "libQt6Core.so.6").write_bytes(begin + bytes(60))
    (tmp_path / "_internal" / "notes.txt").write_text("not compiled")
    (tmp_path / "segue").write_bytes(begin + bytes(60))
    with pytest.raises(SystemExit, match=r": surprise\.bin\."):
        notices.check(tmp_path, packages=_distributions(), exempt=("segue",))
    stranger.unlink()
    notices.check(tmp_path, packages=_distributions(), exempt=("segue",))
