"""The Debian package and the archive, made of a small bundle; the desktop's files."""

import configparser
import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import bundle
import command_line
import linux
import project
import pytest

import engine

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "packaging" / "linux"
ENTRY = HERE / "org.segue.Segue.desktop"
MIME = HERE / "org.segue.Segue.xml"
META = HERE / "org.segue.Segue.metainfo.xml"
XDG = "{http://www.freedesktop.org/standards/shared-mime-info}"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="packages for Linux")


@pytest.fixture
def small_bundle(tmp_path: Path) -> Path:
    made = tmp_path / "segue"
    (made / "_internal").mkdir(parents=True)
    shutil.copy("/bin/true", made / "segue")
    (made / "_internal" / "sbom.cdx.json").write_text("{}", encoding="utf-8")
    return made


def _entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(ENTRY, encoding="utf-8")
    return parser["Desktop Entry"]


def test_desktop_entry_starts_the_installed_command() -> None:
    entry = _entry()
    assert entry["Exec"] == "segue %f"
    assert entry["Icon"] == linux.APP_ID == ENTRY.stem
    scores = "application/vnd.recordare.musicxml"
    opened = {"application/x-segue", "audio/midi", scores, f"{scores}+xml"}
    assert set(entry["MimeType"].strip(";").split(";")) == opened


def test_file_types_are_those_the_window_opens() -> None:
    from engine.values.formats import OPENED

    offered = {suffix for each in OPENED for suffix in each.read if suffix not in each.ambiguous}
    globs = {node.get("pattern") for node in ET.parse(MIME).iter(f"{XDG}glob")}  # noqa: S314 - our own
    assert globs == {f"*{suffix}" for suffix in offered}
    types = {node.get("type") for node in ET.parse(MIME).iter(f"{XDG}mime-type")}  # noqa: S314 - our own
    assert types == set(_entry()["MimeType"].strip(";").split(";"))


def test_appstream_data_is_of_this_version() -> None:
    root = ET.parse(META).getroot()  # noqa: S314 - our own
    assert root.findtext("id") == linux.APP_ID
    assert root.findtext("launchable") == ENTRY.name
    assert root.findtext("project_license") == PROJECT["license"]
    releases = root.find("releases")
    assert releases is not None
    told = {each.get("version"): each.get("date") for each in releases}
    assert told == project.releases()
    assert next(iter(told)) == PROJECT["version"] == engine.__version__
    provided = {node.text for node in root.iter("mediatype")}
    assert provided == set(_entry()["MimeType"].strip(";").split(";"))


def test_a_software_centre_is_shown_pictures_where_there_is_an_address(tmp_path: Path) -> None:
    text = META.read_text(encoding="utf-8")
    without = re.sub(r"  <url .*</url>\n", "", text)
    assert linux.with_pictures(without) == without
    address = '  <url type="homepage">https://example.org/segue</url>\n  <content_rating'
    made = tmp_path / META.name
    text = linux.with_pictures(without.replace("  <content_rating", address))
    made.write_text(text, encoding="utf-8")
    images = [node.text or "" for node in ET.parse(made).iter("image")]  # noqa: S314 - our own
    assert len(images) >= 3
    for image in images:
        beginning, page = image.split(f"/raw/v{PROJECT['version']}/")
        assert beginning == "https://example.org/segue"
        assert (ROOT / page).is_file()
    if shutil.which("appstreamcli"):
        command = ["appstreamcli", "validate", "--no-net", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "command",
    [["desktop-file-validate", str(ENTRY)], ["appstreamcli", "validate", "--no-net", str(META)]],
    ids=lambda command: command[0],
)
def test_the_desktops_own_checkers_agree(command: list[str]) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is not installed")
def test_deb_has_everything_in_its_place(small_bundle: Path, tmp_path: Path) -> None:
    made = linux.deb(small_bundle, out=tmp_path)
    listed = subprocess.check_output(["dpkg-deb", "--contents", made], text=True)
    places = set(re.findall(r"\./(\S+[^/\s])(?: ->|$)", listed, re.MULTILINE))
    assert {
        "opt/segue/segue",
        "usr/bin/segue",
        "usr/share/applications/org.segue.Segue.desktop",
        "usr/share/mime/packages/org.segue.Segue.xml",
        "usr/share/metainfo/org.segue.Segue.metainfo.xml",
        "usr/share/icons/hicolor/scalable/apps/org.segue.Segue.svg",
        "usr/share/icons/hicolor/256x256/apps/org.segue.Segue.png",
        "usr/share/doc/segue/copyright",
        command_line.MANUAL,
        *command_line.COMPLETIONS.values(),
    } <= places
    assert "../../opt/segue/segue" in listed
    owners = {line.split()[1] for line in listed.splitlines()}
    assert owners == {"root/root"}
    fields = subprocess.check_output(["dpkg-deb", "--field", made], text=True)
    assert f"Version: {PROJECT['version']}" in fields
    assert not (tmp_path / "deb").exists()
    assert (small_bundle / "segue").exists()


