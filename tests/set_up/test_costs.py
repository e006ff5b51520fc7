"""What tests cost is measured, added up over both passes, and told with the budget."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.set_up.costs import Cost, read_costs, report

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    "test_works.py": """
import time

def test_works():
    until_s = time.process_time() + 0.3
    while time.process_time() < until_s:
        pass
""",
    "test_waits.py": """
import time

def test_waits():
    time.sleep(0.5)
""",
    "test_child.py": """
import subprocess, sys

def test_child():
    work = "import time\\nwhile time.process_time() < 0.4: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "2"])
def test_work_waiting_and_children_are_told_apart(tmp_path: Path, processes: str) -> None:
    for name, text in EXAMPLES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = tmp_path / "costs.json"
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    environment |= {"PYTHONPATH": str(ROOT), "SEGUE_TEST_COSTS": str(told)}
    options = ["-p", "tests.costs", "-p", "no:cacheprovider", "-n", processes, "-c", os.devnull]
    command = [sys.executable, "-m", "pytest", *options, "--rootdir", str(tmp_path), str(tmp_path)]
    subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    costs = read_costs([told])
    assert set(costs) == set(EXAMPLES)
    assert all(cost.cases == 1 for cost in costs.values())
    # The system counts in hundredths.
    assert costs["test_works.py"].processor_s >= 0.28
    assert costs["test_waits.py"].waiting_s > 0.4 > costs["test_waits.py"].processor_s
    assert costs["test_child.py"].processor_s >= 0.38


def test_both_passes_are_added_up_and_one_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    passes = [tmp_path / name for name in ("a.json", "b.json", "cut.json", "missing.json")]
    passes[0].write_text(json.dumps({"tests/a.py": [1.0, 2.0, 3]}), encoding="utf-8")
    passes[1].write_text(json.dumps({"tests/a.py": [1.5, 4.0, 1], "tests/b.py": [0, 1, 1]}))
    passes[2].write_text("{", encoding="utf-8")
    costs = read_costs(passes)
    assert costs == {"tests/a.py": Cost(2.5, 6.0, 4), "tests/b.py": Cost(0, 1, 1)}


def test_the_report_names_the_dearest_files_and_says_whether_the_budget_is_kept() -> None:
    costs = {f"tests/{n}.py": Cost(processor_s=n, wall_s=20 - n, cases=n) for n in range(14)}
    lines = list(report(costs, clock_s=90.4, budget_s=80))
    assert [line.split()[-1] for line in lines[1:11]] == [f"tests/{n}.py" for n in range(13, 3, -1)]
    assert [line.split()[-1] for line in lines[12:22]] == [f"tests/{n}.py" for n in range(10)]
    assert lines[-2] == "91 tests: 91 s of processor, 110 s of waiting, 90 s on the clock."
    assert lines[-1] == "The budget, 80 s on two free cores, is over by 10 s."
    assert list(report(costs, clock_s=80, budget_s=80))[-1].endswith("is kept.")
    assert list(report(costs, clock_s=80, budget_s=0))[-1].endswith("on the clock.")
    assert list(report({}, clock_s=80, budget_s=80)) == []
