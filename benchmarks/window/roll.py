"""Figures of the piano roll and of the window's start, as plain values: `python -m` prints them."""

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QApplication

from app.style.theme import apply_theme
from app.views.roll.piano_roll import PianoRoll
from benchmarks.window.starts import measure_starts
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.values.score import TICKS_PER_QUARTER, Note, Score, Tempo, Track

FRAME_NOTES, OPEN_NOTES = 50_000, 100_000
TRACKS, NOTES_A_BEAT = 8, 40
WIDTH, HEIGHT = 1200, 700
FRAMES, ZOOMS = 300, 12
# As fast as a page of music goes by when one looks for a place: a window's width in a second.
PIXELS_A_FRAME = 24.0


def measure() -> dict[str, Any]:
    """Return the figures; a window is shown for some seconds where there is a screen.

    Returns:
        By the clock, and where it says so by this thread's processor time, which a busy machine
        changes less: `frame_ms` (p50, p95 and most of scrolling through many notes),
        `zoom_processor_ms` (zooming by a step, and to the whole piece), `open_s` (a MIDI file of
        many notes to the first painted frame), `start` (as `measure_starts`).
    """
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)  # noqa: S101 - there is no other kind here
    apply_theme(application, "dark")
    return {
        "platform": application.platformName(),
        "frame_ms": _frames(application),
        "zoom_processor_ms": _zooms(application),
        "open_s": _open(application),
        "start": measure_starts(),
    }


def many_notes(count: int, *, seed: int = 1) -> Score:
    """Return a score of this many notes in several tracks, dense as an orchestra."""
    draw = random.Random(seed)  # noqa: S311 - music, not a secret
    tracks: list[list[Note]] = [[] for _ in range(TRACKS)]
    for number in range(count):
        beat = number // NOTES_A_BEAT
        tracks[number % TRACKS].append(
            Note(
                start=beat * TICKS_PER_QUARTER + draw.randrange(4) * TICKS_PER_QUARTER // 4,
                pitch=36 + draw.randrange(60),
                duration=draw.choice((120, 240, 480)),
                velocity=draw.randrange(30, 120),
            )
        )
    return Score(
        tracks=tuple(
            Track(name=f"Track {index}").with_notes(notes) for index, notes in enumerate(tracks)
        ),
        tempos=(Tempo(0, 120.0),),
    )


def _frames(application: QApplication) -> dict[str, float]:
    roll = _roll(application)
    roll.show_score(many_notes(FRAME_NOTES), tuple(range(TRACKS)))
    application.processEvents()
    times, worked = [], []
    for _ in range(FRAMES):
        begin, busy = time.perf_counter(), time.thread_time()
        roll.show_transform(roll.transform().scrolled(pixels_x=PIXELS_A_FRAME))
        roll.repaint()
        times.append((time.perf_counter() - begin) * 1000)
        worked.append((time.thread_time() - busy) * 1000)
        application.processEvents()
    roll.close()
    cuts = statistics.quantiles(times, n=20)
    return {
        "notes": FRAME_NOTES,
        "p50": round(statistics.median(times), 3),
        "p95": round(cuts[-1], 3),
        "max": round(max(times), 3),
        "processor_p95": round(statistics.quantiles(worked, n=20)[-1], 3),
    }


def _zooms(application: QApplication) -> dict[str, float]:
    roll = _roll(application)
    roll.show_score(many_notes(FRAME_NOTES), tuple(range(TRACKS)))

    def took(change: Callable[[], None]) -> float:
        application.processEvents()
        begin = time.thread_time()
        change()
        roll.repaint()
        return (time.thread_time() - begin) * 1000

    took(lambda: None)
    steps = [took(partial(roll.zoom, 1.25 if i % 4 < 2 else 0.8)) for i in range(ZOOMS)]
    whole = took(roll.zoom_to_fit)
    roll.close()
    return {"step": round(statistics.median(steps), 1), "whole": round(whole, 1)}


def _open(application: QApplication) -> dict[str, float]:
    data = write_midi(many_notes(OPEN_NOTES))
    roll = _roll(application)
    begin, busy = time.perf_counter(), time.thread_time()
    composition = Composition.of(read_midi(data).score)
    read = time.perf_counter()
    roll.show_score(composition.score, tuple(range(len(composition.score.tracks))))
    roll.repaint()
    end, worked = time.perf_counter(), time.thread_time() - busy
    roll.close()
    return {
        "notes": composition.score.note_count,
        "read": round(read - begin, 3),
        "shown": round(end - read, 3),
        "total": round(end - begin, 3),
        "processor": round(worked, 3),
    }


def _roll(application: QApplication) -> PianoRoll:
    roll = PianoRoll()
    roll.resize(WIDTH, HEIGHT)
    roll.show()
    application.processEvents()
    return roll


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(), indent=2) + "\n")
