"""A decoder of notes has the face of one of ids: what it says of each id is what forward says."""

import numpy as np
import pytest
import torch

from engine.model.decoding import decoder as decoder_module
from engine.model.decoding.decoder import Decoder
from engine.model.network.checkpoint import weights_of
from engine.values.config import CompressionConfig
from tests.model import step_songs
from tests.model.step_songs import Steps, read, song

LAYOUTS = [
    pytest.param({}, id="plain"),
    pytest.param({"pre_norm": False, "final_norm": False}, id="post-norm"),
    pytest.param({"tie_embeddings": False, "mem_len": 0}, id="vanilla"),
    pytest.param(
        {"mem_len": 10, "n_layer": 2, "compression": CompressionConfig(length=6, loss="none")},
        id="compressive",
    ),
]
STEPS = Steps()


@pytest.fixture
def piece():
    return song(1, notes=160)


@torch.no_grad()
def one_by_one(model, ids):
    """Logits (N, V) after each id, from `forward` with segments of one step."""
    memory, found, said, place = model.empty_memory(1), [], (), 0
    state, hidden = STEPS.start, None
    for token in ids:
        state, bag = STEPS.advance(state, token)
        said, place = state.bag, state.said
        if bag is not None:
            bags = torch.tensor([[step_songs.padded(bag)]])
            hidden, memory = model(bags, memory)
        found.append(
            model.logits(
                hidden[:, 0],
                torch.tensor([step_songs.padded(said)]),
                torch.tensor([place]),
                torch.tensor([state.programs]),
            )[0]
        )
    return torch.stack(found).numpy()


def decoder_of(model, **options):
    return Decoder(weights_of(model), STEPS, **options)


