"""One token at a time equals the whole; going back and branching equal priming anew."""

from itertools import chain

import numpy as np
import pytest
import torch

from engine.model.decoding import log as log_module
from engine.model.decoding.decoder import KEPT, Decoder
from engine.model.decoding.log import Log
from engine.model.decoding.sampling import Sampler
from engine.model.decoding.trunk import KEYS_VALUES
from engine.model.network.checkpoint import save_model, weights_of
from engine.model.weights import read_model
from engine.values.config import CompressionConfig, SamplingConfig

VOCABULARY = 40
LENGTH = 320
LAYOUTS = [
    pytest.param({}, id="pre-norm"),
    pytest.param({"pre_norm": False, "final_norm": False}, id="post-norm"),
    pytest.param({"untie_r": False, "clamp_len": 9, "tie_embeddings": False}, id="tied-clamped"),
    pytest.param({"mem_len": 0}, id="vanilla"),
]


@pytest.fixture
def piece():
    return torch.randint(0, VOCABULARY, (LENGTH,)).tolist()


@torch.no_grad()
def one_by_one(model, ids):
    """Logits (T, V) from `forward` with segments of one token."""
    memory, logits = model.empty_memory(1), []
    for token in ids:
        out, memory = model(torch.tensor([[token]]), memory)
        logits.append(out[0, 0])
    return torch.stack(logits).numpy()


def decoder_of(model, **options):
    return Decoder(weights_of(model), **options)


