"""The computer this runs on."""

import os
import subprocess
import sys

import pytest

from engine.processes.process import child_environment


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such numbers")
def test_a_process_that_gives_way_runs_after_its_parent() -> None:
    script = "import os; from engine.ground.host import give_way; give_way(10); print(os.nice(0))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("job"),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert int(done.stdout) == min(19, os.nice(0) + 10)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only the GNU library can")
def test_holes_between_blocks_that_stay_are_given_back() -> None:
    script = """
from engine.ground.host import give_back_memory, memory_bytes

blocks = [bytearray(64_000) for _ in range(1000)]
last, full = blocks[-1], memory_bytes()
del blocks
holes = memory_bytes()
given = give_back_memory()
print(full - holes < 8_000_000, given, full - memory_bytes() > 50_000_000)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("reader"),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.split() == ["True", "True", "True"]
