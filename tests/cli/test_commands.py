"""`segue COMMAND` as a user types it: results, JSON, and one clear line for every mistake."""

import argparse
import builtins
import csv
import json
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import MODULES, command_named, main
from engine.cli.window import open_window, opens_window
from engine.ground.paths import demo_pieces, user_paths
from engine.midi.file.midifile import read_midi, write_midi
from engine.processes.process import child_environment
from engine.values.score import Note, Score, Track
from tests.beats.playing import waltz

ROOT = Path(__file__).resolve().parents[2]
BAR = 4 * 480


@pytest.fixture(autouse=True)
def given_way(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much commands that run in this process give way: the tests after them shall not."""
    given: list[int] = []
    monkeypatch.setattr("engine.cli.train.give_way", given.append)
    return given


@pytest.fixture
def piece(tmp_path: Path) -> Path:
    beats = range(0, 4 * BAR, 480)
    score = Score(
        tracks=(
            Track(name="Piano", notes=tuple(Note(t, p, 480) for t in beats for p in (60, 64))),
            Track(name="Bass", program=33, notes=tuple(Note(t, 36, 480) for t in beats)),
        )
    )
    path = tmp_path / "piece.mid"
    path.write_bytes(write_midi(score))
    return path


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    """Nine songs that a model can be trained on in a moment, and two that are none."""
    folder = tmp_path / "songs"
    folder.mkdir()
    for k in range(9):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 16 * BAR, 480))
        (folder / f"song {k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    (folder / "not music.mid").write_bytes(b"this is no MIDI file at all")
    (folder / "empty.mid").write_bytes(b"")
    return folder


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in argv])
    said = capsys.readouterr()
    return code, said.out, said.err


def values(capsys: pytest.CaptureFixture[str], *argv: object) -> dict:
    code, out, err = run(capsys, *argv, "--json")
    assert code == 0, err
    return json.loads(out)


def test_every_command_of_the_design_is_there_with_json_and_help() -> None:
    assert set(MODULES) == {
        "import", "library", "train", "continue", "play", "ports", "render", "models",
        "demo", "doctor", "jam", "notate", "fill", "accompany", "chords", "messages",
        "serve", "listen",
    }  # fmt: skip
    assert all(command_named(name).help for name in MODULES)


@pytest.mark.parametrize(
    ("argv", "window"),
    [
        ([], True),
        (["piece.mid"], True),
        (["Nocturne.SEGUE"], True),
        (["--until-shown"], True),
        (["song.mxl"], True),
        (["ports"], False),
        (["contineu"], False),
        (["--help"], False),
    ],
)
def test_what_opens_the_window(argv: list[str], *, window: bool) -> None:
    assert opens_window(argv) is window


def test_a_command_never_loads_qt_and_a_mistake_loads_no_torch() -> None:
    script = (
        "import sys\n"
        "from engine.cli.main import main\n"
        "code = main(['play', 'nowhere.mid'])\n"
        "loaded = {'PySide6', 'torch', 'miditok', 'app'} & set(sys.modules)\n"
        "print(code, sorted(loaded))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=child_environment("player"),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "1 []"
    assert done.stderr.strip() == "segue: There is no file ‘nowhere.mid’."


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["import", "no folder"], "There is no file or folder ‘no folder’."),
        (["play", "no.mid"], "There is no file ‘no.mid’."),
        (["continue", "no.mid"], "There is no file ‘no.mid’."),
        (["models", "info", "nobody"], "There is no model ‘nobody’."),
        (["models", "remove", "starter"], "ships with the program"),
        (["models", "export"], "needs a model's name"),
        (["models", "import", "nowhere"], "There is no file or folder ‘nowhere’."),
        (["train", "--name", "a/b"], "cannot be a model's name"),
        (["train", "--name", "starter"], "belongs to the model that ships"),
        (["train", "--name", "x", "--device", "abacus"], "cannot train on ‘abacus’"),
        (["train", "--name", "x", "--resume"], "could be resumed"),
        (["train", "--name", "x", "--from", "scratch"], "no music in the library"),
        (["train", "--name", "x", "--from", "nobody"], "There is no model ‘nobody’."),
    ],
)
def test_a_mistake_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, *argv)
    assert code == 1
    assert out == ""
    (line,) = [line for line in err.splitlines() if line.startswith("segue: ")]
    assert sentence in line
    assert "Traceback" not in err


def test_not_a_midi_file_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.mid"
    path.write_bytes(b"no music in here")
    code, _, err = run(capsys, "render", path, "-o", tmp_path / "x.wav")
    assert code == 1
    assert "‘x’ is not a readable MIDI file" in err
    assert not (tmp_path / "x.wav").exists()


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["contineu", "piece"])
    assert ended.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


@pytest.mark.slow
def test_a_library_is_checked_and_repaired(songs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "library", "--check")[1] == "There is no library yet.\n"
    assert run(capsys, "import", songs)[0] == 0
    assert run(capsys, "library", "--check")[1] == "The library is sound.\n"
    with sqlite3.connect(user_paths().catalogue) as connection:
        connection.execute("UPDATE files SET notes = 0 WHERE state = 'ready'")
    connection.close()
    code, out, _ = run(capsys, "library", "--check", "--json")
    assert code == 0
    assert "usable files have no notes" in json.loads(out)["problems"][0]
    assert run(capsys, "import", songs)[0] == 0
    assert run(capsys, "library", "--check")[1] == "The library is sound.\n"


def test_an_empty_folder_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = run(capsys, "import", tmp_path / "empty")
    assert (code, out) == (1, "")
    said = f"There is no MIDI or MusicXML file in ‘{tmp_path / 'empty'}’. Nothing was changed."
    assert err.splitlines()[-1] == f"segue: {said}"


def test_a_library_of_random_bytes_is_put_aside(capsys: pytest.CaptureFixture[str]) -> None:
    path = user_paths().catalogue
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no catalogue at all" * 500)
    code, out, _ = run(capsys, "library", "--check")
    assert code == 0
    assert "was no catalogue" in out
    (kept,) = path.parent.glob("library.sqlite.damaged-*")
    assert kept.read_bytes().startswith(b"no catalogue")


@pytest.mark.slow
def test_import_reports_every_file_and_the_library_remembers(
    capsys: pytest.CaptureFixture[str], songs: Path, tmp_path: Path
) -> None:
    assert run(capsys, "library")[0] == 0
    table = tmp_path / "report.csv"
    report = values(capsys, "import", songs, "--report", table)
    assert (report["found"], report["ready"], report["refused"]) == (11, 9, 2)
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 11
    assert {Path(row["path"]).name for row in rows if row["state"] == "refused"} == {
        "not music.mid",
        "empty.mid",
    }
    library = values(capsys, "library")
    assert library["ready"] == 9
    assert library["folders"] == [str(songs)]
    assert {file["state"] for file in library["files"]} == {"ready", "refused"}
    code, out, _ = run(capsys, "library")
    assert code == 0
    assert "9 ready" in out
    assert values(capsys, "library", "--remove", songs) == {"forgotten": 11}
    assert values(capsys, "library")["files"] == []
    assert len(list(songs.iterdir())) == 11
    code, _, said = run(capsys, "library", "--remove", songs)
    assert code == 1
    assert "none of the library's folders" in said


def test_a_training_lets_whoever_plays_meanwhile_go_first(
    capsys: pytest.CaptureFixture[str], given_way: list[int], tmp_path: Path
) -> None:
    assert run(capsys, "train", "--name", "x", "--data", tmp_path)[0] == 1
    assert given_way == [10]


@pytest.mark.slow
def test_train_continue_and_take_the_model_along(
    capsys: pytest.CaptureFixture[str], songs: Path, piece: Path, tmp_path: Path
) -> None:
    from tests.generation.conftest import make_model

    base = make_model(tmp_path / "base")
    run(capsys, "import", songs)
    made = values(capsys, "train", "--name", "Mine", "--from", base, "--steps", 3)
    folder = user_paths().models / "Mine"
    assert made["folder"] == str(folder)
    assert made["step"] == 3
    assert not (user_paths().data / "training" / "Mine").exists()
    card = values(capsys, "models", "info", "Mine")["card"]
    assert card["pieces"] == 9
    assert card["base"] == "Tiny"
    assert card["trained"]["steps"] == 3

    code, _, err = run(capsys, "train", "--name", "Mine", "--from", base, "--steps", 3)
    assert code == 1
    assert "already a model ‘Mine’" in err

    asked = ("continue", piece, "--model", "Mine", "--bars", 2, "--alternatives", 2, "--seed", 7)
    asked = (*asked, "--best-of", 0)
    first = values(capsys, *asked, "--out", tmp_path / "first")
    values(capsys, *asked, "--out", tmp_path / "second")
    assert [a["seed"] for a in first["alternatives"]] == [7, 8]
    for path in first["files"]:
        data = Path(path).read_bytes()
        assert data == (tmp_path / "second" / Path(path).name).read_bytes()
        score = read_midi(data).score
        assert score.note_count > 12
        kept = [n for t in score.tracks for n in t.notes if n.start < 4 * BAR]
        assert len(kept) == 3 * 16

    exported = values(capsys, "models", "export", "Mine", tmp_path / "mine.seguemodel")
    assert Path(exported["file"]).stat().st_size == exported["bytes"]
    values(capsys, "models", "import", exported["file"], "--name", "Again")
    assert {m["name"] for m in values(capsys, "models")["models"]} >= {"Mine", "Again"}
    code, _, err = run(capsys, "models", "import", exported["file"], "--name", "Again")
    assert code == 1
    assert "already a model ‘Again’" in err
    values(capsys, "models", "remove", "Mine")
    assert not folder.exists()
    assert run(capsys, "continue", piece, "--model", "Mine")[0] == 1


@pytest.mark.slow
def test_ctrl_c_keeps_the_step_a_training_is_at(
    capsys: pytest.CaptureFixture[str],
    songs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from engine.making.run_folder import read_status
    from engine.training.loop import learning_rate
    from engine.training.state import latest_checkpoint
    from tests.generation.conftest import make_model

    def interrupted(config: Any, *, step: int, share: float) -> float:
        if step == 7:
            signal.raise_signal(signal.SIGINT)
        return learning_rate(config, step=step, share=share)

    monkeypatch.setattr("engine.training.loop.learning_rate", interrupted)
    monkeypatch.setattr("engine.making.training_reports._REPORT_EVERY_S", 0.0)
    base = make_model(tmp_path / "base")
    asked = ("train", "--name", "Mine", "--from", base, "--data", songs, "--steps", 40)
    code, _, err = run(capsys, *asked)
    assert code == 130
    assert "segue train --name Mine --resume" in err
    folder = user_paths().training / "Mine"
    # The next one that is due is step 10; the last one before was step 5.
    assert latest_checkpoint(folder).name == "step-00000008"
    status = read_status(folder)
    assert (status.state, status.step) == ("paused", 8)
    # What is asked for besides is not used, and what the run goes on with is told.
    asked = ("train", "--name", "Mine", "--resume", "--data", tmp_path, "--steps", 9)
    code, _, err = run(capsys, *asked)
    assert code == 0
    assert f"‘Mine’ goes on as it was begun (from {base}, preset taste)" in err
    assert "not used: --steps, --data." in err
    code, _, err = run(capsys, "train", "--name", "Mine", "--resume")
    assert code == 1
    assert "The training of ‘Mine’ is done." in err
    assert "segue train --name NEW --from Mine --data FOLDER" in err


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["text", "pickle", "half"])
def test_a_model_that_cannot_be_loaded_is_not_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, damage: str
) -> None:
    from tests.generation.conftest import make_model

    folder = make_model(tmp_path / "bad")
    weights = folder / "weights.safetensors"
    data = weights.read_bytes()
    damaged = {"text": b"hello", "pickle": b"\x80\x04.", "half": data[: len(data) // 2]}
    weights.write_bytes(damaged[damage])
    code, _, err = run(capsys, "models", "import", folder)
    assert code == 1
    assert "weights.safetensors" in err
    assert not (user_paths().models / "bad").exists()


@pytest.mark.slow
def test_play_in_real_time_and_render(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    score = Score(tracks=(Track(notes=tuple(Note(t, 60, 240) for t in range(0, 960, 240))),))
    path = tmp_path / "short.mid"
    path.write_bytes(write_midi(score))
    heard = values(capsys, "play", path, "--silent")
    # Two beats at 120 a minute.
    assert 0.9 < heard["seconds"] < 5
    assert heard["kind"] == "recording"
    assert heard["sent"] >= 8
    code, _, err = run(capsys, "play", path, "--port", "no such port")
    assert code == 1
    assert "MIDI outputs on this machine" in err
    values(capsys, "render", path, "-o", tmp_path / "short.wav")
    assert (tmp_path / "short.wav").read_bytes()[:4] == b"RIFF"


@pytest.mark.slow
def test_ports_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(values(capsys, "ports")) == {"outputs", "inputs", "devices"}


def test_doctor_finds_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    findings = values(capsys, "doctor")
    assert findings["model"]["works"], findings["model"]
    assert findings["folders"]["works"]
    assert findings["demo"]["works"] == any(demo_pieces().glob("*.mid"))
    assert findings["libraries"]["torch"].startswith("2.")


def test_a_window_without_a_library_of_the_system_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "app.__main__":
            raise ImportError(
                "libGL.so.1: cannot open shared object file: No such file or directory"
            )
        return imported(name, *arguments, **options)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", refuse)
    assert open_window([]) == 1
    told = capsys.readouterr().err
    assert told.startswith("segue: The window needs libGL.so.1, which this system does not have.")
    assert len(told.splitlines()) == 2


@pytest.mark.slow
def test_notate_writes_a_score_and_reads_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    piece = ROOT / "assets" / "demo" / "ode-to-joy.mid"
    target = tmp_path / "ode.musicxml"
    told = values(capsys, "notate", piece, "-o", target, "--composer", "Beethoven")
    assert (told["parts"], told["measures"], told["performed"]) == (4, 32, False)
    assert b"Beethoven" in target.read_bytes()
    again = tmp_path / "again.musicxml"
    assert values(capsys, "notate", target, "-o", again)["measures"] == 32
    code, _, err = run(capsys, "notate", piece, "-o", tmp_path / "x.mscz")
    assert (code, ".musicxml or .abc or .pdf" in err) == (1, True)
    (tmp_path / "a.mscz").write_bytes(b"MuseScore")
    code, _, err = run(capsys, "notate", tmp_path / "a.mscz", "-o", target)
    assert (code, "export it as MusicXML" in err) == (1, True)


def test_notate_writes_the_parts_of_players(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    piece = ROOT / "assets" / "demo" / "ode-to-joy.mid"
    target = tmp_path / "ode.musicxml"
    told = values(capsys, "notate", piece, "-o", target, "--parts")
    names = [Path(file).name for file in told["files"]]
    assert names[0] == "ode.musicxml"
    assert all(name.startswith("ode - ") for name in names[1:])
    assert sorted(names) == sorted(path.name for path in tmp_path.iterdir())
    name = names[-1].removeprefix("ode - ").removesuffix(".musicxml")
    alone = tmp_path / "alone.musicxml"
    assert values(capsys, "notate", piece, "-o", alone, "--part", name)["parts"] == 1
    assert alone.read_bytes() == (tmp_path / names[-1]).read_bytes()
    code, _, err = run(capsys, "notate", piece, "-o", alone, "--part", "Theremin")
    assert (code, "Its parts are: " in err) == (1, True)


@pytest.mark.slow
def test_notate_finds_the_beats_of_what_was_played_without_a_click(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    notes, _ = waltz(slow_down=0.4)
    rows = zip(notes.start_s.tolist(), notes.end_s.tolist(), notes.pitch.tolist(), strict=True)
    played = sorted(Note(round(960 * a), pitch, round(960 * (b - a))) for a, b, pitch in rows)
    file, target = tmp_path / "free.mid", tmp_path / "free.musicxml"
    file.write_bytes(write_midi(Score(tracks=(Track(notes=tuple(played)),))))
    for options, meter in (((), "3"), (("--beats-in-bar", "6"), "6"), (("--keep-bars",), "4")):
        code, _, err = run(capsys, "notate", file, "-o", target, *options)
        assert code == 0
        assert f"<beats>{meter}</beats>" in target.read_text()
        assert ("Beats were found" in err) == (meter != "4")
        assert "what is added" not in err
    with pytest.raises(SystemExit):
        run(capsys, "notate", file, "-o", target, "--beats-in-bar", "13")
    assert "1 to 12" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["continue", "fill", "accompany", "notate"])
def test_the_options_about_beats_are_those_of_continue(command: str) -> None:
    parser = argparse.ArgumentParser()
    command_named(command).define(parser)
    options = {option for action in parser._actions for option in action.option_strings}
    assert {"--find-beats", "--right-bars", "--keep-bars", "--beats-in-bar"} <= options
