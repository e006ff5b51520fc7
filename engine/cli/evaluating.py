"""Evaluating a model on songs: its losses with and without memory, by context, and its copies."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.config import SamplingConfig
from engine.errors import EmptyMusicError, SegueError
from engine.evaluation.loss import (
    CONTEXTS,
    Ids,
    as_figures,
    loss_by_context,
    song_losses,
    total,
)
from engine.evaluation.originality import Fingerprints
from engine.evaluation.samples import prompt_of, samples
from engine.library.reading import read_score
from engine.model.checkpoint import LoadedModel, load_model
from engine.music.score import Score
from engine.paths import Paths
from engine.tokens.tokenizer import Tokenizer
from engine.worker.model_folders import find_model

_SUFFIXES = frozenset({".mid", ".midi", ".kar", ".rmi", ".smf"})
_BARS_OF_PROMPT = 8
_BARS_OF_SAMPLE = 16
_TARGETS = 64

Report = Callable[[float, str], None]
NamedScore = tuple[str, Score]


def evaluate(
    model: str,
    folder: Path,
    *,
    paths: Paths,
    most_songs: int,
    learned: Path | None,
    samples: int,
    report: Report,
) -> dict[str, Any]:
    """Return the figures of a model on the songs of a folder.

    Args:
        model: A model's name or folder.
        folder: Songs it has not learned from.
        paths: The user's folders, where models are.
        most_songs: Look at so many at most; 0 takes all.
        learned: Songs it learned from, to see what it copies; None leaves that out.
        samples: Continuations drawn for that.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no such model, or no music in the folder.
    """
    loaded = load_model(find_model(model, paths))
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    scores = list(_scores(folder, most=most_songs))
    if not scores:
        raise EmptyMusicError(f"There is no music in ‘{folder}’ to evaluate with.")
    songs = [(name, _ids(score, tokenizer)) for name, score in scores]
    values: dict[str, Any] = {"model": model}
    done = 0
    for name, carried in (("with_memory", True), ("without_memory", False)):
        losses = []
        for song in song_losses(loaded.model, tokenizer, songs, carried=carried):
            losses.append(song)
            done += 1
            report(done / (2 * len(songs)), song.name)
        values[name] = as_figures(total(losses))
    values["by_context"] = _by_context(loaded, [ids for _, ids in songs])
    if learned is not None:
        known = Fingerprints(_scores(learned, most=0))
        values["copied"] = _copied(loaded, tokenizer, known, scores[:samples], report)
    return values


def _by_context(loaded: LoadedModel, songs: Sequence[Ids]) -> dict[int, float]:
    longest = max(len(ids) for ids in songs)
    contexts = [context for context in CONTEXTS if context + _TARGETS < longest]
    if not contexts:
        return {}
    return loss_by_context(loaded.model, songs, contexts=contexts, targets=_TARGETS)


def _copied(
    loaded: LoadedModel,
    tokenizer: Tokenizer,
    known: Fingerprints,
    scores: Sequence[NamedScore],
    report: Report,
) -> dict[str, Any]:
    """Return how much of what the model makes of some songs stands in those it learned from."""
    prompts = list(_prompts(scores, tokenizer))
    windows = matches = 0
    sources: set[str] = set()
    drawn = samples(
        loaded.model, tokenizer, prompts, bars=_BARS_OF_SAMPLE, sampling=SamplingConfig()
    )
    for number, sample in enumerate(drawn, 1):
        found = known.look_up(sample.score, start=sample.boundary)
        windows += found.windows
        matches += len(found.matches)
        sources |= {match.song for match in found.matches}
        report(number / len(prompts), "looking for copies")
    return {
        "samples": len(prompts),
        "windows": windows,
        "matches": matches,
        "share": matches / windows if windows else 0.0,
        "songs": sorted(sources),
    }


def _prompts(scores: Sequence[NamedScore], tokenizer: Tokenizer) -> Iterator[list[int]]:
    for _, score in scores:
        try:
            yield prompt_of(score, tokenizer, bars=_BARS_OF_PROMPT)
        except EmptyMusicError:
            # A piece that begins with eight bars of silence is nothing to go on with.
            continue


def _scores(folder: Path, *, most: int) -> Iterator[NamedScore]:
    if not folder.exists():
        raise EmptyMusicError(f"There is no folder ‘{folder}’.")
    files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    found = 0
    for path in files:
        if path.suffix.lower() not in _SUFFIXES or (most and found >= most):
            continue
        try:
            score = read_score(path).score
        except SegueError:
            # What cannot be read is the importer's to report; here it is no song.
            continue
        found += 1
        yield path.name, score


def _ids(score: Score, tokenizer: Tokenizer) -> Ids:
    encoded = tokenizer.encode(score).ids
    return np.concatenate(([tokenizer.begin], encoded, [tokenizer.end])).astype(np.uint16)
