"""Measures the starter model and writes `docs/starter.md` with what it found.

    python -m benchmarks.measures.starter --clean DATA/clean --music DATA/music --store STORE \
        --run RUN --vanilla RUN

The second RUN is that of `train_starter.py train --vanilla`. About a quarter of an hour on one
core; each table says what it was measured on. With `--only` the other figures stay as they are.
"""

import argparse
import csv
import json
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measures.continuations import continued, measure
from benchmarks.measures.starter_page import LONG_BARS, MEASURED, NEW_BARS, WINDOWS, page
from benchmarks.pages.charts import draw_chart
from engine.config import SamplingConfig
from engine.errors import SegueError
from engine.evaluation.attention import attention_over_songs
from engine.evaluation.context import loss_by_context
from engine.evaluation.endings import endings
from engine.evaluation.loss import (
    SongLoss,
    as_figures,
    echoed_losses,
    loss_by_position,
    song_loss,
    song_losses,
    total,
)
from engine.evaluation.musicality import LAGS, Bar, compare
from engine.evaluation.originality import Fingerprints
from engine.evaluation.picture import draw_roll
from engine.evaluation.reading import SEGMENT, Reading, nats_at_end, reading_of
from engine.evaluation.song import Ids, song_of
from engine.evaluation.structure import (
    bars_of_samples,
    bars_of_songs,
    structure_of,
)
from engine.generation.continuation import Continuation
from engine.generation.generator import MusicGenerator
from engine.generation.model import LiveModel
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.model.checkpoint import LoadedModel, load_model
from engine.model.processor import use_processor
from engine.music.score import Score
from engine.paths import demo_pieces, starter_model
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.progress import read_metrics
from engine.training.state import best_checkpoint, latest_checkpoint

DOCS = Path(__file__).resolve().parents[2] / "docs"
STRIDE = SEGMENT // 4
SETTINGS = ((1.0, 0.05), (0.95, 0.03), (0.85, 0.05), (0.75, 0.08))
SOURCES = (
    "mutopia",
    "openscore_lieder",
    "openscore_quartets",
    "openewld",
    "jsb",
    "freedoom",
    "groove",
)


def main() -> None:
    """Measure, then write figures, pictures and page."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("clean", "music", "store", "run", "vanilla"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--only", nargs="+", default=(), help="names of figures to measure anew")
    parser.add_argument("--ids", type=int, default=2048, help="ids of each song that are read")
    parser.add_argument("--prompts", type=int, default=4, help="prompts of each source")
    arguments = parser.parse_args()
    use_processor(threads=1)
    loaded = load_model(starter_model())
    generator = MusicGenerator(LiveModel.load(starter_model()))
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    store = open_store(arguments.store)
    before = json.loads((DOCS / "starter.json").read_text(encoding="utf-8"))
    figures = before | {"card": loaded.card, "model": _shape(loaded), "ids": arguments.ids}
    for name, figure in (
        ("held_out", lambda: held_out(loaded, tokenizer, store, arguments.ids)),
        ("other_music", lambda: other_music(loaded, tokenizer, arguments.music, arguments.ids)),
        ("vanilla", lambda: vanilla(arguments.vanilla, store, arguments.music, arguments.ids)),
        ("memory", lambda: memory(loaded, tokenizer, store)),
        ("samples", lambda: music(generator, arguments.clean, arguments.prompts)),
        ("sampling", lambda: sampling(generator)),
        ("structure", lambda: structure(generator, tokenizer, arguments.music)),
        ("thousand", lambda: measure(arguments.clean, count=125, alternatives=8, bars_each=8)),
    ):
        if arguments.only and name not in arguments.only:
            continue
        began = time.perf_counter()
        figures[name] = figure()
        (DOCS / "starter.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)
    figures["training"] = learned(arguments.run)
    figures.pop("phases", None)
    (DOCS / "starter.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (DOCS / "starter.md").write_text(page(figures), encoding="utf-8")


def held_out(
    loaded: LoadedModel, tokenizer: Tokenizer, store: TokenStore, ids: int
) -> dict[str, Any]:
    """Loss on the validation songs of each source, alone and with what the song did before."""
    return _losses_by_folder(loaded, tokenizer, _held_out(store, ids))


def _held_out(store: TokenStore, ids: int) -> list[tuple[str, Ids]]:
    return [(store.names[i], _head(store.ids(i), ids)) for i in store.songs("valid")]


def other_music(
    loaded: LoadedModel, tokenizer: Tokenizer, folder: Path, ids: int
) -> dict[str, Any]:
    """Loss on the test songs of other collections, none of which was trained on."""
    return _losses_by_folder(loaded, tokenizer, _other_music(tokenizer, folder, ids))


def _other_music(tokenizer: Tokenizer, folder: Path, ids: int) -> list[tuple[str, Ids]]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == "test"]
    songs = []
    for row in rows:
        encoded = tokenizer.encode(read_score(folder / row["file"]).score).ids
        whole = np.array([tokenizer.begin, *encoded, tokenizer.end], np.uint16)
        songs.append((row["file"], _head(whole, ids)))
    return songs


def vanilla(run: Path, store: TokenStore, folder: Path, ids: int) -> dict[str, Any]:
    """Loss of the baseline: the same network and steps without memory, on the same songs."""
    best = best_checkpoint(run)
    if best is None:
        raise SystemExit(f"There is no checkpoint in {run}.")
    loaded = load_model(best)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    sets = {"held_out": _held_out(store, ids), "other_music": _other_music(tokenizer, folder, ids)}
    return {
        name: as_figures(total(_without_memory(loaded, tokenizer, songs)))
        for name, songs in sets.items()
    } | {"trained": loaded.card["trained"]}


def _without_memory(
    loaded: LoadedModel, tokenizer: Tokenizer, songs: Sequence[tuple[str, Ids]]
) -> Iterator[SongLoss]:
    """Yield each song's loss, each step with at least three quarters of a segment before it."""
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    for name, ids in songs:
        song = reading.song(ids)
        parts = []
        for start in range(0, song.steps - 1, STRIDE):
            stop = min(start + STRIDE, song.steps - 1)
            window = song.window(max(0, start - SEGMENT + STRIDE), stop)
            parts.append(nats_at_end(reading, window, last=window.length)[0, start - stop :])
        yield song_loss(tokenizer, name, song, song.by_id(np.concatenate(parts)))


