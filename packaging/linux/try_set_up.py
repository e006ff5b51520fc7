"""Try the first command in a bare Debian 12: `sudo python packaging/linux/try_set_up.py`.

Makes a Debian, installs git and Python there and nothing else, clones what is committed, and runs
`python3 run.py demo`: as an ordinary user, who is told what to install; as root, who is told
nothing and has a demo afterwards; as the user again, beside a half-made `.venv`; and without a
network. Prints each finding and figures; takes some minutes. Needs root, debootstrap and the
network. Exits with 1 at the first finding that is wrong.

`--wheels` names a folder with PyTorch's wheel where its index cannot be reached, `--certificates`
the certificates of a proxy.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import loudest
from room import HOME, SUITE, USER, Room

ROOT = Path(__file__).resolve().parents[2]
# What the program runs with; the packages of developers that must not be there.
FOR_DEVELOPERS = ("mypy", "pytest", "sphinx", "scipy", "matplotlib", "lxml")
MADE = ("continuation.mid", "continuation.wav", "continuation.png", "report.json")
OPTIONS = {"wheels": "PIP_FIND_LINKS", "certificates": "PIP_CERT"}
# A later start, with everything there, does nothing but look.
LATER_START_S = 2.0


class Trial:
    """One Debian, and what pip must know there.

    Args:
        room: The folder; it is empty.
        pip: Variables for pip.
    """

    def __init__(self, room: Room, pip: dict[str, str]) -> None:
        self._room = room
        self._pip = pip
        self.figures: dict[str, float] = {}

    def run(self) -> None:
        """Do everything in order; the first wrong finding raises AssertionError."""
        room = self._room
        with room.open():
            room.root_run(["apt-get", "update"])
            room.root_run(["apt-get", "--yes", "install", "git", "python3"])
            for place in ("/root", HOME):
                clone(room.path(f"{place}/segue"))
            room.root_run(["chown", "--recursive", f"{USER}:{USER}", HOME])
            self._told_what_to_install()
            self._only_command()
            self._half_made_environment()
            self._later_start()
            self._no_network()

    def _told_what_to_install(self) -> None:
        # What Debian's Python leaves behind where its package of environments is missing.
        self._user(["python3", "-m", "venv", ".venv"], code=1)
        assert self._room.path(f"{HOME}/segue/.venv/bin/python").is_symlink()
        said = self._user(["python3", "run.py", "demo"], code=1)
        assert "sudo apt-get install --yes python3.11-venv" in said, said
        assert "Traceback" not in said, said
        say("an ordinary user is told what is missing, and one line that installs it")

    def _only_command(self) -> None:
        began = time.monotonic()
        said = self._root(["python3", "run.py", "demo"])
        self.figures["first_command_s"] = round(time.monotonic() - began)
        print("\n".join(f"    {line}" for line in said.splitlines()))
        for name in MADE:
            assert self._room.path(f"/root/segue/segue-demo/{name}").stat().st_size, name
        loudest(self._room.path("/root/segue/segue-demo/continuation.wav"))
        site = self._room.path("/root/segue/.venv/lib/python3.11/site-packages")
        there = {f.name.split("-")[0].lower() for f in site.glob("*.dist-info")}
        assert not there.intersection(FOR_DEVELOPERS), there
        self.figures["packages"] = len(there)
        self.figures["environment_mb"] = round(size_mb(site))
        assert not self._room.path("/usr/share/sounds/sf2").exists(), "a sound bank was fetched"
        say(f"`python3 run.py demo` as root, and nothing else: {self.figures['first_command_s']} s")

    def _half_made_environment(self) -> None:
        self._user(["python3", "run.py", "demo", "--seconds=3", "--bars=1"])
        # Cut off while a package was unpacked: files are missing, and so is the list of them.
        site = self._room.path(f"{HOME}/segue/.venv/lib/python3.11/site-packages")
        for name in ("numpy", "soundfile"):
            (record,) = site.glob(f"{name}-*.dist-info/RECORD")
            record.unlink()
        shutil.rmtree(site / "numpy")
        self._room.path(f"{HOME}/segue/.venv/segue-run.stamp").unlink()
        self._user(["python3", "run.py", "demo", "--seconds=3", "--bars=1"])
        say("a half-made .venv and half-installed packages were repaired, as an ordinary user")

    def _later_start(self) -> None:
        began = time.monotonic()
        self._root(["python3", "-c", "import run; run.set_up((run.RUN,))"])
        self.figures["later_start_s"] = round(time.monotonic() - began, 2)
        assert self.figures["later_start_s"] < LATER_START_S, self.figures
        say(f"a later start looks for {self.figures['later_start_s']} s")

    def _no_network(self) -> None:
        shutil.rmtree(self._room.path(f"{HOME}/segue/.venv"))
        said = self._user(["python3", "run.py", "demo"], code=1, network=False)
        # Beside the lines of progress: PyTorch may lie in a folder here.
        lines = [line for line in said.strip().splitlines() if not line.startswith("  ")]
        assert len(lines) == 2, said
        assert lines[1].startswith("Segue needs the internet once, to download"), said
        say(f"without a network: {lines[1]}")

    def _root(self, command: list[str]) -> str:
        return self._room.root_run(["env", "-C", "/root/segue", *command], self._pip)

    def _user(self, command: list[str], *, code: int = 0, network: bool = True) -> str:
        room = self._room
        done = subprocess.run(
            room.user_command(["env", "-C", "segue", *command], network=network),
            env=room.environment(self._pip),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{' '.join(command)}: {done.returncode}, {done.stdout}"
        return done.stdout


def clone(place: Path) -> None:
    """Put what is committed here into a folder."""
    place.parent.mkdir(parents=True, exist_ok=True)
    command = ["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", str(place)]
    subprocess.check_call(command)


def size_mb(folder: Path) -> float:
    """Return what the files of a folder hold."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6


def say(text: str) -> None:
    """Print one finding."""
    print(f"ok  {text}", flush=True)


def lay_in(room: Room, asked: argparse.Namespace) -> dict[str, str]:
    """Copy what pip needs into the room, and return the variables that name it."""
    variables = {}
    for option, variable in OPTIONS.items():
        source: Path | None = getattr(asked, option)
        if source:
            variables[variable] = f"/opt/{source.name}"
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, room.path(variables[variable]))
    return variables


def main() -> int:
    """Try the set-up and print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", type=Path, default=Path("/var/tmp/segue-set-up-room"))  # noqa: S108
    parser.add_argument("--wheels", type=Path, help="a folder that pip looks into, too")
    parser.add_argument("--certificates", type=Path, help="a file of certificates for pip")
    asked = parser.parse_args()
    room = Room(asked.room.resolve())
    if room.root.exists():
        parser.error(f"{room.root} is there already: a bare Debian is wanted")
    room.furnish()
    trial = Trial(room, lay_in(room, asked))
    try:
        trial.run()
    except AssertionError as error:
        print(f"!!  {error}", file=sys.stderr)
        return 1
    finally:
        print(json.dumps({"debian": SUITE, **trial.figures}, indent=2))
    shutil.rmtree(room.root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
