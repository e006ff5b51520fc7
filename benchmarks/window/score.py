"""How soon a score is seen, an edit in it, and a frame while it scrolls, in the real window.

The window opens the file, or a quartet that is made here, and shows its score for the first time:
the child that engraves is started by that. Each figure is given by the clock and by the processor
time of window and child together, for on a busy machine the two lie far apart. Without a screen it
draws in memory.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QScrollArea

from app.clients.engine_link import EngineLink
from app.start.ports import Links
from app.start.session import WindowSession
from benchmarks.arguments import add_out_file
from benchmarks.harness import Benchmark, Figures
from benchmarks.window.running import Running, draw_in_memory_without_a_screen, running_window
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.cli.places import piece_file
from engine.library.reading import read_score
from engine.messages import Engraved
from engine.piece.composition import Composition
from engine.values.score import TICKS_PER_QUARTER, Note, Score, Track
from engine.values.time import BarMap

_PATIENCE_S, _SETTLES_S, _REST_S = 120.0, 1.0, 0.005
FRAMES, PIXELS_A_FRAME = 300, 12
# What the issue asks for, by the clock.
_SOON_S, _EDIT_MS, _FRAME_MS = 0.6, 100.0, 16.0
_RHYTHMS = ((2, 2), (1, 1, 1, 1), (3, 1), (4,), (1, 1, 2), (2, 1, 1))
_SCALE = (0, 2, 4, 5, 7, 9, 11)
_STRINGS = (("Violin I", 40, 5), ("Violin II", 40, 5), ("Viola", 41, 4), ("Violoncello", 42, 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What something took.

    Attributes:
        clock_ms: By the clock.
        processor_ms: Processor time of the window's thread and of the child.
    """

    clock_ms: float
    processor_ms: float


