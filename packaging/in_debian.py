"""Build the Linux packages in a bare Debian 12: `sudo python packaging/in_debian.py --room FOLDER`.

A bundle asks for the C library of the system that it was built on. This one is built on the oldest
Debian that is looked after, wherever it is built: debootstrap makes that Debian, with packages that
Debian has signed. The script builds the last commit into `dist`. It passes further options on to
`packaging/linux.py`.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "linux"))
from project import ROOT, released_s
from room import Room

# What `python3 run.py package` does not install itself. PyInstaller takes Python's library along.
NEEDED = ("ca-certificates", "libpython3.11", "python3", "python3-venv")
SOURCE = "/root/segue"
# How pip reaches its packages, where it was told.
_PIP = ("PIP_CERT", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_INDEX_URL")


def main() -> int:
    """Make the Debian, build there, and fetch what was made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", type=Path, required=True, help="the folder of the Debian")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked, further = parser.parse_known_args()
    room = Room(asked.room.resolve())
    room.furnish()
    source = room.path(SOURCE)
    shutil.rmtree(source, ignore_errors=True)
    subprocess.check_call(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", str(source)])
    with room.open():
        room.apt("update")
        room.apt("install", *NEEDED)
        build(room, further, os.environ)
    asked.out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source / "dist", asked.out, symlinks=True, dirs_exist_ok=True)
    # For the user who called sudo.
    owner = f"{os.environ.get('SUDO_UID', '0')}:{os.environ.get('SUDO_GID', '0')}"
    subprocess.check_call(["chown", "--recursive", "--no-dereference", owner, str(asked.out)])
    return 0


def build(room: Room, further: list[str], environment: Mapping[str, str]) -> None:
    """Run the build in the room and show what it says.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    given = {name: environment[name] for name in _PIP if name in environment}
    given |= {name: value for name, value in environment.items() if name.lower().endswith("_proxy")}
    given |= {"HOME": "/root", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": str(released_s())}
    given["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    command = ["env", "-C", SOURCE, "python3", "run.py", "package", *further]
    subprocess.check_call(["chroot", str(room.root), *command], env=given)


if __name__ == "__main__":
    sys.exit(main())
