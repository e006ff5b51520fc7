"""Measures how much found beats help a model, and how uneven its continuations are.

`--pop909`, `--asap` and `--judge` are those of `beats`. Of each performance the first notes are
paid for twice: in the bars of the file, and with the beats that were found. Then the model goes on
after eight bars, and four figures of what it makes are compared with those of the prompt, as the
median ratio over performances with a 95 % interval: how far onsets lie from the sixteenths (the
standard deviation in milliseconds, and in shares of a quarter), the deviation of the velocities,
and how much the velocity changes from note to note. A prompt whose onsets lie on the sixteenths
counts for the velocities alone.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.arguments import add_model, add_seed
from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.passages import PROMPT_BARS, Passage, passage_of
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.song import song_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.measures.beats import is_judged
from benchmarks.measures.made_against_real import continuer
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.generation.model import LiveModel
from engine.library.normalizing import with_right_bars
from engine.midi.file.midifile import read_midi
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score
from engine.values.time import TempoMap

_NEW_BARS = 4
_SIXTEENTHS = 4
# Fewer notes have no deviation that tells anything.
_FEWEST_NOTES = 16
# A prompt that deviates by less is not played.
_PLAYED_MS = 1.0
# No figure of a prompt is divided by less.
_FLOOR = 1e-3
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Unevenness:
    """How unevenly notes are played.

    Attributes:
        timing_ms: Standard deviation of the distances from the nearest sixteenth.
        timing: The same in thousandths of a quarter: where the tempo is slow for a bar,
            milliseconds tell the tempo.
        loudness: Standard deviation of the velocities.
        louder: Mean change of the velocity from note to note.
    """

    timing_ms: float
    timing: float
    loudness: float
    louder: float


def unevenness(notes: Iterable[Note], score: Score) -> Unevenness | None:
    """Return how unevenly notes of a score are played; None if they are too few.

    Args:
        notes: Some notes.
        score: Its tempos tell seconds.
    """
    found = sorted(notes)
    if len(found) < _FEWEST_NOTES:
        return None
    time, sixteenth = TempoMap.of(score), score.ticks_per_quarter / _SIXTEENTHS
    beside = [
        time.seconds_at(note.start) - time.seconds_at(round(note.start / sixteenth) * sixteenth)
        for note in found
    ]
    starts = np.array([note.start for note in found])
    off = (starts - np.round(starts / sixteenth) * sixteenth) / score.ticks_per_quarter
    velocities = np.array([note.velocity for note in found], np.float64)
    return Unevenness(
        timing_ms=1000 * float(np.std(beside)),
        timing=1000 * float(off.std()),
        loudness=float(velocities.std()),
        louder=float(np.abs(np.diff(velocities)).mean()),
    )


def performances(folder: Path, *, asap: bool, judged: bool) -> Iterator[Score]:
    """Yield the scores of ASAP's or POP909's folder that choose, or those that judge."""
    split = "test" if judged else "valid"
    paths = sorted(folder.glob("*.mid") if asap else (folder / split).glob("*.mid"))
    for path in paths:
        if not asap or (is_judged(path.stem) is judged and not path.stem.endswith(".score")):
            yield read_midi(path.read_bytes()).score


def nats(reading: Reading, tokenizer: Tokenizer, score: Score, *, notes: int) -> float:
    """Return the nats a note of the first notes of a score."""
    starts = sorted(note.start for _, note in score.notes())
    end = starts[min(notes, len(starts) - 1)]
    heard = score.between(0, max(end, 1))
    losses = token_losses(reading, song_of("", heard, tokenizer).ids)[:-1]
    return float(np.sum(losses)) / max(1, heard.note_count)


def ratios(passage: Passage, made: Iterable[Note]) -> npt.NDArray[np.float64] | None:
    """Return the figures of what was made, each as a share of the prompt's; None if few notes."""
    prompt = unevenness((note for _, note in passage.prompt.notes()), passage.prompt)
    new = unevenness(made, passage.score)
    if prompt is None or new is None:
        return None
    before = np.array(astuple(prompt))
    on_grid = np.array([prompt.timing_ms < _PLAYED_MS] * 2 + [False] * 2)
    return np.where(on_grid, np.nan, np.array(astuple(new)) / np.maximum(before, _FLOOR))


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_seed(parser)
    parser.add_argument("--pop909", type=Path, help="the folder of POP909's songs")
    parser.add_argument("--asap", type=Path, help="a folder of ASAP's performances")
    parser.add_argument("--judge", action="store_true", help="the half that nothing is chosen on")
    parser.add_argument("--min-p", type=float, default=SamplingConfig().min_p)
    parser.add_argument("--performances", type=positive, default=12, help="of each folder (12)")
    parser.add_argument("--notes", type=positive, default=300, help="paid for, of each (300)")


def _measure(wanted: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    sampling = SamplingConfig(min_p=wanted.min_p)
    go_on = continuer(LiveModel.load(wanted.model), sampling=sampling)
    figures: Figures = {}
    for name in ("pop909", "asap"):
        folder = getattr(wanted, name)
        if folder is None:
            continue
        before, after, uneven = [], [], []
        progress = output.progress(name)
        for song, score in enumerate(
            islice(
                performances(folder, asap=name == "asap", judged=wanted.judge), wanted.performances
            )
        ):
            progress.update(song / wanted.performances, f"{song + 1}")
            found = with_right_bars(score)
            before.append(nats(reading, tokenizer, score, notes=wanted.notes))
            after.append(nats(reading, tokenizer, found, notes=wanted.notes))
            passage = passage_of(found, prompt_bars=PROMPT_BARS, new_bars=_NEW_BARS)
            if passage is None:
                continue
            heard = found.between(0, passage.start)
            made = [
                part.note for part in go_on(heard, passage.start, _NEW_BARS, wanted.seed + song)
            ]
            both = [
                ratios(passage, notes)
                for notes in (made, (note for _, note in passage.following.notes()))
            ]
            if all(each is not None for each in both):
                uneven.append(both)
        progress.done()
        figures[name] = _summary(before, after, uneven)
    return figures


def _summary(before: list[float], after: list[float], uneven: list) -> Figures:  # type: ignore[type-arg]
    made, real = np.array(uneven, np.float64).transpose(1, 0, 2)
    return {
        "songs": len(before),
        "nats_before": round(float(np.mean(before)), 2),
        "nats_with_beats": round(float(np.mean(after)), 2),
        "continued": len(uneven),
        "played": int(np.isfinite(made[:, 0]).sum()),
        "made_to_prompt": median_interval(made),
        "real_to_prompt": median_interval(real),
    }


def median_interval(values: npt.NDArray[np.float64]) -> list[list[float]]:
    """Return the median of each column with the ends of its 95 % interval by resampling.

    Args:
        values: (performances, figures); nan where a figure says nothing.
    """
    found: list[list[float]] = []
    for column in values.T:
        known = column[np.isfinite(column)]
        if not len(known):
            found.append([])
            continue
        again = np.random.default_rng(0).choice(known, (_RESAMPLES, len(known)))
        ends = np.quantile(np.median(again, axis=1), [0.025, 0.975])
        found.append([round(float(value), 2) for value in (np.median(known), *ends)])
    return found


BENCHMARKS = {"performed": Benchmark(define=_define, measure=_measure, about=__doc__)}
