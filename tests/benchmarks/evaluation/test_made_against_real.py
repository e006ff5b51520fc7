"""Made against real as a command asks it: songs, plain figures and lines, a model behind them."""

import json

import pytest

from benchmarks.evaluation.against_real import Song, other_songs, pairs_of
from benchmarks.evaluation.passages import continued, passage_of
from benchmarks.measures.made_against_real import (
    BENCHMARKS,
    against_real_figures,
    continuer,
    songs_of,
)
from benchmarks.songs import HALVES
from engine.generation.model import LiveModel
from engine.midi.file.writing import write_midi
from tests.benchmarks.evaluation.test_against_real import the_same_again
from tests.benchmarks.evaluation.test_which_next import long_song
from tests.generation.conftest import make_model


def tunes(count=4, collection="tunes"):
    return [
        Song(name=str(up), collection=collection, passage=passage_of(long_song(up=up)))
        for up in range(count)
    ]


@pytest.mark.slow
def test_what_is_found_is_plain_figures_that_lines_are_made_of():
    songs = tunes() + tunes(2, "others")
    pairs = [pair for _, pair in pairs_of(songs, the_same_again)]
    found = json.loads(json.dumps(against_real_figures(pairs, list(other_songs(songs)))))
    assert found["songs"] == 6
    assert set(found["collections"]) == {"tunes", "others"}
    show = BENCHMARKS["made-against-real"].lines
    text = "\n".join(show({"made_against_real": found, "processor_s": 3}))
    assert "made against real, others: 2 songs, distance" in text
    assert "made against real: 6 songs, distance" in text
    assert text.endswith("3 s of processor time")


def test_every_passage_comes_with_its_song():
    made = [passage for passage, _ in pairs_of(tunes(), the_same_again)]
    assert [passage.prompt for passage in made] == [song.passage.prompt for song in tunes()]


@pytest.mark.slow
def test_a_real_model_goes_on_within_its_bars(tmp_path):
    model = LiveModel.load(make_model(tmp_path / "tiny"))
    song = Song(name="a", collection="b", passage=passage_of(long_song(bars=24), new_bars=2))
    first, again = (continued(song.passage, continuer(model), seed=3) for _ in range(2))
    assert first == again
    assert first.prompt == song.passage.prompt
    assert first.score.end > 0


def test_songs_of_a_folder_are_capped_and_the_unreadable_is_no_song(tmp_path):
    for up in range(5):
        (tmp_path / f"{up}.mid").write_bytes(write_midi(long_song(up=up)))
    (tmp_path / "broken.mid").write_bytes(b"no music")
    (tmp_path / "short.mid").write_bytes(write_midi(long_song(bars=4)))
    folders = {"c": [tmp_path]}
    every = songs_of(folders, split="all", count=0)
    assert [song.name for song in every] == ["0", "1", "2", "3", "4"]
    assert {song.collection for song in every} == {"c"}
    halves = [songs_of(folders, split=half, count=0) for half in HALVES]
    assert sorted(song.name for half in halves for song in half) == ["0", "1", "2", "3", "4"]
    assert len(songs_of(folders, split="all", count=2)) == 2