def near(one, other):
    """Equal to rounding; impossible in one is impossible in the other."""
    return np.allclose(one, other, atol=1e-10, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_incremental_logits_are_those_of_forward(small_of_notes, piece, layout):
    model = small_of_notes(**layout)
    expected = one_by_one(model, piece)
    decoder = decoder_of(model)
    assert near(np.stack([decoder.prime([token]) for token in piece]), expected)
    primed, end = decoder_of(model), 0
    for begin, end in [(0, 1), (1, 48), (48, 49), (49, 303), (303, 304), (304, len(piece))]:
        assert near(primed.prime(piece[begin:end]), expected[end - 1])
    assert primed.ids == tuple(piece)
    assert primed.steps == len(read(piece).bags)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_going_back_to_any_id_is_as_if_primed_anew(small_of_notes, piece, layout):
    model = small_of_notes(**layout)
    expected = one_by_one(model, piece)
    decoder = decoder_of(model)
    decoder.prime(piece)
    for length in (len(piece) - 1, 400, 399, 398, 397, 396, 257, 31, 30, 29, 28, 1):
        decoder.rewind(length)
        assert decoder.length == length
        assert near(decoder.logits, expected[length - 1])
    decoder.rewind(0)
    assert near(decoder.prime(piece), expected[-1])


@pytest.mark.parametrize("layout", [LAYOUTS[0], LAYOUTS[3]])
def test_how_likely_ids_were_is_what_was_said_before_each(small_of_notes, piece, layout):
    model = small_of_notes(**layout)
    decoder, before = decoder_of(model), [np.zeros(0)]
    before += [decoder.prime([token]) for token in piece]
    expected = [
        torch.from_numpy(logits).log_softmax(-1)[token]
        for logits, token in zip(before[1:], piece[1:], strict=False)
    ]
    primed = decoder_of(model)
    primed.prime(piece)
    for begin in (2, 300, 301, 302, 303, len(piece)):
        found = primed.likelihoods(begin)
        assert len(found) == len(piece) - begin
        for one, other in zip(found, expected[begin - 1 :], strict=True):
            assert near(one, other)
    # It leaves no trace.
    assert primed.ids == tuple(piece)
    with pytest.raises(ValueError, match="nothing before it"):
        primed.likelihoods(0)


class Calls:
    """Counts how often the trunk is asked."""

    def __init__(self, decoder, monkeypatch):
        self.count = 0
        for name in ("step", "chunk"):
            real = getattr(decoder._trunk, name)
            monkeypatch.setattr(decoder._trunk, name, self._counting(real))

    def _counting(self, real):
        def counting(*args):
            self.count += 1
            return real(*args)

        return counting


def test_going_back_takes_no_step_again(small_of_notes, piece, monkeypatch):
    decoder = decoder_of(small_of_notes())
    decoder.prime(piece)
    calls = Calls(decoder, monkeypatch)
    for length in (500, 333, 200, 100, 50):
        decoder.rewind(length)
        _ = decoder.logits
    assert calls.count == 0


def test_ids_of_an_open_step_are_said_to_the_local_decoder_only(small_of_notes, piece, monkeypatch):
    decoder = decoder_of(small_of_notes())
    decoder.prime(piece[:5])
    calls = Calls(decoder, monkeypatch)
    for token in piece[5:]:
        decoder.prime([token])
    assert calls.count == len(read(piece).bags) - len(read(piece[:5]).bags)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_was_let_go_is_primed_again(small_of_notes, piece, layout):
    model = small_of_notes(**{**layout, "n_layer": 2})
    long = piece + piece[1:] * 4
    decoder = decoder_of(model, kept=100)
    decoder.prime(long)
    for length in (1700, 1699, 900, 300, 20):
        anew = decoder_of(model)
        decoder.rewind(length)
        assert near(decoder.logits, anew.prime(long[:length]))
        assert near(decoder.prime(long[length : length + 5]), anew.prime(long[length : length + 5]))
        decoder.rewind(length)


def ways_on(piece, seeds=(21, 22, 23)):
    """Ways to go on after some ids of a piece, each with its own steps, all of its parts."""
    parts = [part for part, program in enumerate(read(piece).programs) if program >= 0]
    ways = []
    for seed in seeds:
        ids = song(seed, notes=8)
        own = [part for part, program in enumerate(read(ids).programs) if program >= 0]
        swap = {
            step_songs.FIRST_PART + a: step_songs.FIRST_PART + b
            for a, b in zip(own, parts, strict=True)
        }
        ways.append([swap.get(token, token) for token in ids[5:]])
    return ways


def drive(branches, ways, *, rounds=None):
    """Say each way in its row, as whoever draws would; return how much of each was said."""
    said = [0] * len(ways)
    rounds = rounds or 10_000
    while any(branches.speaking) and rounds:
        ids = []
        for row, way in enumerate(ways):
            speaks = branches.speaking[row] and said[row] < len(way)
            ids.append(way[said[row]] if speaks else None)
            said[row] += speaks
        branches.step(ids)
        rounds -= 1
    return said


@pytest.mark.parametrize("begin", [400, 401, 402, 403])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_branches_are_as_if_each_were_primed_alone(small_of_notes, piece, layout, begin):
    model = small_of_notes(**layout)
    decoder = decoder_of(model)
    decoder.prime(piece[:begin])
    ways = ways_on(piece)
    branches = decoder.branches(3)
    assert near(branches.logits, decoder.logits)
    alone = [decoder_of(model) for _ in ways]
    for each in alone:
        each.prime(piece[:begin])
    said = [0, 0, 0]
    while min(len(way) - done for way, done in zip(ways, said, strict=True)) > 5:
        ids = [
            way[done] if speaks else None
            for way, done, speaks in zip(ways, said, branches.speaking, strict=True)
        ]
        branches.step(ids)
        for row, token in enumerate(ids):
            if token is not None:
                alone[row].prime([token])
                said[row] += 1
        for row, speaks in enumerate(branches.speaking):
            if speaks:
                assert near(branches.logits[row], alone[row].logits)
    assert [branches.ids(row) for row in range(3)] == [
        way[:done] for way, done in zip(ways, said, strict=True)
    ]
    assert len(set(said)) > 1
    assert decoder.length == begin


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "rounds", [1, 3, 10, 40, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 9, 11, 12))]
)
def test_any_beginning_of_a_branch_can_be_accepted(small_of_notes, piece, layout, rounds):
    model = small_of_notes(**layout)
    ways = ways_on(piece)
    for index in range(3):
        decoder = decoder_of(model)
        decoder.prime(piece[:300])
        branches = decoder.branches(3)
        said = drive(branches, ways, rounds=rounds)
        branches.accept(index, said[index])
        expected = piece[:300] + ways[index][: said[index]]
        assert decoder.ids == tuple(expected)
        anew = decoder_of(model)
        assert near(decoder.logits, anew.prime(expected))
        assert near(decoder.prime(piece[300:360]), anew.prime(piece[300:360]))
        decoder.rewind(len(expected) - 1)
        anew.rewind(len(expected) - 1)
        assert near(decoder.logits, anew.logits)


