"""What a command is told to do is looked at before anything heavy is imported for it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import __version__
from engine.cli.main import GROUPS, MODULES, main
from engine.cli.window import PIECES
from engine.ground.paths import demo_pieces, user_paths
from engine.midi.file.midifile import write_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.processes.process import child_environment
from engine.values.score import Note, Score, Track

PIECE = str(demo_pieces() / "lullaby.mid")
HEAVY = ("torch", "miditok", "symusic", "PySide6")
# Of a mistake that is found without opening a piece.
NEEDLESS = (*HEAVY, "numpy", "mido")


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in argv])
    said = capsys.readouterr()
    return code, said.out, said.err


def process(*argv: object, folder: Path) -> tuple[int, list[str], set[str]]:
    """Return the exit code, the lines on stderr and what a process of its own has imported."""
    script = (
        "import atexit, json, os, sys\n"
        f"names = {NEEDLESS!r}\n"
        "there = lambda: json.dumps([n for n in names if n in sys.modules]).encode()\n"
        "atexit.register(lambda: os.write(1, there()))\n"
        "from engine.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, argv)],
        env=child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr.splitlines(), set(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("continue", "no.mid"), "There is no file ‘no.mid’."),
        (("continue", "no.segue"), "There is no file ‘no.segue’."),
        (("continue", PIECE, "--model", "nobody"), "There is no model ‘nobody’."),
        (("continue", PIECE, "--out", PIECE), "is a file, not a folder to write to."),
        (("continue", PIECE, "--remember", "no.mid"), "There is no file ‘no.mid’."),
        (("fill", "no.mid", "--bars", "1-2"), "There is no file ‘no.mid’."),
        (("fill", PIECE, "--bars", "1-2", "--model", "nobody"), "There is no model ‘nobody’."),
        (("accompany", "no.mid", "--program", "bass"), "There is no file ‘no.mid’."),
        (("accompany", PIECE, "--program", "kazoo"), "There is no instrument ‘kazoo’."),
        (("chords", "no.mid"), "There is no file ‘no.mid’."),
        (("chords", PIECE, "--out", "no/x.mid"), "There is no folder ‘no’ to write ‘x.mid’ in."),
        (("play", "."), "‘.’ is a folder, not a piece."),
        (("render", PIECE, "-o", "no/such/out.wav"), "There is no folder ‘no/such’ to write"),
        (("notate", PIECE, "-o", "no/x.musicxml"), "There is no folder ‘no’ to write"),
        (("notate", PIECE, "-o", "x.docx"), "‘x.docx’ is no file of notation."),
        (("jam", "--model", "nobody"), "There is no model ‘nobody’."),
        (("jam", "-o", "no/x.mid"), "There is no folder ‘no’ to write"),
        (("import", "no"), "There is no file or folder ‘no’."),
        (("import", ".", "--report", "no/x.csv"), "There is no folder ‘no’ to write"),
        (("train", "--name", "x", "--preset", "lunch"), "There is no preset ‘lunch’"),
        (("train", "--name", "x", "--from", "nobody"), "There is no model ‘nobody’."),
        (("train", "--name", "x", "--data", "no"), "There is no folder ‘no’."),
        (("train", "--name", "x", "--device", "abacus"), "cannot train on ‘abacus’"),
        (("train", "--name", "x", "--resume"), "no training ‘x’ that could be resumed"),
        (("train", "--name", "x"), "There is no music in the library to learn from."),
        (("models", "export", "starter", "no/x"), "There is no folder ‘no’ to write"),
        (("demo", "--out", PIECE), "is a file, not a folder to write to."),
        (("ok.pdf",), "‘ok.pdf’ is no file that Segue opens: those are .abc, .kar, .mid,"),
        ((".",), "‘.’ is a folder; Segue opens files. To add it to the library: segue import ."),
    ],
    ids=lambda argv: " ".join(argv)[-40:] if isinstance(argv, tuple) else "",
)
def test_a_mistake_is_told_before_anything_heavy_is_imported(
    tmp_path: Path, argv: tuple[str, ...], said: str
) -> None:
    code, lines, imported = process(*argv, folder=tmp_path)
    assert (code, imported) == (1, set())
    (line,) = lines
    assert line.startswith("segue: ")
    assert said in line
    assert list(tmp_path.iterdir()) in ([], [tmp_path / "segue-home"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (
            ("continue", PIECE, "--from-bar", "9999"),
            "There is no bar 9,999; the piece has 32. Say one from 1 to 33: 33 is its end.",
        ),
        (("continue", PIECE, "--since-bar", "40"), "There is no bar 40; the piece has 32."),
        (
            ("continue", PIECE, "--bars", "100000"),
            "bars must be from 0 to 1,000, not 100,000.",
        ),
        (("fill", PIECE, "--bars", "2-100000"), "99,999 bars are too many at once: the piece has"),
        (("continue", PIECE, "--busy", "7"), "busy must be from -2.0 to 2.0, not 7.0."),
        (("chords", PIECE, "--from-bar", "99", "--write", "C"), "There is no bar 99; the piece"),
    ],
    ids=lambda argv: " ".join(argv[2:]) if isinstance(argv, tuple) else "",
)
def test_what_does_not_fit_the_piece_is_told_before_the_model_is_loaded(
    tmp_path: Path, argv: tuple[str, ...], said: str
) -> None:
    code, lines, imported = process(*argv, folder=tmp_path)
    # Whether the bars fit the notes is looked at with symusic.
    assert (code, imported & set(HEAVY) - {"symusic"}) == (1, set())
    assert lines[-1].startswith(f"segue: {said}")


def test_a_request_of_a_file_has_the_same_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = tmp_path / "request.json"
    request.write_text('{"bars": 5000}')
    code, _, err = run(capsys, "continue", PIECE, "--request", request)
    assert code == 1
    assert "bars must be 1000 or less" in err


def test_a_piece_of_one_bar_goes_on_before_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    piece = tmp_path / "piece.mid"
    piece.write_bytes(write_midi(Score(tracks=(Track(notes=(Note(0, 60, 480),)),))))
    assert "the piece has 1." in run(capsys, "continue", piece, "--from-bar", 3)[2]
    asked = ("chords", piece, "--from-bar", 2, "--write", "C")
    assert run(capsys, *asked)[0] == 0


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told(capsys: pytest.CaptureFixture[str], option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([option])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Segue {__version__}\n"


def test_help_names_every_command_in_its_group_and_what_a_file_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert "segue FILE.mid  open a piece in it" in said
    assert all(suffix in said for suffix in PIECES)
    lines = [line.split("  ")[1] for line in said.splitlines() if line.startswith("  ")]
    assert [line for line in lines if line in MODULES] == list(MODULES)
    places = [said.index(f"\n{group}:\n") for group in GROUPS]
    assert places == sorted(places)


def test_options_tell_their_range_and_default_and_no_source(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in MODULES:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        said = " ".join(capsys.readouterr().out.split())
        assert ".py" not in said
        assert "docs/" not in said
        if name == "continue":
            assert "--busy X More notes in a bar, -2 to 2; less than 0 means fewer (0)" in said
            assert "keeps the order of their seeds (8)" in said
            assert "--echo X How much the piece repeats itself, 0 to 4;" in said


@pytest.mark.skipif(os.name != "posix" or not os.geteuid(), reason="root may write anywhere")
def test_a_closed_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(0o500)
    code, _, err = run(capsys, "render", PIECE, "-o", closed / "x.wav")
    assert (code, err) == (1, f"segue: Nothing may be written to the folder ‘{closed}’.\n")


def test_a_name_that_is_taken_is_told(tmp_path: Path) -> None:
    (user_paths().models / "Mine").mkdir(parents=True)
    save(Composition(), tmp_path / "x.segue")
    code, lines, imported = process("train", "--name", "Mine", folder=tmp_path)
    assert (code, imported) == (1, set())
    assert lines == ["segue: There is already a model ‘Mine’. Choose another name."]
