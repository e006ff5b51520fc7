"""Properties B1 to B3, B8, B9 and B11 of song batching, on any corpus."""

import json
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import EmptyMusicError, TrainingError
from engine.midi.file.midifile import read_midi
from engine.tokens.augmentation import Augmentation
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import Batch
from engine.tokens.placement import ReadAhead
from engine.values.config import BatchConfig

SEGMENT = 8
# Ids between begin and end; a song of n has n + 1 positions.
LENGTHS = st.lists(
    st.sampled_from([0, 1, SEGMENT - 2, SEGMENT - 1, SEGMENT, 5 * SEGMENT - 1, 100, 1000]),
    min_size=1,
    max_size=20,
)
CONFIGS = st.builds(
    BatchConfig,
    rows=st.sampled_from([1, 2, 3, 8, 64]),
    segment_length=st.just(SEGMENT),
    joining=st.sampled_from(["crop", "pad", "ragged"]),
    seed=st.integers(0, 3),
)
PROPERTY = settings(max_examples=50, deadline=None)


def _rows(batches: SongBatches) -> dict[str, np.ndarray]:
    """Every row's whole stream, (B, positions)."""
    taken = list(batches)
    return {
        name: torch.cat([getattr(batch, name) for batch in taken], dim=1).numpy()
        for name in ("ids", "targets", "starts", "scored")
    }


def _songs_of(stream: dict[str, np.ndarray], row: int) -> list[list[tuple[int, int]]]:
    """A row's songs as (id, target) pairs, divided where `starts` says."""
    songs: list[list[tuple[int, int]]] = []
    for position in np.flatnonzero(stream["scored"][row]):
        if stream["starts"][row, position]:
            songs.append([])
        songs[-1].append((stream["ids"][row, position], stream["targets"][row, position]))
    return songs


def _readable(positions: int, config: BatchConfig) -> int:
    return positions // SEGMENT * SEGMENT if config.joining == "crop" else positions


@PROPERTY
@given(lengths=LENGTHS, config=CONFIGS)
def test_b1_b2_b3_every_song_whole_in_order_and_never_another_ones_target(
    corpus_of, lengths, config
) -> None:
    tokens, offsets = corpus_of(lengths)
    expected = []
    for start, end in pairwise(offsets):
        song = tokens[start:end].astype(int).tolist()
        read = _readable(len(song) - 1, config)
        if read:
            expected.append(list(pairwise(song[: read + 1])))
    if not expected:
        with pytest.raises(EmptyMusicError):
            SongBatches(tokens, offsets, config, device="cpu", epochs=1)
        return
    batches = SongBatches(tokens, offsets, config, device="cpu", epochs=1)
    stream = _rows(batches)
    heard = [song for row in range(config.rows) for song in _songs_of(stream, row)]
    assert sorted(heard) == sorted(expected)
    assert not stream["starts"][~stream["scored"]].any()
    report = batches.report
    assert report.useful == sum(map(len, expected)) == stream["scored"].sum()
    assert report.processed == stream["scored"].size
    assert report.left_out == sum(n + 1 for n in lengths) - report.useful


@pytest.mark.slow
@PROPERTY
@given(lengths=LENGTHS, config=CONFIGS)
def test_b2_a_row_has_no_gap_but_padding_at_a_songs_end(corpus_of, lengths, config) -> None:
    tokens, offsets = corpus_of([*lengths, 50])
    stream = _rows(SongBatches(tokens, offsets, config, device="cpu", epochs=1))
    for scored, starts in zip(stream["scored"], stream["starts"], strict=True):
        gaps = np.flatnonzero(~scored[:-1] & scored[1:]) + 1
        if config.joining == "pad":
            assert starts[gaps].all()
            assert (gaps % SEGMENT == 0).all()
        else:
            assert len(gaps) == 0
        if config.joining != "ragged":
            assert (np.flatnonzero(starts) % SEGMENT == 0).all()


@pytest.mark.slow
@PROPERTY
@given(lengths=LENGTHS, config=CONFIGS, epochs=st.integers(2, 4))
def test_epochs_are_joined_and_each_has_every_song_once(corpus_of, lengths, config, epochs) -> None:
    tokens, offsets = corpus_of([*lengths, 50])
    batches = SongBatches(tokens, offsets, config, device="cpu", epochs=epochs)
    stream = _rows(batches)
    songs = [tuple(song) for row in range(config.rows) for song in _songs_of(stream, row)]
    assert set(map(songs.count, set(songs))) <= {
        epochs * lengths_equal for lengths_equal in range(1, len(lengths) + 2)
    }
    assert batches.report.useful == epochs * sum(_readable(n + 1, config) for n in [*lengths, 50])
    assert batches.passes == epochs


