"""`python -m benchmarks import`: what it compares is done, and all of it is timed."""

from pathlib import Path

import pytest

from benchmarks.speed.import_speed import again, copies, measure, panel
from benchmarks.speed.made_up import PANEL_QUERIES
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track


@pytest.mark.slow
def test_copies_are_different_songs_and_all_are_imported(tmp_path: Path) -> None:
    pieces, folder = tmp_path / "pieces", tmp_path / "songs"
    pieces.mkdir()
    folder.mkdir()
    notes = tuple(Note(120 * i, 40 + i * i % 40, 120) for i in range(120))
    (pieces / "a.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    size = copies(pieces, folder, count=4)
    files = sorted(folder.iterdir())
    assert len({path.read_bytes() for path in files}) == 4
    assert size == sum(path.stat().st_size for path in files)
    figures = list(measure(folder, tmp_path / "made", rounds=1))[-1]
    assert isinstance(figures, dict)
    assert figures["files"] == figures["ready"] == 4
    assert figures["notes"] > 300
    assert figures["import_to_plain"]["clock"] > 0
    assert figures["import_again"]["seconds"] > 0
    figures = list(again(folder, tmp_path / "again", rounds=1))[-1]
    assert isinstance(figures, dict)
    assert (figures["files"], figures["ready"], figures["duplicates"]) == (4, 4, 0)


def test_the_panel_s_searches_are_timed(tmp_path: Path) -> None:
    figures = panel(tmp_path / "library.sqlite", rows=200, rounds=2)
    assert figures["rows"] == 200
    assert figures["searches"] == 2 * 3 * len(PANEL_QUERIES)
    assert 0 <= figures["p50_ms"] <= figures["p99_ms"] <= figures["max_ms"]
