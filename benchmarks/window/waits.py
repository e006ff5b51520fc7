"""Is the time beside the button true: what was said before a request, beside what it took.

Requests of many shapes are made in the window with its own live process: continuations and gaps,
of all tracks and of one, of 2 to 16 bars, with 1 to 4 alternatives, also after one that was kept.
The first songs teach the program what this machine takes, as for any user; all count.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

import psutil
from PySide6.QtCore import QEventLoop, QTimer

from app.clients.engine_link import EngineLink
from app.compose.offer.request_times import Wait, Waits
from benchmarks.arguments import add_out_file, add_seed, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_files, folders_of
from benchmarks.window.running import Running, draw_in_memory_without_a_screen, running_window
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.ground.errors import SegueError
from engine.library.reading import read_score
from engine.piece.composition import Composition
from engine.values.score import Score

_LOOK_MS = 20
# On a machine that does other things as well.
_PATIENCE_MS = 300_000
_FACTOR = 1.5
"""Said and true differ by no more where the wait is called true."""
_MOST_TRACKS = 10
_REQUESTS_A_SONG = 3
_DRUMS = 128

Kind = Literal["continue", "fill", "accompany"]
_KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """One request.

    Attributes:
        song: The piece.
        tracks: Its tracks.
        kind: The kind of the request.
        bars: Bars that were made.
        alternatives: Alternatives that were asked for.
        fill: Whether the live process took it for a gap.
        usual_s: The seconds that requests of its shape usually take.
        said_s: The seconds that were expected before it.
        took_s: The seconds that the live process took.
        processor_s: The seconds of a core that the live process used meanwhile.
    """

    song: str
    tracks: int
    kind: Kind
    bars: int
    alternatives: int
    fill: bool
    usual_s: float
    said_s: float
    took_s: float
    processor_s: float

    @property
    def is_true(self) -> bool:
        """Whether it took as long as was said, within the factor."""
        return _alike(self.said_s, self.took_s)


class Asker:
    """Who asks, and reads what is said.

    Args:
        running: The window.
        seed: Of the shapes.
    """

    def __init__(self, running: Running, *, seed: int) -> None:
        self._session = running.session
        live = running.links.live
        assert isinstance(live, EngineLink)  # noqa: S101 - the window has its own children
        self._live = live
        self._random = random.Random(seed)  # noqa: S311 - no secret
        self._finished: list[Any] = []
        self._session.clients.continuing.finished.connect(self._finished.append)

    def waits(self, name: str, score: Score) -> Iterator[Waited]:
        """Open a song and make some requests; yield those that came to their end."""
        session, chance = self._session, self._random
        session.piece.document.show(Composition.of(score), path=None, title=name, saved=True)
        _wait(lambda: session.clients.continuing.model is not None, "the model is there")
        for _ in range(_REQUESTS_A_SONG):
            kind: Kind = chance.choice(("continue", "continue", "continue", "fill", "accompany"))
            bars, alternatives = chance.choice((2, 4, 4, 8, 16)), chance.choice((1, 2, 4, 4))
            generation = session.focus.generation
            generation.replace(generation.settings.asking(bars=bars, alternatives=alternatives))
            waited = self._waited(name, kind, bars, alternatives)
            if waited is not None:
                yield waited
            if session.clients.continuing.offer is not None:
                session.window.actions_table[chance.choice(("accept", "reject"))].trigger()
                _wait(lambda: session.clients.continuing.offer is None, "it is decided")

    def _waited(self, name: str, kind: Kind, bars: int, alternatives: int) -> Waited | None:
        session = self._session
        document = session.piece.document
        tracks = len(document.score.tracks)
        self._choose(kind, min(bars, 8))
        _rest(100)
        said_s = session.asking.next_request.deed_with_wait().seconds
        self._finished.clear()
        before_s = self._processor_s()
        if kind == "accompany":
            said_s = self._accompany()
        else:
            session.window.actions_table["continue" if kind == "continue" else "fill"].trigger()
        continuing = session.clients.continuing
        if not continuing.making or said_s is None:
            return None
        asked = continuing.offer.ask if continuing.offer is not None else None
        running = session.asking.next_request.waits.asked
        _wait(lambda: not continuing.making, "all alternatives are there")
        if not self._finished or self._finished[-1].cancelled:
            return None
        if asked is None or running is None:
            return None
        return Waited(
            song=name,
            tracks=tracks,
            kind=kind,
            bars=asked.bars,
            alternatives=alternatives,
            fill=asked.fill,
            usual_s=round(running.usual.usual_s, 3),
            said_s=round(said_s, 2),
            took_s=round(self._finished[-1].seconds, 2),
            processor_s=round(self._processor_s() - before_s, 2),
        )

    def _choose(self, kind: Kind, count: int) -> None:
        """Choose bars in the piece, and sometimes one track alone to write."""
        document, selection, chance = (
            self._session.piece.document,
            self._session.focus.selection,
            self._random,
        )
        bars, composition = document.timeline.bars, document.composition
        last = bars.bars_until(document.score.end)
        alone = chance.randrange(len(composition.settings)) if chance.random() < 0.4 else None
        for index, settings in enumerate(composition.settings):
            role: Any = "write" if alone in (None, index) or kind == "continue" else "context"
            composition = composition.with_settings(index, replace(settings, role=role))
        document.edit("Roles", composition)
        first = chance.randrange(max(1, last - count))
        span = (first, first + count) if kind != "continue" else (0, 0)
        selection.choose_bars(bars.start_of(span[0]), bars.start_of(span[1]))

    def _accompany(self) -> float | None:
        """Add drums or a bass; return the wait for the request, which no button says."""
        self._session.asking.accompanying.accompany(self._random.choice((_DRUMS, 32)))
        running = self._session.asking.next_request.waits.asked
        return running.expected_s if running is not None else None

    def _processor_s(self) -> float:
        times = psutil.Process(self._live.pid).cpu_times()
        return float(times.user + times.system)


def _wait(happened: Callable[[], bool], what: str) -> None:
    waited = 0
    while not happened():
        if waited > _PATIENCE_MS:
            raise SystemExit(f"did not happen: {what}")
        _rest(_LOOK_MS)
        waited += _LOOK_MS


def _rest(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _alike(said_s: float, took_s: float) -> bool:
    return took_s / _FACTOR <= said_s <= took_s * _FACTOR


def alone(found: Sequence[Waited]) -> list[bool]:
    """Return which waits would be true if no other program had taken the processor.

    The same requests are learned from again, in their order, by the processor's time.
    """
    waits, true, songs = Waits(), [], list(dict.fromkeys(each.song for each in found))
    for each in found:
        piece = 1 + songs.index(each.song)
        wait = Wait(
            model="", usual_s=each.usual_s, took_s=each.processor_s, fill=each.fill, piece=piece
        )
        true.append(_alike(waits.expected_s(wait), each.processor_s))
        waits = waits.learning(wait)
    return true


def report(found: Sequence[Waited]) -> str:
    """Return the share of true waits, in all and by kind, by the clock and by the processor."""
    lines = ["             by the clock, by the time of the processor"]
    pairs = list(zip(found, alone(found), strict=True))
    said = [pair for pair in pairs if pair[0].kind != "accompany"]
    groups = [("a button says", said)]
    groups += [(kind, [pair for pair in pairs if pair[0].kind == kind]) for kind in _KINDS]
    for name, group in groups:
        if group:
            clock, processor = sum(each.is_true for each, _ in group), sum(own for _, own in group)
            lines.append(f"{name:13} {clock:3}, {processor:3} of {len(group):3}")
    return "\n".join(lines) + "\n"


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=8)
    add_seed(parser, seed=1)
    add_out_file(parser)


def _measure(arguments: Arguments, _output: Output) -> None:
    draw_in_memory_without_a_screen()
    files = list(
        first_files(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    )
    found: list[Waited] = []
    with running_window() as running:
        asker = Asker(running, seed=arguments.seed)
        for file in files:
            try:
                score = read_score(file.path).score
            except SegueError:
                continue
            if not 0 < len(score.tracks) <= _MOST_TRACKS:
                continue
            for waited in asker.waits(file.name, score):
                found.append(waited)
                sys.stdout.write(
                    f"{waited.song[-24:]:24} {waited.tracks:2} {waited.kind:9} {waited.bars:3} bars"
                    f" x {waited.alternatives}: said {waited.said_s:6.2f},"
                    f" took {waited.took_s:6.2f}, processor {waited.processor_s:6.2f} s"
                    f"{'' if waited.is_true else ' !'}\n"
                )
                sys.stdout.flush()
    sys.stdout.write(report(found))
    if arguments.out is not None:
        text = json.dumps([asdict(each) for each in found], indent=2)
        arguments.out.write_text(text + "\n", encoding="utf-8")


BENCHMARKS = {"waits": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
