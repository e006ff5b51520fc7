"""Find paused training runs of earlier sessions by their status files and logs."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from app.state.training_run import Points, SongLosses, TrainingRun
from engine import messages
from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import ProcessError

STATUS, METRICS, SAMPLES = "run.json", "metrics.jsonl", "samples.jsonl"
LEARNED = "learned.json"
# The log of a run of several days has some hundred kilobytes.
LARGEST_LOG = 64 * 2**20
# More points than a chart has pixels; longer curves are thinned.
MOST_POINTS = 20_000


def unfinished_runs(folder: Path) -> list[TrainingRun]:
    """Return the runs in a folder that can be resumed, latest first."""
    found = [(path.stat().st_mtime, path.parent) for path in _statuses(folder)]
    runs = (read_run(path) for _, path in sorted(found, reverse=True))
    return [run for run in runs if run is not None]


def read_run(folder: Path) -> TrainingRun | None:
    """Return the run in a folder; None if it cannot be resumed."""
    try:
        data = read_file(folder / STATUS, most=documents.DESCRIPTION.text_bytes)
        status = documents.decode(data, messages.RunStatus, documents.DESCRIPTION)
    except ValueError:
        return None
    if status.state == "done" or not any(folder.glob("step-*")):
        return None
    training, held_out, songs = _curves(folder / METRICS, last=status.step)
    if status.base_loss >= 0 and (not held_out or held_out[0][0] > 0):
        # The base model was measured before the first line of the log.
        held_out = ((0, status.base_loss), *held_out)
        songs = ((0, status.base_songs), *songs) if status.base_songs else songs
    return TrainingRun(
        name=status.name,
        base=status.base,
        preset=status.preset,
        learning=_learned(folder / LEARNED),
        progress=messages.TrainingProgress(
            phase="training", step=status.step, steps=status.steps, best_step=status.best_step
        ),
        training=training,
        held_out=held_out,
        songs=songs,
        sampled=tuple(_sampled(folder / SAMPLES, last=status.step)),
        base_loss=status.base_loss,
        base_songs=status.base_songs,
        best_step=status.best_step,
        share=status.share,
        paused=True,
    )


def _statuses(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.glob(f"*/{STATUS}") if path.is_file()]
    except OSError:
        return []


def _learned(path: Path) -> messages.LearningFrom | None:
    """Return the pieces of a run; None if an older program began it."""
    try:
        data = read_file(path, most=documents.OURS.text_bytes)
        return documents.decode(data, messages.LearningFrom, documents.OURS)
    except ValueError:
        return None


def _lines(path: Path) -> Iterator[str]:
    with suppress(RefusedError, UnicodeDecodeError):
        yield from read_file(path, most=LARGEST_LOG).decode("utf-8").splitlines()


def _curves(path: Path, *, last: int) -> tuple[Points, Points, SongLosses]:
    training: list[tuple[int, float]] = []
    held_out: list[tuple[int, float]] = []
    songs: list[tuple[int, tuple[float, ...]]] = []
    for text in _lines(path):
        with suppress(ValueError, TypeError, AttributeError, KeyError):
            line = documents.mapping(text.encode())
            step = int(line["step"])
            if step > last:
                continue
            if "loss" in line:
                training.append((step, float(line["loss"])))
            if "validation_loss" in line:
                held_out.append((step, float(line["validation_loss"])))
                if told := line.get("song_losses"):
                    songs.append((step, tuple(float(loss) for loss in told)))
    thinned = training[:: -(-len(training) // MOST_POINTS) or 1]
    return tuple(thinned), tuple(held_out), tuple(songs)


def _sampled(path: Path, *, last: int) -> Iterator[messages.StepSampled]:
    by_step: dict[int, messages.StepSampled] = {}
    for text in _lines(path):
        with suppress(ProcessError):
            event = messages.decode_event(text.encode())
            if isinstance(event, messages.StepSampled) and event.step <= last:
                by_step[event.step] = event
    yield from (by_step[step] for step in sorted(by_step))
