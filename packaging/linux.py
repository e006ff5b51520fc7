"""Build Segue's Linux packages: `python packaging/linux.py` makes a .deb and a portable archive.

Needs PyInstaller in the environment (`pip install segue[packaging]`), dpkg-deb and tar. The bundle
links against the C library of the machine it is built on: build on the oldest system to be reached.
"""

import argparse
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging" / "linux"
APP_ID = "org.segue.Segue"
# What PySide6's and rtmidi's wheels load from the system (measured with ldd on a bare Debian 12).
DEPENDS = (
    "libegl1, libgl1, libx11-xcb1, libdbus-1-3, libfontconfig1, libfreetype6, "
    "libglib2.0-0 | libglib2.0-0t64, libxkbcommon0, libxkbcommon-x11-0, libxcb-cursor0, "
    "libxcb-icccm4, libxcb-image0, libxcb-keysyms1, libxcb-randr0, libxcb-render-util0, "
    "libxcb-shape0, libxcb-shm0, libxcb-sync1, libxcb-util1, libxcb-xfixes0, libxcb-xkb1, "
    "libgssapi-krb5-2, libasound2 | libasound2t64"
)
SHARED = {
    f"{APP_ID}.desktop": "usr/share/applications",
    f"{APP_ID}.metainfo.xml": "usr/share/metainfo",
    f"{APP_ID}.xml": "usr/share/mime/packages",
}


def main() -> int:
    """Build the bundle unless it is there, then both packages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--keep-bundle", action="store_true", help="use the bundle in --out")
    asked = parser.parse_args()
    out: Path = asked.out.resolve()
    bundle = out / "segue"
    if not (asked.keep_bundle and bundle.is_dir()):
        build_bundle(out)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    for made in (archive(bundle, version=version, out=out), deb(bundle, version=version, out=out)):
        print(f"{made}  {made.stat().st_size / 1e6:.0f} MB")
    return 0


def build_bundle(out: Path) -> None:
    """Run PyInstaller: one folder with the program and everything it loads."""
    work = out / "work"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    places = [f"--distpath={out}", f"--workpath={work}"]
    subprocess.check_call([*command, *places, str(ROOT / "packaging" / "segue.spec")], cwd=ROOT)
    shutil.rmtree(work)


def archive(bundle: Path, *, version: str, out: Path) -> Path:
    """Pack the bundle so that it runs from wherever it is unpacked."""
    made = out / f"segue-{version}-linux-x86_64.tar.gz"
    subprocess.check_call(["tar", "--owner=0", "--group=0", "-czf", made, "-C", out, bundle.name])
    return made


def deb(bundle: Path, *, version: str, out: Path) -> Path:
    """Make the Debian package: the bundle in /opt, a command, a menu entry, file types."""
    tree = out / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / "opt" / "segue", symlinks=True)
    for name, place in SHARED.items():
        (tree / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / name, tree / place)
    icons = tree / "usr/share/icons/hicolor/scalable/apps"
    icons.mkdir(parents=True)
    shutil.copy(ROOT / "assets" / "icons" / "segue.svg", icons / f"{APP_ID}.svg")
    commands = tree / "usr/bin"
    commands.mkdir(parents=True)
    (commands / "segue").symlink_to("/opt/segue/segue")
    licence = tree / "usr/share/doc/segue"
    licence.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", licence / "copyright")
    size_kb = sum(f.stat().st_size for f in tree.rglob("*") if f.is_file()) // 1024
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        f"Package: segue\nVersion: {version}\nArchitecture: amd64\nSection: sound\n"
        f"Priority: optional\nMaintainer: The Segue authors <segue@localhost>\n"
        f"Installed-Size: {size_kb}\nDepends: {DEPENDS}\n"
        "Recommends: fluidr3mono-gm-soundfont\n"
        "Description: continue your music with a model trained on your own MIDI files\n"
        " Segue continues a piece live with a Transformer-XL that carries its memory from bar\n"
        " to bar, and learns from the user's own MIDI library. Everything runs offline.\n",
        encoding="utf-8",
    )
    made = out / f"segue_{version}_amd64.deb"
    subprocess.check_call(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", tree, made])
    shutil.rmtree(tree)
    return made


if __name__ == "__main__":
    sys.exit(main())
