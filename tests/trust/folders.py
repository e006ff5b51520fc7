"""Folders that are read-only, or vanish while Segue works in them.

A piece is saved, kept and imported from where nothing may be written, or from where nothing is any
more: each is done or refused in a sentence, and what the user has in hand is still there.
"""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from engine.ground.errors import SegueError
from engine.piece.composition_file import open_composition, save, to_bytes
from tests.trust import imports
from tests.trust.saving import piece
from tests.trust.trial import Findings, run

# Root may write where rights say no: only a file system that is mounted read-only stops it.
_CLOSED = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
_SAVE = """
import sys
from pathlib import Path
from engine.piece.composition_file import save
from engine.ground.errors import SegueError
from tests.trust.saving import piece
try:
    save(piece(1), Path(sys.argv[1]))
except SegueError as error:
    print(error.message)
"""


def closed(folder: Path) -> list[str]:
    """Return the words before a command to which a folder is read-only."""
    return ["unshare", "--mount", "--map-root-user", "sh", "-c", _CLOSED, "sh", str(folder)]


def possible(folder: Path) -> bool:
    """Return whether a folder can be closed to a command on this machine."""
    if shutil.which("unshare") is None:
        return False
    words = [*closed(folder), "sh", "-c", 'test ! -w "$0"', str(folder)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Do so many things in folders that are closed or go, in turns."""
    findings = Findings()
    imports.music(folder / "music", draw)
    ways = [_save_vanished, _import_vanishes]
    if possible(folder / "music"):
        ways += [_save_closed, _import_closed]
    for number in range(count):
        place = folder / str(number)
        place.mkdir()
        ways[number % len(ways)](place, folder / "music", draw, findings)
    return findings


def _save_closed(place: Path, _music: Path, _draw: random.Random, findings: Findings) -> None:
    """Save over a piece in a folder that was closed meanwhile."""
    path = place / "piece.segue"
    save(piece(0), path)
    before = path.read_bytes()
    command = [*closed(place), sys.executable, "-c", _SAVE, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.startswith("Could not save to"):
        findings.broken.append(f"closed: {done.stdout!r} {done.stderr[-200:]!r}")
    if path.read_bytes() != before or len(list(place.iterdir())) != 1:
        findings.broken.append("closed: something was changed")
    findings.counts["saves refused in a sentence"] += 1


def _save_vanished(place: Path, _music: Path, _draw: random.Random, findings: Findings) -> None:
    """Save to a folder that was deleted, or that a file stands in place of: its name is said."""
    path = place / "gone" / "piece.segue"
    path.parent.mkdir()
    save(piece(0), path)
    shutil.rmtree(path.parent)
    for stands in ("nothing", "a file"):
        if stands == "a file":
            path.parent.write_bytes(b"in the way")
        try:
            save(piece(1), path)
            findings.broken.append(f"vanished: {stands} is there, and it says that it was saved")
        except SegueError as error:
            if "gone" not in error.message:
                findings.broken.append(f"vanished: {error.message!r} names no folder")
    path.parent.unlink()
    path.parent.mkdir()
    save(piece(1), path)
    if to_bytes(open_composition(path)) != to_bytes(piece(1)):
        findings.broken.append("vanished: another piece is there")
    findings.counts["saves into folders that are gone refused in a sentence"] += 1


def _import_closed(place: Path, music: Path, _draw: random.Random, findings: Findings) -> None:
    """Import into a home where nothing may be written: one sentence, nothing made."""
    home = place / "home"
    home.mkdir()
    process = imports.start(music, home, *closed(home))
    _, cried = process.communicate(timeout=300.0)
    if process.returncode == 0 or "Traceback" in cried or not cried.strip():
        findings.broken.append(f"closed home: code {process.returncode}, {cried[-200:]!r}")
    findings.counts["imports refused in a sentence"] += 1


def _import_vanishes(place: Path, music: Path, draw: random.Random, findings: Findings) -> None:
    """Import a folder whose files go meanwhile: it ends, and what is gone is said to be."""
    copied = place / "music"
    shutil.copytree(music, copied)
    process = imports.start(copied, place / "home")
    time.sleep(draw.uniform(0.0, 8.0))
    going = sorted(copied.iterdir())
    for path in draw.sample(going, len(going) // 2):
        path.unlink()
    if draw.random() < 0.5:
        copied.rename(place / "moved")
    said, cried = process.communicate(timeout=300.0)
    if process.returncode not in {0, 1, 2} or "Traceback" in cried or not (said or cried):
        findings.broken.append(f"vanishing: code {process.returncode}, {cried[-200:]!r}")
    imports.look(place / "home", findings, "vanishing", rows=None)
    findings.counts["imports of what vanishes"] += 1


if __name__ == "__main__":
    sys.exit(run(trial))
