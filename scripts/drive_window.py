"""The whole main job in the real window on a virtual screen, by keys and mouse, with pictures.

    python scripts/drive_window.py FOLDER

Needs Xvfb, openbox, xdotool and ImageMagick's `import`. Starts Segue with empty folders of its own,
does what a new user does (answer the first card, continue, hear, keep, undo, save, import, train,
use the model), looks at what is on disk after each step, and keeps a picture of each in FOLDER.
Exits non-zero at the first thing that did not happen.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.piece.composition import Composition  # noqa: E402 - after the path
from engine.piece.composition_file import open_composition  # noqa: E402 - after the path

WIDTH, HEIGHT = 1440, 900
# What the watchdog writes when the window is closed.
SLOW = "slow.txt"
# Where the mouse is needed, in the window: from its left edge, from its lower edge.
START_TRAINING = (382, 68)
STOP_AND_KEEP = (484, 68)


def wait_for(what: str, happened: Callable[[], bool], *, seconds: float = 60.0) -> float:
    """Wait until something happened and return after how many seconds.

    Raises:
        SystemExit: It did not.
    """
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if happened():
            return time.monotonic() - begin
        time.sleep(0.1)
    raise SystemExit(f"did not happen within {seconds:.0f} s: {what}")


def demand(happened: bool, what: str) -> None:  # noqa: FBT001 - reads best in place
    """End with a sentence unless something is so."""
    if not happened:
        raise SystemExit(f"is not so: {what}")


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Yield an environment with a screen and a window manager of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    environment = dict(os.environ, DISPLAY=f":{number}")
    environment.pop("QT_QPA_PLATFORM", None)
    manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    time.sleep(1.0)
    try:
        yield environment
    finally:
        for process in (manager, server):
            process.send_signal(signal.SIGTERM)
            process.wait()


class Drive:
    """One run of Segue, driven.

    Args:
        environment: With the screen, and `SEGUE_HOME`.
        pictures: Where pictures go.
        work: An empty folder for files that the run makes.
        watch: How its turns are watched (`python -m benchmarks watched`).
    """

    def __init__(
        self,
        environment: dict[str, str],
        pictures: Path,
        work: Path,
        *,
        watch: tuple[str, ...] = (),
    ) -> None:
        self._environment = environment
        self._watch = watch
        self._pictures = pictures
        self.work = work
        self._number = 0
        self._window = ""
        self._height = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start Segue and wait for its window."""
        watched = [sys.executable, "-m", "benchmarks", "watched", *self._watch]
        command = [*watched, str(self.work / SLOW)]
        self._process = subprocess.Popen(command, env=self._environment, cwd=ROOT)
        seconds = wait_for("a window", lambda: bool(self.title()))
        print(f"window after {seconds:.1f} s")
        self._xdotool("windowsize", "--sync", self._window, str(WIDTH), str(HEIGHT - 24))
        self._xdotool("windowmove", self._window, "0", "0")
        geometry = self._xdotool("getwindowgeometry", "--shell", self._window)
        self._height = int(geometry.split("HEIGHT=")[1].split()[0])
        time.sleep(1.0)

    def title(self) -> str:
        """Return the window's title, empty while there is none."""
        found = self._xdotool("search", "--name", "– Segue$").split()
        self._window = found[-1] if found else ""
        return self._xdotool("getwindowname", self._window).strip() if found else ""

    def key(self, *keys: str, pause_s: float = 0.4) -> None:
        """Press keys."""
        for key in keys:
            self._xdotool("key", "--clearmodifiers", key)
            time.sleep(pause_s)

    def type(self, text: str) -> None:
        """Type text and press Enter."""
        self._xdotool("type", "--delay", "8", text)
        time.sleep(0.5)
        self.key("Return")

    def click(self, x: int, above: int) -> None:
        """Click in the window, so many pixels above its lower edge."""
        at = ["--window", self._window, str(x), str(self._height - above)]
        self._xdotool("mousemove", *at, "click", "1")
        time.sleep(0.4)

    def picture(self, name: str) -> None:
        """Keep a picture of the screen."""
        self._number += 1
        file = self._pictures / f"{self._number:02}-{name}.png"
        subprocess.run(["import", "-window", "root", str(file)], env=self._environment, check=True)
        print(f"  {file.name}")

    def save(self, name: str) -> Composition:
        """Save as and return what is on disk."""
        path = self.work / f"{name}.segue"
        self.key("ctrl+shift+s")
        wait_for("a dialog", lambda: bool(self._xdotool("search", "--name", "^Save as$")))
        time.sleep(1.0)
        self.key("ctrl+a")
        self.type(str(path))
        time.sleep(3.0)
        if not path.is_file():
            # On a busy machine the list of what begins alike takes the first one.
            self.key("Return")
        wait_for(f"{path.name} on disk", path.is_file)
        return open_composition(path)

    def hand_over(self, path: Path) -> None:
        """Start Segue a second time with a file: the first one opens it."""
        subprocess.run(
            [sys.executable, "-m", "app", str(path)], env=self._environment, cwd=ROOT, check=True
        )

    def quit(self) -> None:
        """Close the window by its key and wait for a clean end."""
        if self._process is None:
            return
        self.key("ctrl+q", pause_s=2.0)
        if self._process.poll() is None and self._xdotool("search", "--name", "^Save"):
            self.key("alt+d")
        code = self._process.wait(timeout=30)
        if code:
            raise SystemExit(f"Segue ended with code {code}")
        print("turns of the window's thread over 50 ms of its processor time, the start included:")
        print((self.work / SLOW).read_text(encoding="utf-8"))

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout


