"""`python -m benchmarks evaluate` as a whole: what it writes, and what it says to mistakes."""

import json
from dataclasses import replace

import pytest

from benchmarks.__main__ import main
from benchmarks.evaluation.run import EvaluationRequest, evaluate
from engine.ground.errors import SegueError
from engine.ground.paths import user_paths
from engine.midi.file.writing import write_midi
from tests.benchmarks.evaluation.test_examination import piece
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
    from benchmarks.evaluation import run
    from tests.benchmarks.evaluation.test_examination import SMALL

    monkeypatch.setattr(run, "QUICK", SMALL)
    out = tmp_path / "new" / "out"
    request = EvaluationRequest(
        model=tiny, folders={"test": [folder / "test"]}, quick=True, out=out, learned=folder,
        samples=1,
    )  # fmt: skip
    values = ask(request)
    assert {song["name"] for song in values["songs"]} == {"test/1", "test/2", "test/3"}
    assert values["copied"]["samples"] == 1
    written = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    assert written["with_memory"] == values["with_memory"]
    assert written["by_note"]["nats"] > 0.0


@pytest.mark.slow
def test_the_attention_alone_is_drawn(folder, tiny, tmp_path):
    request = EvaluationRequest(
        model=tiny, folders={"songs": [folder]}, attention_only=True, out=tmp_path
    )
    values = ask(request)
    assert values["picture"] == str(tmp_path / "attention-by-age.png")
    assert (tmp_path / "attention-by-age.png").stat().st_size > 1000
    assert values["attention_by_age"]["queries"] > 0
    short = tmp_path / "short"
    short.mkdir()
    (short / "short.mid").write_bytes(write_midi(piece(2, seed=1)))
    with pytest.raises(SegueError, match="memory of 64 steps"):
        ask(replace(request, folders={"short": [short]}))


def test_so_many_songs_of_each_collection_are_read(folder, tiny):
    from benchmarks.evaluation.reading import reading_of
    from benchmarks.evaluation.run import _songs
    from engine.model.network.checkpoint import load_model
    from engine.tokens.tokenizer import Tokenizer

    tokenizer = Tokenizer()
    reading = reading_of(load_model(tiny).model, tokenizer.vocabulary)
    folders = {name: [folder / name] for name in ("test", "train")}
    request = EvaluationRequest(model=tiny, folders=folders, most_songs=1, most_steps=50)
    songs = list(_songs(request, tokenizer, reading))
    # What is in both folders counts in each of them; what cannot be read counts in none.
    assert [song.collection for song in songs] == ["test", "train"]
    assert [reading.song(song.ids).steps for song in songs] == [50, 50]
    assert len(list(_songs(replace(request, most_songs=0), tokenizer, reading))) == 6
    assert EvaluationRequest(model=tiny, folders=folders, quick=True, most_songs=0).songs == 8
    assert EvaluationRequest(model=tiny, folders=folders, quick=True, most_songs=3).songs == 3


def command(*arguments):
    return main(["evaluate", *map(str, arguments)])


@pytest.mark.slow
def test_the_command_shows_what_it_found(folder, tiny, tmp_path, capsys, monkeypatch):
    from benchmarks.evaluation import run
    from tests.benchmarks.evaluation.test_examination import SMALL

    monkeypatch.setattr(run, "QUICK", SMALL)
    given = (tiny, f"mine={folder}", "--split", "all", "--quick", "--learned", folder)
    assert command(*given, "--samples", 1, "--json", "--out", tmp_path / "out") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["with_memory"]["songs"] == 3
    with_echo, network = figures["with_memory_and_echo"], figures["with_memory"]
    assert with_echo["nats_per_note"] != network["nats_per_note"]
    assert figures["copied"]["samples"] == 1
    assert (tmp_path / "out" / "evaluation.json").is_file()


def test_the_command_draws_the_attention_alone(folder, tiny, tmp_path, capsys):
    assert command(tiny, folder, "--split", "all", "--attention-by-age", "--out", tmp_path) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("share of the attention of")
    assert str(tmp_path / "attention-by-age.png") in shown


def test_mistakes_are_said_in_one_sentence(folder, tiny, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("in the way")
    for given, message in (
        ((tiny, tmp_path / "empty"), "There is no music in these folders"),
        ((tiny, tmp_path / "missing"), "There is no folder"),
        (("nobody", folder), "There is no model ‘nobody’."),
        ((tiny, folder, "--out", tmp_path / "file"), "is a file, not a folder to write to"),
    ):
        assert command(*given) == 1
        heard = capsys.readouterr()
        assert heard.out == ""
        assert message in heard.err.splitlines()[-1]
        assert heard.err.splitlines()[-1].startswith("benchmarks: ")
