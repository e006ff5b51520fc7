"""Try the Windows installer without Windows: `python packaging/windows/try_installer.py`.

Compiles it with a dummy in place of the program, lets it install, upgrade and uninstall itself
under Wine, and looks at files and registry after each step. Needs makensis and wine64.
`try_program.py` tries the program itself.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import icons
import windows

TARGET = "amd64-unicode"  # Wine without its 32-bit half cannot run the usual stub
CLASSES = r"HKCU\Software\Classes"
ENVIRONMENT = r"HKCU\Environment"
# Longer than a variable of NSIS can hold, with a variable of its own.
LONG_PATH = ";".join([r"%USERPROFILE%\bin", *(rf"C:\tools\number {n}\bin" for n in range(120))])
# A program that writes into a file beside it which of the two it is.
DUMMY = """Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
OutFile "{out}"
Section
  FileOpen $0 "$EXEDIR\\ran.txt" w
  FileWrite $0 "{name}"
  FileClose $0
SectionEnd
"""


class Wine:
    """A Windows of its own in a folder."""

    def __init__(self, folder: Path) -> None:
        self._environment = {
            **os.environ,
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",  # no questions about add-ons
            "DISPLAY": "",
        }
        self._program = shutil.which("wine64") or shutil.which("wine") or "/usr/lib/wine/wine64"
        self.run("wineboot", "--init")
        users = folder / "drive_c" / "users"
        self.home = next(path for path in users.iterdir() if path.name != "Public")

    def run(self, *command: str) -> int:
        """Run a program and return its exit code when everything it started has ended."""
        code = subprocess.call(
            [self._program, *command],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=300,
        )
        server = shutil.which("wineserver") or "/usr/lib/wine/wineserver64"
        subprocess.call([server, "--wait"], env=self._environment)
        return code

    def registry(self, key: str, name: str = "", kind: str = "REG_SZ") -> str:
        """Return a value of a key, its default one without a name; nothing where there is none."""
        done = subprocess.run(
            [self._program, "reg", "query", key, *(("/v", name) if name else ("/ve",))],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.partition(kind)[2].strip()

    def set_path(self, value: str) -> None:
        """Set the user's PATH; an empty text removes it."""
        if value:
            kind = ("/t", "REG_EXPAND_SZ", "/d", value)
            self.run("reg", "add", ENVIRONMENT, "/v", "Path", *kind, "/f")
        else:
            self.run("reg", "delete", ENVIRONMENT, "/v", "Path", "/f")

    def path(self) -> str:
        """Return the user's PATH as the registry has it, with its variables."""
        return self.registry(ENVIRONMENT, "Path", "REG_EXPAND_SZ")


def main() -> int:
    """Try it and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        try_installer(Path(folder))
    return 0


def try_installer(folder: Path) -> None:
    """Install, upgrade over, uninstall."""
    wine = Wine(folder / "prefix")
    older = make_installer(folder / "older", files=("gone.txt",))
    newer = make_installer(folder / "newer", files=("kept.txt",))
    local = wine.home / "AppData" / "Local"
    installed = local / "Programs" / "Segue"
    mine = local / "Segue" / "Segue" / "mine.segue"
    mine.parent.mkdir(parents=True)
    mine.write_text("music", encoding="ascii")
    wine.set_path(LONG_PATH)

    check(wine.run(str(older), "/S") == 0, "it installs without a question")
    check((installed / "segue.exe").exists(), "the program is there")
    check(wine.registry(rf"{CLASSES}\.segue") == "Segue.Piece", "a .segue file is a Segue piece")
    opened = wine.registry(rf"{CLASSES}\Segue.Piece\shell\open\command")
    check(opened.endswith(r'Programs\Segue\segue.exe" "%1"'), "it opens in Segue")
    check(wine.registry(rf"{CLASSES}\.mid") != "Segue.Midi", "MIDI files open as before")
    score = wine.registry(rf"{CLASSES}\Segue.Score\shell\open\command")
    check(score == opened, "a MusicXML score opens in Segue")
    folder_name = opened.partition('"')[2].rpartition(r"\segue.exe")[0]
    check(
        wine.path() == f"{LONG_PATH};{folder_name}", "a PATH of 3,000 characters is longer by one"
    )
    (installed / "user.txt").write_text("theirs", encoding="ascii")

    check(wine.run(str(newer), "/S") == 0, "a newer one installs over it")
    check(not (installed / "_internal" / "gone.txt").exists(), "no file of the older one stays")
    check((installed / "_internal" / "kept.txt").exists(), "the newer one's files are there")
    check(wine.path().count(folder_name) == 1, "it is on the PATH once")

    check(wine.run(str(installed / "Uninstall.exe"), "/S") == 0, "it uninstalls")
    left = sorted(path.name for path in installed.rglob("*"))
    check(left == ["user.txt"], f"nothing is left but what the user put there: {left}")
    check(not wine.registry(rf"{CLASSES}\.segue"), "no file type is left")
    check(wine.path() == LONG_PATH, "the PATH is what it was")
    check(mine.read_text(encoding="ascii") == "music", "the user's data are as they were")

    for before in ("", r"C:\one", r"C:\one;"):
        wine.set_path(before)
        check(wine.run(str(newer), "/S") == 0, f"it installs with the PATH {before!r}")
        check(wine.path().endswith(folder_name), "it is on the PATH")
        # Not with the long PATH: Wine's cmd finds nothing in one.
        wine.run("cmd", "/c", "segue")
        ran = installed / "ran.txt"
        check(ran.read_text(encoding="ascii") == "segue-cli.exe", "`segue` has a console")
        ran.unlink()
        check(wine.run(str(installed / "Uninstall.exe"), "/S") == 0, "it uninstalls")
        check(wine.path() == before.rstrip(";"), "the PATH is what it was")


def make_installer(folder: Path, *, files: tuple[str, ...]) -> Path:
    """Return an installer of a dummy with these files beside it."""
    inside = folder / "segue" / "_internal"
    inside.mkdir(parents=True)
    for name in windows.PROGRAMS:
        script = folder / f"{name}.nsi"
        made = folder / "segue" / name
        script.write_text(DUMMY.format(out=made, name=name), encoding="ascii")
        subprocess.check_call(["makensis", "-V1", script])
    for name in files:
        (inside / name).write_text(name, encoding="ascii")
    made = folder / "Segue-trial.exe"
    icon = icons.ico(folder / "segue.ico")
    subprocess.check_call(
        windows.nsis_command(bundle=folder / "segue", icon=icon, out=made, target=TARGET)
    )
    return made


def check(found: object, text: str) -> None:
    """Print a finding.

    Raises:
        SystemExit: It is wrong.
    """
    print(("ok  " if found else "!!  ") + text, flush=True)
    if not found:
        raise SystemExit(1)


if __name__ == "__main__":
    sys.exit(main())
