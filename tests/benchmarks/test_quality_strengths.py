"""`python -m benchmarks fit` finds a model's strengths, and writes them only when it is told to."""

import shutil
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from engine.generation.priors import priors_of_card, priors_on_card
from engine.model.description import amend_card, read_card


@pytest.mark.slow
def test_strengths_are_written_only_when_that_is_asked_for(
    small_folder: Path, demo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "small"
    shutil.copytree(small_folder, folder)
    before = read_card(folder)["card"]
    fit = ["fit", str(folder), f"demo={demo_folder}", "--split", "all", "--songs", "4"]
    assert main(fit) == 0
    shown = capsys.readouterr().out
    assert "4 songs" in shown
    assert "not written" in shown
    assert read_card(folder)["card"] == before
    assert main([*fit, "--write"]) == 0
    assert "written on the card" in capsys.readouterr().out
    after = read_card(folder)["card"]
    assert {**after, "priors": 0} == {**before, "priors": 0}
    # The strengths do not depend on those that were there before.
    found = priors_of_card(after)
    amend_card(folder, priors_on_card(priors_of_card(before)))
    assert main([*fit, "--write"]) == 0
    assert priors_of_card(read_card(folder)["card"]) == found


def test_without_songs_a_sentence_says_so(
    small_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["fit", str(small_folder), str(tmp_path / "empty")]) == 1
    assert "There is no song to fit by" in capsys.readouterr().err
