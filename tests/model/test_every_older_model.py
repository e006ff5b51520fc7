"""Models of earlier versions: they go on with a piece today, or say in a sentence why not.

`scripts/older_files.py` wrote them with the versions of those days: each is of the kind that
shipped then, with its card, only very small and untrained.
"""

import json
import shutil
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError
from engine.ground.paths import demo_pieces
from engine.model.description import read_card

OLDER = Path(__file__).parent / "older"
# The first kind read ids one by one; it could not tell the tracks of a piece apart.
FIRST = "2026-11-22-0047"
OPENED = sorted(path.name for path in OLDER.iterdir() if path.name != FIRST)


def test_there_is_a_model_of_every_vocabulary_that_shipped() -> None:
    sizes = {
        json.loads((OLDER / name / "model.json").read_text("utf-8"))["model"]["vocab_size"]
        for name in (FIRST, *OPENED)
    }
    assert sizes == {794, 947, 1016}


@pytest.mark.parametrize("name", OPENED)
def test_an_older_model_goes_on_with_a_piece(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    piece = demo_pieces() / "minuet-in-g.mid"
    options = ["--bars=1", "--alternatives=1", "--best-of=0", f"--out={out}"]
    assert main(["continue", str(piece), f"--model={OLDER / name}", *options]) == 0
    assert [path.suffix for path in out.iterdir()] == [".mid"]


@pytest.mark.parametrize("name", OPENED)
def test_nothing_of_its_card_is_lost(name: str) -> None:
    written = json.loads((OLDER / name / "model.json").read_text("utf-8"))
    assert read_card(OLDER / name)["card"] == written["card"]
    model = LiveModel.load(OLDER / name)
    assert model.name == written["card"]["name"]
    assert model.mem_len == written["model"]["mem_len"]


def test_the_first_kind_is_refused_in_a_sentence_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Old"
    shutil.copytree(OLDER / FIRST, folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ModelFileError, match="Train it anew: its songs are still in the library"):
        LiveModel.load(folder)
    piece = demo_pieces() / "minuet-in-g.mid"
    assert main(["continue", str(piece), f"--model={folder}", f"--out={tmp_path / 'out'}"]) == 1
    assert "made by an earlier Segue" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
