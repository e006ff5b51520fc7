"""Whoever continues, fills or jams loads no PyTorch, and needs none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground.paths import demo_pieces, starter_model
from engine.messages import (
    ContinuationFinished,
    Continue,
    Failed,
    LoadModel,
    ModelLoaded,
    NotesMade,
)
from engine.processes.process import Child
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track

ROOT = Path(__file__).resolve().parents[2]
BAR = 1920


@pytest.mark.slow
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
    with Child("live") as child:
        heard = _heard(child, alternatives=1)
    assert any(isinstance(event, ModelLoaded) for event in heard)
    assert any(isinstance(event, NotesMade) and event.notes for event in heard)


@pytest.mark.slow
def test_a_processor_without_avx2_draws_music_too(monkeypatch: pytest.MonkeyPatch) -> None:
    # What NumPy and OpenBLAS do on a processor of 2009: slower, and with other roundings.
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "X86_V3 X86_V4 AVX512_ICL AVX512_SPR")
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    with Child("live") as child:
        heard = _heard(child, alternatives=2)
    assert any(isinstance(event, NotesMade) and event.notes for event in heard)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc")
def test_the_live_process_stays_small() -> None:
    with Child("live") as child:
        _heard(child, alternatives=1)
        alone_mb = _held_mb(child)
        _heard(child, alternatives=8)
        together_mb = _held_mb(child)
    # 155 and 170 MB; with huge pages and a copy of the past in each row 240 and 610.
    assert alone_mb < 190
    assert together_mb < 230


def _heard(child: Child, *, alternatives: int) -> list[object]:
    """Load the starter, continue some notes, and return all events until the end.

    The notes fill the model's memory.
    """
    notes = tuple(Note(240 * i, 60 + i % 12, 240) for i in range(600))
    start = 75 * BAR
    request = Request(
        start=start, bars=1, alternatives=alternatives, sampling=SamplingConfig(seed=5)
    )
    child.send(LoadModel(folder=str(starter_model())))
    score = Score(tracks=(Track(notes=notes),))
    child.send(Continue(request=1, score=score, ask=request))
    heard: list[object] = []
    for event in child.events():
        heard.append(event)
        if isinstance(event, ContinuationFinished | Failed):
            break
    assert isinstance(heard[-1], ContinuationFinished), heard[-1]
    return heard


def _held_mb(child: Child) -> float:
    status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii")
    (held,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(held.split()[1]) / 1000


@pytest.mark.parametrize(
    ("name", "value"), [("OPENBLAS_NUM_THREADS", "1"), ("NUMPY_MADVISE_HUGEPAGE", "0")]
)
def test_numpys_variables_are_set_before_it_is_imported(name: str, value: str) -> None:
    code = "import sys, os, engine.__main__; print('numpy' in sys.modules, os.environ['NAME'])"
    environment = {other: kept for other, kept in os.environ.items() if other != name}
    done = subprocess.run(
        [sys.executable, "-c", code.replace("NAME", name)],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", value]
