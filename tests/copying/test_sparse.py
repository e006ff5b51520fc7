"""Fingerprints that ship: small, checked on reading, and no long copy gets past them."""

import random
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.copying.fingerprints import Fingerprints
from engine.copying.guard import CopyGuard
from engine.copying.sparse import (
    SPAN,
    SURE_NOTES,
    SparsePrints,
    read_sparse,
    winnowed,
)
from engine.copying.windows import (
    WINDOW,
    SongWindows,
    gathered,
    hashed_track,
    voices_of,
    windows_of_score,
)
from engine.ground.errors import ModelFileError
from engine.ground.paths import starter_model
from engine.library.reading import read_score
from engine.making.model_folders import PRINTS
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap
from tests.copying.test_fingerprints import melody


def winnowed_windows(score: Score) -> SongWindows:
    """Return the windows of a song that are kept, each hash once, with its bar."""
    parts = []
    for voice in voices_of(score):
        _, ticks, hashes = hashed_track(voice, score.ticks_per_quarter)
        kept = winnowed(hashes)
        parts.append((ticks[kept], hashes[kept]))
    return gathered(parts, BarMap.of(score))


def sparse_of(*songs: tuple[str, Score]) -> SparsePrints:
    return SparsePrints.of_songs((name, winnowed_windows(score)) for name, score in songs)


def known_in_part(*songs: tuple[str, Score]) -> Fingerprints:
    return Fingerprints.of_windows((), sparse=sparse_of(*songs))


def alone(notes: tuple[Note, ...]) -> Score:
    return Score(tracks=(Track(notes=notes),))


def test_of_any_span_of_windows_one_is_kept_and_few_in_all() -> None:
    draw = np.random.default_rng(1)
    hashes = draw.integers(0, 2**40, 3000).astype(np.uint64)
    kept = winnowed(hashes)
    assert np.diff(kept).max() <= SPAN
    assert kept[0] < SPAN
    assert kept[-1] >= len(hashes) - SPAN
    # Of random hashes 2 in SPAN + 1 are kept.
    assert len(kept) / len(hashes) == pytest.approx(2 / (SPAN + 1), rel=0.1)
    assert winnowed(hashes[:0]).tolist() == []
    assert len(winnowed(hashes[:5])) == 1


@pytest.mark.parametrize("seed", range(8))
def test_every_copy_of_the_sure_length_is_found_wherever_it_begins(seed: int) -> None:
    song = melody(seed, 120)
    known = known_in_part(("a song", song), ("another", melody(99, 80)))
    assert known.sure_from == SURE_NOTES
    notes = melody(seed, 120, transpose=5).tracks[0].notes
    for first in range(0, 120 - SURE_NOTES, 3):
        found = known.look_up(alone(notes[first : first + SURE_NOTES]))
        assert found.longest >= WINDOW
        assert found.passages[0].song == "a song"
        bar = 1 + song.tracks[0].notes[first].start // 1920
        assert bar <= found.passages[0].bar <= bar + 8
    whole = known.look_up(song)
    assert 120 - 2 * (SPAN - 1) <= whole.longest <= 120
    assert whole.copied > 0.7
    assert known.look_up(melody(seed + 50, 120)).copied == 0.0


@pytest.mark.parametrize("longest", [15, 20, 30, 46, 60])
def test_no_long_run_gets_past_the_guard_though_few_windows_are_known(longest: int) -> None:
    song = melody(3, 200)
    guard = CopyGuard(known_in_part(("song", song)), longest=longest, ticks_per_quarter=480)
    assert guard.holds_from == max(longest, SURE_NOTES - 1)
    made: list[Note] = []
    for note in song.tracks[0].notes:
        for pitch in (note.pitch, note.pitch + 1, note.pitch + 2, note.pitch - 1):
            if guard.allows(track=0, start=note.start, pitch=pitch):
                guard.add(track=0, start=note.start, pitch=pitch)
                made.append(replace(note, pitch=pitch))
                break
    assert len(made) == 200
    # What was truly copied, by all windows of the song.
    truly = Fingerprints([("song", song)]).look_up(alone(tuple(made)))
    assert WINDOW <= truly.longest <= guard.holds_from


def test_songs_known_whole_and_songs_known_in_part_go_together() -> None:
    mine, theirs = melody(1, 60), melody(2, 60)
    known = Fingerprints.of_windows(
        [("mine", windows_of_score(mine))], sparse=sparse_of(("theirs", theirs))
    )
    assert known.look_up(mine).copied == 1.0
    assert {match.song for match in known.look_up(theirs).matches} == {"theirs"}
    short = alone(mine.tracks[0].notes[10 : 10 + WINDOW])
    assert known.look_up(short).longest == WINDOW


