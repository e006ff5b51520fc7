"""Everything that is asked of a model about some songs, part by part, as plain figures.

T1 to T7 are the questions of the house about carried memory: loss by place and by context,
effective context length, the shuffled-memory control, near-copies, synthetic recall, structure.
What songs are too short or too few for is left out with a reason, never guessed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.evaluation import loss_by_note
from engine.evaluation.attention import attention_over_songs
from engine.evaluation.context import (
    TARGETS,
    contexts_for,
    effective_context,
    falls_until,
    loss_by_context,
)
from engine.evaluation.control import shuffled_memory
from engine.evaluation.endings import endings
from engine.evaluation.loss import (
    SEGMENT,
    SongLoss,
    as_figures,
    echoed_losses,
    nats_by_position,
    song_loss,
    token_losses,
    total,
)
from engine.evaluation.loss_by_note import note_loss, said_of
from engine.evaluation.near_copies import copy_gains
from engine.evaluation.recall import DISTANCES, recall_by_distance
from engine.evaluation.song import EvaluatedSong, Nats, ids_of
from engine.evaluation.structure import (
    NEW_BARS,
    PROMPT_BARS,
    Structure,
    bars_of_samples,
    bars_of_songs,
    long_samples,
    structure_of,
)
from engine.generation.generator import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.transformer_xl import TransformerXL
from engine.tokens.tokenizer import Tokenizer

Figures = dict[str, Any]
LOSSES = ("with_memory_and_echo", "with_memory", "without_memory")
_ENOUGH_BARS = PROMPT_BARS + 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much is looked at.

    Attributes:
        windows: Places at which contexts are compared (T2).
        steps: Places at which the effective context is sought (T3).
        step: Δ of T3.
        longest: The longest context tried in T3.
        places: Places of the shuffled-memory control (T4).
        bars: Bars of T5.
        distances: Of T6, in segments.
        trials: Melodies at each.
        pieces: Continuations of T7.
        new_bars: Bars of each.
        most_notes: Notes of each, at most.
    """

    windows: int = 32
    steps: int = 24
    step: int = 128
    longest: int = 2048
    places: int = 48
    bars: int = 1200
    distances: tuple[int, ...] = DISTANCES
    trials: int = 16
    pieces: int = 6
    new_bars: int = NEW_BARS
    most_notes: int = 1600


