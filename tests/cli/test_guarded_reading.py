"""What a command reads is read where it can do no harm: in a process with limits."""

from pathlib import Path

import pytest

from engine.cli.main import main
from engine.cli.pieces import read_piece
from engine.ground.errors import NotationFileError
from engine.library.reading import read_score
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.values.score import Note, Score, Track
from tests.notation.hostile import HOSTILE, document, note


def _never(*_arguments: object, **_options: object) -> None:
    raise AssertionError("it was read in this process")


@pytest.mark.slow
def test_musicxml_is_read_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.worker.notation_reading.read", _never)
    monkeypatch.setattr("engine.notation.reading.read_musicxml", _never)
    path = tmp_path / "a.musicxml"
    path.write_bytes(document(note(), note()))
    assert read_piece(path).score.note_count == 2
    # By its bytes, whatever its name says.
    assert read_piece(path.rename(tmp_path / "a.mid")).score.note_count == 2


@pytest.mark.slow
def test_a_piece_is_unpacked_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = Composition.of(Score(tracks=(Track().with_notes([Note(0, 60, 480)]),)))
    save(piece, tmp_path / "a.segue")
    monkeypatch.setattr("engine.piece.composition_file.from_bytes", _never)
    assert read_piece(tmp_path / "a.segue").score == piece.score


@pytest.mark.parametrize("kind", ["attributes with defaults", "a text of 10 MB"])
def test_a_hostile_file_is_one_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.musicxml"
    path.write_bytes(HOSTILE[kind]())
    assert main(["notate", str(path), "-o", str(tmp_path / "b.musicxml")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("segue: ‘a.musicxml’ cannot be opened.")
    assert "Traceback" not in said
    assert not (tmp_path / "b.musicxml").exists()


def test_where_midi_files_are_read_musicxml_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.mid"
    path.write_bytes(document(note()))
    assert read_score(path).score.note_count == 1
    with pytest.raises(NotationFileError, match="where MIDI files are read"):
        read_score(path, notation=False)
