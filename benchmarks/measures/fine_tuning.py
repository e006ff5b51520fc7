"""A model learns a few songs as with the preset Taste: what it gains, and what it copies.

Trains on the first songs of *choose* with the preset's settings on one thread, keeps each saved
step, then measures each: the loss of songs of *judge* of the same style, which it never saw, and
the share of 16-note windows of what it plays that stand in the songs it learned from.

The preset's minutes are counted as seconds of this process's own processor time, so that they mean
nearly the same on a machine that others use too; the program itself counts seconds of the clock.
"""

import argparse
import json
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.arguments import add_model, add_out_folder, add_songs
from benchmarks.evaluation.loss import song_losses, total
from benchmarks.evaluation.reading import reading_of
from benchmarks.evaluation.samples import samples
from benchmarks.harness import Benchmark
from benchmarks.songs import Folders, Split, first_songs, folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.copying.fingerprints import Fingerprints
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model, weights_of
from engine.model.network.processor import use_processor
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.prepare import Song, own_score, prepare
from engine.training.presets import plan
from engine.training.state import best_checkpoint, latest_checkpoint
from engine.training.trial import fastest_precision, measure
from engine.values.config import BatchConfig, SamplingConfig
from engine.values.score import Score

PROMPT_BARS, NEW_BARS = 8, 8
NamedScore = tuple[str, Score]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=30)
    add_out_folder(parser, holds="the model's saved steps and `figures.json`", needed=True)
    parser.add_argument(
        "--held-out", type=positive, default=20, help="songs of a collection that it never saw (20)"
    )
    parser.add_argument(
        "--minutes", type=float, default=0.0, help="of learning, instead of the preset's 15"
    )
    parser.add_argument(
        "--prompts", type=positive, default=6, help="of learned songs, and of others (6)"
    )
    parser.add_argument("--trained", action="store_true", help="measure the saved steps again")
    parser.add_argument("--points", type=positive, default=6, help="saved steps measured (6)")


