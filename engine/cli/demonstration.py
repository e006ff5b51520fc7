"""The demo from beginning to end: import, train, continue, play, write.

It uses the real parts: the guarded importer, the training loop, the live session, and a player
process in real time. It does not touch the user's library.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.cli.continuing import Continued, continue_piece, midi_of, values_of
from engine.cli.library import report_lines
from engine.cli.output import Output
from engine.cli.pieces import read_piece
from engine.cli.playing import Performance, play
from engine.cli.train import Reporting
from engine.evaluation.musicality import compare
from engine.evaluation.picture import draw_roll
from engine.generation.continuation import Continuation
from engine.ground.errors import EmptyMusicError, SegueError
from engine.ground.paths import Paths, demo_pieces
from engine.ground.saving import write_atomically
from engine.library.user_library import import_into_library
from engine.making.running import Making
from engine.messages import ImportReport, ModelMade, TrainingProgress, TrainModel
from engine.piece.composition import Composition
from engine.playback.files.exporting import render_wav
from engine.request import BEST_OF, Request
from engine.values.config import SamplingConfig
from engine.values.sound import Sound
from engine.values.time import BarMap

# A well-known string quartet: wrong notes are obvious, and a bar takes two seconds.
PIECE = "ode-to-joy.mid"
# All four instruments have come in by then.
PROMPT_BARS = 24
# In the picture before the new bars: two phrases of four.
_BARS_SHOWN = 8
# Heard before them: enough to know the tempo by.
_BARS_HEARD_BEFORE = 2
_MODEL = "demo"
# The model may end the piece at once: then the demo tries another seed.
_MOST_SEEDS = 5


class Demonstration:
    """One run of the demo.

    Args:
        folder: The folder of the results.
        output: Shows the progress.
        bars: Bars to add.
        training_s: Seconds to train for.
        seed: The seed of the sampler.
    """

    def __init__(
        self, folder: Path, output: Output, *, bars: int, training_s: int, seed: int
    ) -> None:
        self._folder = folder
        self._output = output
        self._bars = bars
        self._training_s = training_s
        self._seed = seed
        self._took_s: dict[str, float] = {}

    def run(self) -> dict[str, Any]:
        """Run the demo; write the report and return it.

        Raises:
            SegueError: The demo's music is missing, or the folder is not writable.
        """
        _make(self._folder)
        began_s = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix=".library-", dir=self._folder) as home:
            paths = Paths(data=Path(home), cache=Path(home), config=Path(home), logs=Path(home))
            imported = self._import(paths)
            trained = self._train(paths)
            continued, start = self._continue(paths)
        alternative = continued.alternatives[0]
        heard = self._play(alternative, start)
        files = self._write(alternative, start)
        report = {
            "files": imported.ready,
            "notes": imported.notes,
            "piece": PIECE,
            "training": trained,
            "continuation": _figures(continued, start),
            "playing": _heard(heard),
            "took_seconds": {**self._took_s, "all": round(time.perf_counter() - began_s, 2)},
            "written": [*files, "report.json"],
        }
        self._put("report.json", (json.dumps(report, indent=2) + "\n").encode())
        return report

    def lines(self, report: dict[str, Any]) -> list[str]:
        """Return the report in words."""
        training, made, playing = report["training"], report["continuation"], report["playing"]
        silent = playing["kind"] == "recording"
        where = "a recording, for want of a sound device" if silent else playing["output"]
        return [
            f"Imported {report['files']} pieces with {report['notes']:,} notes.",
            f"Trained {training['steps']} steps at {training['tokens_per_second']:,.0f} tokens a"
            f" second: loss {training['first_loss']:.3f} to {training['last_loss']:.3f}.",
            f"Continued ‘{PIECE}’ by {made['bars']} bars, {made['notes']} notes; the first one"
            f" came after {made['first_note_seconds']:.2f} s.",
            f"Played on {where}; {playing['sent']} messages, late by"
            f" {playing['p50_ms']:.2f} ms (median), {playing['p99_ms']:.2f} ms (99 %).",
            f"Everything took {report['took_seconds']['all']:.0f} s. In {self._folder}:"
            f" {', '.join(report['written'])}.",
        ]

    def _import(self, paths: Paths) -> ImportReport:
        progress = self._output.progress("Importing")
        with self._timed("import"):
            for event in import_into_library([str(demo_pieces())], paths, cancelled=lambda: False):
                if isinstance(event, ImportReport):
                    progress.done("\n".join(report_lines(event)))
                    if not event.ready:
                        raise EmptyMusicError("The demo pieces are not there.")
                    return event
                progress.update(event.done / max(1, event.total), f"{event.done} files")
        raise AssertionError("an import ends in its report")

    def _train(self, paths: Paths) -> dict[str, Any]:
        command = TrainModel(name=_MODEL, base="starter", minutes=self._training_s / 60)
        making = Making(command, paths)
        reporting = Reporting(self._output)
        tally = _TrainingFigures()
        with self._timed("train"):
            for event in making.progress():
                reporting.show(event)
                if isinstance(event, TrainingProgress):
                    tally.add(event)
            made = self._made(making)
        reporting.close()
        return {
            "tokens": making.tokens,
            **tally.values(),
            "base_held_out_loss": _loss(made.base_loss),
            "held_out_loss": _loss(made.validation_loss),
        }

    def _made(self, making: Making) -> ModelMade:
        """Make the model without measuring it: a demo takes half a minute."""
        *_, made = making.ending(stopped=lambda: True)
        making.discard()
        assert isinstance(made, ModelMade)  # noqa: S101 - the last event
        return made

    def _continue(self, paths: Paths) -> tuple[Continued, int]:
        composition = read_piece(demo_pieces() / PIECE)
        start = BarMap.of(composition.score).start_of(PROMPT_BARS)
        progress = self._output.progress("Continuing")
        with self._timed("continue"):
            for seed in range(self._seed, self._seed + _MOST_SEEDS):
                made = continue_piece(
                    composition,
                    Request(
                        start=start,
                        bars=self._bars,
                        alternatives=1,
                        best_of=BEST_OF,
                        roles=composition.roles,
                        sampling=SamplingConfig(seed=seed),
                    ),
                    model=_MODEL,
                    paths=paths,
                    report=progress.update,
                )
                if made.alternatives[0].bars == self._bars and made.alternatives[0].parts:
                    progress.done()
                    return made, start
        raise SegueError(f"The model ended the piece {_MOST_SEEDS} times; try another --seed.")

    def _play(self, alternative: Continuation, start: int) -> Performance:
        bars = BarMap.of(alternative.score)
        before = bars.start_of(max(0, bars.bar_at(start) - _BARS_HEARD_BEFORE))
        progress = self._output.progress("Playing")
        with self._timed("play"):
            heard = play(
                alternative.score,
                mix=Composition.of(alternative.score).mix,
                choice=(Sound(), Sound(output_kind="recording")),
                report=progress.update,
                remark=self._output.remark,
                start=before,
                any_port=True,
            )
        progress.done(f"on {heard.output}")
        return heard

    def _write(self, alternative: Continuation, start: int) -> list[str]:
        bars = BarMap.of(alternative.score)
        picture = self._folder / "continuation.png"
        with self._timed("write"):
            self._put("continuation.mid", midi_of(alternative))
            self._put("continuation.wav", render_wav(alternative.score))
            draw_roll(
                alternative.score,
                picture,
                boundary=start,
                start=bars.start_of(max(0, bars.bar_at(start) - _BARS_SHOWN)),
                title=f"{PIECE.removesuffix('.mid')}: the bars on the right are new",
            )
        return ["continuation.mid", "continuation.wav", picture.name]

    def _put(self, name: str, data: bytes) -> None:
        try:
            write_atomically(self._folder / name, data, make_folder=True)
        except OSError as error:
            raise _unwritable(self._folder / name, error) from error

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        began_s = time.perf_counter()
        yield
        self._took_s[what] = round(time.perf_counter() - began_s, 2)


class _TrainingFigures:
    """The figures of a training run."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._last: float | None = None
        self._steps = 0
        self._speed = 0.0

    def add(self, event: TrainingProgress) -> None:
        self._steps = max(self._steps, event.step if event.phase == "training" else 0)
        self._speed = event.tokens_per_second or self._speed
        if event.loss >= 0:
            self._first = event.loss if self._first is None else self._first
            self._last = event.loss

    def values(self) -> dict[str, Any]:
        return {
            "steps": self._steps,
            "first_loss": self._first if self._first is not None else 0.0,
            "last_loss": self._last if self._last is not None else 0.0,
            "tokens_per_second": round(self._speed, 1),
        }


