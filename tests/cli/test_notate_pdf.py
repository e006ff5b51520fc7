"""`segue notate -o x.pdf`: the window's pages without a window or a screen."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo" / "ode-to-joy.mid"
_A4 = b"/MediaBox [0 0 595.000000 842.000000]"


def _notate(*arguments: object) -> subprocess.CompletedProcess[str]:
    # A process of its own: a server has no screen, and pytest has an application already.
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-m", "engine", "notate", *map(str, arguments)],
        cwd=ROOT,
        env=environment | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _pages(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", path.read_bytes()))


def test_a_score_is_written_as_pages_with_their_fonts(tmp_path: Path) -> None:
    target = tmp_path / "ode.pdf"
    done = _notate(DEMO, "-o", target, "--composer", "Beethoven", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["parts"], told["measures"], told["left_out"]) == (4, 32, [])
    data = target.read_bytes()
    assert data.startswith(b"%PDF-")
    assert _pages(target) == 2
    assert data.count(_A4) == _pages(target)
    named = set(re.findall(rb"/BaseFont /(\S+)", data))
    assert named
    assert data.count(b"/FontFile") >= len(named)


@pytest.mark.slow
def test_each_player_gets_a_file(tmp_path: Path) -> None:
    target = tmp_path / "ode.pdf"
    assert _notate(DEMO, "-o", target, "--parts").returncode == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["ode - Cello.pdf", "ode - Viola.pdf", *written[2:4], "ode.pdf"]
    assert all(_pages(path) for path in tmp_path.iterdir())


def test_a_place_that_takes_no_file_is_one_sentence_before_anything_is_drawn(
    tmp_path: Path,
) -> None:
    (tmp_path / "x.pdf").mkdir()
    done = _notate(DEMO, "-o", tmp_path / "x.pdf")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "x.pdf" in done.stderr
    done = _notate(DEMO, "-o", tmp_path / "none" / "x.pdf")
    assert (done.returncode, "There is no folder" in done.stderr) == (1, True)


def test_a_piece_without_notes_is_one_sentence(tmp_path: Path) -> None:
    piece = tmp_path / "empty.mid"
    piece.write_bytes(write_midi(Score(tracks=(Track(name="Nobody"),))))
    done = _notate(piece, "-o", tmp_path / "x.pdf")
    assert (done.returncode, "no notes" in done.stderr) == (1, True)
    assert not (tmp_path / "x.pdf").exists()


def test_a_long_score_has_all_its_pages(tmp_path: Path) -> None:
    notes = tuple(Note(480 * n, 60 + n % 12, 480) for n in range(4 * 200))
    piece, target = tmp_path / "long.mid", tmp_path / "long.pdf"
    piece.write_bytes(write_midi(Score(tracks=(Track(name="Flute", notes=notes),))))
    assert _notate(piece, "-o", target).returncode == 0
    assert _pages(target) > 2
