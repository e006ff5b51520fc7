"""Do what README.md says in a bare Debian: `sudo python packaging/linux/try_readme.py`.

Reads nothing of the project but the commands in README.md: the code block that runs Segue from its
source, and, with `--deb`, the command that installs the package. Runs them as an ordinary user in a
home whose name has spaces. Where Segue says that something is missing, it runs the line that Segue
names as root, and the same command again. Each time it waits for the window and closes it.

`--suite trixie` does it in Debian 13. `--wheels` names a folder with wheels where an index
cannot be reached, `--certificates` the certificates of a proxy. Needs root, debootstrap, git,
Xvfb, openbox, xdotool and the network. Exits with 1 at the first command that fails.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from room import HOME, SUITE, USER, Room, Screen, end, until
from try_set_up import ROOT, lay_in

README = ROOT / "README.md"
SOURCE = "/opt/segue-source"
# A set-up downloads 110 MB, and on newer Pythons compiles for minutes.
WINDOW_S = 1500.0
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALLS = re.compile(r"^\| Debian.*`(sudo apt install [^`]+)`", re.MULTILINE)
TOLD = re.compile(r"sudo (apt-get install .+)$", re.MULTILINE)
CLONED = re.compile(r"(?<=^git clone --depth 1 )\S+")
MOST_TOLD = 5


def commands_of(block: str) -> list[str]:
    """Return the commands of a code block, which get the source from this machine.

    Without an address of the project, the README only says to get the source and go to its folder.
    """
    commands = block.strip().splitlines()
    if not any(command.startswith("git clone") for command in commands):
        commands.insert(0, f"git clone --depth 1 file://{SOURCE} segue && cd segue")
    return [CLONED.sub(f"file://{SOURCE}", command) for command in commands]


class Reader:
    """Somebody who types what the README says.

    Args:
        room: Where.
        readme: The text.
        pip: Variables for pip.
    """

    def __init__(self, room: Room, readme: str, pip: dict[str, str]) -> None:
        self._room = room
        self._readme = readme
        self._pip = pip
        self.figures: dict[str, float] = {}

    def run_from_source(self) -> None:
        """Run the code block, whose last line opens the window.

        Raises:
            AssertionError: A command fails.
        """
        room = self._room
        room.root_run(["apt-get", "update"])
        # "With Python and git".
        room.root_run(["apt-get", "--yes", "install", "git", "python3"])
        put_source(room)
        (block,) = BLOCK.findall(self._readme)
        *first, last = commands_of(block)
        folder = self._shell("\n".join([*first, "pwd"]), folder=HOME).splitlines()[-1]
        say(f"{' && '.join(first)}: {folder}")
        began = time.monotonic()
        for _ in range(MOST_TOLD):
            said = self._window_or_words(["env", "-C", folder, *last.split()])
            if said is None:
                break
            told = TOLD.search(said)
            assert told, said
            room.root_run(told[1].split())
            say(f"told to, and done: {told[0]}")
        else:
            raise AssertionError("Segue asks for more and more.")
        self.figures["source_to_window_s"] = round(time.monotonic() - began)
        say(f"{last}: a window, closed by Ctrl+Q")
        began = time.monotonic()
        assert self._window_or_words(["env", "-C", folder, *last.split()]) is None
        self.figures["source_again_s"] = round(time.monotonic() - began, 1)
        say("and again, at once")

    def install(self, deb: Path) -> None:
        """Install the package, open its window, and purge it.

        Raises:
            AssertionError: A command fails, or a file stays.
        """
        room = self._room
        room.root_run(["apt-get", "update"])
        before = room.files()
        shutil.copy(deb, room.path(HOME))
        (command,) = INSTALLS.findall(self._readme)
        typed = command.removeprefix("sudo ")
        # "y" for the question whether to go on.
        room.root_run(["sh", "-c", f'cd "$0" && echo y | {typed}', HOME])
        room.path(f"{HOME}/{deb.name}").unlink()
        say(command)
        assert self._window_or_words(["segue"]) is None
        say("segue: a window, closed by Ctrl+Q")
        room.apt("purge", "segue")
        room.apt("autoremove", "--purge")
        home = HOME.lstrip("/")
        left = {
            name
            for name in room.files() - before
            if "segue" in name.lower() and not name.startswith(home)
        }
        assert not left, f"left behind: {sorted(left)}"
        say("purged: nothing is left")

    def _window_or_words(self, command: Sequence[str]) -> str | None:
        """Run a command until it shows a window or ends.

        Returns:
            None if there was a window, which Ctrl+Q closed; else what the command said.
        """
        room = self._room
        with Screen(room) as screen:
            process = subprocess.Popen(
                room.user_command(command, network=True),
                env=room.environment(self._pip),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                until(lambda: screen.windows("Segue") or process.poll() is not None, WINDOW_S)
                if process.poll() is None:
                    window = screen.windows("Segue")[0]
                    until(lambda: screen.quits(window, process), 60)
                    assert process.returncode == 0, process.communicate()[0].decode()
                    return None
                return process.communicate()[0].decode()
            finally:
                end(process)

    def _shell(self, script: str, *, folder: str) -> str:
        command = ["env", "-C", folder, "sh", "-ec", script]
        done = subprocess.run(
            self._room.user_command(command, network=True),
            env=self._room.environment(self._pip),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


def put_source(room: Room) -> None:
    """Put what is committed where the address of the project leads."""
    place = room.path(SOURCE)
    shutil.rmtree(place, ignore_errors=True)
    clone = ["git", "clone", "--quiet", "--bare", "--depth=1", f"file://{ROOT}", str(place)]
    subprocess.check_call(clone)
    # Git reads no repository of somebody else.
    room.root_run(["chown", "--recursive", f"{USER}:{USER}", SOURCE])


def say(text: str) -> None:
    """Print one finding."""
    print(f"ok  {text}", flush=True)


def main() -> int:
    """Follow the README and print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", type=Path, default=Path("/var/tmp/segue-readme-room"))  # noqa: S108
    parser.add_argument("--suite", default=SUITE, help=f"of Debian ({SUITE})")
    parser.add_argument("--deb", type=Path, help="a package, to be installed as well")
    parser.add_argument("--wheels", type=Path, help="a folder that pip looks into, too")
    parser.add_argument("--certificates", type=Path, help="a file of certificates for pip")
    asked = parser.parse_args()
    room = Room(asked.room.resolve(), suite=asked.suite)
    room.furnish()
    reader = Reader(room, README.read_text(encoding="utf-8"), lay_in(room, asked))
    try:
        with room.open():
            if asked.deb:
                reader.install(asked.deb.resolve())
            reader.run_from_source()
    except AssertionError as error:
        print(f"!!  {error}", file=sys.stderr)
        return 1
    finally:
        print(json.dumps({"debian": asked.suite, **reader.figures}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