def memory(loaded: LoadedModel, tokenizer: Tokenizer, store: TokenStore) -> dict[str, Any]:
    """Does carried memory help? T1 and T2 of the field, on held-out songs, and their ends."""
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    songs = [store.ids(i) for i in store.songs("valid")]
    heads = [_head(ids, 2048) for ids in songs if len(ids) > 1024][::2][:16]
    return {
        "by_position": {
            "carried": loss_by_position(reading, heads, carried=True),
            "empty": loss_by_position(reading, heads, carried=False),
        },
        "by_context": loss_by_context(reading, songs, windows=WINDOWS),
        "by_context_with_echo": loss_by_context(reading, songs, windows=WINDOWS, past=True),
        "endings": asdict(endings(reading, [s for s in songs if len(s) < 4096])),
        "by_age": _by_age(reading, heads),
    }


def _by_age(reading: Reading, songs: Sequence[Ids]) -> dict[str, list[float]]:
    """Mean attention of all layers by age, and each layer's share on the memory."""
    shares = attention_over_songs(reading, songs).shares
    return {
        "memory, oldest first": shares[:, 1].mean(dim=0).tolist(),
        "segment, oldest first": shares[:, 2].mean(dim=0).tolist(),
        "on memory, by layer": shares[:, 1].sum(dim=1).tolist(),
    }


def music(generator: MusicGenerator, clean: Path, prompts: int) -> dict[str, Any]:
    """Continue held-out songs of each source as the program does and look at what comes."""
    draw = random.Random(11)  # noqa: S311 - not a secret
    prints = Fingerprints(_training_songs(clean))
    by_source: dict[str, Any] = {}
    for source in SOURCES:
        files = sorted((clean / source / "valid").glob("*.mid"))
        draw.shuffle(files)
        made = _continuations(generator, files, count=prompts)
        by_source[source] = _looks(made, prints)
        if source == "mutopia":
            score = made[0].score
            draw_roll(score, DOCS / "starter-sample.png", boundary=made[0].start)
    return by_source


def sampling(generator: MusicGenerator) -> list[dict[str, Any]]:
    """Continue the demo pieces by 8 bars at several settings."""
    files = sorted(demo_pieces().glob("*.mid"))
    prints = Fingerprints([])
    found = []
    for temperature, min_p in SETTINGS:
        made = _continuations(
            generator,
            files,
            count=len(files),
            new_bars=8,
            settings=SamplingConfig(temperature=temperature, min_p=min_p),
        )
        looks = _looks(made, prints)
        found.append({"temperature": temperature, "min_p": min_p} | looks)
    return found


def structure(generator: MusicGenerator, tokenizer: Tokenizer, folder: Path) -> dict[str, Any]:
    """How alike bars are at lags of 1 to 16, in long continuations and in the songs themselves."""
    files = sorted((folder / "pop909" / "valid").glob("*.mid"))[:6]
    scores = [normalized(read_score(path).score) for path in files]
    songs = [
        song_of(path.stem, score, tokenizer) for path, score in zip(files, scores, strict=True)
    ]
    made = [_gone_on(generator, score, bars=LONG_BARS, sampling=MEASURED) for score in scores]
    return {
        "real": _likeness(bars_of_songs(songs, most_bars=LONG_BARS)),
        "made": _likeness(bars_of_samples(made)),
    }