def _figures(continued: Continued, start: int) -> dict[str, Any]:
    alternative = continued.alternatives[0]
    figures = compare(alternative.score, boundary=start)
    key = figures.key
    return {
        **values_of(alternative),
        "from_bar": PROMPT_BARS,
        "prompt_steps": continued.prompt_steps,
        "first_note_seconds": round(continued.first_note_seconds, 3),
        "seconds": round(continued.seconds, 3),
        "notes_per_second": round(continued.notes_per_second, 1),
        "key": key.name if key else None,
        "share_in_key": round(figures.in_key, 3),
        "prompt_share_in_key": round(figures.prompt_in_key, 3),
        "metre_likeness": round(figures.metre, 3),
    }


def _heard(heard: Performance) -> dict[str, Any]:
    late = heard.lateness
    return {
        "kind": heard.kind,
        "output": heard.output,
        "seconds": round(heard.seconds, 2),
        "sent": late.sent,
        "late": late.late,
        "p50_ms": late.p50_ms,
        "p99_ms": late.p99_ms,
        "max_ms": late.max_ms,
    }


def _loss(value: float) -> float | None:
    return round(value, 4) if value >= 0 else None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(path: Path, error: OSError) -> SegueError:
    return SegueError(f"Could not write ‘{path}’ ({error.strerror or error}).")
