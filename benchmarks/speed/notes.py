"""`python -m benchmarks notes`: notes a second of a network of notes, beside one of ids.

Both are given the same made-up music: of 16 notes some say a position and some do not, and a bar
line comes before them, 59 ids and 17 steps in all, a little less than songs have on average
(experiment 2026-11-22-note-speed). Notes are what is counted, so that both compare.

Legend: B rows, T segment, W ids of a bag, L ids of a step.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import torch
from torch import Tensor

from benchmarks.speed.machine import threads_of_the_processor
from benchmarks.speed.timing import Work, taking_turns
from engine.ground.errors import SegueError
from engine.model.decoding.decoder import Decoder
from engine.model.decoding.stream import Bag, OpenStep
from engine.model.network.checkpoint import weights_of
from engine.model.network.kinds import network_of
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig, StepConfig

IDS, NOTES = "ids", "notes"
TRAINING, TRAINING_BFLOAT16 = "training", "training bfloat16"
PRIMED = 2_000
"""Notes that a prompt has."""

_BAR, _METER, _POSITION, _VELOCITY, _DURATION = 130, 230, 140, 150, 240
_PITCH = 60
_ENDS = 200
_LEAST = 300
_PARTS = 4
_LONGEST = 5
_LONG, _SHORT = (_POSITION, _PITCH, _VELOCITY, _DURATION), (_PITCH, _VELOCITY, _DURATION)
_BAR_OF_STEPS = ((_BAR, _METER), *((_LONG, _SHORT) * 7), _LONG, _LONG)
NOTES_OF_A_BAR = len(_BAR_OF_STEPS) - 1
BAR_OF_IDS = tuple(token for step in _BAR_OF_STEPS for token in step)


_Kind = TypeVar("_Kind")
_Loss = Callable[[Memory], tuple[Tensor, Tensor, Memory]]


class _Open(NamedTuple):
    programs: tuple[int, ...] = (_POSITION,) * _PARTS
    bag: Bag = ()
    said: int = 0


class MadeUpSteps:
    """Steps of the made-up music: an id from a certain one on ends one."""

    start: OpenStep = _Open()

    def advance(self, state: Any, token: int, /) -> tuple[OpenStep, Bag | None]:
        """Say one id; see `engine.model.decoding.stream.Steps`."""
        bag = (*state.bag, token)
        if token >= _ENDS:
            return _Open(state.programs), bag
        return _Open(state.programs, bag, state.said + 1), None


def measure(
    config: ModelConfig,
    *,
    rows: int = 64,
    segment_length: int = 32,
    rounds: int = 5,
    threads: int = 1,
) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield the share that is done and the figures so far.

    Args:
        config: Of the network of ids; the other has the same and steps.
        rows: B in training.
        segment_length: T in training, in steps; of ids twice as many, as both are trained.
        rounds: Rounds that are counted.
        threads: Threads of the processor.

    Raises:
        SegueError: The vocabulary is too small for music.
    """
    kinds = {IDS: config, NOTES: of_notes(config)}
    works = _works(kinds, rows=rows, segment_length=segment_length)
    figures: dict[str, Any] = {
        "what": "notes",
        "unit": "notes a second",
        "reference": IDS,
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "rows": rows,
        "segment": segment_length,
        "threads": threads,
        "works": {},
    }
    with threads_of_the_processor(threads):
        for number, (name, make) in enumerate(works.items()):
            torch.manual_seed(0)
            turns = taking_turns(make(), reference=IDS, rounds=rounds)
            for done, speeds in enumerate(turns, start=1):
                figures["works"][name] = {kind: asdict(it) for kind, it in speeds.items()}
                yield (number + done / rounds) / len(works), figures


def _works(
    kinds: Mapping[str, ModelConfig], *, rows: int, segment_length: int
) -> dict[str, Callable[[], dict[str, Work]]]:
    works: dict[str, Callable[[], dict[str, Work]]] = {
        name: partial(_training, kinds, rows, segment_length, dtype=dtype)
        for name, dtype in ((TRAINING, torch.float32), (TRAINING_BFLOAT16, torch.bfloat16))
    }
    for count in (1, 8):
        works[f"decoding {count} row{'s' * (count > 1)}"] = partial(_decoding, kinds, count)
    works[f"priming {PRIMED} notes"] = partial(_priming, kinds)
    return works


def _training(
    kinds: Mapping[str, ModelConfig], rows: int, segment_length: int, *, dtype: torch.dtype
) -> dict[str, Work]:
    return {
        IDS: _learning(kinds[IDS], rows, 2 * segment_length, dtype),
        NOTES: _learning(kinds[NOTES], rows, segment_length, dtype),
    }


