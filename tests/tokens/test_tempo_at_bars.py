"""The tempo beside each bar: training and decoding read the same; older models read as before."""

import json
import random
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces
from engine.library.reading import read_score
from engine.model.decoding.decoder import Decoder
from engine.model.decoding.stream import Stream
from engine.model.description import DESCRIPTION
from engine.model.network.checkpoint import load_model, save_model, weights_of
from engine.model.network.kinds import network_of
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import BAG
from engine.tokens.ordering import drawn
from engine.tokens.steps import StepDivider, step_config, steps_of
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.training.segments import segment_losses
from engine.values.config import BatchConfig, ModelConfig, TokenizerConfig
from engine.values.score import Note, Score, Tempo, TimeSignature, Track

SEED = 3
AS_WRITTEN = AugmentationConfig(renumbered=0.0, kin=0.0, strangers=0.0, seed=SEED)
"""Moves pitches, velocities and tempos, and leaves the parts as they are."""


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer(TokenizerConfig(any_order=True))


@pytest.fixture(scope="module")
def steps(tokenizer) -> StepDivider:
    return StepDivider(tokenizer.vocabulary, tempo_at_bars=True)


@pytest.fixture(scope="module")
def demos(tokenizer) -> list[np.ndarray]:
    """Ids of the pieces that ship, begin and end included."""
    paths = sorted(demo_pieces().glob("*.mid"))
    return [_whole(tokenizer, read_score(path).score) for path in paths]


def _whole(tokenizer, score) -> np.ndarray:
    ids = tokenizer.encode(score).ids
    return np.array([tokenizer.begin, *ids, tokenizer.end], dtype=np.uint16)


