"""How the starter is made: the mix of what it hears, and a training in pieces."""

import csv
import json
import sys
from argparse import Namespace
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch

from engine.model.network.checkpoint import load_model
from engine.music.midifile import write_midi
from engine.tokens.store import open_store
from engine.training.state import best_checkpoint, latest_checkpoint
from tests.training.conftest import song

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "starter"))

import music_sources  # noqa: E402
import starter_mix  # noqa: E402
import train_starter  # noqa: E402
from starter_mix import Heard, mixed, shares, songs_in, table, times_of  # noqa: E402


def heard(source, songs, notes, split="train"):
    return [
        Heard(f"{source}/{split}/{i}", Path("x.mid"), source, split, notes) for i in range(songs)
    ]


@pytest.fixture
def collections():
    return [
        *heard("polish", 3000, 1500),
        *heard("mutopia", 1400, 1000),
        *heard("freedoom", 56, 4000),
        *heard("band_music", 4000, 2700),
        *heard("giantmidi", 27, 3000),
        *heard("groove", 310, 1200),
        *heard("mutopia", 70, 1000, split="valid"),
        *heard("giantmidi", 2, 1000, split="valid"),
    ]


@pytest.mark.slow
def test_no_source_is_more_of_an_epoch_than_its_cap(collections):
    found = {share.source: share for share in shares(mixed(collections))}
    for source, cap in starter_mix.WIDE.caps.items():
        if source in found:
            assert found[source].share <= cap * 1.05
    assert found["polish"].share < 0.25
    assert sum(share.share for share in found.values()) == pytest.approx(1)


def test_at_last_it_hears_what_users_keep_more_bands_and_fewer_old_scores(collections):
    found = {
        name: {share.source: share.share for share in shares(mixed(collections, mix))}
        for name, mix in starter_mix.MIXES.items()
    }
    bands = {
        name: of_source["band_music"] + of_source["freedoom"] for name, of_source in found.items()
    }
    assert bands["library"] > bands["wide"]
    assert found["library"]["polish"] < 0.11 < found["wide"]["polish"]
    assert found["library"]["band_music"] < 0.42


@pytest.mark.slow
def test_bands_and_recordings_are_heard_four_times(collections):
    times = {song.name: song.times for song in mixed(collections)}
    often = [s for s in collections if s.source in {"freedoom", "giantmidi"} and s.split == "train"]
    assert all(times[one.name] == 4 for one in often)


def test_of_some_songs_performances_are_heard_beside_the_written_ones(collections):
    songs = mixed(collections, starter_mix.PERFORMED)
    found = {share.source: share for share in shares(songs)}
    wanted = starter_mix.PERFORMED.performed
    assert found["mutopia, played"].songs == 1400
    assert found["polish, played"].songs / 3000 == pytest.approx(wanted["polish"], abs=0.03)
    assert "giantmidi, played" not in found  # it is one
    assert sum(share.share for share in found.values()) == pytest.approx(1)
    assert {one.performances for one in songs if one.source == "freedoom"} == {1, 2}
    held_out = [song for song in songs if song.split == "valid"]
    assert all(song.times == 1 for song in held_out)
    assert 0 < sum(song.performances for song in held_out if song.source == "mutopia") < 40
    assert not any(song.performances for song in mixed(collections))


@pytest.mark.slow
def test_a_capped_source_is_heard_in_part_and_the_same_part_each_time(collections):
    wanted = times_of(collections)["band_music"]
    assert 0 < wanted < 1
    first = [song.name for song in mixed(collections) if song.source == "band_music"]
    assert first == [song.name for song in mixed(collections) if song.source == "band_music"]
    assert len(first) / 4000 == pytest.approx(wanted, abs=0.03)


def test_held_out_songs_are_heard_once(collections):
    held_out = [song for song in mixed(collections) if song.split == "valid"]
    assert len(held_out) == 72
    assert all(song.times == 1 for song in held_out)


def test_a_source_alone_is_all_of_the_epoch_whatever_its_cap():
    only = heard("polish", 10, 100)
    assert [song.times for song in mixed(only)] == [1] * 10


def test_the_table_names_every_source_the_largest_first(collections):
    lines = table(mixed(collections)).splitlines()
    assert lines[0].split() == ["source", "songs", "notes", "of", "an", "epoch"]
    percents = [float(line.split()[-1].rstrip("%")) for line in lines[1:]]
    assert percents == sorted(percents, reverse=True)
    assert {line.split()[0] for line in lines[1:]} == {
        "polish", "mutopia", "freedoom", "band_music", "groove", "giantmidi",
    }  # fmt: skip


def folder_of(folder, source, songs):
    rows = []
    for i in range(songs):
        split = "valid" if i == 0 else "train"
        path = folder / source / split / f"{i}.mid"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(write_midi(song(i, bars=24)))
        rows.append([str(path.relative_to(folder)), source, 120])
    with (folder / "manifest.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["file", "source", "notes"], *rows])
    return folder


@pytest.fixture
def run_script(monkeypatch):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["train_starter.py", *map(str, arguments)])
        train_starter.main()

    return run


@pytest.fixture
def store(run_script, tmp_path, capsys):
    data = folder_of(tmp_path / "data", "mutopia", 9)
    band = folder_of(tmp_path / "band", "band_music", 3)
    run_script("prepare", data, tmp_path / "store", "--band", band, "--processes", 1)
    assert "mutopia" in capsys.readouterr().out
    return tmp_path / "store"


