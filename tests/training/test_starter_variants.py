"""What is changed in a song before it is encoded: beginnings, parts that lack or are doubled."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "starter"))

from starter_mix import Heard
from starter_store import copies_of, read_copy
from starter_variants import (
    Shares,
    begun_later,
    varied,
    with_a_part_doubled,
    without_a_part,
)

from engine.music.midifile import write_midi
from engine.music.score import Note, Score, Tempo, TimeSignature, Track

BAR = 1920


def band(bars=40, tracks=3):
    """A song of several tracks, a note a beat in each; of the first ten bars each is in three."""
    notes = [Note(start, 60 + start // 480 % 7, 240) for start in range(0, bars * BAR, 480)]
    return Score(
        tracks=tuple(
            Track(name=str(i), program=i, notes=tuple(replace(n, pitch=n.pitch - i) for n in notes))
            for i in range(tracks)
        ),
        tempos=(Tempo(0, 120), Tempo(4 * BAR, 90)),
        time_signatures=(TimeSignature(0, 4, 4),),
    )


def drawn(seed=0):
    return np.random.default_rng(seed)


def test_a_song_begins_at_a_bar_of_its_first_half_with_the_tempo_that_holds_there():
    score = band()
    begins = set()
    for seed in range(60):
        found = begun_later(score, drawn(seed))
        gone = (score.end - found.end) // BAR
        assert (score.end - found.end) % BAR == 0
        begins.add(gone)
        assert found.tracks[1].notes == tuple(
            replace(note, start=note.start - gone * BAR)
            for note in score.tracks[1].notes
            if note.start >= gone * BAR
        )
        assert found.tempos[0].bpm == (120 if gone < 4 else 90)
        assert found.tempos[0].tick == 0
        assert found.time_signatures == (TimeSignature(0, 4, 4),)
    # 24 of 40 bars are left at least.
    assert min(begins) == 1
    assert max(begins) == 16


@pytest.mark.parametrize("bars", [1, 8, 24])
def test_of_a_short_song_nothing_is_left_out(bars):
    assert begun_later(band(bars), drawn()) == band(bars)


def test_one_part_lacks_each_in_its_turn():
    score = band()
    gone = set()
    for seed in range(30):
        found = without_a_part(score, drawn(seed))
        names = {track.name for track in found.tracks}
        assert len(names) == 2
        gone |= {"0", "1", "2"} - names
        assert all(track in score.tracks for track in found.tracks)
    assert gone == {"0", "1", "2"}


def test_a_duo_stays_one_and_drums_never_play_alone():
    assert without_a_part(band(tracks=2), drawn()) == band(tracks=2)
    score = band()
    drums = replace(
        score, tracks=(score.tracks[0], *(replace(t, is_drum=True) for t in score.tracks[1:]))
    )
    for seed in range(20):
        assert not all(track.is_drum for track in without_a_part(drums, drawn(seed)).tracks)


def test_a_companion_plays_the_same_an_octave_away_and_not_beyond_the_piano():
    score = band()
    ways = set()
    for seed in range(30):
        found = with_a_part_doubled(score, drawn(seed))
        assert len(found.tracks) == 4
        index = next(i for i, t in enumerate(found.tracks) if found.tracks[i + 1].name == t.name)
        part, companion = found.tracks[index : index + 2]
        (way,) = {b.pitch - a.pitch for a, b in zip(part.notes, companion.notes, strict=True)}
        ways.add(way)
    assert ways == {-12, 12}
    low = replace(score, tracks=(Track(notes=(Note(0, 22, 10), Note(0, 107, 10))),))
    assert all(with_a_part_doubled(low, drawn(seed)) == low for seed in range(10))


def test_drums_and_songs_without_a_note_are_not_doubled():
    nothing = Score(tracks=(Track(), Track(is_drum=True, notes=(Note(0, 36, 10),))))
    assert with_a_part_doubled(nothing, drawn()) == nothing


@pytest.mark.slow
def test_a_name_and_a_seed_make_the_same_variant_and_shares_are_kept():
    score = band()
    found = [varied(score, f"song {i}", seed=1) for i in range(300)]
    assert found == [varied(score, f"song {i}", seed=1) for i in range(300)]
    assert found != [varied(score, f"song {i}", seed=2) for i in range(300)]
    wanted = Shares()
    later = sum(one.end < score.end for one in found) / len(found)
    fewer = sum(len(one.tracks) == 2 for one in found) / len(found)
    assert later == pytest.approx(wanted.later, abs=0.08)
    # One that lacks a part and has one doubled has as many as before.
    assert fewer == pytest.approx(wanted.dropped * (1 - wanted.doubled), abs=0.06)
    assert varied(score, "x", seed=0, shares=Shares(dropped=0, doubled=0, later=0)) == score


def test_copies_are_heard_each_in_its_way_and_held_out_songs_as_they_are(tmp_path):
    path = tmp_path / "song.mid"
    path.write_bytes(write_midi(band()))
    heard = Heard("a/train/song.mid", path, "freedoom", "train", 480, times=40)
    copies = list(copies_of(heard, seed=3))
    assert [copy.name for copy in copies[:2]] == ["a/train/song.mid", "a/train/song.mid#2"]
    assert {copy.piece for copy in copies} == {heard.name}
    scores = [read_copy(copy.source) for copy in copies]
    plain = read_copy(next(copies_of(heard)).source)
    assert 0 < sum(score != plain for score in scores) < 40
    (alike,) = copies_of(heard)
    assert alike.weight == 40
    held_out = replace(heard, split="valid", times=1)
    assert [read_copy(copy.source) for copy in copies_of(held_out, seed=3)] == [plain]
