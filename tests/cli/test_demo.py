"""The whole main job in one go, as `segue demo` does it, with everything real but shorter."""

import json
import subprocess
import sys
import wave
from pathlib import Path

import pytest
from PIL import Image

from engine.cli.main import main
from engine.ground.paths import demo_pieces, user_paths
from engine.midi.file.midifile import read_midi
from engine.values.time import BarMap
from tests.offline import Sockets


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_demo_does_the_whole_main_job_and_talks_to_nobody(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    watch = tmp_path / "watch"
    watch.mkdir()
    sockets = Sockets(watch)
    command = [sys.executable, "-m", "engine", "demo", "--out", str(out), "--bars", "4"]
    done = subprocess.run(
        [*command, "--seconds", "3", "--json"],
        env=sockets.environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report == json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert sorted(path.name for path in out.iterdir()) == sorted(report["written"])

    pieces = [read_midi(path.read_bytes()).score for path in demo_pieces().glob("*.mid")]
    assert report["files"] == len(pieces)
    assert report["notes"] == sum(score.note_count for score in pieces)
    training = report["training"]
    assert training["tokens"] > report["notes"]
    assert training["steps"] >= 1
    assert training["last_loss"] > 0

    score = read_midi((out / "continuation.mid").read_bytes()).score
    boundary = BarMap.of(score).start_of(report["continuation"]["from_bar"])
    new = [note for _, note in score.notes() if note.start >= boundary]
    assert len(new) == report["continuation"]["notes"] > 0
    assert (
        BarMap.of(score).bar_at(max(n.start for n in new))
        < report["continuation"]["from_bar"] + report["continuation"]["bars"]
    )
    assert report["continuation"]["bars"] == 4
    assert 0 < report["continuation"]["first_note_seconds"] < 30

    playing = report["playing"]
    # It was played in real time: no faster than the music lasts.
    assert playing["seconds"] > 4
    assert playing["sent"] >= 2 * len(new)
    with wave.open(str(out / "continuation.wav")) as sound:
        assert sound.getnframes() / sound.getframerate() > playing["seconds"] - 3
    with Image.open(out / "continuation.png") as picture:
        assert picture.width > 800
    # The program, its player and the guarded readers of the import took part, at least.
    assert len(sockets.processes) >= 3
    assert sockets.outward == []
    assert sockets.unpickled == []
    # Nothing of the user's was touched.
    assert not user_paths().data.exists()


def test_demo_says_when_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["demo", "--out", str(tmp_path / "file")]) == 1
    said = f"‘{tmp_path / 'file'}’ is a file, not a folder to write to."
    assert capsys.readouterr().err == f"segue: {said}\n"
