"""Build Segue's Linux packages: `python packaging/linux.py` makes .debs and portable archives.

`segue` and `segue-training` for Debian, an archive of the program and one of the program with
training, and the file of the training part for the Train page.

Needs PyInstaller in the environment (`pip install segue[packaging]`), dpkg-deb, tar, xz and strip.
The bundle links against the C library of the machine it is built on: build on the oldest system
that is to be reached.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import address
import command_line
import icons
import training
from bundle import ROOT, build, link, sizes, version, with_training, write_checksums
from project import released_s, repeatable

HERE = ROOT / "packaging" / "linux"
APP_ID = "org.segue.Segue"
# What stays on the system (contents.FROM_SYSTEM) and what Qt's plug-ins load from there: measured
# with ldd in a bare Debian 12. Ubuntu 24.04 renamed some. miniaudio opens ALSA or PulseAudio, for
# sound and for the microphone, when it starts: ALSA is here, a desktop has the other one.
DEPENDS = (
    "libstdc++6, libgcc-s1, libegl1, libgl1, libx11-6, libx11-xcb1, libxcb1, libdbus-1-3, "
    "libfontconfig1, libfreetype6, libglib2.0-0 | libglib2.0-0t64, libgssapi-krb5-2, libbrotli1, "
    "libasound2 | libasound2t64, libwayland-cursor0, libwayland-egl1"
)
# Without them everything works, only less of it: no entry in menus, no file types, no printers, no
# fonts.
RECOMMENDS = (
    "libcups2 | libcups2t64, desktop-file-utils, shared-mime-info, hicolor-icon-theme, xdg-utils, "
    "fonts-dejavu-core | fonts-noto-core"
)
SHARED = {
    f"{APP_ID}.desktop": "usr/share/applications",
    f"{APP_ID}.metainfo.xml": "usr/share/metainfo",
    f"{APP_ID}.xml": "usr/share/mime/packages",
}
# Of xz, for all that is downloaded: 8 % smaller than the fastest, and as quick to unpack.
COMPRESSION = 6
PAGE = 4096
# Pictures of the guide that a software centre shows, and what they show.
PICTURES = {
    "alternatives": "Hear what could come next, and keep what you like",
    "compose": "A piece as a piano roll",
    "score": "The same piece as a score",
    "jam": "Play together, by turns or bar by bar",
    "train": "Train a model on your own pieces",
}
_GLIBC = re.compile(rb"GLIBC_2\.(\d+)\0")


def main() -> int:
    """Build the bundle unless it is there, then both packages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--keep-bundle", action="store_true", help="use the bundle in --out")
    parser.add_argument("--only", choices=("deb", "archive"), help="one of the two packages")
    asked = parser.parse_args()
    out: Path = asked.out.resolve()
    bundle, part = out / "segue", out / training.FOLDER
    if not (asked.keep_bundle and bundle.is_dir() and part.is_dir()):
        build(out, prepare=strip)
    print(sizes(bundle))
    print(sizes(part))
    made = [*out.glob(f"segue-training-{version()}-*.zip")]
    if asked.only != "archive":
        made += [deb(bundle, out=out), training_deb(part, out=out)]
    if asked.only != "deb":
        made.append(archive(bundle, out=out))
        both = with_training(bundle, part, out)
        made.append(archive(both, out=out, name="segue-with-training"))
        shutil.rmtree(both.parent)
    made.append(shutil.copy(bundle / "_internal" / "sbom.cdx.json", out / sbom_name()))
    made.append(shutil.copy(part / "sbom.cdx.json", out / sbom_name("segue-training")))
    write_checksums(made, out / "SHA256SUMS-linux")
    for path in made:
        print(f"{path}  {Path(path).stat().st_size / 1e6:.1f} MB")
    return 0


def strip(folder: Path) -> None:
    """Take the symbol tables out of all libraries: 100 MB of names that nothing reads.

    A library stays as it is where the loader would refuse what strip makes of it: auditwheel moves
    the tables of some, OpenBLAS for one, to places that strip does not keep.

    Args:
        folder: Of the program, or of the training part.
    """
    for library in folder.rglob("*.so*"):
        if library.is_symlink() or not library.is_file():
            continue
        stripped = library.with_name(f"{library.name}.stripped")
        subprocess.check_call(["strip", "--strip-unneeded", "-o", stripped, library])
        if is_loadable(stripped):
            shutil.copymode(library, stripped)
            stripped.replace(library)
        else:
            stripped.unlink()


def is_loadable(library: Path) -> bool:
    """Return whether each segment lies at the same place of its page in the file as in memory."""
    command = ["readelf", "--program-headers", "--wide", library]
    told = subprocess.check_output(command, text=True, env={**os.environ, "LC_ALL": "C"})
    segments = re.findall(r"^ *LOAD +0x(\w+) 0x(\w+)", told, re.MULTILINE)
    return all((int(there, 16) - int(here, 16)) % PAGE == 0 for here, there in segments)


def sbom_name(package: str = "segue") -> str:
    """Return the name of the published list of what is in a package."""
    return f"{package}-{version()}-linux-x86_64.sbom.cdx.json"


def archive(bundle: Path, *, out: Path, name: str = "segue") -> Path:
    """Pack a bundle so that it runs from wherever it is unpacked."""
    made = out / f"{name}-{version()}-linux-x86_64.tar.xz"
    # The same bundle makes the same archive, whoever packs it, when, and on how many cores.
    tar = ["tar", "--owner=0", "--group=0", "--numeric-owner", "--sort=name"]
    tar += [f"--mtime=@{released_s()}", "--mode=u=rwX,go=rX", "--format=gnu", "-cJf", str(made)]
    subprocess.check_call(
        [*tar, "-C", bundle.parent, bundle.name],
        env={**os.environ, "XZ_OPT": f"-{COMPRESSION} -T2", "LC_ALL": "C.UTF-8"},
    )
    return made


