"""How late notes arrive while the machine does what Segue makes it do.

Each scenario plays through the real player process to a loop-back port; where no MIDI system runs,
what counts is when the notes left.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from benchmarks.speed import player
from benchmarks.speed.command import our_command
from benchmarks.speed.load import Load
from benchmarks.speed.stalls import Stalls
from benchmarks.window import process
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.values.score import Score
from engine.values.time import TempoMap

Figures = dict[str, Any]
# As engine.worker lowers the processes that do this work.
_LIVE_NICENESS, _JOB_NICENESS = 5, 15
_FOR_EVER = "1000000"
_SETTINGS = ("--rounds", _FOR_EVER, "--json")
_CORES = str(os.cpu_count() or 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What is measured.

    Attributes:
        name: In the figures.
        doing: What the machine does meanwhile.
        command: The program that does it, again and again; empty for nothing else.
        environment: Of that program; None for that of the player.
        niceness: By how much it is lowered, as the program lowers its own processes.
        piece: Whether a real piece is played instead of the grid.
    """

    name: str
    doing: str
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] | None = None
    niceness: int = 0
    piece: bool = False

    def load(self) -> AbstractContextManager[Load | None]:
        """Return what keeps the machine busy."""
        if not self.command:
            return contextlib.nullcontext()
        return Load(self.command, environment=self.environment, niceness=self.niceness)


IDLE = Scenario(name="idle", doing="nothing else")
PIECE = Scenario(name="piece", doing="nothing else, playing a real piece", piece=True)
WINDOW = Scenario(
    name="window",
    doing="the window repaints",
    command=tuple(process.command()),
    environment=process.environment(),
)
DECODE = Scenario(
    name="decode",
    doing="a model decodes",
    command=tuple(our_command("decode", *_SETTINGS)),
    niceness=_LIVE_NICENESS,
)
TRAIN = Scenario(
    name="train",
    doing="a model trains on all cores",
    command=tuple(our_command("train", "--threads", _CORES, *_SETTINGS)),
    niceness=_JOB_NICENESS,
)
SCENARIOS = (IDLE, PIECE, WINDOW, DECODE, TRAIN)


def measure(seconds: float, *, scenarios: tuple[Scenario, ...] = SCENARIOS) -> Iterator[Figures]:
    """Yield the figures of each scenario when it is done; one that cannot be had says why.

    Args:
        seconds: How long to play in each.
        scenarios: Which.

    Raises:
        ProcessError: The player could not be started or died.
    """
    for scenario in scenarios:
        with scenario.load() as load:
            failure = load.failure if load else ""
            figures = {} if failure else _figures(seconds, scenario)
            # It may also have died while it was needed.
            failure = failure or (load.failure if load else "")
        head = {"name": scenario.name, "meanwhile": scenario.doing}
        yield head | ({"skipped": failure} if failure else figures)


def _figures(seconds: float, scenario: Scenario) -> Figures:
    score = real_piece(seconds) if scenario.piece else None
    with Stalls() as stalls:
        made = player.measure(seconds, score=score)
    arrived = made.arrivals
    where = {"output": made.output, "measured": "arriving" if arrived else "leaving"}
    counted = msgspec.to_builtins(arrived or made.sending)
    counted.pop("type", None)
    left = {"p99_ms": made.sending.p99_ms, "max_ms": made.sending.max_ms}
    beside = {"leaving": left, "machine": stalls.figures}
    return {**where, **counted, "unended": made.unended, **beside}


def real_piece(seconds: float) -> Score:
    """Return the beginning of the demo piece with the most notes."""
    scores = [read_midi(path.read_bytes()).score for path in sorted(demo_pieces().glob("*.mid"))]
    whole = max(scores, key=lambda s: sum(len(track.notes) for track in s.tracks))
    end = TempoMap.of(whole).tick_at(seconds)
    return replace(
        whole,
        tracks=tuple(
            replace(track, notes=tuple(note for note in track.notes if note.start < end))
            for track in whole.tracks
        ),
    )
