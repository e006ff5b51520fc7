"""kill -9 at random moments: each resume gives the weights of a run that nobody killed, bit by bit.

`SEGUE_KILLS=20` runs it with twenty kills; the suite makes do with two.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.timeout(1200)  # a busy machine takes its time, and twenty kills take ten times two
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the runs are forked")
def test_a_run_killed_at_random_goes_on_to_the_same_bits(store, tmp_path):
    kills = int(os.environ.get("SEGUE_KILLS", "2"))
    place = str(store.tokens.filename.parent)
    done = subprocess.run(
        [sys.executable, "-m", "tests.training.killing", place, str(tmp_path), str(kills), "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == kills
    assert found["differing"] == 0
    assert found["compared"] >= 50 * (kills + 1)
    # Steps differ from each other, so that equal ones mean something.
    assert found["distinct"] > 50 * kills
    # Each began again where the last had saved, not at the beginning.
    for resumed, killed in zip(found["resumed_at"][1:], found["killed_at"], strict=False):
        # The kill may fall after a save and before the line that tells of its step.
        assert killed - 8 <= resumed <= killed + 2