def quartet(bars: int, *, seed: int = 1) -> Score:
    """Return a string quartet of eighths, quarters and halves in C major, made up."""
    draw = random.Random(seed)  # noqa: S311 - music, not a secret
    eighth = TICKS_PER_QUARTER // 2
    tracks = []
    for name, program, octave in _STRINGS:
        notes, at, degree = [], 0, 7 * octave
        while at < bars * 8:
            for length in draw.choice(_RHYTHMS):
                degree = max(7 * octave - 4, min(7 * octave + 9, degree + draw.randint(-3, 3)))
                pitch = 12 * (degree // 7) + 12 + _SCALE[degree % 7]
                notes.append(Note(at * eighth, pitch, length * eighth))
                at += length
        tracks.append(Track(name=name, program=program).with_notes(notes))
    return Score(title="A quartet", tracks=tuple(tracks))


class Reader:
    """Who opens the score, edits in it and turns its pages.

    Args:
        session: In a window that is shown.
        link: The child that engraves.
    """

    def __init__(self, session: WindowSession, link: EngineLink) -> None:
        self._session, self._link = session, link
        self._view = session.window.compose.score
        area = self._view.findChild(QScrollArea)
        assert area is not None  # noqa: S101 - a score scrolls
        self._bar = area.verticalScrollBar()
        self._drawn = 0
        # After whoever shows the line: it is there by then.
        link.on(Engraved, self._count)

    def first_sight(self) -> Took:
        """Show the score; return how long it took until its first line was painted."""
        return self._timed(lambda: self._session.views.show_pane("score"))

    def settled(self) -> None:
        """Wait until all that is in sight is drawn."""
        _live(lambda: False, seconds=_SETTLES_S)

    def edit(self, number: int) -> Took:
        """Move a note in sight by a semitone, and back; return how long the first took."""
        document, score = self._session.piece.document, self._session.piece.document.score
        bars, (first, last) = document.timeline.bars, self._view.measures_in_sight()
        index = number % len(score.tracks)
        track = score.tracks[index]
        low, high = bars.start_of(first), bars.start_of(last + 1)
        seen = [note for note in track.notes if low <= note.start < high]
        note = seen[(number * 7) % len(seen)]
        moved = track.exchanging([note], [replace(note, pitch=note.pitch + 1)])
        changed = document.composition.with_score(score.with_track(index, moved))
        took = self._timed(lambda: document.edit("Move", changed))
        self.settled()
        document.undo()
        self.settled()
        return took

    def frames(self, *, back: bool = False) -> tuple[list[float], list[float]]:
        """Scroll a long way; return what each frame took by clock and processor, in ms."""
        pixels = -PIXELS_A_FRAME if back else PIXELS_A_FRAME
        clock, worked = [], []
        for _ in range(FRAMES):
            begin, busy = time.perf_counter(), time.thread_time()
            self._bar.setValue(self._bar.value() + pixels)
            self._view.repaint()
            QApplication.processEvents()
            clock.append((time.perf_counter() - begin) * 1000)
            worked.append((time.thread_time() - busy) * 1000)
            time.sleep(max(0.0, _FRAME_MS / 1000 - clock[-1] / 1000))
        return clock, worked

    def _count(self, _event: Engraved) -> None:
        self._drawn += 1

    def _timed(self, do: Callable[[], object]) -> Took:
        """Do something and return how long it took until a line was drawn anew and painted."""
        before, clock_s = self._drawn, time.perf_counter()
        own_s, child_s = time.thread_time(), self._child_s()
        do()
        while self._drawn == before:
            if time.perf_counter() - clock_s > _PATIENCE_S:
                raise SystemExit("no line was drawn")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
        self._view.repaint()
        worked = time.thread_time() - own_s + self._child_s() - child_s
        return Took(clock_ms=(time.perf_counter() - clock_s) * 1000, processor_ms=worked * 1000)

    def _child_s(self) -> float:
        """Return the processor seconds that the child has used, as Linux tells them."""
        runs = Path(f"/proc/{self._link.pid}/task").glob("*/schedstat")
        return sum(int(path.read_text().split()[0]) for path in runs) / 1e9


def measure(running: Running, score: Score, *, edits: int) -> dict[str, object]:
    """Return the figures of a piece.

    Returns:
        `first_ms` (asked for the score to its first line painted), `edit_ms` (an edit to its line
        painted: median and most), `frame_ms` (scrolling through lines that come in sight for the
        first time, and again: median, the 95th of a hundred, most); each by clock and processor.
    """
    session = running.session
    session.piece.document.begin(Composition.of(score))
    # The model takes its time and a core: who looks at a score has it by then.
    _live(lambda: session.clients.continuing.model is not None, seconds=_PATIENCE_S)
    reader = Reader(session, _engraver(running.links))
    reader.settled()
    first = reader.first_sight()
    reader.settled()
    took = [reader.edit(number) for number in range(edits)]
    anew, again = reader.frames(), reader.frames(back=True)
    return {
        "platform": running.application.platformName(),
        "notes": score.note_count,
        "bars": BarMap.of(score).bars_until(score.end),
        "first_ms": {"clock": round(first.clock_ms), "processor": round(first.processor_ms)},
        "edit_ms": {
            "clock": _spread([each.clock_ms for each in took]),
            "processor": _spread([each.processor_ms for each in took]),
        },
        "frame_ms": {"lines anew": _both(anew), "lines drawn before": _both(again)},
        "asked for": {"first": _SOON_S * 1000, "edit": _EDIT_MS, "frame": _FRAME_MS},
    }


def _live(happened: Callable[[], bool], *, seconds: float) -> None:
    """Let the window live until something happened, and no longer than that."""
    until = time.perf_counter() + seconds
    while not happened() and time.perf_counter() < until:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(_REST_S)


def _engraver(links: Links) -> EngineLink:
    assert isinstance(links.engrave, EngineLink)  # noqa: S101 - it is a real child here
    return links.engrave


def _both(frames: tuple[list[float], list[float]]) -> dict[str, dict[str, float]]:
    clock, worked = frames
    return {"clock": _spread(clock), "processor": _spread(worked)}


def _spread(times: Sequence[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(times), 1),
        "p95": round(statistics.quantiles(times, n=20, method="inclusive")[-1], 1),
        "most": round(max(times), 1),
    }


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=piece_file, metavar="FILE.mid")
    parser.add_argument("--bars", type=positive, default=200, help="of it (200)")
    parser.add_argument("--edits", type=positive, default=20, help="that are made (20)")
    add_out_file(parser)


def _measure(arguments: Arguments, _output: Output) -> Figures:
    draw_in_memory_without_a_screen()
    if arguments.file is None:
        score = quartet(arguments.bars)
    else:
        whole = read_score(arguments.file).score
        score = whole.between(0, BarMap.of(whole).start_of(arguments.bars))
    with running_window() as running:
        figures = measure(running, score, edits=arguments.edits)
    if arguments.out is not None:
        arguments.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return figures


BENCHMARKS = {"score": Benchmark(define=_define, measure=_measure, about=__doc__)}
