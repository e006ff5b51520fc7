"""The journeys of a stranger in the real window on a virtual screen, by keys, with pictures.

    python scripts/drive_window.py FOLDER [--size 1280x800] [--scale 100] [--language en]
                                   [--theme dark] [--only start bars ...]

Needs Xvfb, openbox, xdotool and ImageMagick's `import`. Starts Segue with empty folders of its own
and does what a new user does (`JOURNEYS`), looks at what is on disk after each step, and keeps a
picture of each in FOLDER. Exits non-zero at the first thing that did not happen.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.piece.composition import Composition  # noqa: E402 - after the path
from engine.piece.composition_file import open_composition  # noqa: E402 - after the path

WIDTH, HEIGHT = 1440, 900
LANGUAGES, THEMES = ("en", "de"), ("dark", "light", "contrast")
THEME_KEYS = {"dark": "alt+shift+2", "light": "alt+shift+3", "contrast": "alt+shift+4"}
DEMOS = ROOT / "assets" / "demo"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of the window in a run.

    Attributes:
        width: Of the screen in pixels.
        height: Of the screen in pixels.
        scale: Of words and controls, in percent.
        language: Of the words.
        theme: The colours.
    """

    width: int = WIDTH
    height: int = HEIGHT
    scale: int = 100
    language: str = "en"
    theme: str = "dark"

    def prefer(self, home: Path) -> None:
        """Write these preferences into an empty home."""
        folder = home / "config"
        folder.mkdir(parents=True)
        chosen = {"theme": self.theme, "language": self.language, "scale": self.scale}
        text = json.dumps({"format": 1, "preferences": chosen})
        (folder / "preferences.json").write_text(text, encoding="utf-8")


@contextmanager
def screen(look: Look = Look()) -> Iterator[dict[str, str]]:
    """Yield an environment with a screen and a window manager of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{look.width}x{look.height}x24"],
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
        look: The size of the screen and the language of the dialogs.
        watch: How its turns are watched (`python -m benchmarks watched`).
    """

    def __init__(
        self,
        environment: dict[str, str],
        pictures: Path,
        work: Path,
        *,
        look: Look = Look(),
        watch: tuple[str, ...] = (),
    ) -> None:
        self.look = look
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
        self._xdotool(
            "windowsize", "--sync", self._window, str(self.look.width), str(self.look.height - 24)
        )
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
        self.write_file("ctrl+shift+s", path)
        return open_composition(path)

    def write_file(self, key: str, path: Path) -> None:
        """Press a key that asks for a file, name it, and wait for it on the disk."""
        self.key(key)
        wait_for("a dialog", self._asks)
        time.sleep(1.0)
        self.key("ctrl+a")
        self.type(str(path))
        time.sleep(3.0)
        if not path.is_file():
            # On a busy machine the list of what begins alike takes the first one.
            self.key("Return")
        wait_for(f"{path.name} on disk", path.is_file, seconds=180)

    def _asks(self) -> bool:
        """Return whether a dialog has the keys."""
        return self._xdotool("getactivewindow").strip() not in ("", self._window)

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


def first_start(drive: Drive) -> None:
    """Look at the start page, and leave it with a demo piece."""
    time.sleep(2.0)
    drive.picture("first-start")
    drive.hand_over(DEMOS / "lullaby.mid")
    wait_for("the demo piece", lambda: "Segue" in drive.title())
    time.sleep(2.0)
    drive.picture("opened")


def own_piece(drive: Drive, name: str) -> None:
    """Open a piece, continue it, hear an alternative, keep it, and find it on the disk."""
    drive.hand_over(DEMOS / f"{name}.mid")
    time.sleep(3.0)
    drive.picture(f"{name}-opened")
    before = drive.save(f"{name}-before")
    drive.key("g", pause_s=0.1)
    wait_for("all alternatives", lambda: "*" in drive.title(), seconds=240)
    drive.key("3", pause_s=2.0)
    drive.picture(f"{name}-hearing-3")
    drive.key("Return", pause_s=1.0)
    after = drive.save(f"{name}-after")
    demand(after.score.note_count > before.score.note_count, f"{name} is longer")


def edit_bars(drive: Drive) -> None:
    """Choose the first bar of all tracks, repeat it, and undo that."""
    drive.key("Escape", "Home", "ctrl+shift+b", pause_s=1.0)
    drive.picture("bars-chosen")
    before = drive.save("bars-before")
    drive.key("ctrl+d", pause_s=1.5)
    drive.picture("bars-repeated")
    twice = drive.save("bars-twice")
    demand(twice.score.note_count > before.score.note_count, "the bar is there twice")
    demand(twice.score.end > before.score.end, "what follows moved")
    drive.key("ctrl+z", pause_s=1.5)
    demand(drive.save("bars-undone").score == before.score, "undo gives the same music")


def write_chords(drive: Drive) -> None:
    """Show the chords, find them, and write some over the first bars."""
    drive.key("alt+shift+c", pause_s=4.0)
    drive.picture("chords-found")
    drive.key("Home", "c", pause_s=1.5)
    drive.type("Am F | C G")
    time.sleep(1.0)
    drive.key("Escape")
    drive.picture("chords-written")