@pytest.fixture
def small(monkeypatch):
    shape = {"n_layer": 2, "d_model": 16, "n_head": 2, "mem_len": 16}
    monkeypatch.setattr(train_starter, "MODEL", train_starter.MODEL | shape)
    monkeypatch.setattr(train_starter, "BATCH", {"rows": 4, "segment_length": 16})


def test_songs_of_both_folders_go_into_the_store(store):
    names = open_store(store).names
    assert any(name.startswith("mutopia/train/") for name in names)
    assert any(name.startswith("band_music/") for name in names)


@pytest.mark.slow
def test_a_packed_store_is_the_same_store_elsewhere(run_script, tmp_path, capsys):
    data = folder_of(tmp_path / "data", "freedoom", 6)  # each is heard several times
    store, packed = tmp_path / "store", tmp_path / "store.xz"
    run_script("prepare", data, store, "--processes", 1, "--mix", "performed")
    run_script("pack", store, packed)
    run_script("unpack", packed, tmp_path / "there")
    here, there = open_store(store), open_store(tmp_path / "there")
    assert there.names == here.names
    assert there.splits == here.splits
    assert there.tokenizer == here.tokenizer
    assert there.tokens.tobytes() == here.tokens.tobytes()
    different = {here.ids(song).tobytes() for song in range(len(here.names))}
    assert len(different) < len(here.names) / 2
    assert f"MiB, {len(different)} of {len(here.names)} songs" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_training_in_two_pieces_is_the_training_in_one(store, run_script, tmp_path, monkeypatch):
    usual = ("--steps", 6, "--validate-every", 100)
    run_script("train", store, tmp_path / "whole", *usual)
    asked = iter([False, False, False, True])

    @contextmanager
    def stopping():
        yield lambda: next(asked)

    with monkeypatch.context() as patch:
        patch.setattr(train_starter, "stopping", stopping)
        run_script("train", store, tmp_path / "pieces", *usual)
    assert latest_checkpoint(tmp_path / "pieces").name == "step-00000003"
    run_script("train", store, tmp_path / "pieces", *usual, "--resume")
    whole, pieces = (
        load_model(latest_checkpoint(tmp_path / name)).model for name in ("whole", "pieces")
    )
    for name, weight in whole.state_dict().items():
        assert torch.equal(weight, pieces.state_dict()[name]), name
    assert losses(tmp_path / "whole") == losses(tmp_path / "pieces")


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_run_that_read_in_order_goes_on_in_any_order(store, run_script, tmp_path, capsys):
    usual = ("--validate-every", 100)
    run_script("train", store, tmp_path / "old", *usual, "--steps", 3, "--reordered", 0)
    run_script("extend", tmp_path / "old", tmp_path / "new", "--reordered", 0.5)
    assert "goes on" in capsys.readouterr().out
    run_script("train", store, tmp_path / "new", *usual, "--steps", 6, "--resume")
    old, new = (load_model(latest_checkpoint(tmp_path / name)) for name in ("old", "new"))
    assert new.tokenizer["config"]["any_order"]
    assert "any_order" not in old.tokenizer["config"]
    assert new.model.config.vocab_size == old.model.config.vocab_size + 69
    assert list(losses(tmp_path / "new")) == [4, 5, 6]


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_weights_alone_are_gone_on_with_and_what_they_heard_counts(store, run_script, tmp_path):
    usual = ("--validate-every", 100)
    first, second, run = (tmp_path / name for name in ("first", "second", "run"))
    run_script("train", store, tmp_path / "old", *usual, "--steps", 3, "--export", first)
    run_script("warm", store, run, first, *usual, "--steps", 4, "--minutes", 9, "--rate", 1e-9)
    train_starter.export(Namespace(run=run, folder=second, steers=[]))
    old, new = load_model(first), load_model(second)
    for name, weight in old.model.state_dict().items():
        assert torch.allclose(weight, new.model.state_dict()[name], atol=1e-4), name
    assert load_model(latest_checkpoint(run)).card["trained"]["steps"] == 4
    before, after = old.card["trained"], new.card["trained"]
    assert after["steps"] == before["steps"] + best_checkpoint_step(run)
    assert after["tokens"] >= before["tokens"]


def best_checkpoint_step(run):
    return load_model(best_checkpoint(run)).card["trained"]["steps"]


def losses(run):
    lines = (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = {row["step"]: row["loss"] for row in rows if "loss" in row}
    assert found
    return found


def test_a_piece_ends_when_its_minutes_are_over():
    now = iter(range(0, 10_000, 30))
    closed = []

    def steps():
        try:
            yield from range(100)
        finally:
            closed.append(True)

    seen = list(
        train_starter.piece(steps(), minutes=2, stopped=lambda: False, clock=lambda: next(now))
    )
    assert seen == [0, 1, 2, 3]
    assert closed


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_the_best_of_a_piece_is_exported_where_it_is_asked_for(store, run_script, tmp_path, capsys):
    run_script(
        "train", store, tmp_path / "run", "--steps", 2, "--validate-every", 1,
        "--export", tmp_path / "starter",
    )  # fmt: skip
    card = load_model(tmp_path / "starter").card
    assert card["trained"]["steps"] in {0, 1, 2}
    assert "Gillick" in card["data"]["groove"]
    assert "MB" in capsys.readouterr().out


@pytest.mark.slow
def test_the_card_names_every_source_that_is_heard(test_data):
    used = {song.source for song in mixed(songs_in(test_data / "clean"))}
    data = music_sources.card_data()
    assert used <= set(data)
    assert all(
        any(word in note for word in ("CC", "public domain", "BSD")) for note in data.values()
    )
