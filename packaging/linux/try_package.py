"""Try built .debs as a person would, in a bare Debian: `sudo try_package.py dist/segue_*.deb`.

Installs it over an older version of itself, runs the commands and the window as an ordinary user
without any network, opens a file by double-click, goes on with a piece, saves it, starts without
OpenGL, in a closed home and in one of the longest name, cuts an upgrade off, upgrades, installs the
`segue-training_*.deb` beside it, trains, removes that again, purges, and prints each thing it
found. Takes some minutes; needs root, debootstrap, Xvfb, openbox,
xdotool; with strace it also tells when the window's first note came. Exits with 1 at the first
finding that is wrong.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import drop_caches, loudest, picture, read_document, user_data
from room import (
    HOME,
    SUITE,
    Room,
    Screen,
    end,
    memory_mb,
    processes,
    role_of,
    seconds_of_work,
    until,
    wants_to_work,
)

PROGRAM = "/opt/segue/segue"
DEMOS = "/opt/segue/_internal/assets/demo"
PIECE = "lullaby"
MIME = "application/x-segue"
ENTRY = "org.segue.Segue.desktop"
GONE = "opt/segue/_internal/of-an-older-version.txt"
# What a desktop has and a bare Debian has not; `gio open` is what a double-click calls.
DESKTOP = (
    "shared-mime-info",
    "desktop-file-utils",
    "xdg-utils",
    "libglib2.0-bin",
    "fonts-dejavu-core",
)
STARTS = 5
# Processor time that loading the model, and each continuation, takes at the least.
LEAST_WORK_S = 0.3
# What was asked for, on two cores; where others use the machine it says little: it fails nothing.
LIMITS = {"window_warm_s": 1.0, "cold_launch_to_first_note_s": 3.0}
# Continuations after which the memory is measured again.
ROUNDS = 6


class Trial:
    """One package, one room.

    Args:
        deb: The package.
        room: Where it is tried.
    """

    def __init__(self, deb: Path, room: Room) -> None:
        self._deb = deb
        self._training = deb.with_name(deb.name.replace("segue_", "segue-training_", 1))
        self._room = room
        self.figures: dict[str, float | str | dict[str, int]] = {}

    def run(self) -> None:
        """Do everything in order; the first wrong finding raises AssertionError."""
        room = self._room
        room.furnish()
        self._rid()
        with room.open():
            self._install_older()
            self._commands()
            with Screen(room) as screen:
                self._first_note(screen)
                self._continue_and_save(screen)
                self._open_by_double_click(screen)
                self._start_times(screen)
            self._hard_starts()
            self._cut_off_upgrade()
            self._upgrade()
            self._train()
            self._purge()

    def _rid(self) -> None:
        """Leave nothing of an earlier trial."""
        room = self._room
        shutil.rmtree(room.path(HOME), ignore_errors=True)
        room.path(HOME).mkdir()
        room.root_run(["chown", "musician:musician", HOME])
        room.root_run(["sh", "-c", "dpkg --purge segue-training segue 2>/dev/null; true"])

    def _install_older(self) -> None:
        room = self._room
        room.apt("update")
        room.apt("install", *DESKTOP)
        depends = subprocess.check_output(["dpkg-deb", "-f", self._deb, "Depends"], text=True)
        room.apt("satisfy", depends.strip())
        self._before = room.files()
        with tempfile.TemporaryDirectory(dir=room.root.parent) as folder:
            older = make_older(self._deb, Path(folder))
            shutil.copy(older, room.path("/older.deb"))
        began = time.monotonic()
        said = room.apt("install", "/older.deb")
        assert "Setting up segue" in said, said
        room.path("/older.deb").unlink()
        self.figures["install_s"] = round(time.monotonic() - began, 1)
        assert room.path(GONE).exists()
        installed = room.root_run(["du", "-sm", "/opt/segue"]).split()[0]
        self.figures["installed_mb"] = int(installed)
        say(f"installed an older version: {installed} MB")

    def _commands(self) -> None:
        room = self._room
        doctor = json.loads(room.run([PROGRAM, "doctor", "--json"]))
        for name in ("Python", "model", "demo", "folders"):
            assert doctor[name]["works"], doctor
        missing = {n for n, v in doctor["libraries"].items() if v == "not installed"}
        assert missing == {"miditok", "pillow", "symusic", "torch"}, missing
        say(f"doctor: {doctor['model']['says']}")
        report = json.loads(room.run(["segue", "import", DEMOS, "--json"]))
        assert report["ready"] >= 10, report
        say(f"imported {report['ready']} pieces, {report['notes']} notes")
        began = time.monotonic()
        made = json.loads(
            room.run(
                ["segue", "continue", f"{DEMOS}/{PIECE}.mid", "--bars=4", "--seed=1", "--json"]
            )
        )
        self.figures["command_continue_s"] = round(time.monotonic() - began, 2)
        self.figures["command_first_note_s"] = round(made["first_note_seconds"], 2)
        say(f"continued by {made['alternatives'][0]['bars']} bars")
        file = made["files"][0]
        heard = json.loads(room.run(["segue", "play", "--silent", file, "--json"]))
        say(f"played {heard['sent']} messages, late by {heard['p50_ms']:.2f} ms (median)")
        room.run(["segue", "render", file, "-o", "sound.wav"])
        highest = loudest(room.path(f"{HOME}/sound.wav"))
        say(f"rendered with the built-in sound; loudest sample {highest}")
        # Through the whole way to an audio device that keeps time and makes no sound.
        device = {"SEGUE_AUDIO_BACKEND": "null"}
        heard = json.loads(room.run(["segue", "play", file, "--json"], more=device))
        say(f"played {heard['sent']} messages to the built-in sound")
        room.run(["segue", "train", "--name=mine", "--steps=3"], code=1)
        say("without its part a training is one clear line and code 1")
        room.run(["segue", "continue", "no-such.mid"], code=1)
        say("a missing file is one clear line and code 1")

    def _train(self) -> None:
        """Install the training part, train, remove the part: the model stays and plays."""
        room = self._room
        shutil.copy(self._training, room.path("/training.deb"))
        began = time.monotonic()
        room.apt("install", "/training.deb")
        room.path("/training.deb").unlink()
        self.figures["training_install_s"] = round(time.monotonic() - began, 1)
        installed = room.root_run(["du", "-sm", "/opt/segue/training"]).split()[0]
        self.figures["training_installed_mb"] = int(installed)
        trained = json.loads(
            room.run(["segue", "train", "--name=mine", "--steps=3", "--json"], limit_s=900)
        )
        say(f"trained a model: {trained['name']}")
        self._no_network()
        room.apt("remove", "segue-training")
        assert not room.path("/opt/segue/training").exists()
        room.run([PROGRAM, "continue", "mine.segue", "--model=mine", "--bars=1", "--seed=1"])
        say("without the training part the model goes on")

    def _no_network(self) -> None:
        """The whole main job asks the system for nothing that could leave the machine."""
        if not shutil.which("strace"):
            say("no strace: attempts to reach a network are not counted")
            return
        room = self._room
        trace = Path(tempfile.gettempdir()) / "segue-network.txt"
        calls = "trace=socket,connect,sendto,sendmsg"
        watched = ["strace", "-f", "--seccomp-bpf", "-e", calls, "-o", str(trace)]
        demo = ["segue", "demo", "--seconds=3", "--bars=1", "--json"]
        subprocess.check_call(
            room.user_command(demo, watched),
            env=room.environment({}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=900,
        )
        asked = trace.read_text(encoding="utf-8", errors="replace")
        trace.unlink()
        assert "AF_INET" not in asked, asked
        say("import, train, continue, play and write: no internet socket was asked for")

    def _first_note(self, screen: Screen) -> None:
        """From a launch with cold caches to the first note of the model, in the window."""
        if not shutil.which("strace"):
            say("no strace: the time to the first note is not measured")
            return
        drop_caches()
        trace = Path(tempfile.gettempdir()) / "segue-first-note.txt"
        watched = [
            "strace",
            "-f",
            "--seccomp-bpf",
            "-e",
            "trace=write",
            "-s",
            "40",
            "-o",
            str(trace),
        ]
        began = time.monotonic()
        process = self._launch([f"{DEMOS}/{PIECE}.mid"], before=watched)
        window = self._window(screen, limit_s=60)
        seen = time.monotonic() - began
        screen.focus(window)
        self._until_open(screen, window)
        screen.key("g")
        try:
            until(lambda: "NotesMade" in trace.read_text(errors="replace"), 120)
            self.figures["cold_launch_to_window_under_strace_s"] = round(seen, 2)
            self.figures["cold_launch_to_first_note_s"] = round(time.monotonic() - began, 2)
        finally:
            end(process)
            until(lambda: not processes(PROGRAM), 90)
            trace.unlink()
        say(f"cold launch to first note: {self.figures['cold_launch_to_first_note_s']} s")

    def _continue_and_save(self, screen: Screen) -> None:
        process = self._launch([f"{DEMOS}/{PIECE}.mid"])
        window = self._window(screen)
        screen.focus(window)
        self._until_open(screen, window)
        self._until_idle()
        self.figures["memory_idle_mb"] = memory_by_role()
        for number in range(ROUNDS):
            self._continue(screen)
            if not number:
                self.figures["memory_continued_mb"] = memory_by_role()
                picture(screen.display, Path("segue-continued.png"))
            screen.key("Return")
        self.figures["memory_continued_often_mb"] = memory_by_role()
        saved = f"{HOME}/mine.segue"
        screen.key("ctrl+shift+s")
        time.sleep(1.5)
        screen.key("ctrl+a")
        screen.type("mine.segue")
        screen.key("Return")
        until(self._room.path(saved).exists, 20)
        document = read_document(self._room.path(saved))
        takes = document["takes"]
        assert any(take["state"] == "accepted" and take["notes"] for take in takes), takes
        say(f"kept a take of {len(takes)} in the window and saved it")
        screen.key("space")
        time.sleep(1.5)
        screen.key("space", "ctrl+q")
        assert process.wait(20) == 0, process.returncode
        until(lambda: not processes(PROGRAM), 90)
        say("closed; every child has gone")

    def _open_by_double_click(self, screen: Screen) -> None:
        room = self._room
        for mime in (MIME, "audio/midi"):
            found = room.run(["xdg-mime", "query", "default", mime]).strip()
            assert found == ENTRY, f"{mime} opens with {found}"
        kind = room.run(["gio", "info", "-a", "standard::content-type", "mine.segue"])
        assert MIME in kind, kind
        subprocess.check_call(
            room.user_command(["gio", "open", "mine.segue"]), env=room.environment({})
        )
        window = self._window(screen)
        # The title is the piece's own.
        until(lambda: screen.title(window).lower().startswith(PIECE), 60)
        # A second one hands its file over and ends; there is still one window.
        room.run([PROGRAM, f"{DEMOS}/ode-to-joy.mid"], limit_s=30)
        until(lambda: "ode" in screen.title(window).lower(), 60)
        assert len(screen.windows("Segue")) == 1
        screen.focus(window)
        screen.key("ctrl+q")
        until(lambda: not processes(PROGRAM), 90)
        say("a piece opens by double-click; a second one goes to the window that is open")

    def _start_times(self, screen: Screen) -> None:
        drop_caches()
        cold = self._time_to_window(screen)
        warm = [self._time_to_window(screen) for _ in range(STARTS)]
        self.figures["window_cold_s"] = round(cold, 2)
        self.figures["window_warm_s"] = round(statistics.median(warm), 2)
        say(f"window after {cold:.2f} s cold, {statistics.median(warm):.2f} s warm (median)")

    def _time_to_window(self, screen: Screen) -> float:
        began = time.monotonic()
        process = self._launch([])
        window = self._window(screen)
        seconds = time.monotonic() - began
        try:
            # A window that is on the screen has no keys for a moment.
            until(lambda: screen.quits(window, process), 30)
            assert process.returncode == 0
        finally:
            end(process)
        return seconds

    def _hard_starts(self) -> None:
        """A screen without OpenGL, a home that is closed, and one of the longest names."""
        room = self._room
        long = f"{HOME}/{'🎹' * 63}abc"
        room.run(["mkdir", long])
        with Screen(room, "-extension", "GLX") as screen:
            with room.closed(HOME):
                self._look_at(screen, "closed", {})
            say("a window with a home that is closed, without OpenGL")
            self._look_at(screen, "long", {"HOME": long})
        assert room.path(f"{long}/.cache/Segue/log/window.log").is_file()
        say("a window with a home whose name has 255 bytes")
        shutil.rmtree(room.path(long))

    def _look_at(self, screen: Screen, name: str, more: dict[str, str]) -> None:
        """Start the window, have it continue the piece, keep a picture and close it."""
        process = self._launch([f"{DEMOS}/{PIECE}.mid"], more=more)
        try:
            window = self._window(screen, limit_s=60)
            screen.focus(window)
            self._until_open(screen, window)
            self._until_idle()
            self._continue(screen)
            # The window, the player and the model: all of them were started.
            assert len(processes(PROGRAM)) >= 3
            picture(screen.display, Path(f"segue-{name}.png"))
            screen.key("ctrl+q")
            time.sleep(1.5)
            screen.key("alt+d")  # what was made is not to be saved
            assert process.wait(20) == 0, process.returncode
        finally:
            end(process)
        until(lambda: not processes(PROGRAM), 90)

    def _cut_off_upgrade(self) -> None:
        """Cut an upgrade off in the middle: the program works, and the next upgrade mends it."""
        room = self._room
        shutil.copy(self._deb, room.path("/newer.deb"))
        unpacking = subprocess.Popen(
            ["chroot", str(room.root), "dpkg", "--install", "/newer.deb"],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until(lambda: [*room.path("/opt/segue/_internal").rglob("*.dpkg-new")][20:], 60)
        assert unpacking.poll() is None
        end(unpacking)
        doctor = json.loads(room.run([PROGRAM, "doctor", "--json"]))
        assert doctor["model"]["works"], doctor
        room.run([PROGRAM, "continue", f"{DEMOS}/{PIECE}.mid", "--bars=1"])
        say("an upgrade that was cut off leaves a program that works")

    def _upgrade(self) -> None:
        room = self._room
        before = user_data(room)
        shutil.copy(self._deb, room.path("/newer.deb"))
        # What every package manager of Debian asks for once it was cut off.
        room.root_run(["sh", "-c", "dpkg --configure -a; true"])
        room.apt("install", "--reinstall", "/newer.deb")
        room.path("/newer.deb").unlink()
        assert not [*room.path("/opt/segue").rglob("*.dpkg-new")]
        assert not room.path(GONE).exists(), "a file of the older version stayed"
        assert user_data(room) == before, "the upgrade touched the user's data"
        room.run([PROGRAM, "continue", "mine.segue", "--bars=1", "--seed=1"])
        say(f"upgraded; {len(before)} files of the user are as they were, and open")

    def _purge(self) -> None:
        room = self._room
        data = user_data(room)
        room.apt("purge", "segue")
        home = HOME.lstrip("/")
        left = {name for name in room.files() - self._before if not name.startswith(home)}
        assert not left, f"left behind: {sorted(left)}"
        caches = (
            *room.path("/usr/share/applications").glob("mimeinfo.cache"),
            room.path("/usr/share/mime/globs"),
        )
        for cache in caches:
            assert "segue" not in cache.read_text(encoding="utf-8").lower(), cache
        assert user_data(room) == data
        say(f"purged: nothing is left but the user's {len(data)} files")

    def _launch(
        self,
        arguments: list[str],
        *,
        before: list[str] | None = None,
        more: dict[str, str] | None = None,
    ) -> "subprocess.Popen[bytes]":
        room = self._room
        return subprocess.Popen(
            room.user_command([PROGRAM, *arguments], before or []),
            env=room.environment(more or {}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _window(self, screen: Screen, *, limit_s: float = 30) -> str:
        found: list[str] = []

        def seen() -> bool:
            found[:] = screen.windows("Segue")
            return bool(found)

        until(seen, limit_s, step_s=0.01)
        return found[0]

    def _until_open(self, screen: Screen, window: str) -> None:
        """Wait until there is a piece in the window: it is on the screen before that."""
        until(lambda: screen.title(window).lower().startswith(PIECE), 60)

    def _continue(self, screen: Screen) -> None:
        """Press G and wait until all alternatives are there."""
        before_s = sum(map(seconds_of_work, live_processes()))
        screen.key("g")
        self._until_idle(after_s=before_s)

    def _until_idle(self, *, after_s: float = 0.0, limit_s: float = 240) -> None:
        """Wait until the processes with the model have worked and then wait for two seconds.

        On a busy machine they get little time for their work: only one that wants none is idle.

        Args:
            after_s: Processor time that they have used before.
            limit_s: The longest wait.

        Raises:
            AssertionError: They still work.
        """
        began, quiet_since = time.monotonic(), time.monotonic()
        worked = False
        while time.monotonic() - quiet_since < 2 or not worked:
            assert time.monotonic() - began < limit_s, "the model did not come to rest"
            time.sleep(0.1)
            live = live_processes()
            worked = worked or sum(map(seconds_of_work, live)) > after_s + LEAST_WORK_S
            if not live or any(map(wants_to_work, live)):
                quiet_since = time.monotonic()


def live_processes() -> list[int]:
    """Return the ids of the processes that have a model."""
    return [pid for pid in processes(PROGRAM) if "live" in role_of(pid)]


def memory_by_role() -> dict[str, int]:
    """Return the MB that each process holds, by its role, and all of them together.

    Two processes of a role have a number behind it; the second is a spare.
    """
    found: dict[str, int] = {}
    for pid in processes(PROGRAM):
        role = role_of(pid) or "window"
        name = role if role not in found else f"{role} 2"
        found[name] = round(memory_mb([pid]))
    return {**found, "all": round(memory_mb(processes(PROGRAM)))}


def make_older(deb: Path, folder: Path) -> Path:
    """Return the same package with an older version and a file that the newer one has not."""
    tree = folder / "tree"
    subprocess.check_call(["dpkg-deb", "-R", deb, tree])
    control = tree / "DEBIAN" / "control"
    lines = control.read_text(encoding="utf-8").splitlines()
    older = ["Version: 0.0.1" if line.startswith("Version:") else line for line in lines]
    control.write_text("\n".join(older) + "\n", encoding="utf-8")
    (tree / GONE).write_text("of an older version\n", encoding="utf-8")
    made = folder / "older.deb"
    subprocess.check_call(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, made],
        stdout=subprocess.DEVNULL,
    )
    return made


def say(text: str) -> None:
    """Print one finding."""
    print(f"ok  {text}", flush=True)


def main() -> int:
    """Try the package and print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deb", type=Path)
    parser.add_argument("--room", type=Path, default=Path("/var/tmp/segue-room"))  # noqa: S108
    parser.add_argument("--suite", default=SUITE, help=f"of Debian ({SUITE})")
    asked = parser.parse_args()
    trial = Trial(asked.deb.resolve(), Room(asked.room.resolve(), suite=asked.suite))
    try:
        trial.run()
    except AssertionError as error:
        print(f"!!  {error}", file=sys.stderr)
        return 1
    finally:
        print(json.dumps(trial.figures, indent=2))
    for name, limit in LIMITS.items():
        if isinstance(figure := trial.figures.get(name), float):
            print(f"{'met ' if figure <= limit else 'MISSED'}  {name}: {figure} of {limit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
