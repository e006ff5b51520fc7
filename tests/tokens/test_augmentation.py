"""Songs heard anew: what moves, what does not, and always the same for the same seed."""

import numpy as np
import pytest

from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import BatchConfig
from engine.values.score import Note, Score, Tempo, Track


def _score(lowest: int = 50, highest: int = 70) -> Score:
    return Score(
        tracks=(
            Track(program=3, notes=(Note(0, lowest, 480, 63), Note(480, highest, 240, 127))),
            Track(is_drum=True, notes=(Note(0, 36, 10, 3),)),
        ),
        tempos=(Tempo(0, 100.0),),
    )


def _changed(tokenizer: Tokenizer, score: Score, shifts: tuple[int, int, int]) -> Score:
    augmentation = Augmentation(tokenizer.vocabulary)
    row = augmentation.variant(*(np.array([shift]) for shift in shifts))[0]
    return tokenizer.decode(augmentation.table[row][tokenizer.encode(score).ids])


def test_no_shift_changes_nothing(tokenizer) -> None:
    augmentation = Augmentation(tokenizer.vocabulary)
    still = np.zeros(1, dtype=np.int64)
    row = augmentation.variant(still, still, still)[0]
    assert augmentation.table[row].tolist() == list(range(tokenizer.vocab_size))


def test_transposition_moves_pitches_and_never_drums(tokenizer) -> None:
    piano, drums = _changed(tokenizer, _score(), (-5, 0, 0)).tracks
    assert [n.pitch for n in piano.notes] == [45, 65]
    assert [n.pitch for n in drums.notes] == [36]
    assert [n.velocity for n in piano.notes] == [63, 127]


def test_velocity_moves_by_steps_and_stops_at_the_end(tokenizer) -> None:
    piano, drums = _changed(tokenizer, _score(), (0, 2, 0)).tracks
    assert [n.velocity for n in piano.notes] == [71, 127]
    _, drums = _changed(tokenizer, _score(), (0, -2, 0)).tracks
    assert [n.velocity for n in drums.notes] == [3]


def test_tempo_moves_by_steps(tokenizer) -> None:
    before = tokenizer.decode(tokenizer.encode(_score()).ids).tempos[0].bpm
    after = _changed(tokenizer, _score(), (0, 0, 1)).tempos[0].bpm
    assert after / before == pytest.approx(15 ** (1 / 95), rel=1e-3)


@pytest.mark.parametrize(
    ("lowest", "highest", "floor", "ceiling"),
    [(50, 70, 21, 108), (23, 107, 21, 108), (21, 108, 21, 108), (1, 126, 0, 127), (0, 127, 0, 127)],
)
def test_no_song_leaves_its_range(tokenizer, lowest, highest, floor, ceiling) -> None:
    augmentation = Augmentation(tokenizer.vocabulary)
    ids = tokenizer.encode(_score(lowest, highest)).ids
    ranges = augmentation.pitch_range(ids, np.array([0, len(ids)]))
    assert ranges.tolist() == [[lowest, highest]]
    heard = set()
    for epoch in range(200):
        row = augmentation.draw(ranges, epoch=epoch)[0]
        pitches = [
            n.pitch
            for t in tokenizer.decode(augmentation.table[row][ids]).tracks
            if not t.is_drum
            for n in t.notes
        ]
        assert pitches[1] - pitches[0] == highest - lowest
        assert floor <= min(pitches)
        assert max(pitches) <= ceiling
        heard.add(pitches[0] - lowest)
    assert heard == set(range(max(-6, floor - lowest), min(6, ceiling - highest) + 1))


def test_drums_alone_stay_where_they_are(tokenizer) -> None:
    augmentation = Augmentation(tokenizer.vocabulary)
    score = Score(tracks=(Track(is_drum=True, notes=(Note(0, 36, 10),)),))
    ids = tokenizer.encode(score).ids
    assert augmentation.pitch_range(ids, np.array([0, len(ids)])).tolist() == [[0, 127]]


def test_a_song_is_changed_alike_throughout_an_epoch_and_anew_in_the_next(tokenizer) -> None:
    notes = tuple(Note(480 * i, 60, 480, 63) for i in range(40))
    ids = tokenizer.encode(Score(tracks=(Track(notes=notes),))).ids
    song = np.concatenate(([1], ids, [2])).astype(np.uint16)
    batches = SongBatches(
        song,
        np.array([0, len(song)]),
        BatchConfig(rows=1, segment_length=len(song) - 1),
        device="cpu",
        augmentation=Augmentation(tokenizer.vocabulary, AugmentationConfig(seed=1)),
        epochs=12,
    )
    heard = []
    for batch in batches:
        (track,) = tokenizer.decode(batch.ids[0].tolist()).tracks
        assert len({(n.pitch, n.velocity) for n in track.notes}) == 1
        heard.append(track.notes[0].pitch)
        assert batch.targets[0, :-1].tolist() == batch.ids[0, 1:].tolist()
    assert len(heard) == 12
    assert len(set(heard)) > 4


@pytest.mark.parametrize("bad", [{"semitones": 13}, {"velocity_steps": -1}, {"tempo_steps": 99}])
def test_a_reach_beyond_reason_is_refused(bad) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        AugmentationConfig(**bad)


def test_chords_move_with_the_notes_they_stand_for(tokenizer) -> None:
    augmentation = Augmentation(tokenizer.vocabulary)
    row = augmentation.variant(*(np.array([shift]) for shift in (-5, 0, 0)))[0]
    ids = tokenizer.vocabulary.chord_ids
    table = augmentation.table[row]
    assert table[ids[2, "min7"]] == ids[9, "min7"]
    assert table[ids[-1, "none"]] == ids[-1, "none"]


def test_parts_are_renumbered_in_some_songs_and_played_by_others_of_their_family(tokenizer) -> None:
    program = tokenizer.vocabulary.program_ids
    songs = np.full((400, 32), -1, dtype=np.int64)
    songs[:, :3] = program[40], program[-1], program[0]
    augmentation = Augmentation(tokenizer.vocabulary)
    numbers, programs = augmentation.draw_parts(songs, epoch=0)
    assert (np.sort(numbers, axis=1) == np.arange(32)).all()
    assert (np.diff(numbers[:, :3], axis=1) > 0).all()
    as_declared = (numbers[:, :3] == np.arange(3)).all(axis=1).mean()
    assert 0.6 < as_declared < 0.8
    assert (programs[:, 1] == program[-1]).all()
    assert (programs[:, 3:] == -1).all()
    played = tokenizer.vocabulary.values[programs[:, 0]]
    assert 0.45 < (played == 40).mean() < 0.7
    assert ((played >= 40) & (played < 48)).mean() > 0.9
    again = augmentation.draw_parts(songs, epoch=0)
    other = augmentation.draw_parts(songs, epoch=1)
    assert (again[0] == numbers).all()
    assert (again[1] == programs).all()
    assert (other[1] != programs).any()