def _hash(batches: SongBatches, count: int) -> str:
    digest = sha256()
    for _, batch in zip(range(count), batches, strict=False):
        for part in (batch.ids, batch.targets, batch.starts, batch.scored):
            digest.update(part.numpy().tobytes())
    return digest.hexdigest()


@pytest.mark.slow
@PROPERTY
@given(lengths=LENGTHS, config=CONFIGS, before=st.integers(0, 60), augmented=st.booleans())
def test_b9_same_seed_same_stream_and_a_restored_one_goes_on(
    *, tokenizer, corpus_of, lengths, config, before, augmented
) -> None:
    tokens, offsets = corpus_of([*lengths, 50])
    augmentation = Augmentation(tokenizer.vocabulary) if augmented else None

    def make() -> SongBatches:
        return SongBatches(tokens, offsets, config, device="cpu", augmentation=augmentation)

    first, second, resumed = make(), make(), make()
    assert _hash(first, before) == _hash(second, before)
    state = json.loads(json.dumps(first.state()))
    resumed.restore(state)
    assert resumed.report == first.report
    assert _hash(first, 40) == _hash(resumed, 40) == _hash(second, 40)
    assert first.state() == resumed.state()


def test_b9_another_seed_and_another_epoch_have_another_order(corpus_of) -> None:
    tokens, offsets = corpus_of(list(range(5, 40)))

    def order(seed: int) -> list[tuple[int, ...]]:
        config = BatchConfig(rows=2, segment_length=SEGMENT, seed=seed)
        stream = _rows(SongBatches(tokens, offsets, config, device="cpu", epochs=2))
        return [tuple(song) for song in _songs_of(stream, 0)]

    one, two = order(0), order(1)
    assert one != two
    assert len(set(one)) > len(one) / 2  # the other epoch brought other songs into this row


def test_a_state_of_other_songs_or_another_config_is_refused(corpus_of) -> None:
    config = BatchConfig(rows=2, segment_length=SEGMENT)
    tokens, offsets = corpus_of([30, 40])
    state = SongBatches(tokens, offsets, config, device="cpu").state()
    others = [
        SongBatches(*corpus_of([30, 41]), config, device="cpu"),
        SongBatches(tokens, offsets, BatchConfig(rows=3, segment_length=SEGMENT), device="cpu"),
    ]
    for other in others:
        with pytest.raises(TrainingError, match="other songs"):
            other.restore(state)
    with pytest.raises(TrainingError, match="damaged"):
        SongBatches(tokens, offsets, config, device="cpu").restore(state | {"begins": [0]})


@pytest.mark.parametrize("ranks", [2, 3, 5])
def test_ranks_divide_the_rows_of_one_stream(corpus_of, ranks) -> None:
    tokens, offsets = corpus_of([30, 100, 7, 55, 8, 64])
    config = BatchConfig(rows=5, segment_length=SEGMENT)
    whole = _rows(SongBatches(tokens, offsets, config, device="cpu", epochs=2))
    parts = [
        _rows(SongBatches(tokens, offsets, config, device="cpu", epochs=2, share=(rank, ranks)))
        for rank in range(ranks)
    ]
    for name, rows in whole.items():
        assert np.array_equal(rows, np.concatenate([part[name] for part in parts]))


def test_a_share_of_more_ranks_than_rows_is_refused(corpus_of) -> None:
    with pytest.raises(ValueError, match="share"):
        SongBatches(*corpus_of([9]), BatchConfig(rows=2), device="cpu", share=(0, 3))


def test_a_store_that_stays_on_disk_gives_the_same_stream(tokenizer, corpus_of) -> None:
    tokens, offsets = corpus_of([300, 20, 90])
    augmentation = Augmentation(tokenizer.vocabulary)
    config = BatchConfig(rows=3, segment_length=SEGMENT)
    streams = [
        _hash(
            SongBatches(
                tokens, offsets, config,
                device="cpu", augmentation=augmentation, resident_bytes=limit,
            ),
            60,
        )
        for limit in (0, 1 << 30)
    ]  # fmt: skip
    assert streams[0] == streams[1]


def test_only_the_given_songs_are_read(corpus_of) -> None:
    tokens, offsets = corpus_of([30, 100, 7])
    config = BatchConfig(rows=2, segment_length=SEGMENT)
    batches = SongBatches(tokens, offsets, config, device="cpu", songs=[2, 0], epochs=1)
    assert sum(int(batch.scored.sum()) for batch in batches) == 31 + 8


