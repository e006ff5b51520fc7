"""Try the first command in a bare Debian: `sudo python packaging/linux/try_set_up.py`.

Makes a Debian, installs git and Python there and nothing else, clones what is committed, and runs
`python3 run.py demo`: as an ordinary user, who is told what to install; as root, who is told
nothing and has a demo afterwards; as the user again, beside a half-made `.venv`; and without a
network. Prints each finding and figures; takes some minutes. Needs root, debootstrap and the
network. Exits with 1 at the first finding that is wrong.

`--wheels` names a folder with PyTorch's wheel where its index cannot be reached, `--certificates`
the certificates of a proxy. Without the first, PyPI's build comes where PyPI alone can be reached.

`--command demo`, `--command test` or `--command "test --fast"` runs that one command as root and
nothing else, and leaves the room as it is. A room that is there already is used again, with what is
committed now.
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
        self._python = ""
        self.figures: dict[str, float | str] = {"debian": room.suite}

    def run(self) -> None:
        """Do everything in order; the first wrong finding raises AssertionError."""
        room = self._room
        with room.open():
            self._prepare("/root", HOME)
            room.root_run(["chown", "--recursive", f"{USER}:{USER}", HOME])
            self._told_what_to_install()
            self._only_command()
            self._half_made_environment()
            self._later_start()
            self._no_network()

    def run_one(self, command: str) -> None:
        """Run one command of `run.py` as root, and print what it says with the second it came."""
        with self._room.open():
            self._prepare("/root")
            debs = self._room.path("/var/cache/apt/archives")
            before_mb = size_mb(debs)
            began = time.monotonic()
            try:
                for line in self._room.root_lines(
                    in_segue("python3", "run.py", *command.split()), self._pip
                ):
                    print(f"{time.monotonic() - began:7.1f}  {line}", flush=True)
            finally:
                self.figures[f"{command}_s"] = round(time.monotonic() - began)
                self.figures["debian_packages_mb"] = round(size_mb(debs) - before_mb)
                self._measure_environment()

    def _prepare(self, *homes: str) -> None:
        """Install git and Python and nothing else, and clone what is committed."""
        room = self._room
        room.root_run(["apt-get", "update"])
        room.root_run(["apt-get", "--yes", "install", "git", "python3"])
        told = "import sys; print('python%d.%d' % sys.version_info[:2])"
        self._python = room.root_run(["python3", "-c", told]).strip()
        for place in homes:
            clone(room.path(f"{place}/segue"))

    def _site(self, home: str) -> Path:
        return self._room.path(f"{home}/segue/.venv/lib/{self._python}/site-packages")

    def _measure_environment(self) -> None:
        site = self._site("/root")
        there = sorted(folder.name for folder in site.glob("*.dist-info"))
        self.figures["packages"] = len(there)
        self.figures["environment_mb"] = round(size_mb(site))
        torch = next((name for name in there if name.startswith("torch-")), "none")
        self.figures["torch"] = torch.removesuffix(".dist-info")

    def _told_what_to_install(self) -> None:
        # What Debian's Python leaves behind where its package of environments is missing.
        self._user(["python3", "-m", "venv", ".venv"], code=1)
        assert self._room.path(f"{HOME}/segue/.venv/bin/python").is_symlink()
        said = self._user(["python3", "run.py", "demo"], code=1)
        assert f"sudo apt-get install --yes {self._python}-venv" in said, said
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
        there = {f.name.split("-")[0].lower() for f in self._site("/root").glob("*.dist-info")}
        assert not there.intersection(FOR_DEVELOPERS), there
        self._measure_environment()
        assert not self._room.path("/usr/share/sounds/sf2").exists(), "a sound bank was fetched"
        say(f"`python3 run.py demo` as root, and nothing else: {self.figures['first_command_s']} s")

    def _half_made_environment(self) -> None:
        self._user(["python3", "run.py", "demo", "--seconds=3", "--bars=1"])
        # Cut off while a package was unpacked: files are missing, and so is the list of them.
        site = self._site(HOME)
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
        assert time.monotonic() - began < LATER_START_S, self.figures
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
        return self._room.root_run(in_segue(*command), self._pip)

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


def in_segue(*command: str) -> list[str]:
    """Return the command line that runs a command in root's source tree."""
    return ["env", "-C", "/root/segue", *command]


def clone(place: Path) -> None:
    """Put what is committed here into a folder; what git does not know there stays."""
    there = ["git", "-C", str(place)]
    if place.exists():
        subprocess.check_call([*there, "fetch", "--quiet", "--depth=1", f"file://{ROOT}", "HEAD"])
        subprocess.check_call([*there, "reset", "--quiet", "--hard", "FETCH_HEAD"])
        return
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
            place = room.path(variables[variable])
            if source.is_dir():
                shutil.copytree(source, place, dirs_exist_ok=True)
            else:
                shutil.copy(source, place)
    return variables


def main() -> int:
    """Try the set-up and print figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", type=Path, default=Path("/var/tmp/segue-set-up-room"))  # noqa: S108
    parser.add_argument("--wheels", type=Path, help="a folder that pip looks into, too")
    parser.add_argument("--certificates", type=Path, help="a file of certificates for pip")
    parser.add_argument("--suite", default=SUITE, help="of Debian")
    parser.add_argument("--command", choices=("demo", "test", "test --fast"), help="only this")
    asked = parser.parse_args()
    room = Room(asked.room.resolve(), suite=asked.suite)
    if room.root.exists() and not asked.command:
        parser.error(f"{room.root} is there already: a bare Debian is wanted")
    room.furnish()
    trial = Trial(room, lay_in(room, asked))
    try:
        if asked.command:
            trial.run_one(asked.command)
        else:
            trial.run()
    except AssertionError as error:
        print(f"!!  {error}", file=sys.stderr)
        return 1
    finally:
        print(json.dumps(trial.figures, indent=2))
    if not asked.command:
        shutil.rmtree(room.root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
