"""Whoever continues, fills or jams loads no PyTorch, and needs none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.config import SamplingConfig
from engine.messages import (
    ContinuationFinished,
    Continue,
    Failed,
    LoadModel,
    ModelLoaded,
    NotesMade,
)
from engine.music.score import Note, Score, Track
from engine.paths import demo_pieces, starter_model
from engine.process import Child
from engine.request import Request

ROOT = Path(__file__).resolve().parents[2]
BAR = 1920


def test_a_continuation_a_fill_and_a_jam_load_no_pytorch(tmp_path: Path) -> None:
    piece = demo_pieces() / "ode-to-joy.mid"
    done = subprocess.run(
        [sys.executable, "-m", "tests.live.playing_without_pytorch", piece, tmp_path],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SEGUE_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "modules of PyTorch: []"
    for name in ("continue", "fill"):
        assert list((tmp_path / name).rglob("*.mid"))


@pytest.mark.slow
def test_the_live_process_continues_where_pytorch_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "torch"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('PyTorch is not installed')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    score = Score(tracks=(Track(notes=tuple(Note(480 * i, 60 + i, 480) for i in range(8))),))
    request = Request(start=2 * BAR, bars=1, alternatives=1, sampling=SamplingConfig(seed=5))
    with Child("live") as child:
        child.send(LoadModel(folder=str(starter_model())))
        child.send(Continue(request=1, score=score, ask=request))
        heard = []
        for event in child.events():
            heard.append(event)
            if isinstance(event, ContinuationFinished | Failed):
                break
    assert isinstance(heard[-1], ContinuationFinished), heard[-1]
    assert any(isinstance(event, ModelLoaded) for event in heard)
    assert any(isinstance(event, NotesMade) and event.notes for event in heard)


def test_the_threads_of_numpy_are_set_before_it_is_imported() -> None:
    code = "import sys, os, engine.__main__; print('numpy' in sys.modules, os.environ['NAME'])"
    environment = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code.replace("NAME", "OPENBLAS_NUM_THREADS")],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "1"]
