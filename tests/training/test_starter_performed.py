"""Songs that the starter hears as somebody plays them, and arranged for piano."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "starter"))

from pasted import pasted_from
from performances import written
from starter_mix import Heard
from starter_performed import Player, performed
from starter_piano import for_piano
from starter_store import copies_of, read_copy

from engine.harmony.chords import find_chords
from engine.midi.file.midifile import write_midi
from engine.values.score import KeySignature, Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, TempoMap

BAR, QUARTER = 1920, 480
TRIADS = ((0, 4, 7), (5, 9, 0), (7, 11, 2), (0, 4, 7))


def band(*, bars=16, upbeat=False, resolution=QUARTER):
    """A tune, chords, a bass and drums, each at one velocity, slower in its second half."""
    chord = [TRIADS[bar % 4] for bar in range(bars)]
    tune = [
        Note(bar * BAR + beat * QUARTER, 72 + chord[bar][beat % 3], QUARTER, 90)
        for bar in range(bars)
        for beat in range(4)
    ]
    chords = [Note(b * BAR, 60 + p, BAR, 60) for b in range(bars) for p in chord[b]]
    bass = [Note(b * BAR, 36 + chord[b][0], BAR, 80) for b in range(bars)]
    drums = [Note(tick, 38, 60, 100) for tick in range(0, bars * BAR, QUARTER)]
    meters = (TimeSignature(0, 1, 4), TimeSignature(QUARTER, 4, 4))
    score = Score(
        tracks=(
            Track(name="Tune", program=65).with_notes(tune),
            Track(name="Keys", program=4).with_notes(chords),
            Track(name="Bass", program=33).with_notes(bass),
            Track(name="Drums", is_drum=True).with_notes(drums),
        ),
        tempos=(Tempo(0, 100.0), Tempo(bars // 2 * BAR, 80.0)),
        time_signatures=meters if upbeat else (TimeSignature(0, 4, 4),),
        key_signatures=(KeySignature(0, 0), KeySignature(bars // 2 * BAR, 3)),
    )
    return score.resampled(resolution)


def by(player, score, name="song", seed=0):
    return performed(score, name, seed=seed, players={player: 1.0})


def off_grid(score):
    starts = np.array([note.start for _, note in score.notes()])
    return np.abs((starts + QUARTER / 2) % QUARTER - QUARTER / 2)


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("upbeat", [False, True])
def test_a_performance_has_the_tracks_notes_bars_and_keys_of_the_song(player, upbeat):
    score = band(upbeat=upbeat)
    for seed in range(8):
        found = by(player, score, seed=seed)
        assert [(t.name, t.program, t.is_drum) for t in found.tracks] == [
            (t.name, t.program, t.is_drum) for t in score.tracks
        ]
        for one, other in zip(found.tracks, score.tracks, strict=True):
            assert sorted(n.pitch for n in one.notes) == sorted(n.pitch for n in other.notes)
        assert found.time_signatures == score.time_signatures
        assert found.key_signatures == score.key_signatures
        assert found.ticks_per_quarter == QUARTER


@pytest.mark.parametrize("player", Player)
def test_each_note_is_played_in_the_bar_where_it_is_written(player):
    score = band()
    bars = BarMap.of(score)
    for seed in range(8):
        found = by(player, score, seed=seed)
        assert np.median(off_grid(found)) < QUARTER / 16
        played = [bars.bar_at(n.start + QUARTER // 2) for n in found.tracks[2].notes]
        assert played == list(range(16))


def test_the_tempo_of_a_free_player_follows_the_written_one_and_changes_often():
    score, ratios = band(bars=32), []
    for seed in range(12):
        found = by(Player.FREE, score, seed=seed)
        tempo = TempoMap.of(found)
        middle, end = tempo.seconds_at(16 * BAR), tempo.seconds_at(31 * BAR)
        ratios.append((end - middle) / 15 / (middle / 16))
        assert len(found.tempos) > 16
    assert np.median(ratios) == pytest.approx(100 / 80, rel=0.15)


@pytest.mark.parametrize("player", [Player.CLICK, Player.CORRECTED])
def test_to_a_click_the_tempos_are_the_written_ones(player):
    score = band()
    found = by(player, score)
    assert [tempo.tick for tempo in found.tempos] == [tempo.tick for tempo in score.tempos]
    assert [t.bpm for t in found.tempos] == pytest.approx([t.bpm for t in score.tempos])


def test_only_corrected_onsets_are_exact():
    score = band()
    assert off_grid(by(Player.CORRECTED, score)).max() <= 1
    beside = off_grid(by(Player.CLICK, score)) / QUARTER * 60 / 100
    assert 0.002 < np.median(beside) < 0.03


@pytest.mark.parametrize("player", Player)
def test_velocities_and_lengths_are_those_of_a_player(player):
    spreads, shares = [], []
    for seed in range(30):
        tune = by(player, band(), seed=seed).tracks[0].notes
        spreads.append(np.std([note.velocity for note in tune]))
        shares += [note.duration / QUARTER for note in tune]
    assert 4 < np.median(spreads) < 16
    assert min(spreads) > 0.4
    assert 0.6 < np.median(shares) < 1.1
    assert np.std(shares) > 0.04


def velocities_of_bars(track):
    bars = {}
    for note in sorted(track.notes, key=lambda note: (note.start, note.pitch)):
        bars.setdefault((note.start + QUARTER // 2) // BAR, []).append(note.velocity)
    return list(bars.values())


@pytest.mark.slow
def test_most_songs_with_a_click_are_pasted_and_free_ones_never():
    def pasted(player, seed):
        tune = by(player, band(), seed=seed).tracks[0]
        bars = velocities_of_bars(tune)
        return bars[4:] == bars[:-4]

    shares = {player: np.mean([pasted(player, seed) for seed in range(40)]) for player in Player}
    assert shares[Player.FREE] < 0.1
    assert 0.6 < shares[Player.CORRECTED] < 1
    assert 0.6 < shares[Player.CLICK] < 1


def test_a_bar_is_pasted_with_its_neighbours_from_the_same_distance():
    contents = [60, 62, 64, 62, 60, 62, 67]  # the last two but one repeat the first two
    notes = [Note(bar * BAR, pitch, BAR, 80) for bar, pitch in enumerate(contents)]
    other = [Note(bar * BAR, 40 + bar, BAR, 80) for bar in range(7)]
    tracks = (Track().with_notes(notes), Track().with_notes(other))
    piece = written(Score(tracks=tracks, tempos=(Tempo(0, 90.0),)))

    def repeated(bars):
        source = pasted_from(piece, bars=bars)
        assert (piece.track[source] == piece.track).all()
        assert (piece.pitch[source] == piece.pitch).all()
        first = np.flatnonzero(piece.track == 0)
        return [int(np.flatnonzero(first == at)[0]) for at in source[first]]

    assert repeated(1) == [0, 1, 2, 1, 0, 1, 6]
    assert repeated(2) == [0, 1, 2, 3, 0, 1, 6]
    assert repeated(3) == list(range(7))


def test_an_upbeat_and_silent_bars_are_no_obstacle_to_pasting():
    notes = [Note(tick, 60, QUARTER, 80) for tick in (0, 3 * BAR, 7 * BAR)]
    piece = written(Score(tracks=(Track().with_notes(notes),), tempos=(Tempo(0, 90.0),)))
    assert pasted_from(piece, bars=1).tolist() == [0, 0, 0]
    upbeat = written(band(upbeat=True))
    assert (upbeat.pitch[pasted_from(upbeat, bars=4)] == upbeat.pitch).all()


def test_a_key_that_is_struck_again_is_released_before():
    notes = [Note(tick, 60, QUARTER // 4, 80) for tick in range(0, 16 * BAR, QUARTER // 4)]
    score = Score(tracks=(Track().with_notes(notes),), tempos=(Tempo(0, 90.0),))
    for seed in range(10):
        for player in (Player.CLICK, Player.CORRECTED):
            (track,) = by(player, score, seed=seed).tracks
            ends = np.array([note.end for note in track.notes[:-1]])
            starts = np.array([note.start for note in track.notes[1:]])
            assert (ends <= starts + 1).all()


def test_a_performance_is_the_same_of_a_name_and_a_seed_whatever_the_resolution():
    score = band()
    assert performed(score, "a", seed=1) == performed(score, "a", seed=1)
    assert performed(score, "a", seed=1) != performed(score, "b", seed=1)
    assert performed(score, "a", seed=1) != performed(score, "a", seed=2)
    assert performed(band(resolution=96), "a", seed=1) == performed(score, "a", seed=1)


def test_music_without_a_beat_stays():
    score = Score(
        tracks=(Track(notes=(Note(0, 60, 240, 80),)),), time_signatures=(TimeSignature(0, 1, 4),)
    )
    assert len(written(score).beats) == 1
    assert performed(score, "x", seed=0) == score


def test_a_song_for_piano_has_its_tune_and_its_chords():
    score = band()
    for seed in range(20):
        found = for_piano(score, np.random.default_rng(seed))
        assert [track.name for track in found.tracks] == ["Melody", "Piano"]
        assert {track.program for track in found.tracks} == {0}
        assert [(n.start, n.pitch, n.duration) for n in found.tracks[0].notes] == [
            (n.start, n.pitch, n.duration) for n in score.tracks[0].notes
        ]
        alone = replace(found, tracks=found.tracks[1:])
        for chord in find_chords(alone):
            assert chord.root in {0, 5, 7}
        low = min(note.pitch for note in found.tracks[1].notes)
        assert 36 <= low < 48
        assert found.end <= score.end


def test_chords_that_come_back_mostly_have_their_figure_again():
    same = 0
    for seed in range(40):
        found = for_piano(band(bars=16), np.random.default_rng(seed))
        places = [(note.start, note.pitch, note.duration) for note in found.tracks[1].notes]
        first = [(s, p, d) for s, p, d in places if s < 8 * BAR]
        same += first == [(s - 8 * BAR, p, d) for s, p, d in places if s >= 8 * BAR]
    assert 28 <= same < 40


def test_a_second_line_is_kept_and_drummers_have_no_piano():
    score = band()
    second = Track(name="Second", program=60).with_notes(
        replace(note, pitch=note.pitch - 8) for note in score.tracks[0].notes
    )
    both = replace(score, tracks=(second, *score.tracks))
    found = for_piano(both, np.random.default_rng(0))
    assert [track.name for track in found.tracks] == ["Melody", "Bridge", "Piano"]
    assert found.tracks[1].notes[0].pitch == second.notes[0].pitch
    assert for_piano(replace(score, tracks=score.tracks[3:]), np.random.default_rng(0)) is None


def test_performances_and_arrangements_are_known_by_name_and_are_all_different(tmp_path):
    path = tmp_path / "song.mid"
    path.write_bytes(write_midi(band()))
    heard = Heard(
        "a/train/song.mid", path, "x", "train", 200, times=2, performances=2, arrangements=1
    )
    copies = list(copies_of(heard))
    assert [copy.name for copy in copies] == [
        "a/train/song.mid",
        "performed/a/train/song.mid",
        "performed/a/train/song.mid~2",
        "arranged/a/train/song.mid",
    ]
    assert [copy.weight for copy in copies] == [2, 1, 1, 1]
    assert {copy.piece for copy in copies} == {heard.name}
    scores = [read_copy(copy.source) for copy in copies]
    assert all(one != other for one in scores for other in scores if one is not other)
    assert [track.program for track in scores[3].tracks] == [0, 0]
    others = [read_copy(copy.source) for copy in copies_of(heard, players=1)]
    assert others[0] == scores[0]
    assert all(one != other for one, other in zip(scores[1:], others[1:], strict=True))


def test_recordings_that_are_held_out_are_known_by_name_too(tmp_path):
    path = tmp_path / "song.mid"
    path.write_bytes(write_midi(band()))
    heard = Heard("giantmidi/valid/1.mid", path, "giantmidi", "valid", 200)
    (copy,) = copies_of(heard, players=5)
    assert copy.name == "performed/giantmidi/valid/1.mid"
    assert copy.split == "valid"
    written_one = replace(heard, source="jsb", name="jsb/valid/1.mid", performances=1)
    names = [copy.name for copy in copies_of(written_one, players=5)]
    assert names == ["jsb/valid/1.mid", "performed/jsb/valid/1.mid"]
    first, again = (read_copy([*copies_of(written_one, players=seed)][1].source) for seed in (5, 6))
    assert first == again
