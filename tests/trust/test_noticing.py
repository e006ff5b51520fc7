"""The measure of the tests itself: who could notice a change, and that a change is one."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.trust.mutants import TESTS
from tests.trust.noticing import Known, Seen, statement_lines
from tests.trust.swapping import Functions

ROOT = Path(__file__).resolve().parents[2]
CODE = """
LIMIT = 3


def small(value, most=LIMIT):
    return value < most


class Counter:
    def __init__(self):
        self.count = 0

    def count_on(self, by=1):
        def more():
            return by + 1
        self.count += by
        return more()


def words():
    return [word for word in ("a", "b")]
"""


Look = Callable[[ModuleType], bool]
SWAPPED: tuple[tuple[str, str, Look], ...] = (
    ("value < most", "value <= most", lambda module: module.small(3)),
    ("self.count += by", "self.count -= by", lambda module: _counted(module) == -1),
    ("by + 1", "by - 1", lambda module: module.Counter().count_on(5) == 4),
    ('("a", "b")', '("a", "c")', lambda module: module.words() == ["a", "c"]),
)


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, ModuleType]:
    """A module for each change, by its file, and one that stays as it is."""
    folder = tmp_path_factory.mktemp("swapped")
    return dict(_module(folder / f"swapped_{number}.py") for number in range(len(SWAPPED) + 1))


def _module(path: Path) -> tuple[Path, ModuleType]:
    path.write_text(CODE)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return path, made


@pytest.fixture(scope="module")
def functions(modules: dict[Path, ModuleType]) -> Functions:
    """The functions of all of them: finding them looks at each object of the process."""
    return Functions(list(modules))


@pytest.mark.parametrize("number", range(len(SWAPPED)))
def test_whoever_holds_a_function_has_its_change(
    modules: dict[Path, ModuleType], functions: Functions, number: int
) -> None:
    path, module = list(modules.items())[number]
    old, new, look = SWAPPED[number]
    changed = CODE.replace(old, new)
    assert not look(module)
    assert functions.would_swap(path, changed)
    assert not look(module), "nothing is changed by asking"
    functions.swap(path, changed)
    assert look(module)


def _counted(module: ModuleType) -> int:
    counter = module.Counter()
    counter.count_on()
    return int(counter.count)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("LIMIT = 3", "LIMIT = 4"), ("by=1", "by=2"), ("most=LIMIT", "most=-LIMIT")),
        *(("class Counter", "class Counted"), ("def words():", "@staticmethod\ndef words():")),
    ],
)
def test_what_importing_executes_cannot_be_swapped(
    modules: dict[Path, ModuleType], functions: Functions, old: str, new: str
) -> None:
    *_, path = modules
    assert not functions.would_swap(path, CODE.replace(old, new))


def test_code_that_is_the_same_may_always_be_swapped(
    modules: dict[Path, ModuleType], functions: Functions
) -> None:
    *_, path = modules
    assert functions.would_swap(path, CODE)


def test_a_line_belongs_to_its_statement_or_to_the_head_of_one() -> None:
    code = "a = (1 +\n     2)\nif (a and\n    a):\n    b = 3\nelse:\n    b = 4\n"
    assert statement_lines(code, {2}) == {1, 2}
    assert statement_lines(code, {4}) == {3, 4}
    assert statement_lines(code, {5}) == {5}
    assert statement_lines(code, {7}) == {7}


KNOWN = Known(
    tests={
        "tests/a.py::slow": Seen(3.0, starts=False),
        "tests/a.py::starts": Seen(2.0, starts=True),
        "tests/a.py::quick": Seen(0.1, starts=False),
        "tests/b.py::other": Seen(0.2, starts=True),
    },
    lines={"x.py": {1: [""], 2: ["tests/a.py::slow", "tests/b.py::other"], 3: []}},
)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (1, ["a.py::quick", "a.py::starts", "a.py::slow"]),
        (2, ["b.py::other", "a.py::starts", "a.py::slow"]),
        (3, ["a.py::starts"]),
        (4, ["a.py::starts"]),
    ],
)
def test_a_change_is_shown_to_whoever_could_notice_it_the_quickest_first(
    line: int, names: list[str]
) -> None:
    assert KNOWN.of("x.py", {line}, {"tests/a.py"}) == [f"tests/{name}" for name in names]


def test_what_is_known_of_some_files_is_less() -> None:
    fewer = KNOWN.among({"tests/b.py"})
    assert set(fewer.tests) == {"tests/b.py::other"}
    assert fewer.lines["x.py"] == {1: [""], 2: ["tests/b.py::other"], 3: []}


def test_what_is_mutated_and_the_tests_that_are_to_notice_are_there() -> None:
    """The list is written by hand, and files get other names."""
    named = {*TESTS, *(test for tests in TESTS.values() for test in tests)}
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []
