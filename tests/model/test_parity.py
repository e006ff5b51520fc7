"""The decoder in NumPy gives what the network in PyTorch gives, on the model that ships too."""

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.ground.paths import demo_pieces, starter_model
from engine.library.reading import read_score
from engine.model.decoding import log
from engine.model.decoding.decoder import Decoder
from engine.model.decoding.products import Product, exponentiate, sinusoids
from engine.model.network.checkpoint import load_model, weights_of
from engine.model.network.kinds import network_of
from engine.model.network.positions import sinusoids as network_sinusoids
from engine.model.weights import ModelWeights, read_model, shapes_of
from engine.tokens.steps import steps_of
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import CompressionConfig, ModelConfig
from tests.model import step_songs

CLOSE = 1e-4
"""Of logits in float32; the starter's are up to 30."""

PIECE = demo_pieces() / "night-drive.mid"


class Starter:
    """The model that ships, both ways, and the ids of a piece that ships."""

    def __init__(self, folder: Path) -> None:
        stored, loaded = read_model(folder), load_model(folder)
        tokenizer = Tokenizer.from_description(stored.tokenizer)
        self.steps = steps_of(stored.weights.config, tokenizer.vocabulary)
        self.weights, self.network = stored.weights, loaded.model
        ids = tokenizer.encode(read_score(PIECE).score).ids
        self.ids = [tokenizer.begin, *map(int, ids)]

    @torch.no_grad()
    def logits(self, ids: list[int]) -> np.ndarray:
        """Logits (N, V) after each id, from `forward` with segments of one step."""
        memory, found, hidden = self.network.empty_memory(1), [], None
        state = self.steps.start
        for token in ids:
            state, bag = self.steps.advance(state, token)
            if bag is not None:
                hidden, memory = self.network(torch.tensor([[bag]]), memory)
            found.append(self._after(hidden, state))
        return np.array(found)

    def _after(self, hidden, state) -> np.ndarray:
        said = torch.tensor([state.bag or (self.network.steps.pad,)])
        place, programs = torch.tensor([state.said]), torch.tensor([state.programs])
        return self.network.logits(hidden[:, 0], said, place, programs)[0].numpy()


