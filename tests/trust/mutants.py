"""How many small changes to the code that saves, imports and plays its tests notice.

    python -m pip install -e .[mutation]
    python -m tests.trust.mutants --count 150 --seed 1

A mutant is one change by an operator of cosmic-ray, in a copy of the tree; it is killed when a test
that executes what it changes fails or does not end. Annotations are not mutated: nothing depends on
them here. A drawn sample bounds the score; each survivor is printed as the line that it changed.
"""

import argparse
import ast
import contextlib
import difflib
import itertools
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.trust.noticing import Known, Server, known_from, look, statement_lines

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
        "channels",
        "input_router",
        "jam_player",
        "resting",
        "schedule",
        "schedule_bounds",
        "music_clock",
    )
)
_GATE = ("tests/test_gate_bounds.py", "tests/test_gate.py", "tests/piece/test_composition.py")
_READING = ("tests/library/test_reading.py",)
_IMPORTING = (
    "tests/library/test_importing_bounds.py",
    *_READING,
    "tests/library/test_importing.py",
)
# What is mutated, and the tests that are to notice.
TESTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "engine/ground/saving.py": tuple(
            f"tests/{n}.py" for n in ("test_saving_fails", "test_saving", "piece/test_composition")
        ),
        "engine/piece/opening.py": ("tests/piece/test_opening.py",),
        "engine/piece/outline.py": ("tests/test_gate_bounds.py", "tests/piece/test_composition.py"),
        **dict.fromkeys((f"engine/gate/{n}.py" for n in ("documents", "files", "words")), _GATE),
        "engine/gate/xml.py": ("tests/test_gate_xml.py", "tests/notation/test_reading.py"),
        "engine/gate/archives.py": (*_GATE, "tests/library/test_archives.py"),
        "engine/gate/tensors.py": tuple(
            f"tests/{n}.py" for n in ("test_gate_tensors", "test_gate", "model/test_checkpoint")
        ),
        "engine/library/reading.py": _READING,
        "engine/library/importing.py": _IMPORTING,
        "engine/playback/player/player.py": _PLAYER,
        "engine/playback/sending/agenda.py": _PLAYER,
        "engine/playback/clocks/music_clock.py": _PLAYER,
        "engine/playback/sending/sounding_notes.py": _PLAYER,
        "engine/playback/sending/cursor.py": _PLAYER,
        "engine/playback/sending/schedule.py": _PLAYER,
    }
)
# Tests that take more of the processor are left out: that can only lower the score.
_LONGEST_S = 2.0
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


def wilson(killed: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    share, square = killed / count, _Z * _Z
    middle = share + square / (2 * count)
    half = _Z * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return (middle - half) / (1 + square / count), (middle + half) / (1 + square / count)


class Trees:
    """A copy of the tree, in which one file at a time is another.

    Args:
        folder: Where it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "tree"
        kept = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(ROOT, self.tree, ignore=kept, symlinks=True)
        # What Python has compiled it knows by the second of the file's change and by its size.
        self._changed_s = itertools.count(int(time.time()) - 10_000_000)

    @contextlib.contextmanager
    def changed(self, file: str, code: str) -> Iterator[None]:
        """Have another code in a file for a while."""
        target = self.tree / file
        whole = target.read_text(encoding="utf-8")
        self._write(target, code)
        try:
            yield
        finally:
            self._write(target, whole)

    def _write(self, target: Path, code: str) -> None:
        target.write_text(code, encoding="utf-8")
        now_s = next(self._changed_s)
        os.utime(target, (now_s, now_s))


def main() -> int:
    """Draw mutants, run the tests of each, print survivors and the score."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="segue-mutants-") as folder:
        trees = Trees(Path(folder))
        files = options.file or list(TESTS)
        known = _known(trees, options.known or Path(folder) / "known.json")
        known = known.among({test for file in files for test in TESTS[file]})
        server = Server(trees.tree, files, known)
        counts: Counter[str] = Counter()
        killers: set[str] = set()
        for mutant, code in drawn(files, options.seed, options.count, options.again):
            outcome, by = _try(trees, server, mutant, code, known)
            counts[outcome] += 1
            killers.add(by)
        # A test that fails now and then, or for want of time, has noticed nothing.
        if killers := killers & set(known.tests):
            file = files[0]
            whole = (ROOT / file).read_text(encoding="utf-8")
            if failing := server.noticed(file, whole, sorted(killers)):
                _say(json.dumps({"fails without any change": failing}))
        server.close()
    killed, count = counts["killed"] + counts["no end"], sum(counts.values())
    low, high = wilson(killed, count)
    said = {"count": count, "seed": options.seed, "killed": killed, "no end": counts["no end"]}
    score = {"score": round(killed / count, 3), "low": round(low, 3), "high": round(high, 3)}
    _say(json.dumps(said | score))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", action="append", choices=sorted(TESTS), help="only of these")
    parser.add_argument("--known", type=Path, help="where it is kept which test executes what")
    parser.add_argument("--again", type=Path, help="the survivors that this output has, once more")
    return parser.parse_args()


def _known(trees: Trees, said: Path) -> Known:
    if not said.exists():
        every_test = sorted({test for tests in TESTS.values() for test in tests})
        look(trees.tree, list(TESTS), every_test, said.resolve())
    return known_from(said)


def drawn(
    files: Sequence[str], seed: int, count: int, again: Path | None
) -> Iterator[tuple[Mutant, str]]:
    """Yield mutants that mean something else, each with its code.

    Args:
        files: Of which.
        seed: Of the order.
        count: How many.
        again: What this said before, whose survivors are meant instead; None draws.
    """
    if again is None:
        everything = [mutant for file in files for mutant in mutants_of(file)]
        random.Random(seed).shuffle(everything)  # noqa: S311 - a sample
    else:
        before = map(json.loads, again.read_text(encoding="utf-8").splitlines())
        survived = [each for each in before if each.get("outcome") == "survived"]
        everything = [Mutant(**each["mutant"]) for each in survived]
    codes = ((mutant, mutated(mutant)) for mutant in everything)
    meant = ((mutant, code) for mutant, code in codes if code is not None)
    yield from itertools.islice(meant, count)


def _try(trees: Trees, server: Server, mutant: Mutant, code: str, known: Known) -> tuple[str, str]:
    whole = (ROOT / mutant.file).read_text(encoding="utf-8")
    changes = difflib.SequenceMatcher(None, whole.splitlines(), code.splitlines(), autojunk=False)
    changed = {
        line
        for _, begin, end, _, _ in (o for o in changes.get_opcodes() if o[0] != "equal")
        for line in range(begin + 1, max(end, begin + 1) + 1)
    }
    names = known.of(mutant.file, statement_lines(whole, changed), TESTS[mutant.file])
    names = [name for name in names if known.tests[name].seconds <= _LONGEST_S]
    with trees.changed(mutant.file, code):
        by = server.noticed(mutant.file, code, names)
    outcome = "no end" if by == "no end" else "killed" if by else "survived"
    lines = difflib.unified_diff(whole.splitlines(), code.splitlines(), lineterm="", n=0)
    change = [line for line in lines if line[:1] in "+-@" and line[:3] not in {"+++", "---"}]
    said = {"mutant": mutant._asdict(), "outcome": outcome, "change": change, "by": by}
    _say(json.dumps(said | {"tests": len(names)}))
    return outcome, by


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
