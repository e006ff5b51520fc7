"""What the trials of this folder share: how many, from which seed, what came out.

Each is a script: `python -m tests.trust.saving --count 3000 --seed 1` prints one JSON line and ends
with 1 where a promise was broken. `test_trials.py` runs a few of each.
"""

import argparse
import json
import platform
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Findings:
    """What came out of some trials.

    Attributes:
        counts: How often each thing happened.
        broken: One line for each promise that was not kept.
        figures: Anything measured.
    """

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)

    def most(self, name: str, value: float) -> None:
        """Keep the largest of a figure."""
        self.figures[name] = max(value, self.figures.get(name, value))


Trial = Callable[[int, random.Random, Path], Findings]


def peak_mb() -> float:
    """Return the most memory this process ever had, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def run(trial: Trial) -> int:
    """Run a trial as its command line says; return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="segue-trust-") as folder:
        findings = trial(options.count, random.Random(options.seed), Path(folder))  # noqa: S311
    said = {
        "trial": Path(sys.argv[0]).stem,
        "count": options.count,
        "seed": options.seed,
        "seconds": round(time.monotonic() - began_s, 1),
        "counts": dict(sorted(findings.counts.items())),
        "figures": {name: round(value, 3) for name, value in findings.figures.items()},
        "broken": findings.broken[:20],
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
    }
    sys.stdout.write(json.dumps(said) + "\n")
    return 1 if findings.broken else 0