def learned(run: Path) -> dict[str, Any]:
    """Return what is known of its training; draw its losses."""
    lines = list(read_metrics(run / "metrics.jsonl"))
    state = json.loads((latest(run) / "training.json").read_text(encoding="utf-8"))
    losses = [(line["tokens"] / 1e6, line["loss"]) for line in lines if "loss" in line]
    chunks = [losses[i : i + 25] for i in range(50, len(losses), 25)]
    draw_chart(
        {
            "training (mean of 25)": [
                (chunk[-1][0], statistics.mean(loss for _, loss in chunk)) for chunk in chunks
            ],
            "held out": [
                (line["tokens"] / 1e6, line["validation_loss"])
                for line in lines
                if "validation_loss" in line and line["step"]
            ],
        },
        DOCS / "starter-loss.png",
        title="The starter's training",
        x_label="million tokens",
        y_label="nats a token",
    )
    return {
        "hours": lines[-1]["elapsed_s"] / 3600,
        "skipped": lines[-1]["skipped"],
        "batch": state["batch"],
        "settings": state["training"],
    }


def latest(run: Path) -> Path:
    """Return the last checkpoint of a run."""
    found = latest_checkpoint(run)
    if found is None:
        raise SystemExit(f"There is no checkpoint in {run}.")
    return found


def _shape(loaded: LoadedModel) -> dict[str, Any]:
    config = loaded.model.config
    names = ("n_layer", "d_model", "n_head", "mem_len", "vocab_size")
    size = sum(path.stat().st_size for path in starter_model().iterdir())
    weights = sum(weight.numel() for weight in loaded.model.parameters())
    return {name: getattr(config, name) for name in names} | {"weights": weights, "bytes": size}


def _head(ids: Ids, count: int) -> Ids:
    return np.array(ids[:count])


def _losses_by_folder(
    loaded: LoadedModel, tokenizer: Tokenizer, songs: Sequence[tuple[str, Ids]]
) -> dict[str, Any]:
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    figures: dict[str, Any] = {}
    everything: list[tuple[SongLoss, SongLoss]] = []
    for source in sorted({name.split("/")[0] for name, _ in songs}):
        mine = [song for song in songs if song[0].split("/")[0] == source]
        losses = list(song_losses(reading, tokenizer, mine))
        echoed = [
            song_loss(tokenizer, name, reading.song(ids), echoed_losses(reading, ids))
            for name, ids in mine
        ]
        everything += zip(losses, echoed, strict=True)
        figures[source] = _with_echo(losses, echoed)
    figures["all"] = _with_echo(*zip(*everything, strict=True))
    return figures


def _with_echo(losses: Sequence[SongLoss], echoed: Sequence[SongLoss]) -> dict[str, Any]:
    found = as_figures(total(echoed))
    return as_figures(total(losses)) | {
        "nats_with_echo": found["nats_per_token"],
        "bits_per_note_with_echo": found["bits_per_note"],
    }


def _gone_on(
    generator: MusicGenerator, score: Score, *, bars: int, sampling: SamplingConfig
) -> Continuation:
    (made,) = continued(generator, score, bars=bars, alternatives=1, sampling=sampling)
    return made


def _continuations(
    generator: MusicGenerator,
    files: Iterable[Path],
    *,
    count: int,
    new_bars: int = NEW_BARS,
    settings: SamplingConfig = MEASURED,
) -> list[Continuation]:
    made: list[Continuation] = []
    for path in files:
        seeded = replace(settings, seed=len(made))
        try:
            made.append(_gone_on(generator, read_score(path).score, bars=new_bars, sampling=seeded))
        except SegueError:
            continue
        if len(made) == count:
            break
    return made


def _looks(made: Sequence[Continuation], prints: Fingerprints) -> dict[str, Any]:
    looks = [compare(one.score, boundary=one.start) for one in made]
    found = [
        prints.look_up(one.score, start=one.start, own=one.score.between(0, one.start))
        for one in made
    ]
    windows = sum(one.windows for one in found)

    def mean(name: str) -> float:
        return round(statistics.mean(float(getattr(look, name)) for look in looks), 3)

    return {
        "pieces": len(made),
        "in_key": mean("in_key"),
        "prompt_in_key": mean("prompt_in_key"),
        "metre": mean("metre"),
        "notes_per_bar": mean("notes_per_bar"),
        "prompt_notes_per_bar": mean("prompt_notes_per_bar"),
        "repeated_bars": mean("repeated_bars"),
        "longest_loop": max(look.longest_loop for look in looks),
        "ended": sum(one.ended for one in made),
        "windows": windows,
        "copied": round(sum(len(one.matches) for one in found) / max(1, windows), 4),
    }


def _training_songs(clean: Path) -> Iterable[tuple[str, Score]]:
    for path in sorted(clean.glob("*/train/*.mid")):
        if path.parent.parent.name != "giantmidi":
            yield path.stem, read_score(path).score


def _likeness(pieces: Sequence[Sequence[Bar]]) -> dict[int, float]:
    found = structure_of(pieces).likeness
    return {lag: round(found.get(lag, float("nan")), 3) for lag in LAGS}


if __name__ == "__main__":
    main()
