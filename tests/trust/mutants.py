"""How many small changes to the code that saves, imports and plays its tests notice.

    python -m pip install -e .[mutation]
    python -m tests.trust.mutants --count 150 --seed 1

A mutant is one change by an operator of cosmic-ray, in a copy of the tree; it is killed when a test
of its file fails or does not end. Annotations are not mutated: nothing depends on them here. A
drawn sample bounds the score; each survivor is printed as the line that it changed.
"""

import argparse
import ast
import contextlib
import difflib
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
_PLAYER = tuple(
    f"tests/playback/test_{n}.py"
    for n in (
        "waiting_and_sounding",
        "player_limits",
        "player",
        "player_outputs",
        "clock",
        "cursor",
    )
)
_GATE = ("tests/test_gate_bounds.py", "tests/test_gate.py", "tests/test_composition.py")
_LIBRARY = ("tests/library/test_reading.py", "tests/library/test_importing.py")
# What is mutated, and the tests that are to notice, the quickest first.
TESTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "engine/saving.py": tuple(
            f"tests/test_{n}.py" for n in ("saving_fails", "saving", "composition")
        ),
        "engine/opening.py": ("tests/test_opening.py",),
        "engine/outline.py": ("tests/test_gate_bounds.py", "tests/test_composition.py"),
        **dict.fromkeys((f"engine/gate/{n}.py" for n in ("documents", "files", "words")), _GATE),
        "engine/gate/archives.py": (*_GATE, "tests/library/test_archives.py"),
        "engine/gate/tensors.py": ("tests/test_gate.py", "tests/model/test_checkpoint.py"),
        "engine/library/reading.py": _LIBRARY,
        "engine/library/importing.py": tuple(reversed(_LIBRARY)),
        "engine/playback/player.py": _PLAYER,
        "engine/playback/agenda.py": _PLAYER,
        "engine/playback/transport.py": _PLAYER,
        "engine/playback/voices.py": _PLAYER,
        "engine/playback/cursor.py": tuple(reversed(_PLAYER)),
        "engine/playback/schedule.py": ("tests/playback/test_schedule.py", *_PLAYER),
    }
)
# Imported once, before each run is forked.
_PRELOADED = ("pytest", "numpy", "msgspec", "symusic", "mido", "miditok", "torch")
_LIMIT_S = 240.0
_Z = 1.96


class Mutant(NamedTuple):
    """One change to one file.

    Attributes:
        file: Which, from the tree's root.
        operator: What of cosmic-ray's makes it.
        number: The how-manieth place of that kind.
    """

    file: str
    operator: str
    number: int


class _Plain(ast.NodeTransformer):
    """Takes annotations away, and how arguments may be given: `*` is no product there."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        arguments = node.args
        arguments.args = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        arguments.defaults += [each for each in arguments.kw_defaults if each is not None]
        arguments.posonlyargs, arguments.kwonlyargs, arguments.kw_defaults = [], [], []
        for each in arguments.args:
            each.annotation = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(value=None)
        return self.generic_visit(node)


def _meaning(code: str) -> str:
    return ast.dump(_Plain().visit(ast.parse(code)))


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield every mutant of a file, those of its annotations too."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    tree = get_ast_from_path(ROOT / file)
    for name in sorted(operator_names()):
        if "/Variable" in name:
            continue  # they want names of their own
        operator = get_operator(name)()
        places = sum(len(list(operator.mutation_positions(node))) for node in ast_nodes(tree))
        for number in range(places):
            yield Mutant(file, name, number)


def mutated(mutant: Mutant) -> str | None:
    """Return the code of a mutant; None where it means the same."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    code = (ROOT / mutant.file).read_text(encoding="utf-8")
    changed = mutate_code(code, get_operator(mutant.operator)(), mutant.number)
    with contextlib.suppress(SyntaxError):
        return None if changed is None or _meaning(changed) == _meaning(code) else str(changed)
    return None


def is_killed(tree: Path, tests: Sequence[str]) -> bool:
    """Return whether a test fails, or does not end, in a copy of the tree."""
    child = os.fork()
    if child == 0:
        os.setsid()
        _test(tree, tests)
    end_s = time.monotonic() + _LIMIT_S
    while time.monotonic() < end_s:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) != 0
        time.sleep(0.1)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _test(tree: Path, tests: Sequence[str]) -> None:
    """Be a run of some tests; never returns."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.chdir(tree)
    sys.path[:] = [str(tree), *(each for each in sys.path if each not in {"", str(ROOT)})]
    os.environ["PYTHONPATH"] = str(tree)
    for name in [name for name in sys.modules if name.split(".")[0] in {"engine", "app", "tests"}]:
        del sys.modules[name]
    import pytest

    code = 3
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not midi"]
    # Of plugins that a preloaded library has imported.
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    try:
        code = pytest.main([*options, *tests])
    finally:
        os._exit(int(code))


def wilson(killed: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    share, square = killed / count, _Z * _Z
    middle = share + square / (2 * count)
    half = _Z * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return (middle - half) / (1 + square / count), (middle + half) / (1 + square / count)


def main() -> int:
    """Draw mutants, run the tests of each, print survivors and the score."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", action="append", choices=sorted(TESTS), help="only of these")
    options = parser.parse_args()
    for name in _PRELOADED:
        importlib.import_module(name)
    files = options.file or list(TESTS)
    everything = [mutant for file in files for mutant in mutants_of(file)]
    random.Random(options.seed).shuffle(everything)  # noqa: S311 - a sample
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="segue-mutants-") as folder:
        tree = Path(folder) / "tree"
        kept = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(ROOT, tree, ignore=kept, symlinks=True)
        sound: set[tuple[str, ...]] = set()
        for mutant in everything:
            if sum(counts.values()) == options.count:
                break
            if (code := mutated(mutant)) is None:
                continue
            tests = TESTS[mutant.file]
            if tests not in sound and is_killed(tree, tests):
                raise SystemExit(f"without any change these fail: {tests}")
            sound.add(tests)
            counts[_outcome(tree, mutant, code)] += 1
    killed, count = counts["killed"], sum(counts.values())
    low, high = wilson(killed, count)
    said = {"count": count, "seed": options.seed, "killed": killed, "of": len(everything)}
    score = {"score": round(killed / count, 3), "low": round(low, 3), "high": round(high, 3)}
    _say(json.dumps(said | score))
    return 0


def _outcome(tree: Path, mutant: Mutant, code: str) -> str:
    target = tree / mutant.file
    whole = target.read_text(encoding="utf-8")
    target.write_text(code, encoding="utf-8")
    try:
        outcome = "killed" if is_killed(tree, TESTS[mutant.file]) else "survived"
    finally:
        target.write_text(whole, encoding="utf-8")
    lines = difflib.unified_diff(whole.splitlines(), code.splitlines(), lineterm="", n=0)
    changed = [line for line in lines if line[:1] in "+-@" and line[:3] not in {"+++", "---"}]
    _say(json.dumps({"mutant": mutant._asdict(), "outcome": outcome, "change": changed}))
    return outcome


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