def test_one_long_song_reads_whole(corpus_of) -> None:
    tokens, offsets = corpus_of([100_000, 3])
    config = BatchConfig(rows=2, segment_length=512)
    batches = SongBatches(tokens, offsets, config, device="cpu", epochs=1)
    assert sum(int(batch.scored.sum()) for batch in batches) == 100_001 + 4


@pytest.fixture(scope="module")
def real_corpus(tokenizer, song_files) -> tuple[np.ndarray, np.ndarray]:
    songs = [
        np.concatenate(([1], tokenizer.encode(read_midi(path.read_bytes()).score).ids, [2]))
        for path in song_files[::6]
    ]
    offsets = np.cumsum([0, *map(len, songs)]).astype(np.int64)
    return np.concatenate(songs).astype(np.uint16), offsets


@pytest.mark.slow
@pytest.mark.parametrize(("joining", "floor"), [("ragged", 0.99), ("pad", 0.9), ("crop", 0.99)])
def test_b11_share_of_useful_tokens_on_real_songs(real_corpus, joining, floor) -> None:
    config = BatchConfig(rows=8, segment_length=256, joining=joining)
    endless = SongBatches(*real_corpus, config, device="cpu")
    for _ in endless:
        if endless.passes >= 2.0:
            break
    assert endless.report.share >= floor
    once = SongBatches(*real_corpus, config, device="cpu", epochs=1)
    scored = sum(int(batch.scored.sum()) for batch in once)
    assert scored == once.report.useful
    if joining == "ragged":
        assert once.report.left_out == 0
        assert once.report.share >= 0.98  # nothing follows to fill the last rows up
    if joining == "crop":
        assert 0 < once.report.left_out / scored < 0.05


def test_a_store_on_disk_read_ahead_is_the_same_stream_and_resumes(tokenizer, corpus_of) -> None:
    tokens, offsets = corpus_of([300, 20, 90, 1, 0, 44])
    config = BatchConfig(rows=3, segment_length=SEGMENT, seed=4)

    def batches(*, ahead: bool, epochs: int | None = 3) -> SongBatches:
        augmentation = Augmentation(tokenizer.vocabulary)
        return SongBatches(
            tokens, offsets, config,
            device="cpu", augmentation=augmentation, epochs=epochs,
            resident_bytes=0 if ahead else None, ahead=ahead,
        )  # fmt: skip

    plain, streamed = batches(ahead=False), batches(ahead=True)
    states, expected = [plain.state()], []
    for ours, theirs in zip(streamed, plain, strict=True):
        assert torch.equal(ours.ids, theirs.ids)
        assert torch.equal(ours.targets, theirs.targets)
        assert torch.equal(ours.starts, theirs.starts)
        assert streamed.report == plain.report
        states.append(streamed.state())
        expected.append(theirs)
    assert len(expected) > 10
    for step in (0, 1, 7, len(expected) - 1):
        resumed = batches(ahead=True)
        next(resumed)
        resumed.restore(states[step])
        for ours, theirs in zip(resumed, expected[step:], strict=True):
            assert torch.equal(ours.ids, theirs.ids)


def test_what_goes_wrong_while_reading_ahead_is_raised_where_it_is_taken() -> None:
    ahead = ReadAhead[int]()

    def vanished() -> int:
        raise OSError("the disk is gone")

    ahead.begin(1, vanished)
    assert ahead.take(2) is None
    with pytest.raises(OSError, match="the disk is gone"):
        ahead.take(1)
    ahead.begin(2, lambda: 5)
    assert ahead.take(2) == 5
    ahead.forget()
    assert ahead.take(2) is None


@pytest.mark.gpu
def test_b12_the_same_stream_on_a_gpu(tokenizer, corpus_of) -> None:
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    tokens, offsets = corpus_of([300, 20, 90])
    config = BatchConfig(rows=3, segment_length=SEGMENT)

    def stream(device: str, resident_bytes: int) -> list[Batch]:
        batches = SongBatches(
            tokens, offsets, config,
            device=device,
            augmentation=Augmentation(tokenizer.vocabulary),
            resident_bytes=resident_bytes,
        )  # fmt: skip
        return [batch for _, batch in zip(range(60), batches, strict=False)]

    expected = stream("cpu", 1 << 30)
    for resident_bytes in (0, 1 << 30):
        for ours, theirs in zip(stream("cuda", resident_bytes), expected, strict=True):
            assert ours.ids.is_cuda
            assert torch.equal(ours.ids.cpu(), theirs.ids)
            assert torch.equal(ours.targets.cpu(), theirs.targets)
            assert torch.equal(ours.starts.cpu(), theirs.starts)
            assert torch.equal(ours.scored.cpu(), theirs.scored)
