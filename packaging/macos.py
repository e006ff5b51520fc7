"""Build Segue's macOS app and disk image: `python packaging/macos.py`, on macOS.

With these environment variables it is signed and notarised, without them it is signed for this
machine only and others must open it by ‘Open anyway’:

SEGUE_SIGN_IDENTITY     `Developer ID Application: NAME (TEAM)` in the keychain
SEGUE_NOTARY_APPLE_ID   the Apple account that notarises
SEGUE_NOTARY_TEAM_ID    its team
SEGUE_NOTARY_PASSWORD   an app-specific password of it
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import training
from bundle import ROOT, build, sizes, version, with_training, write_checksums

IDENTITY = "SEGUE_SIGN_IDENTITY"
NOTARY = {
    "--apple-id": "SEGUE_NOTARY_APPLE_ID",
    "--team-id": "SEGUE_NOTARY_TEAM_ID",
    "--password": "SEGUE_NOTARY_PASSWORD",
}


def main() -> int:
    """Build the app unless it is there, put it into a disk image, sign and notarise both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--keep-bundle", action="store_true", help="use the app in --out")
    asked = parser.parse_args()
    out: Path = asked.out.resolve()
    app = out / "Segue.app"
    if not (asked.keep_bundle and app.is_dir()):
        build(out)  # signs every library and the app, with the identity if there is one
    print(sizes(out / "segue"))
    ending = f"{version()}-macos-{platform.machine()}"
    name = f"Segue-{ending}"
    both = with_training(app, out / training.FOLDER, out)
    for command in signing(both, os.environ):
        subprocess.check_call(command)
    made = [*out.glob(f"segue-training-{version()}-*.zip")]
    for image, what in ((name, app), (f"Segue-with-training-{ending}", both)):
        made.append(out / f"{image}.dmg")
        with tempfile.TemporaryDirectory() as folder:
            lay_out(what, Path(folder))
            for command in commands(what, Path(folder), made[-1], os.environ):
                run(command)
    shutil.rmtree(both.parent)
    sbom = shutil.copy(out / "segue" / "_internal" / "sbom.cdx.json", out / f"{name}.sbom.cdx.json")
    write_checksums([*made, sbom], out / "SHA256SUMS-macos")
    for path in made:
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")
    return 0


def run(command: Sequence[str], *, wait_s: float = 10.0) -> None:
    """Run a command; make an image up to four times, because another program may look at the disk.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    for again in (True, True, True, False):
        try:
            subprocess.check_call(command)
        except subprocess.CalledProcessError:
            if not (again and command[0] == "hdiutil"):
                raise
            time.sleep(wait_s)  # “hdiutil: create failed - Resource busy”
        else:
            return


def signing(app: Path, environment: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the commands that sign the libraries of the training part, and the app once more."""
    identity = environment.get(IDENTITY, "")
    options = ["--timestamp", "--options", "runtime"] if identity else []
    sign = ["codesign", "--force", "--sign", identity or "-", *options]
    for library in sorted((app / "Contents" / "Resources" / training.FOLDER).rglob("*")):
        if library.suffix in {".so", ".dylib"} or library.parent.name == "bin":
            yield [*sign, str(library)]
    entitlements = ROOT / "packaging" / "macos" / "entitlements.plist"
    yield [*sign, "--entitlements", str(entitlements), str(app)]


def lay_out(app: Path, folder: Path) -> None:
    """Fill the disk image's folder: the app, and where it is to be dragged to."""
    shutil.copytree(app, folder / app.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")


def commands(
    app: Path, folder: Path, made: Path, environment: Mapping[str, str]
) -> Iterator[list[str]]:
    """Yield the commands that make, sign and notarise the disk image, in their order.

    Args:
        app: The app, signed by PyInstaller.
        folder: What the image shows.
        made: The image.
        environment: Where the identity and the notary's account are named.
    """
    yield ["codesign", "--verify", "--deep", "--strict", "--verbose=2", str(app)]
    # hdiutil makes room by itself; ULMO (lzma) is read by macOS 10.15 and later.
    image = ["hdiutil", "create", "-volname", "Segue", "-srcfolder", str(folder)]
    yield [*image, "-format", "ULMO", "-ov", str(made)]
    identity = environment.get(IDENTITY, "")
    if not identity:
        return
    yield ["codesign", "--sign", identity, "--timestamp", str(made)]
    account = {option: environment.get(name, "") for option, name in NOTARY.items()}
    if not all(account.values()):
        return
    options = [word for pair in account.items() for word in pair]
    yield ["xcrun", "notarytool", "submit", str(made), *options, "--wait"]
    yield ["xcrun", "stapler", "staple", str(made)]
    yield [
        "spctl",
        "--assess",
        "--type",
        "open",
        "--context",
        "context:primary-signature",
        str(made),
    ]


if __name__ == "__main__":
    sys.exit(main())