def _measure(arguments: Arguments, _output: Output) -> None:
    arguments.out.mkdir(parents=True, exist_ok=True)
    folders = folders_of(arguments.folders)
    learned = named_songs(folders, split="choose", count=arguments.songs)
    others = named_songs(folders, split="judge", count=arguments.held_out)
    how = arguments.out / "training.json"
    if not arguments.trained:
        made = trained(arguments.model, learned, arguments.out, minutes=arguments.minutes)
        how.write_text(json.dumps(made, indent=1) + "\n")
    figures = json.loads(how.read_text())
    use_processor(threads=1)
    steps = chosen(sorted((arguments.out / "steps").iterdir()), arguments.points)
    prints = Fingerprints(learned)
    real = [prints.look_up(score).copied for _, score in others]
    figures["real_songs_copied"] = sum(real) / len(real)
    figures["songs"], figures["held_out"] = len(learned), len(others)
    figures["steps"] = [
        measured(step, prints, learned, others, prompts=arguments.prompts)
        for step in (arguments.model, *steps)
    ]
    (arguments.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")


def named_songs(folders: Folders, *, split: Split, count: int) -> list[NamedScore]:
    """Return the first songs of a split.

    Raises:
        EmptyMusicError: There is none.
    """
    found = list(
        first_songs(folders, lambda file, score: (file.name, score), split=split, count=count)
    )
    if not found:
        raise EmptyMusicError(f"There is no song of ‘{split}’ in these folders.")
    return found


def trained(
    model: Path, songs: Sequence[NamedScore], out: Path, *, minutes: float
) -> dict[str, Any]:
    """Fine-tune with a preset, keeping each saved step; return what it took."""
    use_processor(threads=1)
    loaded = load_model(model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    given = [Song(name=name, source=score) for name, score in songs]
    list(prepare(given, out / "tokens", tokenizer=tokenizer, read=own_score))
    store = open_store(out / "tokens")
    precision = fastest_precision("cpu")
    measured_speed = measure(
        loaded.model.config,
        store,
        BatchConfig(rows=8),
        precision=precision,
        steps=3,
        clock=time.process_time,
    )
    made = plan(
        "taste",
        goal="fine_tune",
        tokens=store.token_count("train"),
        tokens_per_s=measured_speed.tokens_per_s,
        vocabulary=tokenizer.vocabulary,
        precision=precision,
        minutes=minutes or None,
    )
    for folder in ("run", "steps"):
        shutil.rmtree(out / folder, ignore_errors=True)
    run = TrainingRun(
        store=store,
        folder=out / "run",
        training=made.training,
        batch=made.batch,
        tokenizer=tokenizer,
        card={},
        budget_s=made.budget_s,
    )
    began, cpu_s, curve = time.perf_counter(), time.process_time(), []
    for progress in train(loaded.model, run, clock=time.process_time):
        if progress.saved:
            curve.append({"step": progress.step, "own_held_out": progress.validation_loss})
            print(progress.step, progress.validation_loss, round(progress.elapsed_s), flush=True)
            kept(latest_checkpoint(run.folder), out / "steps")
    best = best_checkpoint(run.folder)
    return {
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu_s,
        "budget_s": made.budget_s,
        "tokens": store.token_count("train"),
        "tokens_per_cpu_s": measured_speed.tokens_per_s,
        "best": best.name if best else "",
        "training": asdict(made.training),
        "batch": asdict(made.batch),
        "curve": curve,
    }


def kept(checkpoint: Path | None, folder: Path) -> None:
    """Copy a checkpoint's model to where it is not swept away."""
    if checkpoint is not None:
        place = folder / checkpoint.name
        place.mkdir(parents=True, exist_ok=True)
        for name in ("weights.safetensors", "model.json"):
            shutil.copy(checkpoint / name, place)


def chosen(steps: Sequence[Path], points: int) -> list[Path]:
    """Some of the saved steps, evenly, the last one among them; step 0 is the model that learns."""
    later = [step for step in steps if not step.name.endswith("-00000000")]
    places = np.unique(np.linspace(0, len(later) - 1, points).round().astype(int))
    return [later[place] for place in places]


def measured(
    folder: Path,
    prints: Fingerprints,
    learned: Sequence[NamedScore],
    others: Sequence[NamedScore],
    *,
    prompts: int,
) -> dict[str, Any]:
    """Loss on songs never seen, and how much of what it plays stands in the songs it learned."""
    loaded = load_model(folder)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    loss = total(song_losses(reading, tokenizer, list(encoded(others, tokenizer))))
    generator = MusicGenerator(LiveModel.of(weights_of(loaded.model), tokenizer))
    figures: dict[str, Any] = {
        "step": int(folder.name[5:]) if folder.name.startswith("step-") else 0,
        "nats_per_token": loss.nats_per_token,
        "bits_per_note": loss.bits_per_note,
    }
    for name, songs in (("copied_from_own_prompts", learned), ("copied_from_others", others)):
        windows = matches = longest = 0
        for seed, (_, score) in enumerate(songs[:: max(1, len(songs) // prompts)][:prompts]):
            opening = Opening.of(score, bars=PROMPT_BARS)
            (sample,) = samples(
                generator,
                [opening],
                bars=NEW_BARS,
                sampling=SamplingConfig(seed=seed),
                most_notes=300,
            )
            found = prints.look_up(sample.score, start=sample.start, own=opening.score)
            windows, matches = windows + found.windows, matches + len(found.matches)
            longest = max(longest, found.longest)
        figures[name] = matches / windows if windows else 0.0
        figures[f"{name}_windows"], figures[f"{name}_longest"] = windows, longest
    print(json.dumps(figures), flush=True)
    return figures


def encoded(
    songs: Sequence[NamedScore], tokenizer: Tokenizer
) -> Iterator[tuple[str, np.ndarray[Any, np.dtype[np.uint16]]]]:
    """Yield name and ids of songs, begin and end included, the first 2,048 of them."""
    for name, score in songs:
        ids = [tokenizer.begin, *tokenizer.encode(score).ids.tolist(), tokenizer.end]
        yield name, np.array(ids[:2048], np.uint16)


BENCHMARKS = {"fine-tuning": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
