"""Print the test files that a change can reach: `python scripts/tests_reached.py [BASE]`.

The change is everything that differs from the commit BASE (`HEAD` by default), files that git does
not know yet included. A test file is reached by what it imports, by what that imports, and so on;
by the modules that it names in a string; by the children that it starts; and by a file that one of
these modules reads: one that quotes its name, its folder's name or a pattern that it matches. Where
nothing says who reads a file, all tests are reached. `run.py test --changed` runs them.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "benchmarks", "engine", "scripts", "tests")
# The module that a child of each role runs; its parent does not import it.
ROLES = {
    "engrave": "engine.worker.engraving",
    "job": "engine.worker.job",
    "library": "engine.worker.shelf",
    "listen": "engine.worker.listening",
    "live": "engine.worker.live",
    "player": "engine.playback.role",
    "reader": "engine.worker.reading",
    "render": "engine.worker.rendering",
    "serve": "engine.worker.serving",
}
# A test that calls one of these starts children: of the roles that it quotes, or of any.
_STARTER = re.compile(r"\b(?:Child|EngineLink|PlayerLink|child_command|make_links)\(")
# Modules that each child runs, whatever its role.
EVERY_CHILD = ("engine.__main__", "engine.worker.roles")
# Files that each test depends on, although no string says so.
EVERYTHING = ("pyproject.toml", "run.py", "tests/conftest.py")
_CHILD = re.compile(r"""\bChild\(\s*["'](\w+)["']""")
_RUN = re.compile(r"""["']-m["'], ["']([\w.]+)["']""")  # `python -m NAME`
_QUOTED = re.compile(r"""["']([^"'\n]{1,120})["']""")


class Reach:
    """Which test files a changed file can reach.

    Args:
        root: The folder of the packages.
        packages: Those that are there.
    """

    def __init__(self, root: Path = ROOT, packages: Sequence[str] = PACKAGES) -> None:
        self._root = root
        self._packages = [name for name in packages if (root / name).is_dir()]
        self._files = {
            self.module_of(path.relative_to(root).as_posix()): path
            for name in self._packages
            for path in (root / name).rglob("*.py")
        }
        self._quoted = {
            module: frozenset(_QUOTED.findall(path.read_text(encoding="utf-8")))
            for module, path in self._files.items()
        }

    @staticmethod
    def module_of(path: str) -> str:
        """Return the module that a Python file is, by its path from the root."""
        return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def _graph(self) -> grimp.ImportGraph:
        first, *others = self._packages
        before = sys.path
        # A package without `__init__.py` would have parts in other checkouts on the path.
        elsewhere = [each for each in before if not (Path(each) / first).is_dir()]
        sys.path = [str(self._root), *elsewhere]
        try:
            graph = grimp.build_graph(first, *others, cache_dir=None)
        finally:
            sys.path = before
        for module in self._files:
            for other in self._beside_imports(module):
                graph.add_import(importer=module, imported=other)
        return graph

    def _beside_imports(self, module: str) -> Iterator[str]:
        """Yield the modules that a module brings in without an import of its own."""
        above = module.rpartition(".")[0]
        if above in self._files:
            yield above  # its `__init__.py` is run first
        text = self._files[module].read_text(encoding="utf-8")
        # A word without a dot is a name of something else more often than a module's.
        named = {each for each in self._quoted[module] if "." in each}
        if not module.startswith(("app.", "engine.")):  # there it is what `ROLES` tells
            named |= set(_RUN.findall(text))
        yield from (named | {f"{each}.__main__" for each in named}) & self._files.keys() - {module}
        if module.startswith("tests."):
            folders = module.split(".")[:-1]
            conftests = {".".join([*folders[:n], "conftest"]) for n in range(1, len(folders) + 1)}
            yield from conftests & self._files.keys() - {module}
        yield from {ROLES[role] for role in self._roles(module)} & self._files.keys()

    def _roles(self, module: str) -> set[str]:
        """Return the roles of the children that a module starts."""
        text = self._files[module].read_text(encoding="utf-8")
        if module.startswith("tests.") and _STARTER.search(text):
            return (self._quoted[module] & ROLES.keys()) or set(ROLES)
        return set(_CHILD.findall(text)) & ROLES.keys()

    def tests_of(self, changed: Iterable[str]) -> list[str]:
        """Return the test files that these files reach, as paths from the root."""
        try:
            reached = self._reached_by(changed)
        except grimp.exceptions.SourceSyntaxError:
            reached = set(self._files)  # whoever imports it fails, and who that is nobody can say
        found = (self._files[name] for name in reached if is_test(name))
        return sorted(path.relative_to(self._root).as_posix() for path in found)

    def _reached_by(self, changed: Iterable[str]) -> set[str]:
        """Return the modules that these files reach, themselves included."""
        reached: set[str] = set()
        for path in changed:
            sources = self._sources_of(path)
            if sources is None:
                return set(self._files)
            for module in sources:
                reached |= {module} | self._graph.find_downstream_modules(module)
        return reached

    def _sources_of(self, path: str) -> set[str] | None:
        """Return the modules that a changed file is, or that read it; None for all."""
        if path in EVERYTHING:
            return None
        readers = self._readers_of(path)
        if not path.endswith(".py"):
            return readers or None
        module = self.module_of(path)
        while module and module not in self._files:
            module = module.rpartition(".")[0]  # it is gone: who imports its package may miss it
        if module in EVERY_CHILD:
            readers |= {"engine.processes.process"}
        return readers | {module} if module else None

    def _readers_of(self, path: str) -> set[str]:
        """Return the modules that name a file, its folder or a pattern that it matches.

        Every second module names the folder of a module's file or one of the packages; of Python
        files the name and patterns count.
        """
        name, folder = Path(path).name, Path(path).parent.name
        names = {path, name} | (set() if name.endswith(".py") else {folder, Path(path).stem})
        return {
            module
            for module, quoted in self._quoted.items()
            if not names.isdisjoint(quoted)
            or any("*" in each and each.strip("*") and fnmatch(name, each) for each in quoted)
        }


def is_test(module: str) -> bool:
    """Return whether pytest collects a module."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def changed_since(base: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from a commit, and those that git does not know.

    Raises:
        SystemExit: git does not know the commit, or there is no git.
    """
    commands = (
        ["git", "diff", "--name-only", "--no-renames", base, "--"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    found: set[str] = set()
    for command in commands:
        try:
            done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        except OSError as error:
            raise SystemExit(f"git cannot say what has changed: {error}") from error
        if done.returncode:
            raise SystemExit(f"git cannot say what has changed since {base}: {done.stderr.strip()}")
        found |= set(done.stdout.split("\n")) - {""}
    return sorted(found)


def main() -> int:
    """Print the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", nargs="?", default="HEAD", help="the commit to compare with (HEAD)")
    for path in Reach().tests_of(changed_since(parser.parse_args().base)):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