def test_a_row_that_ends_lets_the_others_go_on(small_of_notes, piece):
    model = small_of_notes()
    decoder = decoder_of(model)
    decoder.prime(piece[:300])
    ways = ways_on(piece)
    ways[1] = ways[1][:6]
    branches = decoder.branches(3)
    drive(branches, ways)
    assert not any(branches.speaking)
    assert [branches.ids(row) for row in range(3)] == ways
    branches.accept(1, 6)
    assert near(decoder.logits, decoder_of(model).prime(piece[:300] + ways[1]))


def test_a_row_says_nothing_while_it_waits_or_when_it_has_ended(small_of_notes, piece):
    decoder = decoder_of(small_of_notes())
    bars = [at for at, token in enumerate(piece) if token == step_songs.BAR]
    decoder.prime(piece[: bars[3]])
    branches = decoder.branches(2)
    branches.step([step_songs.BAR, 20])
    assert branches.speaking == (False, True)
    with pytest.raises(ValueError, match="branch 0 waits"):
        branches.step([20, 141])
    branches = decoder.branches(2)
    branches.step([step_songs.BAR, None])
    assert branches.speaking == (True, False)
    with pytest.raises(ValueError, match="branch 1 has ended"):
        branches.step([20, 20])
    with pytest.raises(ValueError, match="no first 1"):
        branches.accept(1, 1)


@pytest.mark.slow
def test_branches_go_on_for_hours_in_little_memory(small_of_notes, piece):
    model = small_of_notes(n_layer=1)
    decoder = decoder_of(model)
    decoder.prime(piece[:40])
    branches = decoder.branches(2)
    alone = decoder_of(model)
    alone.prime(piece[:40])
    for token in [step_songs.BAR, *piece[40:]] * 3:
        branches.step([token, token])
        branches.trim()
        assert len(branches.log._pages) == 1
        alone.prime([token])
    assert near(branches.logits[1], alone.logits)


def test_notes_are_not_decoded_without_their_steps(small_of_notes):
    with pytest.raises(ValueError, match="steps that say which ids make one"):
        Decoder(weights_of(small_of_notes()))


def test_a_decoder_keeps_its_weights_when_the_model_learns(small_of_notes, piece):
    model = small_of_notes()
    decoder = decoder_of(model)
    before = decoder.prime(piece[:50])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1.5)
    decoder.rewind(0)
    assert np.array_equal(decoder.prime(piece[:50]), before)


def test_closed_branches_give_their_memory_to_the_next(small_of_notes, piece, monkeypatch):
    monkeypatch.setattr(decoder_module, "ROWS_KEPT", 3)
    decoder = decoder_of(small_of_notes())
    decoder.prime(piece[:300])
    first = decoder.branches(3)
    drive(first, ways_on(piece), rounds=12)
    said, page = first.logits.copy(), first.log.page_of(decoder.steps)
    first.close()
    first.close()
    second = decoder.branches(3)
    drive(second, ways_on(piece), rounds=12)
    assert second.log.page_of(decoder.steps) is page
    assert np.array_equal(second.logits, said)
    with pytest.raises(ValueError, match="closed"):
        first.step([None] * 3)
    with pytest.raises(ValueError, match="closed"):
        first.accept(0, 1)


@pytest.mark.parametrize("rows", [3, 5])  # from four rows on, common steps are read in the first
@pytest.mark.parametrize("layout", [{}, *LAYOUTS[2:]])
def test_a_copied_row_goes_on_as_if_it_were_primed_alone(small_of_notes, piece, layout, rows):
    model = small_of_notes(**{"mem_len": 60, **layout})
    decoder = decoder_of(model)
    decoder.prime(piece[:400])
    (*ways, rest) = ways_on(piece, seeds=range(21, 22 + rows))
    branches = decoder.branches(rows)
    said = drive(branches, ways, rounds=12)
    for source, target in ((0, rows - 1), (rows - 2, 1)):
        branches.copy(source, target)
        ways[target], said[target] = ways[source][: said[source]], said[source]
        assert near(branches.logits[target], branches.logits[source])
    ways[-1] += ways[0][said[0] :][:1] + rest
    alone = decoder_of(model)
    alone.prime(piece[:400] + ways[-1][: said[-1]])
    for _ in range(12):
        ids = [way[done] if done < len(way) else None for way, done in zip(ways, said, strict=True)]
        spoke = branches.speaking
        branches.step([token if speaks else None for token, speaks in zip(ids, spoke, strict=True)])
        said = [done + speaks for done, speaks in zip(said, spoke, strict=True)]
        if spoke[-1]:
            alone.prime([ids[-1]])
        if branches.speaking[-1]:
            assert near(branches.logits[-1], alone.logits)
    assert branches.ids(rows - 1) == ways[-1][: said[-1]]