def look_at_library(drive: Drive, home: Path) -> None:
    """Import the demo pieces and look at the library."""
    drive.hand_over(DEMOS)
    catalogue = home / "data" / "library.sqlite"
    wait_for("a catalogue", catalogue.is_file)
    pieces = len(list(DEMOS.glob("*.mid")))
    wait_for("all pieces in it", lambda: files_in(catalogue) >= pieces, seconds=180)
    time.sleep(8.0)
    drive.picture("import-report")
    drive.key("ctrl+3", pause_s=3.0)
    drive.picture("library")
    drive.key("ctrl+1", pause_s=1.0)


def files_in(catalogue: Path) -> int:
    """Return how many files the catalogue has read; 0 while it is being made."""
    with closing(sqlite3.connect(f"{catalogue.as_uri()}?mode=ro", uri=True)) as reading:
        try:
            (count,) = reading.execute("SELECT COUNT(*) FROM files").fetchone()
        except sqlite3.OperationalError:
            return 0
    return int(count)


def jam(drive: Drive) -> None:
    """Play on the computer's letters together with Segue, and give the turn away."""
    drive.key("ctrl+4", pause_s=2.0)
    drive.picture("jam-page")
    drive.key("ctrl+shift+k", "ctrl+j", pause_s=3.0)
    drive.key("a", "d", "g", "k", pause_s=0.4)
    drive.picture("jam-playing")
    drive.key("ctrl+j", pause_s=3.0)
    drive.picture("jam-ended")
    # The focus is on *Keep as a piece*; the window would ask for a jam that waits.
    drive.key("Return", pause_s=2.0)
    drive.picture("jam-kept")
    drive.key("ctrl+shift+k", "ctrl+1", pause_s=1.0)


def export(drive: Drive) -> None:
    """Write the piece as MIDI and as MusicXML."""
    drive.hand_over(DEMOS / "lullaby.mid")
    time.sleep(3.0)
    for key, name in (("ctrl+e", "exported.mid"), ("ctrl+alt+e", "exported.musicxml")):
        drive.write_file(key, drive.work / name)
        demand((drive.work / name).stat().st_size > 200, f"{name} has music")
    drive.picture("exported")


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


def train(drive: Drive, home: Path) -> None:
    """Train on the imported pieces for a little, and keep the best step."""
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
    # Keys are the same in each language; the names that the palette finds are not.
    for theme in THEMES:
        drive.key(THEME_KEYS[theme], pause_s=4.0)
        drive.picture(f"colours-{theme}")
    drive.key(THEME_KEYS[drive.look.theme], pause_s=2.0)


def rescue(drive: Drive, home: Path) -> None:
    """Kill it after an edit, and be offered the edit again."""
    drive.save("rescue-before")
    drive.key("ctrl+t", pause_s=0.1)
    wait_for("an edit", lambda: "*" in drive.title())
    kept = home / "data" / "autosave"
    wait_for("an autosave", lambda: bool(list(kept.glob("*.json"))))
    drive.kill()
    drive.start()
    time.sleep(3.0)
    # The line of notices offers it.
    drive.picture("rescue")


# In the order in which they are done: each leaves the window as the next one needs it.
JOURNEYS: dict[str, Callable[[Drive, Path], None]] = {
    "start": lambda drive, _home: first_start(drive),
    "continue": lambda drive, _home: continue_and_keep(drive),
    "band": lambda drive, _home: own_piece(drive, "night-drive"),
    "piano": lambda drive, _home: own_piece(drive, "minuet-in-g"),
    "bars": lambda drive, _home: edit_bars(drive),
    "chords": lambda drive, _home: write_chords(drive),
    "looks": lambda drive, _home: looks(drive),
    "library": look_at_library,
    "train": train,
    "jam": lambda drive, _home: jam(drive),
    "export": lambda drive, _home: export(drive),
    "crash": rescue,
}


def asked() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--size", default=f"{WIDTH}x{HEIGHT}", metavar="WIDTHxHEIGHT")
    parser.add_argument("--scale", type=int, default=100, help="percent")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--theme", choices=THEMES, default="dark")
    parser.add_argument("--only", nargs="+", choices=JOURNEYS, default=tuple(JOURNEYS))
    return parser.parse_args()


def main() -> None:
    """Drive the window through the journeys."""
    arguments = asked()
    arguments.pictures.mkdir(parents=True, exist_ok=True)
    width, height = map(int, arguments.size.split("x"))
    look = Look(
        width=width,
        height=height,
        scale=arguments.scale,
        language=arguments.language,
        theme=arguments.theme,
    )
    with tempfile.TemporaryDirectory() as folder, screen(look) as environment:
        home, work = Path(folder) / "home", Path(folder) / "work"
        work.mkdir()
        look.prefer(home)
        # The watched application is there before Segue reads its preferences.
        own = {"SEGUE_HOME": str(home), "QT_SCALE_FACTOR": str(look.scale / 100)}
        drive = Drive(environment | own, arguments.pictures, work, look=look)
        try:
            drive.start()
            for name, journey in JOURNEYS.items():
                if name in arguments.only:
                    print(name, flush=True)
                    journey(drive, home)
            drive.quit()
        except SystemExit:
            drive.picture("failed")
            raise
        finally:
            drive.kill()
    print("all of it happened")


if __name__ == "__main__":
    main()
