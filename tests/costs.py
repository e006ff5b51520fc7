"""A plug-in of pytest: it measures the processor seconds and the waiting of each test file.

`run.py test` names a file in `SEGUE_TEST_COSTS`; pytest writes the sums there, and
`scripts/set_up/costs.py` prints them. A child process counts when it has ended and was waited for.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

WHERE = "SEGUE_TEST_COSTS"


def _processor_s() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Costs:
    """Adds up what test files cost; in the processes of xdist it only measures.

    Attributes:
        files: Of each file `[processor_s, wall_s, cases]`.
    """

    def __init__(self) -> None:
        self.files: dict[str, list[float]] = {}
        self._processor_s = _processor_s()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> None:
        """Leave out what was spent between two tests."""
        self._processor_s = _processor_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write the processor seconds since the phase before into a phase's report."""
        report = yield
        now = _processor_s()
        report.processor_s = now - self._processor_s
        self._processor_s = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase to its file."""
        path = report.nodeid.partition("::")[0]
        row = self.files.setdefault(path, [0.0, 0.0, 0])
        row[0] += getattr(report, "processor_s", 0.0)
        row[1] += report.duration
        row[2] += report.when == "call"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the sums, in the process that knows them all."""
        place = os.environ.get(WHERE)
        if place and not hasattr(session.config, "workerinput"):
            Path(place).write_text(json.dumps(self.files), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Measure from here on."""
    config.pluginmanager.register(Costs(), "costs")
