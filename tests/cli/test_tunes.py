"""Commands read one tune of an ABC file with several."""

import json
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.cli.output import counted
from engine.cli.pieces import read_piece
from engine.ground.errors import RequestError

BOOK = "".join(
    f"X:{number * 10}\nT:{title}\nL:1/4\nK:C\n{music}\n\n"
    for number, title, music in (
        (1, "One", "CDEF|G4|]"),
        (2, "Two", "GABc|e4|d4|"),
        # It has no notes, so that nobody counts it.
        (3, "Words", ""),
        (4, "Three", "cBAG|F4|E4|"),
    )
)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.abc"
    path.write_text(BOOK)
    return path


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in argv])
    said = capsys.readouterr()
    return code, said.out, said.err


def pitches(path: Path, tune: int = 0) -> Sequence[int]:
    return [note.pitch for note in read_piece(path, tune=tune).score.tracks[0].notes]


def test_a_tune_is_chosen_by_its_place_among_those_with_notes(book: Path) -> None:
    assert pitches(book) == pitches(book, 1) == [60, 62, 64, 65, 67]
    assert pitches(book, 3)[:4] == [72, 71, 69, 67]


@pytest.mark.slow
def test_a_tune_that_is_not_there_is_refused_with_the_number_of_those_that_are(
    book: Path, tmp_path: Path
) -> None:
    with pytest.raises(RequestError, match=r"There is no tune 4 in ‘.*’: it has 3 tunes\."):
        read_piece(book, tune=4)
    alone = tmp_path / "alone.abc"
    alone.write_text("X:1\nT:One\nK:C\nCDEF|\n")
    assert len(pitches(alone, 1)) == 4
    with pytest.raises(RequestError, match=r"it has 1 tune\."):
        read_piece(alone, tune=2)


def test_only_abc_files_have_tunes(tmp_path: Path) -> None:
    other = tmp_path / "a.mid"
    other.write_bytes(b"MThd")
    with pytest.raises(RequestError, match="--tune is for ABC files"):
        read_piece(other, tune=1)


def test_notate_writes_the_tune_and_names_how_many_there_are(
    capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path
) -> None:
    target = tmp_path / "page.musicxml"
    code, out, err = run(capsys, "notate", book, "-o", target)
    assert (code, out) == (0, f"Wrote ‘{target}’: 1 part, 2 measures.\n")
    assert f"‘{book}’ has 3 tunes. This is the first: --tune chooses." in err
    code, out, err = run(capsys, "notate", book, "--tune", 2, "-o", target)
    assert (code, out) == (0, f"Wrote ‘{target}’: 1 part, 3 measures.\n")
    assert "tunes" not in err
    assert b"<work-title>Two</work-title>" in target.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["continue", "fill", "accompany"])
def test_what_is_made_of_two_tunes_has_two_names(
    capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path, command: str
) -> None:
    more = {
        "continue": ("--bars", 1, "--alternatives", 1),
        "fill": ("--bars", "1"),
        "accompany": ("--program", "33"),
    }
    names = []
    for tune in (1, 2):
        code, out, err = run(
            capsys, command, book, "--tune", tune, "--out", tmp_path, "--json", *more[command]
        )
        assert code == 0, err
        names += [Path(file).name for file in json.loads(out)["files"]]
    assert [name.partition("-tune-")[2][:2] for name in names] == ["1-", "2-"]


@pytest.mark.slow
def test_play_chords_and_render_take_a_tune(
    capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path
) -> None:
    assert run(capsys, "play", book, "--tune", 2, "--silent")[0] == 0
    sums = set()
    for tune in (1, 2):
        target = tmp_path / f"{tune}.wav"
        assert run(capsys, "render", book, "--tune", tune, "-o", target)[0] == 0
        sums.add(zlib.crc32(target.read_bytes()))
    assert len(sums) == 2
    assert run(capsys, "chords", book, "--tune", 9)[0] == 1


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 parts"), (1, "1 part"), (2, "2 parts"), (1200, "1,200 parts")]
)
def test_one_thing_has_no_plural(count: int, said: str) -> None:
    assert counted(count, "part") == said
