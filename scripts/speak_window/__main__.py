"""The main job by keys alone, in the real window, while a screen reader listens and asks.

    dbus-run-session -- python scripts/speak_window FOLDER

Needs what `drive_window.py` needs, at-spi2-core, and PyGObject with AT-SPI for `/usr/bin/python3`.
Writes notes, walks through them, continues, keeps, undoes, repeats a bar, edits the table of
events, and goes through the preferences; looks at what is on disk, and at what was said (`said.txt`
in FOLDER). The mouse is never touched.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from drive_window import Drive, demand, screen, wait_for  # noqa: E402 - after the path

BUS = "/usr/libexec/at-spi-bus-launcher"
# Pages of the preferences, and more fields than any of them has.
PAGES, MOST_FIELDS = 6, 60
# No name, a role that says nothing, or a combo box of which only the chosen entry is said.
SILENT = re.compile(r"focus +\(.*\)|.*\((filler|unknown)\)|focus +[^:]*\(combo box\)")


def write_notes(drive: Drive, said: Path) -> None:
    """Begin a piece, put four notes in, and walk through them."""
    drive.key("Escape", "ctrl+n", pause_s=1.5)
    drive.key("Insert", "Insert", "Up", "Up", "Insert", "Up", "Insert")
    wait_for("the fourth note", lambda: "D♯4, bar 1 beat 4, 1 beat" in said.read_text("utf-8"))
    drive.key("ctrl+Left", "ctrl+Left")
    wait_for("the second note", lambda: _last(said).startswith("focus   D4, bar 1 beat 2"))
    drive.picture("notes")
    piece = drive.save("by-keys")
    demand([n.pitch for n in piece.score.tracks[0].notes] == [60, 62, 63, 63], "four notes")


def continue_and_keep(drive: Drive, said: Path) -> None:
    """Continue, hear the second alternative, keep it, and take it back."""
    drive.key("g")
    wait_for(
        "an alternative",
        lambda: any(
            line.startswith("says    Alternative 1 of 4,") and "4 bars" in line
            for line in said.read_text("utf-8").splitlines()
        ),
        seconds=300,
    )
    drive.key("2", pause_s=3.0)
    demand("Alternative 2 of 4" in said.read_text("utf-8"), "the second one is said")
    drive.picture("offered")
    drive.key("Return", pause_s=3.0)
    kept = drive.save("kept-by-keys")
    demand(kept.score.note_count > 4, "something was kept")
    drive.key("ctrl+z", pause_s=2.0)
    demand("Undone: Keep" in said.read_text("utf-8"), "what was undone is said")


def repeat_a_bar(drive: Drive, said: Path) -> None:
    """Choose the first bar of all tracks, repeat it, and take that back."""
    drive.key("Escape", "Home", "ctrl+shift+b", pause_s=1.0)
    wait_for("the bar", lambda: "Bar 1 of all tracks selected" in said.read_text("utf-8"))
    drive.key("ctrl+d", pause_s=1.5)
    drive.picture("repeated")
    twice = drive.save("twice-by-keys")
    demand(twice.score.note_count == 8, f"8 notes, not {twice.score.note_count}")
    drive.key("ctrl+z", pause_s=1.5)


def edit_events(drive: Drive) -> None:
    """Go to the table of events, change a velocity, put a controller in behind it."""
    drive.key("alt+4", "F6", "F6", "Tab", "Tab", pause_s=1.0)
    drive.picture("events")
    drive.key("Down", "Right", "Right", "Right", "3", "3", "Return", pause_s=0.8)
    drive.picture("edited")
    piece = drive.save("events-by-keys")
    velocities = [note.velocity for note in piece.score.tracks[0].notes]
    demand(33 in velocities, f"a velocity is 33, not {velocities}")


def go_through_preferences(drive: Drive, said: Path) -> None:
    """Open the preferences and go by Tab through each of their pages."""
    drive.key("ctrl+comma", pause_s=3.0)
    pages = wait_for_focus(said, "Pages")
    for number in range(PAGES):
        drive.picture(f"preferences-{number + 1}")
        met: list[str] = []
        while len(met) < MOST_FIELDS and (not met or met[-1] != pages):
            drive.key("Tab", pause_s=0.3)
            met.append(_last(said))
        demand(met[-1] == pages, f"Tab comes back to the list of pages after {len(met)} fields")
        mute = [field for field in met if SILENT.fullmatch(field)]
        demand(not mute, f"each field has a name and a role: {mute}")
        drive.key("Down", pause_s=0.8)
    drive.key("Escape", pause_s=1.0)


def wait_for_focus(said: Path, name: str) -> str:
    """Wait until something of this name has the focus, and return what was said of it."""
    wait_for(f"the focus on {name}", lambda: f"focus   {name}" in _last(said))
    return _last(said)


def _last(said: Path) -> str:
    lines = [line for line in said.read_text("utf-8").splitlines() if line.startswith("focus")]
    return lines[-1] if lines else ""


def main() -> None:
    """Do all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    said = folder / "said.txt"
    with tempfile.TemporaryDirectory() as rest, screen() as bare:
        work = Path(rest) / "work"
        work.mkdir()
        own = {"SEGUE_HOME": str(Path(rest) / "home"), "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        environment = bare | own
        bus = subprocess.Popen([BUS, "--launch-immediately"], env=environment)
        time.sleep(1.0)
        drive = Drive(environment, folder, work)
        with said.open("w", encoding="utf-8") as file:
            drive.start()
            reader = subprocess.Popen(
                ["/usr/bin/python3", str(HERE / "reader.py")],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=file,
            )
            try:
                time.sleep(4.0)
                write_notes(drive, said)
                continue_and_keep(drive, said)
                repeat_a_bar(drive, said)
                edit_events(drive)
                go_through_preferences(drive, said)
                drive.quit()
            except SystemExit:
                drive.picture("failed")
                raise
            finally:
                drive.kill()
                if reader.stdin is not None:
                    reader.stdin.close()
                reader.wait(timeout=20)
                bus.terminate()
                bus.wait()
    print(said.read_text("utf-8").splitlines()[-1])
    print("all of it happened by keys, and was said")


if __name__ == "__main__":
    main()