@pytest.fixture(scope="module")
def starter() -> Starter:
    return Starter(starter_model())


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference; impossible in one must be impossible in the other."""
    assert np.array_equal(np.isneginf(one), np.isneginf(other))
    finite = np.isfinite(one)
    return float(np.abs(one[finite] - other[finite]).max())


@pytest.mark.slow
def test_the_starter_is_decoded_as_its_network_reads(starter: Starter) -> None:
    """Longer than its memory, so that old steps leave it."""
    ids = starter.ids[:2400]
    expected = starter.logits(ids)
    stepped, primed = (
        Decoder(starter.weights, starter.steps),
        Decoder(starter.weights, starter.steps),
    )
    found = np.array([stepped.prime([token]) for token in ids])
    assert stepped.steps > starter.weights.config.mem_len + 64
    assert apart(found, expected) < CLOSE
    assert apart(primed.prime(ids), expected[-1]) < CLOSE
    likeliest = (found.argmax(axis=-1) == expected.argmax(axis=-1)).mean()
    assert likeliest > 0.998


@pytest.mark.slow
def test_the_starter_drifts_nowhere_by_random_rewinds_branches_and_accepts(
    starter: Starter,
) -> None:
    draw = random.Random(1)  # noqa: S311 - places, not secrets
    decoder, kept = Decoder(starter.weights, starter.steps), starter.ids[:300]
    decoder.prime(kept)
    for _ in range(40):
        del kept[draw.choice(_whole(starter, kept)) :]
        decoder.rewind(len(kept))
        more = _from_anywhere(starter, draw)[:200]
        decoder.prime(more)
        kept += more
        del kept[draw.choice(_whole(starter, kept)) :]
        decoder.rewind(len(kept))
        branches = decoder.branches(draw.choice((1, 3, 8)))
        ways = _append(branches, [_from_anywhere(starter, draw) for _ in branches.speaking])
        row = draw.randrange(len(ways))
        taken = ways[row][: draw.randrange(len(ways[row]) + 1)]
        branches.accept(row, len(taken))
        branches.close()
        kept += taken
        assert decoder.ids == tuple(kept)
    fresh = Decoder(starter.weights, starter.steps)
    assert apart(decoder.logits, fresh.prime(kept)) < CLOSE


def _whole(starter: Starter, ids: list[int]) -> list[int]:
    """The lengths, in the later half, after which no step is open."""
    ends: list[int] = (np.flatnonzero(starter.steps.ends(np.array(ids))) + 1).tolist()
    return ends[len(ends) // 2 :]


def _from_anywhere(starter: Starter, draw: random.Random) -> list[int]:
    """Ids of the piece from the begin of a step of its first half on."""
    whole = _whole(starter, starter.ids[: len(starter.ids) // 2])
    return starter.ids[draw.choice(whole) :]


def _append(branches, ways: list[list[int]]) -> list[list[int]]:
    """Say forty rounds of a way in each row, and return what each row said."""
    said = [0] * len(ways)
    for _ in range(40):
        speaks = branches.speaking
        pairs = zip(ways, said, speaks, strict=True)
        branches.step([way[place] if one else None for way, place, one in pairs])
        said = [place + one for place, one in zip(said, speaks, strict=True)]
    return [way[:place] for way, place in zip(ways, said, strict=True)]


@pytest.mark.slow
def test_a_hundred_thousand_steps_leave_no_drift(small) -> None:
    model = small(n_layer=1, mem_len=8).float()
    decoder = Decoder(weights_of(model), kept=1_000)
    ids = torch.randint(0, 40, (100_000,)).tolist()
    decoder.prime(ids)
    for token in ids[:300]:
        late = decoder.prime([token])
    fresh = Decoder(weights_of(model))
    fresh.prime(ids[-100:])
    assert apart(late, fresh.prime(ids[:300])) < 1e-5


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 8, 40])
@pytest.mark.parametrize("outputs", [1, 7, 64, 65, 200])
def test_a_product_is_that_of_its_matrix(rows: int, outputs: int) -> None:
    draw = np.random.default_rng(rows)
    weight, bias, x = (
        draw.normal(size=(outputs, 9)),
        draw.normal(size=outputs),
        draw.normal(size=(rows, 9)),
    )
    product = Product(weight, bias)
    expected = x @ weight.T + bias
    assert np.allclose(product(x), expected, atol=1e-12)
    out = np.empty((rows, product.columns))
    assert np.allclose(product(x, out=out), expected, atol=1e-12)
    assert np.allclose(out[:, :outputs], expected, atol=1e-12)
    assert np.allclose(Product(weight)(x), expected - bias, atol=1e-12)


def test_numerators_hold_no_denormal_number() -> None:
    scores = np.linspace(-200, 10, 500, dtype=np.float32)[None]
    sums = exponentiate(scores)
    assert scores.min() > np.finfo(np.float32).smallest_normal
    assert scores.max() == 1.0
    assert float((scores / sums).sum()) == pytest.approx(1.0)


@pytest.mark.parametrize("clamp", [0, 5])
def test_distances_are_encoded_as_the_network_encodes_them(clamp: int) -> None:
    expected = network_sinusoids(
        400, 32, clamp=clamp, device=torch.device("cpu"), dtype=torch.float64
    )
    assert np.allclose(sinusoids(400, 32, clamp=clamp), expected.numpy(), atol=1e-12)


@pytest.mark.parametrize("rows", [4, 8])
def test_keys_in_common_are_scored_in_blocks_as_one_by_one(small, monkeypatch, rows: int) -> None:
    model = small(mem_len=300, n_layer=2)
    ids = torch.randint(0, 40, (320,)).tolist()
    ways = torch.randint(0, 40, (6, rows)).tolist()
    found = []
    for least in (log.LEAST_ROWS, rows + 1):
        monkeypatch.setattr(log, "LEAST_ROWS", least)
        decoder = Decoder(weights_of(model))
        decoder.prime(ids)
        branches = decoder.branches(rows)
        found.append([branches.step(way) for way in ways][-1])
    assert np.allclose(*found, atol=1e-12)


COMPRESSIONS = [
    CompressionConfig(length=6, function=function, rate=2, loss=loss)
    for function, loss in [
        ("max_pool", "none"),
        ("convolution", "auto_encoding"),
        ("dilated_convolution", "bptt"),
        ("most_used", "none"),
    ]
]


@pytest.mark.parametrize("notes", [False, True])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"pre_norm": False, "final_norm": False, "untie_r": False, "tie_embeddings": False},
        {"d_head": 5, "d_inner": 70},
        *({"compression": compression} for compression in COMPRESSIONS),
    ],
)
def test_every_weight_has_the_name_and_shape_that_is_expected(notes: bool, changes) -> None:  # noqa: FBT001
    fields = {"vocab_size": step_songs.VOCABULARY, "n_layer": 2, "d_model": 32, "n_head": 4}
    steps = step_songs.STEPS if notes else None
    config = ModelConfig(**fields, steps=steps, **changes)
    network = network_of(config)
    shapes = {name: tuple(weight.shape) for name, weight in network.state_dict().items()}
    assert shapes == shapes_of(config)
    parameters = sum(weight.numel() for weight in network.parameters())
    assert ModelWeights(config=config, arrays=weights_of(network).arrays).parameters == parameters
