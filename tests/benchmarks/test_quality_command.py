"""`python -m benchmarks ablate` keeps each song's records, goes on, and shows them again."""

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.quality.ablation import Records, Songs, run, settings_of
from benchmarks.quality.songs import find_songs
from benchmarks.quality.tables import ablation_lines
from benchmarks.quality.variants import variants_of
from engine.generation.model import LiveModel
from engine.ground.errors import SegueError

ONLY = ("BarLags", "all")


def _ablate(folder: Path, songs: Path, out: Path, *more: str) -> int:
    given = [str(folder), f"demo={songs}", "--out", str(out), "--songs", "2", "--drawn", "1"]
    return main(["ablate", *given, "--timed", "1", "--only", *ONLY, *more])


@pytest.mark.slow
def test_a_run_shows_tables_of_its_split_and_a_file_shows_them_again(
    small_folder: Path, demo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "figures.json"
    assert _ablate(small_folder, demo_folder, out, "--split", "judge") == 0
    shown = capsys.readouterr().out
    titles = [line for line in shown.splitlines() if line.endswith("[judge]")]
    assert len(titles) >= 6
    assert shown.startswith("Split: judge.")
    for name in (*ONLY, "full", "network", "shuffle", "real : real", "outside the network"):
        assert name in shown
    found = json.loads(out.read_text())
    assert found["settings"]["split"] == "judge"
    # Nothing in the file tells where the songs are.
    assert str(demo_folder) not in out.read_text()
    assert main(["ablate", "--table", str(out)]) == 0
    assert capsys.readouterr().out == shown
    assert main(["ablate", "--table", str(out), "--long"]) == 0
    assert "most bars on one root (stay) [judge]" in capsys.readouterr().out


@pytest.mark.slow
def test_an_interrupted_run_goes_on_where_it_was(
    small_folder: Path, demo_folder: Path, tmp_path: Path
) -> None:
    model, variants = LiveModel.load(small_folder), variants_of(ONLY)
    found = find_songs({"demo": [demo_folder]}, split="choose", count=2).songs
    songs = Songs(likely=found, drawn=found[:1], timed=(), pool=found)
    settings = settings_of(small_folder, model, variants, split="choose", seed=0)
    path = tmp_path / "records.jsonl"
    records = Records(path, settings)
    steps = run(model, variants, songs, records, seed=0)
    for _ in range(3):
        next(steps)
    steps.close()
    with path.open("a") as file:
        file.write('{"kind": "likelihood", "song": "cut o')
    resumed = Records(path, settings)
    assert len(resumed.all) == 3
    list(run(LiveModel.load(small_folder), variants, songs, resumed, seed=0))
    whole = Records(tmp_path / "whole.jsonl", settings)
    list(run(LiveModel.load(small_folder), variants, songs, whole, seed=0))
    assert resumed.all == whole.all
    assert Records(path, settings).all == whole.all


def test_records_of_another_run_are_not_mixed_in(small_folder: Path, tmp_path: Path) -> None:
    model, variants = LiveModel.load(small_folder), variants_of(ONLY)
    path = tmp_path / "records.jsonl"
    Records(path, settings_of(small_folder, model, variants, split="choose", seed=0))
    with pytest.raises(SegueError, match="another run"):
        Records(path, settings_of(small_folder, model, variants, split="judge", seed=0))


def test_a_mistake_is_one_clear_line(
    small_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere"
    for arguments in (
        ["ablate", str(small_folder), f"pop={nowhere}", "--out", str(tmp_path / "a.json")],
        ["ablate", str(small_folder)],
        ["ablate", "--table", str(nowhere)],
    ):
        assert main(arguments) == 1
        heard = capsys.readouterr()
        assert heard.out == ""
        assert heard.err.startswith("benchmarks: ")


def test_a_song_that_cannot_be_said_is_counted() -> None:
    settings = {"split": "choose", "variants": ["full", "BarLags"]}
    likelihood = {
        "kind": "likelihood",
        "song": "a",
        "name": "a",
        "collection": "pop",
        "place": "middle",
        "notes": 10,
        "ids": {"pitch": 10, "bar": 2},
        "nats": {
            "full": {"pitch": 5.0, "bar": 1.0},
            "BarLags": {"pitch": 6.0, "bar": 1.0},
            "network": {"pitch": 7.0, "bar": 1.0},
        },
        "forbidden": {"VoiceLimit": 3},
        "speaking": ["BarLags"],
    }
    failed = {"kind": "likelihood", "song": "b", "name": "b", "collection": "pop", "failed": "x"}
    records = [likelihood, failed]
    lines = ablation_lines({"settings": settings, "skipped": {"silent": 2}, "records": records})
    assert lines[0] == "Split: choose. Skipped: 2 silent."
    assert any("1 songs (1 cannot be said)" in line for line in lines)
    (row,) = [line for line in lines if line.startswith("BarLags") and "0.7000" in line]
    assert "+0.1000" in row
    assert any(line.startswith("VoiceLimit") for line in lines)
