"""Build Segue's Windows installer: `python packaging/windows.py`, on Windows, with NSIS installed.

`SEGUE_SIGN_COMMAND` (for instance `signtool sign /fd sha256 /tr URL /td sha256 /sha1 THUMBPRINT`)
signs the two programs, the uninstaller and the installer; without it nothing is signed and Windows
asks the user once more.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import icons
import training
from bundle import ROOT, build, sizes, version, with_training, write_checksums

SCRIPT = ROOT / "packaging" / "windows" / "segue.nsi"
SIGN = "SEGUE_SIGN_COMMAND"
PROGRAMS = ("segue.exe", "segue-cli.exe")


def main() -> int:
    """Build the bundle unless it is there, sign it, then make the installer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--keep-bundle", action="store_true", help="use the bundle in --out")
    asked = parser.parse_args()
    out: Path = asked.out.resolve()
    bundle = out / "segue"
    sign = os.environ.get(SIGN, "")
    if not (asked.keep_bundle and bundle.is_dir()):
        build(out)
    print(sizes(bundle))
    if sign:
        for name in PROGRAMS:
            subprocess.check_call(f'{sign} "{bundle / name}"')
    icon = icons.ico(out / "segue.ico")
    both = with_training(bundle, out / training.FOLDER, out)
    made = [*out.glob(f"segue-training-{version()}-*.zip")]
    for name, folder in (("Segue", bundle), ("Segue-with-training", both)):
        made.append(out / f"{name}-{version()}-windows-x86_64.exe")
        subprocess.check_call(nsis_command(bundle=folder, icon=icon, out=made[-1], sign=sign))
    shutil.rmtree(both.parent)
    sbom = shutil.copy(
        bundle / "_internal" / "sbom.cdx.json",
        out / f"segue-{version()}-windows-x86_64.sbom.cdx.json",
    )
    write_checksums([*made, sbom], out / "SHA256SUMS-windows")
    for path in made:
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")
    return 0


def nsis_command(
    *, bundle: Path, icon: Path, out: Path, sign: str = "", target: str = ""
) -> list[str]:
    """Return the command that compiles the installer; warnings are errors.

    Args:
        bundle: PyInstaller's folder.
        icon: An .ico file.
        out: The installer to make.
        sign: A command that signs the file it is given at its end.
        target: NSIS's stub to build on, where the usual one will not do.
    """
    makensis = shutil.which("makensis") or r"C:\Program Files (x86)\NSIS\makensis.exe"
    values = {"VERSION": version(), "BUNDLE": bundle, "ICON": icon, "OUT": out}
    values |= {"SIGN": sign} if sign else {}
    values |= {"TARGET": target} if target else {}
    dash = "/" if os.name == "nt" else "-"
    defined = [f"{dash}D{name}={value}" for name, value in values.items()]
    quiet, strict = f"{dash}V2", f"{dash}WX"
    return [makensis, quiet, strict, f"{dash}INPUTCHARSET", "UTF8", *defined, str(SCRIPT)]


if __name__ == "__main__":
    sys.exit(main())