def _made(seed: int) -> Score:
    """Two parts in bars of several meters, with tempos at any place or none."""
    draw = random.Random(seed)  # noqa: S311 - music, not a secret
    end = draw.randrange(1, 24) * 1920
    tracks = tuple(
        Track(
            program=program,
            notes=tuple(
                Note(tick, draw.randrange(40, 80), 240)
                for tick in range(0, end, draw.choice((240, 480, 960, 1920)))
            ),
        )
        for program in (0, 33)
    )
    ticks = sorted({draw.choice((0, draw.randrange(end))) for _ in range(draw.randrange(8))})
    meters = sorted({draw.randrange(end // 1920 + 1) * 1920 for _ in range(2)})
    return Score(
        tracks=tracks,
        tempos=tuple(Tempo(tick, draw.uniform(20, 300)) for tick in ticks),
        time_signatures=tuple(TimeSignature(tick, draw.choice((3, 4, 5)), 4) for tick in meters),
    )


def _bags(steps, ids) -> list[list[int]]:
    state, bags = steps.start, []
    for token in ids.tolist():
        state, bag = steps.advance(state, token)
        bags += [] if bag is None else [sorted(bag)]
    return bags


def _corpus(songs):
    offsets = np.cumsum([0, *map(len, songs)]).astype(np.int64)
    return np.concatenate(songs), offsets


def _check_that_training_reads(tokenizer, steps, songs, *, reordered: float, epoch: int = 0):
    """Compare each song's bags in a batch with those of its ids, decoded one by one."""
    tokens, offsets = _corpus(songs)
    vocabulary = tokenizer.vocabulary
    augmentation = Augmentation(vocabulary, AS_WRITTEN)
    variants = augmentation.draw(augmentation.pitch_range(tokens, offsets), epoch=epoch)
    batches = SongBatches(
        tokens,
        offsets,
        BatchConfig(rows=2, segment_length=16, seed=SEED, reordered=reordered),
        device="cpu",
        augmentation=augmentation,
        epochs=1,
        steps=steps,
    )
    taken = list(batches)
    bags = torch.cat([batch.bags for batch in taken], dim=1)
    starts, scored = (
        torch.cat([getattr(batch, name) for batch in taken], dim=1) for name in ("starts", "scored")
    )
    assert bags.shape[-1] == BAG
    expected = []
    for song, ids in enumerate(songs):
        generator = np.random.default_rng([SEED, epoch, song, 2])
        read = drawn(ids, generator, vocabulary) if reordered else ids
        expected.append(_bags(steps, augmentation.table[variants[song]][read].astype(np.int64)))
    found = 0
    for row in range(2):
        begins = torch.nonzero(starts[row]).flatten().tolist()
        for begin, end in pairwise([*begins, int(scored[row].sum())]):
            read = [
                sorted(token for token in bag if token != tokenizer.pad)
                for bag in bags[row, begin:end].tolist()
            ]
            assert any(read == song[: len(read)] for song in expected)
            found += 1
    assert found == len(songs)


def test_the_current_tempo_is_beside_the_meter_of_each_bar(tokenizer, steps) -> None:
    names = tokenizer.token_names
    slow, *_, fast = (name for name in names if name.startswith("Tempo_"))
    said = (
        f"BOS_None Bar_None TimeSig_4/4 Chord_none Position_0 {slow} Bar_None TimeSig_4/4"
        f" Chord_none Position_12 {fast} Bar_None TimeSig_3/4 BOS_None Bar_None TimeSig_4/4"
    )
    bags, state = [], steps.start
    for name in said.split():
        state, bag = steps.advance(state, names.index(name))
        bags += [] if bag is None else [" ".join(names[token] for token in bag)]
    assert [bag for bag in bags if bag.startswith("Bar")] == [
        "Bar_None TimeSig_4/4",
        f"Bar_None TimeSig_4/4 {slow}",
        f"Bar_None TimeSig_3/4 {fast}",
        "Bar_None TimeSig_4/4",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("reordered", [0.0, 1.0])
def test_training_reads_pieces_that_ship_as_they_are_decoded(
    tokenizer, steps, demos, reordered
) -> None:
    _check_that_training_reads(tokenizer, steps, demos, reordered=reordered)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), reordered=st.sampled_from((0.0, 1.0)))
def test_training_reads_any_songs_as_they_are_decoded(tokenizer, steps, seed, reordered) -> None:
    songs = [_whole(tokenizer, _made(seed + k)) for k in range(4)]
    _check_that_training_reads(tokenizer, steps, songs, reordered=reordered)


def test_a_model_without_it_reads_as_before(tokenizer, demos) -> None:
    plain = StepDivider(tokenizer.vocabulary)
    _check_that_training_reads(tokenizer, plain, demos[:3], reordered=1.0)
    tempos = tokenizer.vocabulary.ids_of(TokenKind.TEMPO)
    for bag in _bags(plain, demos[0]):
        assert tokenizer.bar not in bag or not np.isin(bag, tempos).any()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_stream_that_goes_back_has_the_bags_of_its_ids(tokenizer, steps, seed) -> None:
    draw = random.Random(seed)  # noqa: S311 - places, not a secret
    songs = [_whole(tokenizer, _made(seed + k)).tolist() for k in range(2)]
    stream = Stream(steps, steps.start)
    for _ in range(6):
        stream.cut(draw.randrange(len(stream.ids) + 1))
        for token in draw.choice(songs)[draw.randrange(5) :][: draw.randrange(400)]:
            stream.append(token)
    fresh = Stream(steps, steps.start)
    for token in stream.ids:
        fresh.append(token)
    assert stream.bags == fresh.bags
    assert stream.state == fresh.state
    begin = draw.randrange(len(stream.ids) + 1)
    states = [state for _, state in stream.states_from(begin)]
    assert states == [steps.follow(stream.ids[:n]) for n in range(begin, len(stream.ids))]


def _network(tokenizer, *, tempo_at_bars: bool):
    torch.manual_seed(SEED)
    return network_of(
        ModelConfig(
            vocab_size=tokenizer.vocab_size,
            n_layer=1,
            d_model=16,
            n_head=2,
            mem_len=24,
            dropout=0.0,
            steps=step_config(tokenizer.vocabulary, tempo_at_bars=tempo_at_bars),
        )
    ).eval()


@torch.no_grad()
def test_a_decoder_gives_each_id_the_likelihood_that_training_gives_it(tokenizer) -> None:
    """Also after a rewind to before a change of tempo, and in a branch."""
    network = _network(tokenizer, tempo_at_bars=True)
    network.embedding.weight *= 5  # a tempo makes a difference
    steps = steps_of(network.config, tokenizer.vocabulary)
    score = Score(
        tracks=(Track(notes=tuple(Note(480 * beat, 60, 480) for beat in range(48))),),
        tempos=(Tempo(0, 50.0), Tempo(1920 * 4 + 480, 180.0), Tempo(1920 * 8, 90.0)),
    )
    ids = _whole(tokenizer, score)
    batches = SongBatches(
        *_corpus([ids]),
        BatchConfig(rows=1, segment_length=8, joining="ragged"),
        device="cpu",
        epochs=1,
        steps=steps,
    )
    memory, nll = network.empty_memory(1), []
    for batch in batches:
        more, _, memory = segment_losses(network, batch, memory)
        nll.append(more.numpy())
    expected = -np.concatenate(nll)
    head = len(ids) - len(expected)
    decoder = Decoder(weights_of(network), steps)
    decoder.prime(ids.tolist())
    assert np.allclose(decoder.likelihoods(head), expected, atol=1e-3)
    decoder.rewind(len(ids) // 2)
    with_other_tempo = [tokenizer.bar, *ids[head + 1 : head + 20].tolist()]
    decoder.prime(with_other_tempo)
    decoder.rewind(len(ids) // 2)
    branches = decoder.branches(1)
    for token in ids[len(ids) // 2 :].tolist():
        branches.step([token])
    branches.accept(0, len(ids) - len(ids) // 2)
    branches.close()
    assert np.allclose(decoder.likelihoods(head), expected, atol=1e-3)
    plain = Decoder(weights_of(network), StepDivider(tokenizer.vocabulary))
    plain.prime(ids.tolist())
    assert not np.allclose(plain.likelihoods(head), expected, atol=1e-2)


def test_a_description_without_the_field_is_of_a_model_without_it(tokenizer, tmp_path) -> None:
    for value in (False, True):
        network = _network(tokenizer, tempo_at_bars=value)
        save_model(tmp_path / "model", network, tokenizer=tokenizer.describe(), card={})
        assert load_model(tmp_path / "model").model.steps == network.steps
        assert LiveModel.load(tmp_path / "model").steps.tempo_at_bars is value
    path = tmp_path / "model" / DESCRIPTION
    description = json.loads(path.read_text(encoding="utf-8"))
    del description["model"]["steps"]["tempo_at_bars"]
    path.write_text(json.dumps(description), encoding="utf-8")
    assert load_model(tmp_path / "model").model.steps.tempo_at_bars is False
    assert LiveModel.load(tmp_path / "model").steps.tempo_at_bars is False
