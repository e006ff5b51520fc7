"""What a trial of a package looks at: sound, pieces, the user's files, the screen."""

import json
import shutil
import subprocess
import wave
import zipfile
from array import array
from pathlib import Path

from room import HOME, Room


def loudest(file: Path) -> int:
    """Return the largest sample of a WAV file.

    Raises:
        AssertionError: It is silent.
    """
    with wave.open(str(file)) as sound:
        assert sound.getsampwidth() == 2
        samples = array("h", sound.readframes(sound.getnframes()))
    highest = max(map(abs, samples))
    assert highest > 300, "the sound is silent"
    return highest


def read_document(file: Path) -> dict[str, list[dict[str, object]]]:
    """Return what a saved piece says."""
    with zipfile.ZipFile(file) as archive:
        assert "score.mid" in archive.namelist()
        document = json.loads(archive.read("composition.json"))
    piece: dict[str, list[dict[str, object]]] = document["composition"]
    return piece


def user_data(room: Room) -> dict[str, bytes]:
    """Return the user's pieces, library and models, by their paths."""
    home = room.path(HOME)
    kept = (home / ".local/share/Segue", *home.glob("*.segue"))
    files = [f for place in kept for f in ([place] if place.is_file() else place.rglob("*"))]
    assert files, "the user has no data"
    return {str(f.relative_to(home)): f.read_bytes() for f in files if f.is_file()}


def picture(display: str, file: Path) -> None:
    """Keep what the screen shows, where ImageMagick is at hand."""
    if shutil.which("import"):
        subprocess.call(["import", "-display", display, "-window", "root", str(file)])


def drop_caches() -> None:
    """Forget what was read from disk, as after the computer was switched on."""
    subprocess.check_call(["sync"])
    Path("/proc/sys/vm/drop_caches").write_text("3\n", encoding="ascii")
