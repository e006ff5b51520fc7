"""The report on the code counts what it says, in files whose figures are known."""

from pathlib import Path

from scripts.code_figures import figures, report

SOURCE = '''"""A module."""

import os  # noqa: F401 - only an example

# Seconds that a user waits.
WAIT_S = 3.0
LONGEST_S = 5.0

_BARE = 1 / 8
EXPLAINED = 7
"""Why seven."""
BESIDE = 4  # as many as voices
NAME = "not a number"


class Shown:
    def area(self) -> int:
        return self._side() ** 2

    def _side(self) -> int:
        return 2
'''


def test_the_figures_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "shown.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = figures(iter([path]))
    assert (found.code, found.docstrings, found.comments, found.exemptions) == (12, 2, 2, 1)
    assert [lines for lines, _ in found.functions] == [2, 2]
    assert found.public == 3
    assert [each.split()[-1] for each in found.undocumented] == ["Shown", "Shown.area"]
    assert [each.split()[-1] for each in found.bare] == ["_BARE"]


def test_the_report_names_the_places_that_spoil_a_figure(tmp_path: Path) -> None:
    for folder in ("app", "engine"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "shown.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "engine" / "shown.py").write_text(
        "\n".join(["def unused() -> None:", *["    print()"] * 61]), encoding="utf-8"
    )
    rows = {name: (value, places) for name, value, places in report(tmp_path)}
    value, places = rows["function lines, median/p90/max"]
    assert value.endswith("/62")
    assert [place.split()[-1] for place in places] == ["unused"]
    value, places = rows["unused functions and classes"]
    assert [place.split()[-1] for place in places] == ["Shown", "area", "unused"]
