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
import icons
import training
from bundle import ROOT, build, link, sizes, version, with_training, write_checksums

HERE = ROOT / "packaging" / "linux"
APP_ID = "org.segue.Segue"
# What stays on the system (contents.FROM_SYSTEM) and what Qt's plug-ins load from there: measured
# with ldd in a bare Debian 12. Ubuntu 24.04 renamed some.
DEPENDS = (
    "libstdc++6, libgcc-s1, libegl1, libgl1, libx11-6, libx11-xcb1, libxcb1, libdbus-1-3, "
    "libfontconfig1, libfreetype6, libglib2.0-0 | libglib2.0-0t64, libgssapi-krb5-2, libbrotli1, "
    "libasound2 | libasound2t64, libwayland-cursor0, libwayland-egl1"
)
# Without them everything works, only less of it: no entry in menus, no file types, no printers, no
# fonts.
RECOMMENDS = (
    "libcups2 | libcups2t64, desktop-file-utils, shared-mime-info, hicolor-icon-theme, xdg-utils, "
    "fonts-dejavu-core | fonts-noto-core, fluid-soundfont-gm | fluidr3mono-gm-soundfont"
)
SHARED = {
    f"{APP_ID}.desktop": "usr/share/applications",
    f"{APP_ID}.metainfo.xml": "usr/share/metainfo",
    f"{APP_ID}.xml": "usr/share/mime/packages",
}
# PyTorch's and Python's own libraries come with their symbol tables: 90 MB of names.
STRIPPED = ("torch/lib/libtorch_cpu.so", "torch/lib/libtorch_python.so", "libpython3*.so*")
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
    """Take the names of functions out of the largest libraries; what they do stays the same.

    Args:
        folder: Of the program, or of the training part.
    """
    for pattern in STRIPPED:
        for inside in (folder, folder / "_internal"):
            for library in inside.glob(pattern):
                subprocess.check_call(["strip", "--strip-unneeded", library])


def sbom_name(package: str = "segue") -> str:
    """Return the name of the published list of what is in a package."""
    return f"{package}-{version()}-linux-x86_64.sbom.cdx.json"


def archive(bundle: Path, *, out: Path, name: str = "segue") -> Path:
    """Pack a bundle so that it runs from wherever it is unpacked."""
    made = out / f"{name}-{version()}-linux-x86_64.tar.xz"
    tar = ["tar", "--owner=0", "--group=0", "--sort=name", "-cJf", made]
    subprocess.check_call(
        [*tar, "-C", bundle.parent, bundle.name],
        env={**os.environ, "XZ_OPT": "-1 -T0"},
    )
    return made


def deb(bundle: Path, *, out: Path) -> Path:
    """Make the Debian package: the bundle in /opt, a command, a menu entry, file types."""
    tree = out / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / "opt" / "segue", symlinks=True, copy_function=link)
    lay_out(tree)
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        control_text(size_kb=_size_kb(tree), glibc=needed_glibc(bundle)), encoding="utf-8"
    )
    made = out / f"segue_{version()}_amd64.deb"
    subprocess.check_call(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", tree, made])
    shutil.rmtree(tree)
    return made


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
    made = out / f"segue-training_{version()}_amd64.deb"
    subprocess.check_call(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", tree, made])
    shutil.rmtree(tree)
    return made


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
        shutil.copy(HERE / name, tree / place)
    hicolor = tree / "usr/share/icons/hicolor"
    scalable = hicolor / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(icons.SVG, scalable / f"{APP_ID}.svg")
    icons.pngs(hicolor)
    commands = tree / "usr/bin"
    commands.mkdir(parents=True)
    (commands / "segue").symlink_to("../../opt/segue/segue")
    papers = tree / "usr/share/doc/segue"
    papers.mkdir(parents=True)
    (papers / "copyright").write_text(
        (ROOT / "LICENSE").read_text(encoding="utf-8")
        + "\nThe licences of all that is in Segue: /opt/segue/_internal/assets/licences\n",
        encoding="utf-8",
    )


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
