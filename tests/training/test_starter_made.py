"""How the starter is made: the mix of what it hears, its store and its card."""

import csv
import sys
from pathlib import Path

import pytest

from engine.midi.file.midifile import write_midi
from engine.tokens.store import open_store
from tests.training.conftest import song

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "starter"))

import music_sources  # noqa: E402
import starter_card  # noqa: E402
import starter_mix  # noqa: E402
import starter_store  # noqa: E402
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
        monkeypatch.setattr(sys, "argv", ["starter_store.py", *map(str, arguments)])
        starter_store.main()

    return run


@pytest.fixture
def store(run_script, tmp_path, capsys):
    data = folder_of(tmp_path / "data", "mutopia", 9)
    band = folder_of(tmp_path / "band", "band_music", 3)
    run_script(data, tmp_path / "store", "--band", band, "--processes", 1)
    assert "mutopia" in capsys.readouterr().out
    return tmp_path / "store"


def test_songs_of_both_folders_go_into_the_store(store):
    names = open_store(store).names
    assert any(name.startswith("mutopia/train/") for name in names)
    assert any(name.startswith("band_music/") for name in names)


def test_a_song_that_is_heard_again_stands_once_for_each_time(run_script, tmp_path):
    data = folder_of(tmp_path / "data", "freedoom", 6)
    run_script(data, tmp_path / "store", "--processes", 1, "--mix", "performed")
    store = open_store(tmp_path / "store")
    different = {store.ids(song).tobytes() for song in range(len(store.names))}
    assert len(different) < len(store.names) / 2
    assert len(set(store.names)) == len(store.names)


def test_the_card_counts_what_the_weights_had_heard_before():
    trained, before = {"steps": 3, "tokens": 40}, {"steps": 2, "tokens": 10}
    card = starter_card.starter_card({"trained": trained, "begun_with": before, "fills": True})
    assert card["trained"] == {"steps": 5, "tokens": 50}
    assert card["fills"]
    assert "Gillick" in card["data"]["groove"]


@pytest.mark.slow
def test_the_card_names_every_source_that_is_heard(test_data):
    used = {song.source for song in mixed(songs_in(test_data / "clean"))}
    data = music_sources.card_data()
    assert used <= set(data)
    assert all(
        any(word in note for word in ("CC", "public domain", "BSD")) for note in data.values()
    )