def near(one, other):
    return np.allclose(one, other, atol=1e-10, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_incremental_logits_are_those_of_forward(small, piece, layout):
    model = small(**layout)
    expected = one_by_one(model, piece)
    decoder = decoder_of(model)
    stepped = np.stack([decoder.prime([token]) for token in piece])
    assert near(stepped, expected)
    primed = decoder_of(model)
    for begin, end in [(0, 1), (1, 50), (50, 256), (256, 257), (257, LENGTH)]:
        assert near(primed.prime(piece[begin:end]), expected[end - 1])
    assert primed.ids == tuple(piece)


@torch.no_grad()
def test_within_the_memory_decoding_is_the_full_forward(small, piece):
    model = small(mem_len=LENGTH).float()
    whole, _ = model(torch.tensor([piece]), model.empty_memory(1))
    decoder = decoder_of(model)
    for index, token in enumerate(piece):
        assert np.allclose(decoder.prime([token]), whole[0, index].numpy(), atol=1e-4, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_going_back_is_as_if_primed_anew(small, piece, layout):
    model = small(**layout)
    expected = one_by_one(model, piece)
    decoder = decoder_of(model)
    decoder.prime(piece)
    for length in (LENGTH - 1, 300, 257, 256, 255, 30, 1):
        decoder.rewind(length)
        assert decoder.length == length
        assert near(decoder.logits, expected[length - 1])
    decoder.rewind(0)
    assert near(decoder.prime(piece), expected[-1])


def test_going_on_in_another_way_leaves_no_trace(small, piece):
    model = small()
    decoder = decoder_of(model)
    decoder.prime(piece)
    decoder.rewind(260)
    decoder.prime(piece[:50])
    anew = decoder_of(model)
    assert near(decoder.logits, anew.prime(piece[:260] + piece[:50]))


def test_pages_that_were_let_go_are_primed_again(small, piece):
    model = small(n_layer=2)
    long = piece * 3
    decoder = decoder_of(model, kept=300)
    decoder.prime(long)
    for length in (800, 799, 500, 300, 20):
        anew = decoder_of(model)
        decoder.rewind(length)
        assert near(decoder.logits, anew.prime(long[:length]))
        assert near(decoder.prime(long[:5]), anew.prime(long[:5]))
        decoder.rewind(length)


def test_what_keeps_little_holds_little_however_long_it_goes_on(small, piece):
    model, kept, reach = small(n_layer=1, mem_len=300), 600, 300
    decoder, held = decoder_of(model), []
    decoder.keep(kept)
    for _ in range(8):
        decoder.prime(piece)
        decoder.branches(1).close()
        log = decoder._log
        pages = [*log._pages.values(), *log._spare, *chain(*decoder._spare.values())]
        held.append(sum(page[KEYS_VALUES].shape[-2] for page in pages))
    assert max(held) <= 4 * (kept + reach)
    decoder.rewind(decoder.length - 500)
    anew = decoder_of(model)
    assert near(decoder.logits, anew.prime((piece * 8)[:-500]))

    decoder.keep(KEPT)
    decoder.rewind(0)
    assert decoder._log.shape == anew._log.shape
    assert near(decoder.prime(piece), decoder_of(model).prime(piece))


def test_priming_at_once_holds_no_more_than_it_keeps(small, piece, monkeypatch):
    decoder, sizes = decoder_of(small(n_layer=1), kept=300), []
    begin = Log._begun

    def begun(log, number):
        sizes.append(len(log._pages))
        return begin(log, number)

    monkeypatch.setattr(Log, "_begun", begun)
    decoder.prime(piece * 8)
    assert len(sizes) > 8
    assert max(sizes) <= 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_branches_are_as_if_each_were_primed_alone(small, piece, layout):
    model = small(**layout)
    decoder = decoder_of(model)
    decoder.prime(piece[:250])
    ways = torch.randint(0, VOCABULARY, (20, 3)).numpy()
    branches = decoder.branches(3)
    assert near(branches.logits, decoder.logits)
    for ids in ways:
        logits = branches.step(ids)
    for index in range(3):
        alone = decoder_of(model)
        assert near(logits[index], alone.prime(piece[:250] + ways[:, index].tolist()))
        assert branches.ids(index) == ways[:, index].tolist()
    assert decoder.length == 250


@pytest.mark.parametrize("reach", [24, 60, 300])
def test_what_branches_have_in_common_is_read_once_for_all(small, piece, monkeypatch, reach):
    monkeypatch.setattr(log_module, "LEAST_ROWS", 2)
    monkeypatch.setattr(log_module, "LEAST_SHARED", 10)
    model, begin = small(mem_len=reach, n_layer=2), 250
    decoder = decoder_of(model)
    decoder.prime(piece[:begin])
    monkeypatch.setattr("engine.model.decoding.decoder.ROWS_KEPT", 3)
    # The pages of closed branches are written over. Not a number: what is read unwritten is seen.
    decoder.branches(3).close()
    for page in decoder._spare[3]:
        for entries in page.values():
            entries.fill(np.nan)
    ways = torch.randint(0, VOCABULARY, (30, 3)).numpy()
    branches, alone = decoder.branches(3), [decoder_of(model) for _ in range(3)]
    for each in alone:
        each.prime(piece[:begin])
    for ids in ways:
        logits = branches.step(ids)
        for row, each in enumerate(alone):
            assert near(logits[row], each.prime([int(ids[row])]))


@pytest.mark.parametrize("taken", [0, 7, 20])
def test_an_accepted_branch_goes_on_as_if_primed(small, piece, taken):
    model = small()
    decoder = decoder_of(model)
    decoder.prime(piece[:250])
    ways = torch.randint(0, VOCABULARY, (20, 3)).numpy()
    branches = decoder.branches(3)
    for ids in ways:
        branches.step(ids)
    branches.accept(2, taken)
    expected = piece[:250] + ways[:taken, 2].tolist()
    assert decoder.ids == tuple(expected)
    anew = decoder_of(model)
    assert near(decoder.logits, anew.prime(expected))
    assert near(decoder.prime(piece[:60]), anew.prime(piece[:60]))


def test_branches_of_a_log_that_moved_are_refused(small, piece):
    decoder = decoder_of(small())
    decoder.prime(piece[:9])
    branches = decoder.branches(2)
    branches.step([1, 2])
    with pytest.raises(ValueError, match="no branch 2"):
        branches.accept(2, 1)
    with pytest.raises(ValueError, match="no first 2"):
        branches.accept(0, 2)
    branches.accept(0, 1)
    with pytest.raises(ValueError, match="moved on"):
        branches.accept(1, 1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_decoder_keeps_its_weights_when_the_model_learns(small, piece, layout):
    model = small(**layout)
    decoder = decoder_of(model)
    before = decoder.prime(piece[:9])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1.5)
    decoder.rewind(0)
    assert np.array_equal(decoder.prime(piece[:9]), before)


def test_an_empty_log_predicts_nothing(small):
    decoder = decoder_of(small())
    with pytest.raises(ValueError, match="empty log"):
        _ = decoder.logits
    with pytest.raises(ValueError, match="empty log"):
        decoder.prime([])
    with pytest.raises(ValueError, match="cannot rewind"):
        decoder.rewind(1)
    with pytest.raises(ValueError, match="at least one"):
        decoder.branches(0)


def generate(decoder, sampler, count):
    for _ in range(count):
        decoder.prime([sampler.draw(decoder.logits)])


def test_generation_interrupted_saved_and_reopened_goes_on_the_same(small, piece, tmp_path):
    model = small().float()
    config = SamplingConfig(temperature=1.0, repetition_penalty=1.1, seed=5)
    decoder, sampler = decoder_of(model), Sampler(config)
    decoder.prime(piece[:30])
    generate(decoder, sampler, 120)

    first, sampler = decoder_of(model), Sampler(config)
    first.prime(piece[:30])
    generate(first, sampler, 50)
    save_model(tmp_path / "model", model, tokenizer=None, card={})
    state, ids = sampler.state(), first.ids

    reopened, other = Decoder(read_model(tmp_path / "model").weights), Sampler(config, seed=99)
    reopened.prime(ids)
    other.restore(state)
    generate(reopened, other, 70)
    assert reopened.ids == decoder.ids
    assert len(set(decoder.ids)) > 5


def test_a_decoder_may_see_further_than_training_did(small, piece):
    model = small()
    nearer, further = decoder_of(model), decoder_of(model, mem_len=100)
    nearer.prime(piece)
    further.prime(piece)
    longer = small(mem_len=100)
    longer.load_state_dict(model.state_dict())
    assert near(further.logits, decoder_of(longer).prime(piece))
    assert not near(further.logits, nearer.logits)


@pytest.mark.slow
def test_going_back_takes_no_step_from_however_far(small, piece, monkeypatch):
    decoder = decoder_of(small())
    decoder.prime(piece * 30)
    for name in ("step", "chunk"):
        monkeypatch.setattr(decoder._trunk, name, lambda *_: pytest.fail("a step"))
    for length in (len(piece) * 29, len(piece), 100, 1):
        decoder.rewind(length)
        assert decoder.logits.shape == (VOCABULARY,)


COMPRESSIONS = [
    pytest.param({"function": function, "rate": rate}, id=f"{function}-{rate}")
    for function, rate in [
        ("max_pool", 2),
        ("mean_pool", 1),
        ("convolution", 4),
        ("dilated_convolution", 3),
        ("most_used", 3),
    ]
]


def compressive(small, fields):
    compression = CompressionConfig(**{"length": 6, "loss": "none", **fields})
    return small(n_layer=2, mem_len=10, compression=compression)


@pytest.mark.slow
@pytest.mark.parametrize("fields", COMPRESSIONS)
def test_compressed_memory_is_decoded_as_forward_sees_it(small, piece, fields):
    model = compressive(small, fields)
    expected = one_by_one(model, piece)
    decoder = decoder_of(model)
    stepped = np.stack([decoder.prime([token]) for token in piece[:270]])
    assert near(stepped, expected[:270])
    assert near(decoder.prime(piece[270:]), expected[-1])
    for length in (LENGTH - 1, 300, 257, 256, 255, 31, 30, 29, 1):
        decoder.rewind(length)
        assert near(decoder.logits, expected[length - 1])
    decoder.rewind(0)
    assert near(decoder.prime(piece), expected[-1])


@pytest.mark.parametrize("fields", COMPRESSIONS)
def test_branches_of_compressed_memory_can_be_accepted(small, piece, fields):
    model = compressive(small, fields)
    decoder = decoder_of(model)
    decoder.prime(piece[:245])
    ways = torch.randint(0, VOCABULARY, (30, 2)).numpy()
    branches = decoder.branches(2)
    for ids in ways:
        logits = branches.step(ids)
    for index in range(2):
        alone = decoder_of(model)
        assert near(logits[index], alone.prime(piece[:245] + ways[:, index].tolist()))
    branches.accept(1, 23)
    anew = decoder_of(model)
    anew.prime(piece[:245] + ways[:23, 1].tolist())
    assert near(decoder.logits, anew.logits)
    assert near(decoder.prime(piece[:60]), anew.prime(piece[:60]))


def test_compressed_memory_that_was_let_go_is_primed_again(small, piece):
    model = compressive(small, {"function": "convolution", "rate": 4})
    decoder = decoder_of(model, kept=100)
    decoder.prime(piece * 2)
    for length in (600, 200):
        anew = decoder_of(model)
        decoder.rewind(length)
        assert near(decoder.logits, anew.prime((piece * 2)[:length]))


def test_the_logits_of_ids_that_were_read_are_those_before_each_was_said(small, piece):
    model = small()
    decoder = decoder_of(model)
    stepped = np.stack([decoder.prime([token]) for token in piece])
    read = decoder_of(model)
    read.prime(piece)
    logits = read.logits_from(7)
    assert logits.shape == (LENGTH - 7, VOCABULARY)
    assert near(logits, stepped[6:-1])
    expected = torch.from_numpy(logits).log_softmax(-1).numpy()
    assert near(expected[np.arange(LENGTH - 7), piece[7:]], read.likelihoods(7))
    assert near(torch.from_numpy(read.logits).softmax(-1).numpy(), read.probabilities)
    assert read.logits_from(LENGTH).shape == (0, VOCABULARY)
    assert read.likelihoods(LENGTH).shape == (0,)
    with pytest.raises(ValueError, match="nothing before it"):
        read.logits_from(0)
