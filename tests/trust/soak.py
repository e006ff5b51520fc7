"""A soak: the real window with its real processes, one random action a second, hour after hour.

    python -m tests.trust.soak --minutes 120 --seed 1

Offscreen and without a sound card; the pieces are played at eight times their speed. Rounds of
editing and of endless playing with keys struck take turns, and each begins with a piece opened
anew, so that what a piece holds is let go of. Every ten seconds is looked at what each process
holds; the slopes an hour are those of the looks at the beginning of rounds, when nothing but the
program itself is there, and of all looks.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.__main__ import main as open_window
from app.main_window.window import MainWindow
from benchmarks.speed.soak import Figures, Usage, growth, usage
from engine import messages
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from tests.trust.driven import driven, errors_in, processes, put_dialogs_away, window

FASTER = 8
ACT_MS, LOOK_MS = 1000, 10_000
ROUND_S, BEGINNING_S = 240.0, 8.0
ENDLESS = 0
LETTERS = (Qt.Key.Key_A, Qt.Key.Key_D, Qt.Key.Key_G, Qt.Key.Key_H, Qt.Key.Key_K)
# How often each action is drawn; those that leave the program (a file manager, a browser), end it
# or begin hours of work are not.
EDITING = MappingProxyType(
    {
        **dict.fromkeys(("insert_note", "paste", "duplicate", "undo", "next_chord"), 6),
        **dict.fromkeys(("continue", "accept", "audition_1", "audition_2", "play", "stop"), 6),
        **dict.fromkeys(("copy", "cut", "delete", "quantise", "select_all", "redo"), 3),
        **dict.fromkeys(("octave_up", "octave_down", "scale_up", "nudge_later", "longer"), 3),
        **dict.fromkeys(("louder", "softer", "note_above", "next_chord_too", "save"), 3),
        **dict.fromkeys(("rewrite", "rewrite_track", "more_like", "reject"), 2),
        **dict.fromkeys(("star", "cancel", "next_alternative", "audition_original"), 2),
        **dict.fromkeys(("add_track", "remove_track", "mute", "solo", "next_track"), 2),
        **dict.fromkeys(("zoom_in", "zoom_out", "zoom_fit", "to_start", "to_end", "loop"), 2),
        **dict.fromkeys(("tool_draw", "tool_select", "velocity_lane", "origins", "ghosts"), 1),
        **dict.fromkeys(("train", "compose", "panel_library", "panel_continue", "history"), 1),
        **dict.fromkeys(("theme_dark", "theme_light", "palette", "shortcuts", "export_midi"), 1),
        **dict.fromkeys(("show_takes", "show_models", "show_pieces", "reset_layout", "snap"), 1),
        **dict.fromkeys(("fill", "fill_track", "answer", "find_chords", "chord_lane"), 1),
        **dict.fromkeys(("chords_up", "chords_down", "chords_to_track"), 1),
        **dict.fromkeys(("marker_here", "forget", "metronome", "copy_system", "new"), 1),
    }
)
PLAYING = MappingProxyType(
    {
        "strike": 20,
        **dict.fromkeys(("play", "continue", "accept", "record", "capture", "typing"), 4),
        **dict.fromkeys(("previous_bar", "next_bar", "loop", "mute", "solo", "faster"), 2),
        **dict.fromkeys(("slower", "speed_normal", "panic", "stop", "metronome", "follow"), 2),
        **dict.fromkeys(("undo", "next_alternative", "audition_1", "star", "zoom_in"), 1),
    }
)


@dataclass(slots=True)
class Heard:
    """What the processes and the program said.

    Attributes:
        lateness: Of what the player sent, as it told it: (seconds, p99, worst, share late).
        events: How often each event came.
        problems: What nobody should have to see.
    """

    lateness: list[tuple[float, float, float, float]] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def take(self, event: messages.Event, seconds: float) -> None:
        """Note an event of a process."""
        self.events[type(event).__name__] += 1
        if isinstance(event, messages.Lateness) and event.sent:
            share = event.late / event.sent
            self.lateness.append((seconds, event.p99_ms, event.max_ms, share))
        if isinstance(event, messages.Failed) and event.details:
            self.problems.append(event.details.strip().splitlines()[-1][:200])


class Soak(QObject):
    """Acts, looks, and ends after a while.

    Args:
        minutes: How long.
        draw: What is done when.
        pieces: Opened in turns.
        tell: Takes figures so far.
    """

    def __init__(
        self, minutes: float, draw: random.Random, pieces: Sequence[Path], tell: Callable[..., None]
    ) -> None:
        super().__init__()
        self._end_s = minutes * 60
        self._draw = draw
        self._pieces = pieces
        self._tell = tell
        self._began_s = time.monotonic()
        self._round, self._opened = -1, False
        self._looks: dict[str, list[Usage]] = {}
        self._first_looks: dict[str, list[Usage]] = {}
        self._told_s = 0.0
        self.heard = Heard()
        self.actions: Counter[str] = Counter()
        self._act_soon = QTimer(self, interval=ACT_MS)
        self._act_soon.timeout.connect(self._act)
        self._look_soon = QTimer(self, interval=LOOK_MS)
        self._look_soon.timeout.connect(self._look)

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._began_s

    def begin(self) -> None:
        """Begin to act and to look."""
        self._act_soon.start()
        self._look_soon.start()

    # --- acting -----------------------------------------------------------------------------

    def _act(self) -> None:
        main = window()
        if main is None:
            return
        put_dialogs_away(main)
        if self.seconds > self._end_s:
            self._act_soon.stop()
            main.close()
            return
        number = int(self.seconds // ROUND_S)
        if number != self._round:
            self._round = number
            self._begin_round(main)
        elif self.seconds - number * ROUND_S > BEGINNING_S:
            for name in self._drawn(plays=number % 2 == 1):
                self._do(main, name)

    def _drawn(self, *, plays: bool) -> Sequence[str]:
        """Return what is done now: one thing, but for the begin of endless playing."""
        begins, self._opened = self._opened, False
        if begins and plays:
            return ("continue", "play")
        table = PLAYING if plays else EDITING
        return self._draw.choices(list(table), weights=list(table.values()))

    def _begin_round(self, main: MainWindow) -> None:
        self._opened = True
        for name in ("stop", "compose", "open"):
            main.actions_table[name].trigger()
        panel = main.compose.continue_panel
        settings = panel.settings()
        request = replace(settings.request, bars=ENDLESS if self._round % 2 else 4)
        panel.show_settings(replace(settings, request=request))

    def next_piece(self) -> Path:
        """Return what is opened next."""
        return self._pieces[self._round % len(self._pieces)]

    def _do(self, main: MainWindow, name: str) -> None:
        self.actions[name] += 1
        if name == "strike":
            for key in self._draw.sample(LETTERS, 2):
                QTest.keyClick(main.compose.roll, key)
        elif main.actions_table[name].isEnabled():
            main.actions_table[name].trigger()

    # --- looking ----------------------------------------------------------------------------

    def _look(self) -> None:
        now = self.seconds
        at_first = now % ROUND_S <= BEGINNING_S + LOOK_MS / 1000
        for role, pid in processes():
            if (look := usage(pid, now)) is not None:
                self._looks.setdefault(role, []).append(look)
                if at_first and now > ROUND_S:
                    self._first_looks.setdefault(role, []).append(look)
        if now - self._told_s >= 60:
            self._told_s = now
            self._tell(self.figures())

    def figures(self) -> Figures:
        """Return what came out so far."""
        return {
            "minutes": round(self.seconds / 60, 1),
            "actions": sum(self.actions.values()),
            "rounds": self._round + 1,
            "all looks": {role: growth(looks) for role, looks in self._looks.items()},
            "rounds' beginnings": {role: growth(held) for role, held in self._first_looks.items()},
            "lateness": _lateness(self.heard.lateness),
            "events": dict(self.heard.events),
            "problems": self.heard.problems[:20],
        }


def _lateness(heard: Sequence[tuple[float, float, float, float]]) -> Figures:
    """Return the medians of the first and the last quarter of what the player told."""
    if not heard:
        return {}
    ordered, quarter = sorted(heard), max(1, len(heard) // 4)
    figures: Figures = {"told": len(heard), "worst_ms": max(each[2] for each in heard)}
    for name, part in (("first", ordered[:quarter]), ("last", ordered[-quarter:])):
        p99 = sorted(each[1] for each in part)[len(part) // 2]
        late = sum(each[3] for each in part) / len(part)
        figures[name] = {"p99_ms": round(p99, 3), "late_share": round(late, 6)}
    return figures


def eight_fold(room: Path) -> list[Path]:
    """Write the pieces that ship as pieces that are played at eight times their speed."""
    made = []
    for path in sorted(demo_pieces().glob("*.mid")):
        score = read_midi(path.read_bytes(), title=path.stem).score
        tempos = tuple(replace(tempo, bpm=tempo.bpm * FASTER) for tempo in score.tempos)
        made.append(room / f"{path.stem}.segue")
        save(Composition.of(replace(score, tempos=tempos)), made[-1])
    return made


def soak(minutes: float, seed: int, room: Path, tell: Callable[..., None]) -> Figures:
    """Open the window, act in it for so many minutes, close it, and return what came out."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    running = Soak(minutes, random.Random(seed), eight_fold(room), tell)  # noqa: S311
    heard = running.heard
    answers = {
        "ask_open": lambda *_, **__: running.next_piece(),
        "ask_save": lambda *_, **__: room / "saved.segue",
    }
    with driven(lambda event: heard.take(event, running.seconds), heard.problems.append, answers):
        QTimer.singleShot(0, running.begin)
        code = open_window([])
    del application
    figures = running.figures() | {"exit code": code, "seed": seed}
    figures["errors in logs"] = errors_in(Path(os.environ["SEGUE_HOME"]))
    return figures


def command(argv: Sequence[str] | None = None) -> int:
    """Soak as the command line says; 1 where something happened that nobody should see."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="segue-soak-") as folder:
        os.environ["SEGUE_HOME"] = str(Path(folder) / "home")
        room = Path(folder) / "pieces"
        room.mkdir()
        figures = soak(options.minutes, options.seed, room, _say)
    _say(figures)
    return 1 if figures["problems"] or figures["errors in logs"] or figures["exit code"] else 0


def _say(figures: Figures) -> None:
    sys.stdout.write(json.dumps(figures) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(command())