FULL = Extent()
QUICK = Extent(
    windows=8,
    steps=8,
    step=128,
    longest=1024,
    places=8,
    bars=100,
    distances=(0, 1, 2),
    trials=4,
    pieces=2,
    new_bars=20,
    most_notes=200,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of an examination.

    Attributes:
        share: How much is done, 0 to 1.
        text: What was looked at.
        figures: What was found, by name; empty while a part goes on.
    """

    share: float
    text: str
    figures: Figures = field(default_factory=dict)


def examine(
    model: TransformerXL,
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    extent: Extent = FULL,
) -> Iterator[Step]:
    """Yield figures as they are found.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
        songs: At least one.
        extent: How much is looked at.
    """
    carried: list[Nats] = []
    alone: list[Nats] = []
    echoed: list[Nats] = []
    for done, song in enumerate(songs, 1):
        carried.append(token_losses(model, song.ids))
        alone.append(token_losses(model, song.ids, carried=False))
        echoed.append(echoed_losses(model, song.ids, vocabulary=tokenizer.vocabulary))
        yield Step(share=0.4 * done / len(songs), text=song.name)
    figures = _losses(tokenizer, songs, carried, alone, echoed)
    yield Step(share=0.4, text="losses", figures=figures)
    parts: tuple[tuple[str, Callable[[], Figures]], ...] = (
        ("by_context", lambda: _by_context(model, tokenizer, songs, extent)),
        ("effective_context", lambda: _effective_context(model, songs, extent)),
        ("shuffled_memory", lambda: _shuffled_memory(model, songs, extent)),
        ("near_copies", lambda: _near_copies(model, songs, carried, extent)),
        ("recall", lambda: _recall(model, tokenizer, extent)),
        ("endings", lambda: _endings(model, tokenizer, songs)),
        ("attention_by_age", lambda: attention_figures(model, songs)),
        ("structure", lambda: _structure(model, tokenizer, songs, extent)),
    )
    for done, (name, measure) in enumerate(parts, 1):
        figures = measure()
        yield Step(
            share=0.4 + 0.6 * done / len(parts),
            text=name.replace("_", " "),
            figures={name: figures},
        )


def attention_figures(model: TransformerXL, songs: Sequence[EvaluatedSong]) -> Figures:
    """Return the shares of attention by age of what is looked at.

    Returns:
        For each part (compressed, memory, segment) the shares of its buckets, oldest first, mean of
        the layers; for each layer the share of each part; and how many queries this is of.
    """
    try:
        found = attention_over_songs(model, ids_of(songs))
    except ValueError:
        return _left_out("no song fills the memory")
    shares = found.shares
    parts = ("compressed", "memory", "segment")
    return {
        "queries": found.queries,
        "by_age": {
            part: _rounded(shares[:, i].mean(dim=0).tolist()) for i, part in enumerate(parts)
        },
        "by_layer": {
            part: _rounded(shares[:, i].sum(dim=1).tolist()) for i, part in enumerate(parts)
        },
        "slots": model.config.compression.length if model.config.compression else 0,
        "mem_len": model.config.mem_len,
        "segment": SEGMENT,
    }


def _losses(
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    alone: Sequence[Nats],
    echoed: Sequence[Nats],
) -> Figures:
    by_song: list[SongLoss] = []
    figures: Figures = {}
    for name, nats in zip(LOSSES, (echoed, carried, alone), strict=True):
        by_song = [
            song_loss(tokenizer, song.name, song.ids, nll)
            for song, nll in zip(songs, nats, strict=True)
        ]
        figures[name] = as_figures(total(by_song))
        if name == "with_memory":
            figures["songs"] = [as_figures(total([one])) | {"name": one.name} for one in by_song]
    if any(len(nll) > SEGMENT for nll in carried):
        figures["by_position"] = {
            "segment": SEGMENT,
            "with_memory": _rounded(nats_by_position(carried)),
            "without_memory": _rounded(nats_by_position(alone)),
        }
    else:
        figures["by_position"] = _left_out(f"no song is longer than a segment of {SEGMENT} tokens")
    figures["by_note"] = _by_note(tokenizer, songs, carried, echoed)
    return figures


def _by_note(
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    echoed: Sequence[Nats],
) -> Figures:
    """Return nats a note of the network alone, and the sum with what the piece itself says."""
    network, both = (
        note_loss(
            said_of(song.collection, song.ids, nats, tokenizer.vocabulary)
            for song, nats in zip(songs, losses, strict=True)
        )
        for losses in (carried, echoed)
    )
    return loss_by_note.as_figures(network) | {"with_echo": round(both.nats, 4)}


def _by_context(
    model: TransformerXL, tokenizer: Tokenizer, songs: Sequence[EvaluatedSong], extent: Extent
) -> Figures:
    contexts = contexts_for(ids_of(songs))
    if not contexts:
        return _left_out(f"no song has more than {TARGETS} tokens")
    found, echoed = (
        loss_by_context(model, ids_of(songs), contexts=contexts, windows=extent.windows, past=past)
        for past in (None, tokenizer.vocabulary)
    )
    return {
        "nats": {context: round(value, 4) for context, value in found.items()},
        "with_echo": {context: round(value, 4) for context, value in echoed.items()},
        "falls_until": falls_until(found),
        "with_echo_falls_until": falls_until(echoed),
        "targets": TARGETS,
    }


def _effective_context(
    model: TransformerXL, songs: Sequence[EvaluatedSong], extent: Extent
) -> Figures:
    fitting = max(len(song.ids) for song in songs) - TARGETS - 1
    longest = min(extent.longest, fitting // extent.step * extent.step)
    if longest < 2 * extent.step:
        return _left_out(f"no song has more than {2 * extent.step + TARGETS} tokens")
    found = effective_context(model, songs, step=extent.step, longest=longest, windows=extent.steps)
    return {
        "step": extent.step,
        "longest": longest,
        "found": [
            {
                "ratio": one.ratio,
                "net": one.net,
                "tokens": one.tokens,
                "bars": round(one.bars, 1),
                "seconds": round(one.seconds, 1),
                "at_least": one.at_least,
                "gains": {short: round(gain, 4) for short, gain in one.gains},
            }
            for one in found
        ],
    }


def _shuffled_memory(
    model: TransformerXL, songs: Sequence[EvaluatedSong], extent: Extent
) -> Figures:
    try:
        found = shuffled_memory(model, songs, places=extent.places)
    except ValueError as error:
        return _left_out(str(error))
    return {
        "places": found.places,
        "nats": {kind: round(value, 4) for kind, value in found.nats.items()},
        "worse_than_true": {kind: round(value, 4) for kind, value in found.worse.items()},
        "standard_error": {kind: round(value, 4) for kind, value in found.errors.items()},
    }


def _near_copies(
    model: TransformerXL,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    extent: Extent,
) -> Figures:
    found = copy_gains(model, songs, carried, most_bars=extent.bars)
    if not found:
        return _left_out("no song has bars enough")
    return {
        "by_distance": [
            {
                name: round(value, 4) if isinstance(value, float) else value
                for name, value in (asdict(one) | {"gain": one.gain}).items()
            }
            for one in found
        ]
    }


def _recall(model: TransformerXL, tokenizer: Tokenizer, extent: Extent) -> Figures:
    found = recall_by_distance(model, tokenizer, distances=extent.distances, trials=extent.trials)
    return {
        "by_distance": [
            {
                name: round(value, 4) if isinstance(value, float) else value
                for name, value in (asdict(one) | {"gain": one.gain}).items()
            }
            for one in found
        ]
    }


def _endings(model: TransformerXL, tokenizer: Tokenizer, songs: Sequence[EvaluatedSong]) -> Figures:
    try:
        found = endings(model, tokenizer, ids_of(songs))
    except ValueError as error:
        return _left_out(str(error))
    return {
        "songs": found.songs,
        "bar_lines": found.bar_lines,
        "at_end": round(found.at_end, 5),
        "elsewhere": round(found.elsewhere, 5),
        "before": [round(value, 5) for value in found.before],
        "rank": round(found.rank, 3),
    }


def _structure(
    model: TransformerXL,
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    extent: Extent,
) -> Figures:
    fitting = [song for song in songs if len(song.bars) >= _ENOUGH_BARS]
    spread = fitting[:: max(1, len(fitting) // extent.pieces)][: extent.pieces]
    samples = list(
        long_samples(
            MusicGenerator(LiveModel.of(model, tokenizer)),
            spread,
            new_bars=extent.new_bars,
            most_notes=extent.most_notes,
        )
    )
    made = [piece for piece in bars_of_samples(samples) if piece]
    if not made:
        return _left_out("no song has bars enough to be continued")
    real = structure_of(bars_of_songs(spread, most_bars=extent.new_bars))
    new = structure_of(made)
    return {
        "bars": extent.new_bars,
        "ended": sum(sample.ended for sample in samples),
        "real": _structure_figures(real),
        "made": _structure_figures(new),
    }


def _structure_figures(found: Structure) -> Figures:
    return {
        "pieces": found.pieces,
        "likeness": {lag: round(value, 3) for lag, value in found.likeness.items()},
        "repeated": round(found.repeated, 3),
        "longest_loop": found.longest_loop,
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


def _left_out(reason: str) -> Figures:
    return {"left_out": reason}
