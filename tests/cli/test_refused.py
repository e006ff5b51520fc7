"""What `segue COMMAND` does when the system refuses, lacks letters, or lacks a device."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.ground.paths import demo_pieces, starter_model, user_paths
from engine.messages import TrackMix
from engine.midi.file.midifile import write_midi
from engine.piece.composition import Composition, TrackSettings
from engine.piece.composition_file import save
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.processes.process import child_environment
from engine.values.score import Note, Score, Track


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in argv])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such file, and says so")
@pytest.mark.parametrize("command", ["import", "play", "chords"])
def test_a_path_that_the_system_refuses_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    name = "a" * 300
    code, out, err = run(capsys, command, name)
    assert (code, out) == (1, "")
    assert err == f"segue: ‘{name}’: File name too long\n"


@pytest.mark.parametrize(("name", "said"), [("x.mid", "‘x.mid’: gone"), (None, "gone")])
def test_what_the_system_refuses_is_said_with_or_without_a_file(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str | None,
    said: str,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(5, "gone", name)

    monkeypatch.setattr("engine.cli.pieces.read_piece", refuse)
    code, _, err = run(capsys, "play", demo_pieces() / "lullaby.mid")
    assert code == 1
    assert err == f"segue: {said}\n"


@pytest.mark.parametrize("refused", ["pathlib.Path.rename", "shutil.rmtree"])
def test_a_model_that_cannot_be_deleted_stays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    def refuse(path: Path, *_: object, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            raise PermissionError(13, "Permission denied", str(path))

    folder = user_paths().models / "mine"
    shutil.copytree(starter_model(), folder)
    files = sorted(path.name for path in folder.iterdir())
    with monkeypatch.context() as patched:
        patched.setattr(refused, refuse)
        code, _, err = run(capsys, "models", "remove", "mine")
    assert code == 1
    assert err == f"segue: ‘{folder}’ could not be deleted (it is read-only).\n"
    assert sorted(path.name for path in folder.iterdir()) == files
    # As of one that was killed at this.
    shutil.copytree(folder, folder.with_name(".removed-mine"))
    assert run(capsys, "models", "remove", "mine")[0] == 0
    assert list(user_paths().models.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [True, False])
def test_results_are_said_where_the_systems_encoding_lacks_their_letters(
    tmp_path: Path, *, as_json: bool
) -> None:
    piece = tmp_path / "piece.mid"
    piece.write_bytes(write_midi(Score(tracks=(Track(notes=(Note(0, 60, 480),)),))))
    json_option = ["--json"] if as_json else []
    environment = child_environment("player") | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", "chords", piece, "--write", "Bb", *json_option],
        env=environment | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "♭" in done.stdout.decode("utf-8")


def test_errors_are_said_where_the_systems_encoding_lacks_their_letters(tmp_path: Path) -> None:
    environment = child_environment("player") | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", "chords", tmp_path / "Übung.mid"],
        env=environment | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert "Übung.mid’" in done.stderr.decode("utf-8")


def test_a_terminal_keeps_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Terminal(shown, "cp1252"))
    assert main(["models"]) == 0
    sys.stdout.write("é ♭")
    sys.stdout.flush()
    assert shown.getvalue().endswith(b"\xe9 \\u266d")


@pytest.mark.slow
@pytest.mark.parametrize(("option", "told"), [("--silent", 0), (None, 1)])
def test_a_track_whose_device_is_not_there_stops_nothing(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    option: str | None,
    told: int,
) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    tracks = (Track(notes=(Note(0, 60, 480),)), Track(notes=(Note(0, 40, 480),)))
    settings = TrackSettings(mix=TrackMix(port="No such device"))
    path = tmp_path / "piece.segue"
    save(Composition(score=Score(tracks=tracks), settings=(TrackSettings(), settings)), path)
    code, out, err = run(capsys, "play", path, *([option] if option else []))
    assert code == 0, err
    assert out.startswith("Played on ")
    assert err.count("No such device") == told


@pytest.mark.parametrize("command", [("notate",), ("import", "--report")])
def test_what_cannot_be_written_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    piece = tmp_path / "piece.mid"
    piece.write_bytes(write_midi(Score(tracks=(Track(notes=(Note(0, 60, 480),)),))))
    place = piece / "out.musicxml"
    name, *option = command
    code, _, err = run(capsys, name, piece, *(option or ["-o"]), place)
    assert code == 1
    assert f"There is no folder ‘{piece}’ to write ‘out.musicxml’ in." in err


@pytest.mark.slow
def test_results_can_be_cut_off_by_whoever_reads_them() -> None:
    environment = child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]}
    command = f"'{sys.executable}' -m engine library --json | head -c 1 > /dev/null"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