def first_run(drive: Drive) -> None:
    """Look at the start page and leave it with a demo piece."""
    time.sleep(2.0)
    drive.picture("first-run")
    drive.hand_over(ROOT / "assets" / "demo" / "lullaby.mid")


def continue_and_keep(drive: Drive) -> None:
    """Continue the demo, hear the second alternative, keep it, undo, redo, save, open again."""
    before = drive.save("before")
    drive.key("g", pause_s=0.1)
    begin = time.monotonic()
    time.sleep(3.0)
    drive.picture("making")
    wait_for("all alternatives", lambda: "*" in drive.title(), seconds=180)
    print(f"four alternatives after {time.monotonic() - begin:.1f} s")
    drive.picture("offered")
    drive.key("2", pause_s=2.0)
    drive.picture("hearing-2")
    drive.key("Return", pause_s=1.0)
    drive.picture("kept")
    kept = drive.save("kept")
    demand(kept.score.note_count > before.score.note_count, "something was kept")
    demand([take.state for take in kept.takes].count("accepted") == 1, "one take is accepted")
    drive.key("ctrl+z", pause_s=1.0)
    undone = drive.save("undone")
    demand(undone.score == before.score, "undo gives the same music")
    demand(len(undone.takes) == len(kept.takes), "undo keeps all takes")
    drive.picture("undone")
    drive.hand_over(drive.work / "kept.segue")
    # The piece keeps its title, whatever its file is called.
    wait_for("the kept piece opened", lambda: bool(drive.title()) and "*" not in drive.title())
    demand(kept.score.title in drive.title(), "a saved piece keeps its title")
    drive.key("space", pause_s=2.0)
    drive.picture("playing")
    drive.key("space")


def import_and_train(drive: Drive, home: Path) -> None:
    """Import the demo pieces, train on them for a little, and use the model."""
    drive.hand_over(ROOT / "assets" / "demo")
    wait_for("a catalogue", (home / "data" / "library.sqlite").is_file)
    time.sleep(8.0)
    drive.picture("report")
    drive.key("ctrl+2", pause_s=6.0)
    drive.picture("train")
    drive.click(*START_TRAINING)
    runs, models = home / "data" / "training", home / "data" / "models"
    wait_for("a saved step", lambda: len(list(runs.glob("**/*weights*"))) > 1, seconds=400)
    time.sleep(5.0)
    drive.picture("training")
    drive.click(*STOP_AND_KEEP)
    wait_for("a model", lambda: bool(list(models.glob("*/model.json"))), seconds=120)
    time.sleep(3.0)
    drive.picture("trained")
    drive.key("ctrl+1", pause_s=1.0)


def looks(drive: Drive) -> None:
    """Look at menus, panes, the palette and the other colours."""
    for key, name in (
        ("shift+F1", "keys"),
        ("ctrl+k", "palette"),
        ("ctrl+comma", "preferences"),
    ):
        drive.key(key, pause_s=1.5)
        drive.picture(name)
        drive.key("Escape")
    for name in ("light", "high"):
        drive.key("ctrl+k", pause_s=1.0)
        drive.type(name)
        time.sleep(4.0)
        drive.picture(f"colours-{name}")
    drive.key("ctrl+k", pause_s=1.0)
    drive.type("dark")


def rescue(drive: Drive) -> None:
    """Kill it after an edit, and find the edit again."""
    drive.key("ctrl+t", pause_s=6.0)
    drive.kill()
    drive.start()
    time.sleep(3.0)
    drive.picture("rescue")


def main() -> None:
    """Drive the window through everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--without-training", action="store_true")
    arguments = parser.parse_args()
    arguments.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, screen() as environment:
        home, work = Path(folder) / "home", Path(folder) / "work"
        work.mkdir()
        drive = Drive(environment | {"SEGUE_HOME": str(home)}, arguments.pictures, work)
        try:
            drive.start()
            first_run(drive)
            continue_and_keep(drive)
            looks(drive)
            if not arguments.without_training:
                import_and_train(drive, home)
            rescue(drive)
            drive.quit()
        except SystemExit:
            drive.picture("failed")
            raise
        finally:
            drive.kill()
    print("all of it happened")


if __name__ == "__main__":
    main()