def pack_deb(tree: Path, made: Path) -> Path:
    """Pack a tree as a Debian package and remove the tree.

    The same tree makes the same package: times, rights and the number of threads are fixed.
    """
    settle(tree, when_s=released_s())
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{COMPRESSION}", "--build", tree, made]
    subprocess.check_call(command, env={**repeatable(), "DPKG_DEB_THREADS_MAX": "1"})
    shutil.rmtree(tree)
    return made


def settle(tree: Path, *, when_s: int) -> None:
    """Give every file and folder of a tree one time, and the rights that every user needs."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)
        os.utime(path, (when_s, when_s), follow_symlinks=False)


def deb(bundle: Path, *, out: Path) -> Path:
    """Make the Debian package: the bundle in /opt, a command with its manual, a menu entry."""
    tree = out / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / "opt" / "segue", symlinks=True, copy_function=link)
    lay_out(tree)
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        control_text(size_kb=_size_kb(tree), glibc=needed_glibc(bundle)), encoding="utf-8"
    )
    return pack_deb(tree, out / f"segue_{version()}_amd64.deb")


def training_deb(part: Path, *, out: Path) -> Path:
    """Make the Debian package of the training part: a folder beside the program's files."""
    tree = out / "deb-training"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(part, tree / "opt" / "segue" / training.FOLDER, copy_function=link)
    papers = tree / "usr/share/doc/segue-training"
    papers.mkdir(parents=True)
    (papers / "copyright").write_text(
        "The licences of all packages: /opt/segue/training/licences\n", encoding="utf-8"
    )
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(training_control(size_kb=_size_kb(tree)), encoding="utf-8")
    return pack_deb(tree, out / f"segue-training_{version()}_amd64.deb")


def training_control(*, size_kb: int) -> str:
    """Return the description of the training part for dpkg; it fits one version of Segue."""
    return (
        f"Package: segue-training\nVersion: {version()}\nArchitecture: amd64\nSection: sound\n"
        "Priority: optional\nMaintainer: The Segue authors <segue@localhost>\n"
        f"{address.control_line()}Installed-Size: {size_kb}\nDepends: segue (= {version()})\n"
        "Description: the part of Segue that trains models\n"
        " PyTorch and MidiTok, which Segue needs to make a model of the user's own music.\n"
        " Composing, playing and continuing work without this package.\n"
    )


def lay_out(tree: Path) -> None:
    """Put everything but the bundle where a desktop looks for it."""
    for name, place in SHARED.items():
        (tree / place).mkdir(parents=True, exist_ok=True)
        text = (HERE / name).read_text(encoding="utf-8")
        (tree / place / name).write_text(with_pictures(text), encoding="utf-8")
    hicolor = tree / "usr/share/icons/hicolor"
    scalable = hicolor / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(icons.SVG, scalable / f"{APP_ID}.svg")
    icons.pngs(hicolor)
    commands = tree / "usr/bin"
    commands.mkdir(parents=True)
    (commands / "segue").symlink_to("../../opt/segue/segue")
    command_line.write(tree)
    papers = tree / "usr/share/doc/segue"
    papers.mkdir(parents=True)
    (papers / "copyright").write_text(
        (ROOT / "LICENSE").read_text(encoding="utf-8")
        + "\nThe licences of all that is in Segue: /opt/segue/_internal/assets/licences\n",
        encoding="utf-8",
    )


def with_pictures(metainfo: str) -> str:
    """Return AppStream data with pictures of the window, if they name a home page.

    A software centre fetches pictures from the net, and the home page has those of this version.
    """
    found = re.search(r'<url type="homepage">(.+?)</url>', metainfo)
    if found is None:
        return metainfo
    lines = ["  <screenshots>"]
    for number, (name, caption) in enumerate(PICTURES.items()):
        kind = ' type="default"' if number == 0 else ""
        address = f"{found[1]}/raw/v{version()}/docs/guide/pictures/{name}.png"
        lines += [
            f"    <screenshot{kind}>",
            f"      <caption>{caption}</caption>",
            f"      <image>{address}</image>",
            "    </screenshot>",
        ]
    pictures = "\n".join([*lines, "  </screenshots>", ""])
    return metainfo.replace("  <launchable ", f"{pictures}  <launchable ")


def control_text(*, size_kb: int, glibc: int) -> str:
    """Return the package's description for dpkg.

    Args:
        size_kb: What it takes when it is installed.
        glibc: The minor version of the C library that the bundle needs.
    """
    return (
        f"Package: segue\nVersion: {version()}\nArchitecture: amd64\nSection: sound\n"
        "Priority: optional\nMaintainer: The Segue authors <segue@localhost>\n"
        f"{address.control_line()}Installed-Size: {size_kb}\n"
        f"Depends: libc6 (>= 2.{glibc}), {DEPENDS}\n"
        "Suggests: segue-training\n"
        f"Recommends: {RECOMMENDS}\n"
        "Description: continue your music with a model trained on your own MIDI files\n"
        " Segue continues a piece live with a Transformer-XL that carries its memory from bar\n"
        " to bar, and learns from the user's own MIDI library. Everything runs offline.\n"
    )


def needed_glibc(bundle: Path) -> int:
    """Return the newest minor version of the C library that a library of the bundle asks for."""
    found = {17}
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if data[:4] == b"\x7fELF":
                found.update(int(minor) for minor in _GLIBC.findall(data))
    return max(found)


def _size_kb(tree: Path) -> int:
    return sum(f.lstat().st_size for f in tree.rglob("*") if not f.is_dir()) // 1024


if __name__ == "__main__":
    sys.exit(main())
