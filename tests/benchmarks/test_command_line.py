"""`python -m benchmarks` names every benchmark, runs each by its name, and tells mistakes."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import benchmarks
from benchmarks import __main__ as command_line
from benchmarks.__main__ import main
from benchmarks.harness import parser_of
from benchmarks.registry import GROUPS, MACHINE, ROWS, benchmark_named

SMALL = ("--width", "32", "--layers", "1", "--heads", "2", "--memory", "32", "--rounds", "1")
FOLDER = Path(benchmarks.__file__).parent
SHARED = {"folders", "songs", "split"}
"""What every benchmark that reads songs of folders is told in the same words."""


def _modules_with_benchmarks() -> Iterator[str]:
    for path in FOLDER.rglob("*.py"):
        if "\nBENCHMARKS = {" in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(FOLDER).with_suffix("").parts)


def test_the_list_names_every_benchmark_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    for name, row in ROWS.items():
        assert f"  {name} " in shown
        assert row.says in shown
        assert "\n" not in row.says
    assert main(["list", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(GROUPS)


def test_every_module_of_benchmarks_is_in_the_list() -> None:
    assert {row.module for row in ROWS.values()} == {*_modules_with_benchmarks()}
    for measure in (FOLDER / "measures").glob("[a-z]*.py"):
        assert f"measures.{measure.stem}" in {row.module for row in ROWS.values()}


def test_the_list_needs_no_library_of_any_benchmark() -> None:
    heavy = ("torch", "PySide6", "matplotlib")
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from benchmarks.__main__ import main; main(['list']);"
            f"sys.exit([name for name in {heavy} if name in sys.modules] or 0)",
        ],
        cwd=FOLDER.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("name", ROWS)
def test_each_says_what_it_takes(name: str) -> None:
    benchmark = benchmark_named(name)
    parser = parser_of(name, benchmark, says=ROWS[name].says)
    shown = parser.format_help()
    assert f"python -m benchmarks {name} " in shown
    names = {action.dest for action in parser._actions}
    # Whoever takes songs takes how many and which half of them, and none has a word of its own.
    assert names >= SHARED or not SHARED & names
    assert not names & {"count", "data", "only_valid", "part_of_songs", "clean"}


@pytest.mark.parametrize("name", GROUPS[MACHINE])
def test_those_of_this_machine_need_no_argument(name: str) -> None:
    parser_of(name, benchmark_named(name), says="").parse_args([])


def test_without_a_name_those_of_this_machine_are_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.ground.errors import PortError

    def measured(name: str) -> object:
        def measure(*_: object) -> dict[str, str]:
            if name == "ports":
                raise PortError("There are no ports.")
            return {"what": name}

        return replace(benchmark_named(name), measure=measure, lines=lambda f: [f["what"]])

    monkeypatch.setattr(command_line, "benchmark_named", measured)
    assert main(["--json"]) == 0
    found = json.loads(capsys.readouterr().out)["benches"]
    assert [figures["what"] for figures in found] == list(GROUPS[MACHINE])
    assert found[-1]["skipped"] == "There are no ports."
    assert main([]) == 0
    assert "There are no ports." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["decode", "train"])
def test_ours_is_compared_with_the_floor(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, *SMALL, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"Segue float32", figures["floor"]} <= {each["name"] for each in figures["contenders"]}
    assert all(each["per_s"] > 0 for each in figures["contenders"])


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["decode", "--heads", "7"], "benchmarks: There is no such model:"),
        (["made-against-real", "starter"], "benchmarks: There is no song here"),
        (["joining", "starter", "no"], "benchmarks: There is no folder ‘no’."),
        (["joining", "nobody", "."], "benchmarks: There is no model ‘nobody’."),
    ],
)
def test_a_mistake_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], sentence: str
) -> None:
    assert main(argv) == 1
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith(sentence)


def test_a_name_that_is_none_is_a_mistake_of_the_command_line() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["nothing"])
    assert ended.value.code == 2


PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "scripts/**/*.md", "assets/sound/*.md")
    for path in FOLDER.parent.glob(pattern)
)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_benchmark_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:-m benchmarks|run\.py bench) ([a-z][a-z-]*)", text)
    assert {*named} <= {"list", *ROWS}
    # Those that had a command or a script of their own are benchmarks now.
    if page.name != "CHANGELOG.md":
        assert not re.search(r"segue (bench|evaluate)|-m benchmarks\.(measures|window)", text)
