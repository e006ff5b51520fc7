"""A bare Debian in a folder, to try a package as a person would: a user, a screen, no network."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

USER, UID = "musician", 1234
# A home that finds out who builds paths by gluing strings.
HOME = "/home/Ännchen & Søn 🎹"
SUITE = "bookworm"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_PROXIES = ("http_proxy", "https_proxy", "no_proxy")


class Room:
    """A folder with a Debian in it; what runs there sees nothing else.

    Args:
        root: The folder; made by debootstrap when it is not there.
        suite: Of Debian.
    """

    def __init__(self, root: Path, *, suite: str = SUITE) -> None:
        self.root = root
        self.suite = suite
        self.display = ""

    def furnish(self) -> None:
        """Install the smallest Debian, unless it is there, and add a user."""
        if not (self.root / "usr/bin/apt-get").exists():
            subprocess.check_call(
                ["debootstrap", "--variant=minbase", self.suite, str(self.root)],
                stdout=subprocess.DEVNULL,
            )
        for name in ("resolv.conf", "hosts"):
            shutil.copy(Path("/etc") / name, self.root / "etc" / name)
        for path in Path("/etc/apt/apt.conf.d").glob("*prox*"):
            shutil.copy(path, self.root / "etc/apt/apt.conf.d")
        if not self.path(HOME).exists():
            self.root_run(["useradd", "--uid", str(UID), "--home-dir", HOME, "--create-home", USER])

    @contextmanager
    def open(self) -> Iterator[None]:
        """Mount what a program expects of a running system, as long as it lasts."""
        sockets = self.path("/tmp/.X11-unix")  # noqa: S108 - where X listens
        for place in (sockets, Path("/tmp/.X11-unix")):  # noqa: S108
            place.mkdir(parents=True, exist_ok=True)
        mounts = (
            ["-t", "proc", "proc", self.path("/proc")],
            ["-t", "tmpfs", "tmpfs", self.path("/dev/shm")],  # noqa: S108
            ["--bind", "/tmp/.X11-unix", sockets],  # noqa: S108
        )
        done: list[Path] = []
        try:
            for mount in mounts:
                target = Path(mount[-1])
                target.mkdir(parents=True, exist_ok=True)
                subprocess.check_call(["mount", *map(str, mount)])
                done.append(target)
            yield
        finally:
            for target in reversed(done):
                subprocess.call(["umount", "--lazy", str(target)])

    def path(self, inside: str) -> Path:
        """Return where a path of the room is for us."""
        return self.root / inside.lstrip("/")

    def root_run(self, command: Sequence[str], more: Mapping[str, str] | None = None) -> str:
        """Run a command as the room's administrator, with the network, and return what it says."""
        done = subprocess.run(
            ["chroot", str(self.root), *command],
            env=self.root_environment(more or {}),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def root_lines(
        self, command: Sequence[str], more: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        """Run a command as the administrator and yield what it says, line by line.

        Raises:
            AssertionError: It failed.
        """
        with subprocess.Popen(
            ["chroot", str(self.root), *command],
            env=self.root_environment({"HOME": "/root", "PYTHONUNBUFFERED": "1", **(more or {})}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield line.rstrip("\n")
        if process.returncode:
            raise AssertionError(f"{' '.join(command)} ended with {process.returncode}")

    def root_environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """Return the whole environment of the administrator's programs."""
        environment = {"PATH": _PATH, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        environment |= {name: os.environ[name] for name in _PROXIES if name in os.environ}
        return environment | {**more}

    def apt(self, *arguments: str) -> str:
        """Run apt-get without questions and without what is only recommended."""
        return self.root_run(["apt-get", "--yes", "--no-install-recommends", *arguments])

    def user_command(
        self, command: Sequence[str], before: Sequence[str] = (), *, network: bool = False
    ) -> list[str]:
        """Return the command line that runs a program as the user.

        Args:
            command: What to run.
            before: A program outside of the room to run it under.
            network: Whether there is one.
        """
        return [
            *(() if network else ("unshare", "--net")),
            *(*before, "chroot", f"--userspec={USER}:{USER}", str(self.root)),
            *("env", "-C", HOME, *command),
        ]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """Return the whole environment of the user's programs."""
        return {
            "PATH": _PATH,
            "HOME": HOME,
            "USER": USER,
            "LANG": "C.UTF-8",
            "DISPLAY": self.display,
            **more,
        }

    def run(
        self,
        command: Sequence[str],
        *,
        limit_s: float = 600.0,
        code: int = 0,
        more: Mapping[str, str] | None = None,
    ) -> str:
        """Run a program as the user and return its output.

        Raises:
            AssertionError: It ended with another code.
        """
        done = subprocess.run(
            self.user_command(command),
            env=self.environment(more or {}),
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
        if done.returncode != code:
            raise AssertionError(
                f"{' '.join(command)} ended with {done.returncode}: "
                f"{done.stdout[-1500:]}{done.stderr[-3000:]}"
            )
        return done.stdout

    @contextmanager
    def closed(self, inside: str) -> Iterator[None]:
        """Let nobody write below a path of the room, whatever the rights say."""
        place = str(self.path(inside))
        subprocess.check_call(["mount", "--bind", place, place])
        try:
            subprocess.check_call(["mount", "-o", "remount,bind,ro", place])
            yield
        finally:
            subprocess.call(["umount", "--lazy", place])

    def files(self) -> set[str]:
        """Return every path of the room but caches, logs and what is mounted."""
        found = set()
        left_out = ("proc", "sys", "dev", "tmp", "var/cache", "var/log", "var/lib/apt", "run")
        skipped = {self.path(name) for name in left_out}
        for folder, names, files in os.walk(self.root):
            here = Path(folder)
            names[:] = [name for name in names if here / name not in skipped]
            found.update(str((here / name).relative_to(self.root)) for name in (*names, *files))
        return found


class Screen:
    """An X server with a window manager, and hands: what xdotool types.

    Args:
        room: Whose programs are shown on it.
        options: Of the X server.
    """

    def __init__(self, room: Room, *options: str) -> None:
        self._room = room
        self._options = options

    def __enter__(self) -> "Screen":
        quiet = {"stderr": subprocess.DEVNULL}
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-ac", *self._options],
            stdout=subprocess.PIPE,
            text=True,
            **quiet,
        )
        assert server.stdout is not None
        # A number that nobody has; it is said when the server is ready.
        self.display = f":{server.stdout.readline().strip()}"
        self._room.display = self.display
        self._environment = {**os.environ, "DISPLAY": self.display}
        manager = subprocess.Popen(
            ["openbox"], env=self._environment, stdout=subprocess.DEVNULL, **quiet
        )
        self._processes = [server, manager]
        time.sleep(1)
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(10)

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose title matches."""
        return self._xdotool("search", "--onlyvisible", "--name", title).split()

    def key(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self._xdotool("key", "--clearmodifiers", key)
            time.sleep(0.3)

    def type(self, text: str) -> None:
        """Type text."""
        self._xdotool("type", "--delay", "15", text)

    def title(self, window: str) -> str:
        """Return a window's title."""
        return self._xdotool("getwindowname", window).strip()

    def focus(self, window: str) -> None:
        """Bring a window to the front."""
        self._xdotool("windowactivate", "--sync", window)

    def quits(self, window: str, process: "subprocess.Popen[bytes]") -> bool:
        """Press the key that ends a program, and return whether it has ended."""
        time.sleep(1)
        if process.poll() is None:
            self.focus(window)
            self.key("ctrl+q")
        return process.poll() is not None

    def _xdotool(self, *arguments: str) -> str:
        return subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        ).stdout


def until(wanted: object, limit_s: float, *, step_s: float = 0.02) -> float:
    """Wait until a function returns something true; return the seconds it took.

    Raises:
        AssertionError: It never did.
    """
    began = time.monotonic()
    assert callable(wanted)
    while not wanted():
        if time.monotonic() - began > limit_s:
            raise AssertionError(f"It did not happen within {limit_s:.0f} s.")
        time.sleep(step_s)
    return time.monotonic() - began


def processes(program: str) -> list[int]:
    """Return the ids of the running processes of a program in any room, children included."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                target = (entry / "exe").readlink()
            except OSError:
                continue
            if str(target).endswith(program):
                found.append(int(entry.name))
    return sorted(found)


def memory_mb(pids: Sequence[int]) -> float:
    """Return what processes hold together; pages they share count once (PSS)."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total / 1000


def seconds_of_work(pid: int) -> float:
    """Return the processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def role_of(pid: int) -> str:
    """Return what a child was started as, or nothing."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return ""
    return words[words.index("--role") + 1] if "--role" in words else ""


def wants_to_work(pid: int) -> bool:
    """Return whether a thread of a process runs, or would if there were a processor or a disk."""
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            if stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] in "RD":
                return True
        except OSError:
            continue
    return False


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process group that a test started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(20)
