"""`python -m benchmarks steady`: what a token costs late in a piece, and going back.

Two decoders of one model take turns, one early in its piece and one late, so that whatever else
the machine does befalls both.
"""

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from benchmarks.speed.machine import threads_of_the_processor
from benchmarks.speed.notes import BAR_OF_IDS, NOTES_OF_A_BAR, decoder_of
from benchmarks.speed.timing import Work, taking_turns
from engine.model.decoding.decoder import Decoder
from engine.values.config import ModelConfig

EARLY, LATE = 1_000, 100_000
BARS, BAR = 200, 60
"""Bars of the piece that is gone back in, and tokens of a bar: piano has 25 to 30 a second."""

_TOKENS = len(BAR_OF_IDS)
_AT_ONCE = 2_000
_STATUS = Path("/proc/self/status")


def measure(
    config: ModelConfig, *, rounds: int = 20, late: int = LATE
) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield the share that is done, and at last the figures with it.

    Args:
        config: Of the model; of steps, so that it reads notes, or of none.
        rounds: Rounds of the two decoders that are counted.
        late: What the late one read before its first, ids or notes.
    """
    with threads_of_the_processor(1):
        torch.manual_seed(0)
        back = _going_back(config)
        early, held = decoder_of(config), list[float | None]()
        early.prime(_music(config, 0, _ids_of(config, EARLY)))
        decoder = decoder_of(config)
        ids = _ids_of(config, late)
        while decoder.length < ids:
            decoder.prime(_music(config, decoder.length, min(_AT_ONCE, ids - decoder.length)))
            held.append(_held_mb())
            yield decoder.length / ids, {}
        works = {"early": _work(config, early), "late": _work(config, decoder)}
        for speeds in taking_turns(works, reference="early", rounds=rounds):
            slower, cpu_slower = 1 / speeds["late"].ratio, 1 / speeds["late"].cpu_ratio
            figures = {
                "what": "steady",
                "reads": "ids" if config.steps is None else "notes",
                "width": config.d_model,
                "memory": config.mem_len,
                "early": EARLY,
                "late": late,
                "rounds": speeds["late"].rounds,
                "late_to_early_cost": round(slower, 4),
                "late_to_early_cpu_cost": round(cpu_slower, 4),
                "held_mb_halfway": held[len(held) // 2],
                "held_mb_late": held[-1],
                **back,
            }
            yield 1.0, figures


def _work(config: ModelConfig, decoder: Decoder) -> Work:
    def work() -> int:
        for token in _music(config, decoder.length, _TOKENS):
            decoder.prime([token])
        return _TOKENS

    return work


def _ids_of(config: ModelConfig, read: int) -> int:
    """Return how many ids so many ids or notes are."""
    return read if config.steps is None else read * len(BAR_OF_IDS) // NOTES_OF_A_BAR


def _music(config: ModelConfig, begin: int, count: int) -> list[int]:
    """Return ids of the made-up music, which is one bar for ever; one id where ids are read."""
    if config.steps is None:
        return [0] * count
    return [BAR_OF_IDS[(begin + i) % len(BAR_OF_IDS)] for i in range(count)]


def _going_back(config: ModelConfig) -> dict[str, Any]:
    """Go back from the end of the piece to its middle and its beginning, then bar by bar."""
    decoder = decoder_of(config)
    piece = _music(config, 0, BARS * BAR)
    moves: list[tuple[float, float]] = []
    for bar in (BARS // 2, 1, *range(BARS - 1, 0, -1)):
        if decoder.length <= bar * BAR:
            decoder.prime(piece[decoder.length :])
        began_s = time.perf_counter()
        decoder.rewind(bar * BAR)
        moved_s = time.perf_counter()
        _ = decoder.logits
        moves.append((moved_s - began_s, time.perf_counter() - began_s))
    move_ms, ready_ms = (
        [1000 * seconds for seconds in column] for column in zip(*moves, strict=True)
    )
    return {
        "bars": BARS,
        "tokens_of_a_bar": BAR,
        "going_back_ms_median": round(statistics.median(move_ms), 3),
        "going_back_ms_longest": round(max(move_ms), 3),
        "until_ready_ms_median": round(statistics.median(ready_ms), 3),
        "until_ready_ms_longest": round(max(ready_ms), 3),
    }


def _held_mb() -> float | None:
    """Return the memory that this process holds; None where the system does not tell."""
    try:
        status = _STATUS.read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(fields["VmRSS"].split()[0]) / 1024 if "VmRSS" in fields else None