def _learning(config: ModelConfig, rows: int, length: int, dtype: torch.dtype) -> Work:
    model = network_of(config).train()
    carried = {"memory": model.empty_memory(rows)}
    if isinstance(model, NoteXL):
        loss, bar = _loss_of_notes(model, rows, length), len(_BAR_OF_STEPS)
    else:
        loss, bar = _loss_of_ids(model, rows, length), len(BAR_OF_IDS)

    def work() -> int:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=dtype == torch.bfloat16):
            nll, auxiliary, carried["memory"] = loss(carried["memory"])
        (nll.mean() + auxiliary).backward()
        model.zero_grad(set_to_none=True)
        return rows * length * NOTES_OF_A_BAR // bar

    return work


def _loss_of_ids(model: TransformerXL, rows: int, length: int) -> _Loss:
    ids, targets = _in_rows(segment_of_ids(length), rows)
    return lambda memory: model.losses(ids, targets, memory)


def _loss_of_notes(model: NoteXL, rows: int, length: int) -> _Loss:
    bags, targets, said = _in_rows(segment_of_steps(length), rows)
    song = torch.zeros(rows, length, dtype=torch.int64)
    programs = torch.tensor([_Open().programs])
    return lambda memory: model.losses(bags, targets, said, memory, song=song, programs=programs)


def _in_rows(tensors: tuple[Tensor, ...], rows: int) -> tuple[Tensor, ...]:
    return tuple(tensor.expand(rows, *tensor.shape[1:]) for tensor in tensors)


def segment_of_ids(length: int) -> tuple[Tensor, ...]:
    """Return the ids and targets (1, T) of made-up music."""
    ids = _music(BAR_OF_IDS, length + 1)
    return torch.tensor([ids[:-1]]), torch.tensor([ids[1:]])


def segment_of_steps(length: int) -> tuple[Tensor, ...]:
    """Return the bags (1, T, W), targets (1, T, L) and what is said (1, T, L, 2) of the same."""
    steps = _music(_BAR_OF_STEPS, length + 1)
    bags = [[*step, *[0] * (_LONGEST - len(step))] for step in steps]
    targets = [[*step, *[-1] * (_LONGEST - len(step))] for step in steps[1:]]
    said = [[[token, 0] for token in bag] for bag in bags[1:]]
    return torch.tensor([bags[:-1]]), torch.tensor([targets]), torch.tensor([said])


def _music(bar: tuple[_Kind, ...], length: int) -> list[_Kind]:
    return [*bar * (length // len(bar) + 1)][:length]


def of_notes(config: ModelConfig) -> ModelConfig:
    """Return the config of a network of notes that is a network of ids otherwise.

    Raises:
        SegueError: The vocabulary is too small for music.
    """
    if config.vocab_size < _LEAST:
        raise SegueError(f"Made-up music takes a vocabulary of {_LEAST} ids at least.")
    first_part = config.vocab_size - _PARTS
    steps = StepConfig(pad=0, first_pitch=1, first_part=first_part, parts=_PARTS)
    return replace(config, steps=steps)


def decoder_of(config: ModelConfig) -> Decoder:
    """Return a decoder of a network that knows nothing, of either unit."""
    steps = None if config.steps is None else MadeUpSteps()
    return Decoder(weights_of(network_of(config)), steps)


def _decoding(kinds: Mapping[str, ModelConfig], count: int) -> dict[str, Work]:
    return {name: _drawing(config, count) for name, config in kinds.items()}


def _drawing(config: ModelConfig, count: int) -> Work:
    decoder = decoder_of(config)
    decoder.prime(_music(BAR_OF_IDS, max(len(BAR_OF_IDS), 4 * config.mem_len)))
    decoder.rewind(decoder.length // len(BAR_OF_IDS) * len(BAR_OF_IDS))
    branches = decoder.branches(count)

    def work() -> int:
        for token in BAR_OF_IDS:
            branches.step([token] * count)
        branches.trim()
        return count * NOTES_OF_A_BAR

    return work


def _priming(kinds: Mapping[str, ModelConfig]) -> dict[str, Work]:
    ids = BAR_OF_IDS * (PRIMED // NOTES_OF_A_BAR)
    decoders = {name: decoder_of(config) for name, config in kinds.items()}

    def read(decoder: Decoder) -> int:
        decoder.rewind(0)
        decoder.prime(ids)
        return PRIMED

    return {name: partial(read, decoder) for name, decoder in decoders.items()}