def test_a_library_loses_its_symbol_table_and_still_loads(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler")
    library = tmp_path / "_internal" / "package" / "small.so.1"
    library.parent.mkdir(parents=True)
    source = tmp_path / "small.c"
    source.write_text(
        "static int hidden(int x) { return x + 1; }\nint shown(int x) { return hidden(x); }\n"
    )
    subprocess.check_call([compiler, "-shared", "-fPIC", "-g", "-O0", "-o", library, source])
    library.with_name("link.so").symlink_to(library.name)
    assert b"hidden" in library.read_bytes()
    mode = library.stat().st_mode
    linux.strip(tmp_path)
    assert b"hidden" not in library.read_bytes()
    assert library.stat().st_mode == mode
    assert ctypes.CDLL(str(library)).shown(41) == 42
    assert sorted(path.name for path in library.parent.iterdir()) == ["link.so", "small.so.1"]


def test_a_library_that_strip_would_break_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler")
    library = tmp_path / "small.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-g", "-x", "c", "-o", library, "-"],
        input=b"int shown(void) { return 42; }",
        check=True,
    )
    before = library.read_bytes()
    # The offset of the first segment in the file, as strip leaves it in what auditwheel has moved.
    assert linux.is_loadable(library)
    program_headers = int.from_bytes(before[32:40], "little")
    moved = bytearray(before)
    moved[program_headers + 8] = 0x70
    library.write_bytes(moved)
    assert not linux.is_loadable(library)
    library.write_bytes(before)
    monkeypatch.setattr(linux, "is_loadable", lambda _library: False)
    linux.strip(tmp_path)
    assert library.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["small.so"]


def test_the_readme_has_the_commands_that_the_trial_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    import try_readme

    readme = try_readme.README.read_text(encoding="utf-8")
    (block,) = try_readme.BLOCK.findall(readme)
    from_here = f"git clone --depth 1 file://{try_readme.SOURCE} segue && cd segue"
    assert try_readme.commands_of(block) == [from_here, "python3 run.py app"]
    with_address = (
        "git clone --depth 1 https://example.org/segue segue && cd segue\npython3 run.py app"
    )
    assert try_readme.commands_of(with_address) == [from_here, "python3 run.py app"]
    (command,) = try_readme.INSTALLS.findall(readme)
    assert command == "sudo apt install ./segue_*.deb"
    # The line that the set-up prints for somebody who is not root.
    told = "Segue needs some packages. Run:\n    sudo apt-get install --yes g++ pkg-config\n"
    found = try_readme.TOLD.search(told)
    assert found
    assert found[1].split() == [
        "apt-get",
        "install",
        "--yes",
        "g++",
        "pkg-config",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is not installed")
@pytest.mark.parametrize("pack", [linux.deb, linux.archive], ids=["deb", "archive"])
def test_the_same_bundle_makes_the_same_package(
    pack: Callable[..., Path], small_bundle: Path, tmp_path: Path
) -> None:
    """Files of another time, made in another order, with other rights for the group."""
    files = {f"_internal/{n:02d}.so": bytes([n]) * 5000 for n in range(40)}
    digests = []
    for turn, names in enumerate((sorted(files), sorted(files, reverse=True))):
        folder = tmp_path / str(turn) / "segue"
        shutil.copytree(small_bundle, folder, symlinks=True)
        for name in names:
            (folder / name).write_bytes(files[name])
            (folder / name).chmod(0o600 if turn else 0o644)
            os.utime(folder / name, (1.7e9 + turn, 1.7e9 + turn))
        (folder / "_internal" / "link.so").symlink_to("00.so")
        digests.append(hashlib.sha256(pack(folder, out=folder.parent).read_bytes()).hexdigest())
    assert digests[0] == digests[1]


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is not installed")
def test_packed_files_have_the_time_of_the_release(
    small_bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    made = linux.deb(small_bundle, out=tmp_path)
    listed = subprocess.check_output(["dpkg-deb", "--contents", made], text=True)
    assert {line.split()[3] for line in listed.splitlines()} == {"2001-09-09"}
    with tarfile.open(linux.archive(small_bundle, out=tmp_path)) as packed:
        assert {member.mtime for member in packed} == {1_000_000_000}


def test_c_library_is_the_one_the_programs_ask_for(small_bundle: Path) -> None:
    asked = linux.needed_glibc(small_bundle)
    assert 17 <= asked <= 60
    (small_bundle / "_internal" / "new.so").write_bytes(b"\x7fELF...GLIBC_2.77\0")
    (small_bundle / "_internal" / "text.txt").write_bytes(b"GLIBC_2.99\0")
    assert linux.needed_glibc(small_bundle) == 77
    assert "libc6 (>= 2.77), libstdc++6" in linux.control_text(size_kb=1, glibc=77)


def test_archive_unpacks_to_one_folder(small_bundle: Path, tmp_path: Path) -> None:
    made = linux.archive(small_bundle, out=tmp_path)
    with tarfile.open(made) as archive:
        members = archive.getmembers()
    assert {member.name.partition("/")[0] for member in members} == {"segue"}
    assert {(member.uid, member.gid) for member in members} == {(0, 0)}
    assert next(m for m in members if m.name == "segue/segue").mode & 0o111


def test_checksums_are_what_sha256sum_reads(tmp_path: Path) -> None:
    files = [tmp_path / "a.deb", tmp_path / "b.tar.xz"]
    for number, file in enumerate(files):
        file.write_bytes(bytes([number]) * 100_000)
    bundle.write_checksums(files, tmp_path / "SUMS")
    lines = (tmp_path / "SUMS").read_text(encoding="ascii").splitlines()
    assert lines == [f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}" for f in files]


def test_sizes_are_booked_once(small_bundle: Path) -> None:
    library = small_bundle / "_internal" / "torch" / "lib" / "libtorch_cpu.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(bytes(3_000_000))
    table = bundle.sizes(small_bundle)
    assert "3.0 MB  PyTorch: compiled" in table
    assert re.search(r"3\.\d MB  all", table)


def test_an_incomplete_tree_is_not_bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"weights\.safetensors"):
        bundle.build(tmp_path / "dist")
