"""The main job, and how much work each step is: run by test_watchdog.py in a process of its own.

python -m tests.app.watched_job FOLDER NOTES
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType, TracebackType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.start.garbage_collector import make_collector
from app.start.imports import import_modules
from benchmarks.window.roll import many_notes
from engine import messages
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.values.score import Note

Step = tuple[str, Callable[[], object]]
PAUSE_MS = 40


class Work:
    """Counts what the window's thread does in each step, on whatever machine and beside whatever.

    Attributes:
        steps: Of each step its name, the calls of functions, C's included, and the modules that
            were imported in it.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[str, int, list[str]]] = []
        self._step, self._calls = "", 0
        self._modules: set[str] = set()

    def begin(self, step: str) -> None:
        """End the step before and begin one."""
        self.end()
        self._step, self._calls, self._modules = step, 0, set(sys.modules)
        sys.setprofile(self._count)

    def end(self) -> None:
        """Note the step that has begun, if any."""
        sys.setprofile(None)
        if self._step:
            new = sorted(set(sys.modules) - self._modules)
            self.steps.append((self._step, self._calls, new))
        self._step = ""

    def _count(self, _frame: FrameType, event: str, _argument: object) -> None:
        if event in {"call", "c_call"}:
            self._calls += 1


class Job:
    """Does one step after the other, each in a turn of its own."""

    def __init__(self, application: QApplication, folder: Path, count: int) -> None:
        from tests.app.house import House

        self.application, self.folder, self.count = application, folder, count
        self.house = House(application, folder, styled=True)
        self.roll = self.house.window.compose.roll
        self.work = Work()
        self.request = 0
        self.errors: list[str] = []
        sys.excepthook = self._on_error
        self.steps = self.all_steps()

    def begin(self) -> None:
        house = self.house
        house.window.resize(1440, 900)
        house.window.show()
        session = house.session
        self.collector = make_collector(
            house.window, session.piece.document, session.clients.playing, parent=session
        )
        files = []
        if self.count:
            path = self.folder / "many.segue"
            save(Composition.of(many_notes(self.count)), path)
            files = [path]
        house.session.begin(files)
        if house.window.workspace == "start":
            house.session.filing.actions.open_demo()
        self.wait_for_model()

    def _on_error(
        self, kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        self.errors.append(f"{kind.__name__}: {error}")

    def wait_for_model(self) -> None:
        if not self.house.live.of(messages.LoadModel):
            QTimer.singleShot(50, self.wait_for_model)
            return
        self.house.player.deliver(messages.Ready(role="player", seconds=0.1))
        self.house.player.deliver(messages.OutputOpened(kind="synth", name="Built-in"))
        self.house.load_model()
        # What is made while the window opens is no part of the job.
        QTimer.singleShot(800, self.go_on)

    def go_on(self) -> None:
        step = next(self.steps, None)
        if step is None:
            self.end()
            return
        name, do = step
        self.work.begin(name)
        QTimer.singleShot(0, do)
        QTimer.singleShot(PAUSE_MS, self.go_on)

    def end(self) -> None:
        self.work.end()
        sys.stdout.write(json.dumps({"steps": self.work.steps, "errors": self.errors}))
        sys.stdout.flush()
        self.house.session.close()
        os._exit(0)

    def all_steps(self) -> Iterator[Step]:
        act = self.house.act
        yield "continue", self.begin_to_continue
        for number in range(24):
            yield "notes are made", partial(self.stream, number)
        yield "all are made", lambda: self.house.finish(self.request)
        for name in ("audition_2", "audition_3", "next_alternative", "accept", "undo", "redo"):
            yield name, partial(act, name)
        yield "select a note", self.select_first
        for name in ("semitone_up", "octave_down", "nudge_later", "longer", "louder", "quantise"):
            yield name, partial(act, name)
        for name in ("copy", "paste", "duplicate", "delete", "undo", "undo"):
            yield name, partial(act, name)
        for name in ("zoom_in", "zoom_in", "zoom_out", "zoom_fit", "zoom_in"):
            yield name, partial(act, name)
        for control in (False, True, True, False):
            yield "wheel", partial(self.wheel, control=control)
        for name in ("play", "metronome", "loop", "next_bar", "stop", "ghosts", "origins"):
            yield name, partial(act, name)
        for name in ("add_track", "next_track", "mute", "solo", "remove_track"):
            yield name, partial(act, name)
        for name in ("snap", "scale_highlight", "velocity_lane", "navigation", "show_takes"):
            yield name, partial(act, name)
        yield "save", lambda: self.house.session.piece.files.save(self.folder / "a.segue")
        yield "palette", partial(act, "palette")

    def begin_to_continue(self) -> None:
        self.request = self.house.continue_()

    def stream(self, number: int) -> None:
        note = Note(start=4 * 1920 + 120 * number, pitch=60 + number % 12, duration=120)
        self.house.live.deliver(
            messages.NotesMade(
                request=self.request,
                alternative=number % 2,
                notes=(messages.PartNote(0, note),),
                until=note.end,
            )
        )

    def select_first(self) -> None:
        self.roll.select(frozenset(self.roll._current_notes()[:1]))

    def wheel(self, *, control: bool) -> None:
        key = Qt.KeyboardModifier
        place = QPointF(self.roll.rect().center())
        event = QWheelEvent(
            place,
            QPointF(self.roll.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            key.ControlModifier if control else key.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.roll, event)


def main() -> None:
    folder = Path(sys.argv[1])
    os.environ["SEGUE_HOME"] = str(folder / "home")
    application = QApplication(sys.argv[:1])
    for _ in import_modules():  # as the program does before its window is whole
        pass
    job = Job(application, folder, int(sys.argv[2]))
    QTimer.singleShot(0, job.begin)
    application.exec()


if __name__ == "__main__":
    main()
