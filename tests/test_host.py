"""The computer this runs on."""

import os
import subprocess
import sys

import pytest

from engine.process import child_environment


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such numbers")
def test_a_process_that_gives_way_runs_after_its_parent() -> None:
    script = "import os; from engine.host import give_way; give_way(10); print(os.nice(0))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("job"),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert int(done.stdout) == min(19, os.nice(0) + 10)
