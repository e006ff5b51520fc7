"""`segue evaluate` as a whole: what it writes, and what it says to mistakes."""

import json
import sys
from dataclasses import replace

import pytest

from engine.cli.evaluation_run import EvaluationRequest, evaluate
from engine.errors import SegueError
from engine.music.smf_writing import write_midi
from engine.paths import user_paths
from tests.evaluation.test_examination import piece
from tests.generation.conftest import make_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("songs")
    for split in ("test", "train"):
        (folder / split).mkdir()
        for seed in (1, 2, 3):
            score = piece(64, seed=seed)
            (folder / split / f"{seed}.mid").write_bytes(write_midi(score))
    (folder / "test" / "broken.mid").write_bytes(b"no music")
    return folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


def ask(request):
    return evaluate(request, paths=user_paths(), report=lambda share, text: None)  # noqa: ARG005


@pytest.mark.slow
def test_a_whole_evaluation_is_written_where_asked(folder, tiny, tmp_path, monkeypatch):
    from engine.cli import evaluation_run
    from tests.evaluation.test_examination import SMALL

    monkeypatch.setattr(evaluation_run, "QUICK", SMALL)
    monkeypatch.setattr(evaluation_run, "_QUICK_JUDGED", 1)
    out = tmp_path / "new" / "out"
    request = EvaluationRequest(
        model=str(tiny), folder=folder, only="test/*", quick=True, out=out, learned=folder,
        samples=1,
    )  # fmt: skip
    values = ask(request)
    assert [song["name"] for song in values["songs"]] == ["test/1.mid", "test/2.mid", "test/3.mid"]
    assert values["copied"]["samples"] == 1
    written = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    assert written["with_memory"] == values["with_memory"]
    page = (out / "evaluation.html").read_text(encoding="utf-8")
    assert "What tiny does" in page
    assert "Is what it makes like what is real?" in page
    assert written["made_against_real"]["songs"] == 1
    assert written["by_note"]["nats"] > 0.0


def test_the_attention_alone_is_drawn(folder, tiny, tmp_path):
    request = EvaluationRequest(model=str(tiny), folder=folder, attention_only=True, out=tmp_path)
    values = ask(request)
    assert values["picture"] == str(tmp_path / "attention-by-age.png")
    assert (tmp_path / "attention-by-age.png").stat().st_size > 1000
    assert values["attention_by_age"]["queries"] > 0
    short = tmp_path / "short.mid"
    short.write_bytes(write_midi(piece(2, seed=1)))
    with pytest.raises(SegueError, match="memory of 64 steps"):
        ask(replace(request, folder=short))


def test_without_the_source_tree_there_are_figures_and_a_sentence(
    folder, tiny, tmp_path, monkeypatch
):
    # What a None among the modules stands for is not found.
    monkeypatch.setitem(sys.modules, "benchmarks.pages.examination", None)
    request = EvaluationRequest(model=str(tiny), folder=folder, attention_only=True, out=tmp_path)
    values = ask(request)
    assert values["attention_by_age"]["queries"] > 0
    assert "picture" not in values
    assert "source tree alone" in values["without"]
    assert list(tmp_path.iterdir()) == []


def test_songs_are_spread_over_the_folder(folder, tiny, tmp_path):
    request = EvaluationRequest(
        model=str(tiny), folder=folder, most_songs=2, attention_only=True, out=tmp_path
    )
    from engine.cli.evaluation_run import _songs
    from engine.evaluation.reading import reading_of
    from engine.model.checkpoint import load_model
    from engine.tokens.tokenizer import Tokenizer

    tokenizer = Tokenizer()
    reading = reading_of(load_model(tiny).model, tokenizer.vocabulary)
    request = replace(request, only="t*/?.mid", most_steps=50)
    songs = list(_songs(request, tokenizer, reading))
    assert [song.name for song in songs] == ["test/1.mid", "train/3.mid"]
    assert [reading.song(song.ids).steps for song in songs] == [50, 50]
    assert EvaluationRequest(model="m", folder=folder, quick=True, most_songs=0).songs == 8
    assert EvaluationRequest(model="m", folder=folder, quick=True, most_songs=3).songs == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model": "nobody"}, "no model ‘nobody’"),
        ({"only": "nothing*"}, "no music in"),
        ({"folder": "missing"}, "no folder"),
        ({"out": "file"}, "cannot be written"),
    ],
)
def test_mistakes_are_said_in_one_sentence(folder, tiny, tmp_path, change, message):
    (tmp_path / "file").write_text("in the way")
    paths = {k: tmp_path / v for k, v in change.items() if k in {"folder", "out"}}
    request = replace(
        EvaluationRequest(model=str(tiny), folder=folder, quick=True), **(change | paths)
    )
    with pytest.raises(SegueError, match=message) as error:
        ask(request)
    assert "\n" not in str(error.value)
