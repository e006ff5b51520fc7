"""The last word on an arm of the memory experiment: kept weights on songs that chose nothing."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twin_arms import ARMS, Arm
from twin_reading import SegmentReading, held_out, note_figures

from benchmarks.evaluation.context import contexts_for, effective_context, loss_by_context
from benchmarks.evaluation.infilling import Infilling, infilling
from benchmarks.evaluation.song import EvaluatedSong, Ids, song_of
from benchmarks.evaluation.structure import (
    bars_of_samples,
    bars_of_songs,
    long_samples,
    structure_of,
)
from benchmarks.quality.statistics import ratio_of
from engine.config import SamplingConfig
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.checkpoint import load_model, weights_of
from engine.model.network.kinds import Network
from engine.saving import write_atomically
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer

JUDGED = "judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much is looked at.

    Attributes:
        songs: Of each collection, at most.
        ids: Of each song, for nats a note, at most.
        contexts: Steps of context that are compared.
        windows: Places at which they are.
        longest: The longest effective context that is tried.
        reaches: Places at which it is sought.
        gaps: Of each song, at most.
        pieces: Continuations in which likeness is measured.
        new_bars: Of each.
        most_notes: Of each, at most.
    """

    songs: int = 10
    ids: int = 8192
    contexts: tuple[int, ...] = (0, 64, 128, 256, 512, 1024)
    windows: int = 64
    longest: int = 1024
    reaches: int = 48
    gaps: int = 2
    pieces: int = 24
    new_bars: int = 32
    most_notes: int = 2400


def judged(kept: Path, store: TokenStore, extent: Extent) -> dict[str, Any]:
    """Return all figures of kept weights; what was judged before is read.

    Args:
        kept: A folder that a mark left.
        store: Of which one half of the held-out songs is read.
        extent: How much is looked at.
    """
    path = kept.parent.parent / JUDGED / f"{kept.name}.json"
    asked = json.loads(json.dumps(asdict(extent)))
    if path.exists():
        before: dict[str, Any] = json.loads(path.read_bytes())
        if before["extent"] == asked:
            return before
    loaded = load_model(kept)
    arm, tokenizer = ARMS[loaded.card["arm"]], Tokenizer.from_description(loaded.tokenizer)
    reading = SegmentReading(loaded.model, tokenizer.vocabulary, segment=arm.segment)
    songs = held_out(store, "judge", songs=extent.songs)
    whole = [song_of(name, tokenizer.decode(ids), tokenizer) for name, ids in songs]
    figures = {
        "extent": asked,
        "trained": loaded.card["trained"],
        "by_note": note_figures(reading, songs, ids=extent.ids),
        "by_context": _by_context(reading, [ids for _, ids in songs], extent),
        "effective_context": _effective_context(reading, whole, extent),
        "gaps": _gaps(reading, [ids for _, ids in songs], extent),
        "likeness": _likeness(loaded.model, tokenizer, arm, whole, extent),
    }
    text = json.dumps(figures, indent=1)
    write_atomically(path, text.encode(), make_folder=True)
    again: dict[str, Any] = json.loads(text)
    return again


def _by_context(reading: SegmentReading, songs: Sequence[Ids], extent: Extent) -> dict[str, float]:
    contexts = contexts_for([reading.song(ids) for ids in songs], extent.contexts)
    found = loss_by_context(
        reading, songs, contexts=contexts, windows=extent.windows, segment_length=reading.segment
    )
    return {str(context): nats for context, nats in found.items()}


def _effective_context(
    reading: SegmentReading, songs: Sequence[EvaluatedSong], extent: Extent
) -> list[dict[str, Any]]:
    found = effective_context(
        reading,
        songs,
        longest=extent.longest,
        windows=extent.reaches,
        segment_length=reading.segment,
    )
    return [asdict(one) for one in found]


def _gaps(reading: SegmentReading, songs: Sequence[Ids], extent: Extent) -> dict[str, Any]:
    found = list(infilling(reading, songs, most=extent.gaps))
    together = sum(found, start=Infilling())
    gain = ratio_of([song.left - song.both for song in found], [song.notes for song in found])
    return {
        "gaps": together.gaps,
        "left": together.left / max(1, together.notes),
        "both": together.both / max(1, together.notes),
        "gain": together.gain,
        "interval": [gain.low, gain.high],
        "cost_after": together.cost_after,
    }


def _likeness(
    model: Network,
    tokenizer: Tokenizer,
    arm: Arm,
    songs: Sequence[EvaluatedSong],
    extent: Extent,
) -> dict[str, Any]:
    """Return likeness of bars by lag, in what the network alone draws and in the songs."""
    first = songs[:: max(1, len(songs) // extent.pieces)][: extent.pieces]
    made = long_samples(
        MusicGenerator(live(model, tokenizer, arm)),
        first,
        new_bars=extent.new_bars,
        # Without echo: what comes back has to come out of the network.
        sampling=SamplingConfig(echo=0.0),
        most_notes=extent.most_notes,
    )
    drawn = structure_of(bars_of_samples(list(made)))
    real = structure_of(bars_of_songs(first, most_bars=extent.new_bars))
    return {"drawn": asdict(drawn), "real": asdict(real)}


def live(model: Network, tokenizer: Tokenizer, arm: Arm) -> LiveModel:
    """Return an arm ready to draw; one without memory sees as far as inside of its segment."""
    return LiveModel.of(weights_of(model), tokenizer, mem_len=arm.memory or arm.segment - 1)