def test_both_hands_in_two_tracks_are_known_when_they_are_written_in_one() -> None:
    right, left = melody(5, 60).tracks[0], melody(6, 60, transpose=-24).tracks[0]
    two = Score(tracks=(right, left))
    one = alone(tuple(sorted((*right.notes, *left.notes))))
    other = replace(two, tracks=(replace(right, program=40), replace(left, program=42)))
    # Of the 45 windows of a hand that is known in part, those of a span less one may be missed
    # at either end.
    least = (45 - 2 * (SPAN - 1)) / 45
    for known in (Fingerprints([("two", two)]), known_in_part(("two", two))):
        assert known.look_up(one).copied >= least
        assert known.look_up(two).copied >= least
        assert known.look_up(other).copied >= least
    # Hands of one piano are read together, two instruments are not.
    apart = Fingerprints([("two", other)])
    assert apart.look_up(one).copied == 0.0
    guard = CopyGuard(
        Fingerprints([("one", one)]), longest=20, ticks_per_quarter=480, instruments=[(0, 1)]
    )
    refused = 0
    played = sorted(
        (note.start, note.pitch, hand) for hand in (0, 1) for note in two.tracks[hand].notes
    )
    for start, pitch, track in played:
        if guard.allows(track=track, start=start, pitch=pitch):
            guard.add(track=track, start=start, pitch=pitch)
        else:
            refused += 1
    assert refused > 0


def test_what_is_written_is_read_again_with_names_and_bars() -> None:
    sparse = sparse_of(("Ärger, Op. 3", melody(1, 300)), ("short", melody(2, 10)), ("b", melody(3)))
    again = SparsePrints.unpacked(sparse.packed())
    assert again.names == ("Ärger, Op. 3", "short", "b")
    assert again.hashes.tolist() == sparse.hashes.tolist()
    assert again.owners.tolist() == sparse.owners.tolist()
    assert again.bars.tolist() == sparse.bars.tolist()
    assert len(SparsePrints.unpacked(SparsePrints.of_songs(()).packed())) == 0


def test_damaged_newer_or_monstrous_bytes_are_one_sentence(tmp_path: Path) -> None:
    data = sparse_of(("a", melody(1, 100)), ("b", melody(2, 100))).packed()
    draw = random.Random(1)  # noqa: S311 - not a secret
    for _ in range(300):
        spoilt = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            spoilt[draw.randrange(len(spoilt))] ^= 1 << draw.randrange(8)
        if bytes(spoilt) != data:
            with pytest.raises(ModelFileError, match="fingerprints of this model's songs"):
                SparsePrints.unpacked(bytes(spoilt))
    for cut in range(0, len(data), 7):
        with pytest.raises(ModelFileError):
            SparsePrints.unpacked(data[:cut])
    newer = data[:8] + struct.pack("<H", 2) + data[10:]
    with pytest.raises(ModelFileError, match="another version"):
        SparsePrints.unpacked(newer)
    huge = tmp_path / "huge.prints"
    with huge.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ModelFileError, match="damaged"):
        read_sparse(huge)
    assert read_sparse(tmp_path / "none.prints") is None


def test_the_songs_of_the_starter_ship_with_it_and_are_few_bytes() -> None:
    shipped = read_sparse(starter_model() / PRINTS)
    assert shipped is not None
    assert len(shipped.names) > 4000
    assert len(shipped) > 300_000
    assert (starter_model() / PRINTS).stat().st_size < 5_000_000
    assert any("Schubert" in name for name in shipped.names)


def test_songs_that_the_starter_learned_from_are_found_and_held_out_ones_are_not(
    test_data: Path,
) -> None:
    known = Fingerprints.of_windows((), sparse=read_sparse(starter_model() / PRINTS))
    for file, name in (
        ("jsb/train/jsb_train_001.mid", "Bach, Johann Sebastian, chorale (jsb_train_001)"),
        ("openewld/train/A_Kiss_in_the_Dark_1e0074.mid", "A Kiss in the Dark"),
    ):
        found = known.look_up(read_score(test_data / "clean" / file).score)
        assert found.copied > 0.8
        assert found.longest > 100
        assert name in found.passages[0].song
    for file in ("jsb/valid/jsb_train_027.mid", "openewld/valid/Jingle_Bells_531583.mid"):
        found = known.look_up(read_score(test_data / "clean" / file).score)
        assert found.windows > 100
        assert found.copied < 0.05
