"""A page that a command goes on with comes back as a page, with its signs."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main

TUNE = 'X:1\nT:One\nM:4/4\nL:1/4\nK:G\n!mp!(GA B).c|.d!fermata!d "^dolce"(cB)|GABc|d2 G2|]\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [("continue", "--bars", "1"), ("accompany", "--program", "bass")],
    ids=lambda asked: asked[0],
)
def test_what_is_added_to_a_page_is_written_as_a_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    tune = tmp_path / "tune.abc"
    tune.write_text(TUNE)
    made = tmp_path / "made"
    code = main([asked[0], str(tune), *asked[1:], "--out", str(made), "--json"])
    said = capsys.readouterr()
    assert code == 0, said.err
    ((page,), (midi,)) = (json.loads(said.out)[key] for key in ("pages", "files"))
    assert Path(midi).suffix == ".mid"
    assert Path(midi).is_file()
    text = Path(page).read_text()
    for sign in ("!mp!", "!fermata!", "dolce", "."):
        assert sign in text
