"""How long the window's thread is kept from answering while a model is trained, in the real window.

    xvfb-run python -m benchmarks while-training

Starts Segue with empty folders of its own and real child processes, imports the pieces that ship,
trains the starter on them, and meanwhile does what a user does: looks at the training, goes to the
piece and back, scrolls, plays, edits, undoes. Prints how many turns of the window's event loop
there were, the longest, and those over 50 ms with their place; processor time of that thread.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Benchmark
from engine.cli.command import Arguments, positive
from engine.cli.output import Output

# Between two things that somebody quick does.
PAUSE_MS = 150


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=positive, default=120, help="of training (120)")


def _measure(arguments: Arguments, _output: Output) -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ["SEGUE_HOME"] = home
        os.environ.setdefault("SEGUE_AUDIO_BACKEND", "null")
        watch(arguments.seconds)


def watch(seconds: int) -> None:
    """Run the window with somebody at its keys."""
    from PySide6.QtWidgets import QApplication

    from app.start import start

    starts: list[Any] = []

    class Noted(start.Startup):
        """Tells which one it is."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            starts.append(self)

    class Used(QApplication):
        """An application with somebody at its keys for as long as its event loop runs."""

        def exec(self) -> int:  # type: ignore[override]  # Qt's is static
            user = User(self, starts[0], seconds)
            code = super().exec()
            user.watchdog.end()
            return code

    start.Startup = Noted  # type: ignore[misc]
    # The window takes an application that is there already.
    application = Used(sys.argv[:1])
    start.run([])
    del application


class User:
    """Does one thing after the other, and looks at the watchdog at last.

    Args:
        application: The program.
        start: What brings the session in.
        seconds: Of training that are watched.
    """

    def __init__(self, application: Any, start: Any, seconds: int) -> None:
        from PySide6.QtCore import QTimer

        from benchmarks.window.watchdog import Watchdog

        self.application, self.start, self.seconds = application, start, seconds
        self.watchdog = Watchdog()
        self.later: Callable[[int, Callable[[], object]], None] = QTimer.singleShot
        self.steps = self.all_steps()
        self.later(PAUSE_MS, self.go_on)

    @property
    def session(self) -> Any:
        """The session, None as long as it is being made."""
        opening = self.start._loader  # noqa: SLF001 - nobody else has to know the session
        return opening.session if opening is not None else None

    def go_on(self) -> None:
        """Do the next thing, or wait until it can be done."""
        if next(self.steps, "over") == "over":
            self.application.quit()
        else:
            self.later(PAUSE_MS, self.go_on)

    def all_steps(self) -> Iterator[str]:
        """Yield what is done, one thing a turn."""
        from engine import messages
        from engine.ground.paths import demo_pieces

        while self.session is None or self.session.piece.document.composition.score.note_count == 0:
            yield "wait for the window"
        session = self.session
        window, training = session.window, session.clients.training
        session.clients.importing.add([demo_pieces()])
        for _ in range(20_000 // PAUSE_MS):
            yield "wait for the import"
        window.show_workspace("train")
        yield "look"
        training.start(messages.TrainModel(name="Mine", preset="taste", steps=100_000))
        while not training.run.training:
            yield "wait for the first step"
        self.watchdog.forget()
        began = training.run.step
        yield from self.meanwhile(window)
        run = training.run
        print(
            f"{run.step - began} steps in {self.seconds} s, {len(run.held_out)} validations,"
            f" {len(run.heard)} saved steps heard"
        )
        print(f"{len(self.watchdog.slow)} of {self.watchdog.turns} turns over 50 ms,", end=" ")
        print(f"the longest {1000 * self.watchdog.longest_s:.0f} ms")
        for turn in self.watchdog.slow:
            print(f"{1000 * turn.seconds:.0f} ms: {turn.step}\n{turn.stack}")
        training.stop(discard=True)

    def meanwhile(self, window: Any) -> Iterator[str]:
        """Use the window while the model is trained, for so long."""
        actions = window.actions_table
        wanted = self.seconds * 1000 // PAUSE_MS
        done = 0
        while True:
            for workspace, keys in (
                ("train", ()),
                ("compose", ("play", "zoom_in", "next_bar", "zoom_out", "stop")),
                ("compose", ("select_all", "semitone_up", "undo", "add_track", "undo")),
                ("train", ()),
            ):
                self.watchdog.step = f"to {workspace}"
                window.show_workspace(workspace)
                yield workspace
                for name in keys or ("",) * 12:
                    self.watchdog.step = name or "look at the training"
                    if name:
                        actions[name].trigger()
                    yield name
                    done += 1
            if done >= wanted:
                return


BENCHMARKS = {
    "while-training": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)
}
