"""A whole judgement: plain figures, lines and sections from them, a real model behind it."""

import json
from itertools import pairwise

import pytest

from benchmarks.evaluation.against_real import Song
from benchmarks.evaluation.judgement import judge, ten_minutes_figures
from benchmarks.evaluation.judging import (
    continuer,
    evenly,
    judgement_lines,
    passages_among,
    songs_of,
)
from benchmarks.evaluation.passage_loss import nats_a_note
from benchmarks.evaluation.passages import continued, passage_of
from benchmarks.evaluation.reading import reading_of
from benchmarks.evaluation.song import song_of
from benchmarks.evaluation.which_next import Cost
from benchmarks.pages.judgement import judgement_sections
from benchmarks.songs import HALVES
from engine.generation.model import LiveModel
from engine.music.smf_writing import write_midi
from tests.benchmarks.evaluation.test_against_real import the_same_again
from tests.benchmarks.evaluation.test_ten_minutes import arpeggios, opening
from tests.benchmarks.evaluation.test_which_next import long_song
from tests.generation.conftest import make_model


def tunes(count=4, collection="tunes"):
    return [
        Song(name=str(up), collection=collection, passage=passage_of(long_song(up=up)))
        for up in range(count)
    ]


def figures_of(songs, *, nats=None):
    found = {}
    shares = []
    for step, _ in judge(songs, the_same_again, nats):
        found |= step.figures
        shares.append(step.share)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    return found


@pytest.mark.slow
def test_a_judgement_is_plain_figures_that_lines_and_pages_are_made_of():
    songs = tunes() + tunes(2, "others")
    found = json.loads(
        json.dumps(figures_of(songs, nats=lambda p: Cost(p.following.note_count, 99.0)))
    )
    assert set(found) == {"made_against_real", "distributions", "which_next"}
    assert found["made_against_real"]["songs"] == 6
    assert set(found["made_against_real"]["collections"]) == {"tunes", "others"}
    found["ten_minutes"] = ten_minutes_figures(
        Song(name="long", collection="tunes", passage=passage_of(long_song())), arpeggios_alone
    )
    text = "\n".join(judgement_lines(found))
    assert "made against real, others: 2 songs, distance" in text
    assert "which comes next, real among four:" in text
    assert "ten minutes from long:" in text
    titles = [section.title for section in judgement_sections(found)]
    assert len(titles) == 4
    for section in judgement_sections(found):
        assert all(len(row) == len(section.head) for row in section.rows)


def arpeggios_alone(score, start, bars, seed):
    return [part for part in arpeggios(score, start, bars, seed) if part.track == 0]


def test_every_passage_comes_with_its_song():
    made = [passage for _, passage in judge(tunes(), the_same_again) if passage is not None]
    assert [passage.prompt for passage in made] == [song.passage.prompt for song in tunes()]


def test_songs_that_are_too_short_are_left_out_with_a_reason():
    found = figures_of([])
    assert "8 bars" in found["made_against_real"]["left_out"]
    assert "left out" in judgement_lines(found)[0]
    (section,) = judgement_sections(found)
    assert section.text.startswith("Left out")
    one = figures_of(tunes(1))
    assert "fewer than three" in one["distributions"]["left_out"]


@pytest.mark.slow
def test_a_real_model_goes_on_within_its_bars_and_says_nats(tmp_path):
    folder = make_model(tmp_path / "tiny")
    model = LiveModel.load(folder)
    song = Song(name="a", collection="b", passage=passage_of(opening_for(24), new_bars=2))
    first, again = (continued(song.passage, continuer(model), seed=3) for _ in range(2))
    assert first == again
    assert first.prompt == song.passage.prompt
    assert first.score.end > 0


def test_nats_of_bars_are_those_after_the_prompt(model, tokenizer):
    nats = nats_a_note(reading_of(model, tokenizer.vocabulary), tokenizer)
    passage = passage_of(opening_for(24))
    cost = nats(passage)
    assert 5.0 < cost.heard < 100.0
    assert 5.0 < cost.alone < 100.0
    assert cost.heard != cost.alone
    assert nats(passage) == cost


def opening_for(bars):
    """Bars of chords with drums."""
    score = opening()
    tracks = tuple(
        track.with_notes(
            note.__class__(note.start + lap * 16 * 480, note.pitch, note.duration)
            for lap in range(bars // 4)
            for note in track.notes
        )
        for track in score.tracks
    )
    return score.__class__(tracks=tracks)


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


def test_the_first_few_lie_evenly_among_all():
    assert sorted(evenly(range(7))) == list(range(7))
    first = sorted(evenly(range(100))[:4])
    assert all(b - a >= 10 for a, b in pairwise(first))


def test_songs_are_told_apart_by_collection(tokenizer):
    songs = [
        song_of(str(up), long_song(up=up), tokenizer, collection=collection)
        for up, collection in enumerate(("folk", "pop", "songs"))
    ]
    found = passages_among(songs, count=5)
    assert [song.collection for song in found] == ["folk", "pop", "songs"]
    assert len(passages_among(songs, count=1)) == 1
