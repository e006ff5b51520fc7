"""Everything that is asked of a model about some songs, part by part, as plain figures.

T1 to T7 are the questions of the house about carried memory: loss by place and by context,
effective context length, the shuffled-memory control, near-copies, synthetic recall, structure.
What songs are too short or too few for is left out with a reason, never guessed. Lengths are
counted in the network's steps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.evaluation import loss_by_note
from benchmarks.evaluation.attention import attention_over_songs
from benchmarks.evaluation.context import (
    TARGETS,
    contexts_for,
    effective_context,
    falls_until,
    longest_of,
    loss_by_context,
)
from benchmarks.evaluation.control import shuffled_memory
from benchmarks.evaluation.endings import endings
from benchmarks.evaluation.loss import (
    as_figures,
    echoed_losses,
    nats_by_position,
    song_loss,
    token_losses,
    total,
)
from benchmarks.evaluation.loss_by_note import note_loss, said_of
from benchmarks.evaluation.near_copies import copy_gains
from benchmarks.evaluation.reading import SEGMENT, Reading, reading_of
from benchmarks.evaluation.recall import DISTANCES, recall_by_distance
from benchmarks.evaluation.rows import SongSteps
from benchmarks.evaluation.song import EvaluatedSong, Nats, ids_of
from benchmarks.evaluation.structure import (
    NEW_BARS,
    PROMPT_BARS,
    Structure,
    bars_of_samples,
    bars_of_songs,
    long_samples,
    structure_of,
)
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.checkpoint import weights_of
from engine.model.network.kinds import Network
from engine.tokens.tokenizer import Tokenizer

Figures = dict[str, Any]
LOSSES = ("with_memory_and_echo", "with_memory", "without_memory")
_ENOUGH_BARS = PROMPT_BARS + 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much is looked at.

    Attributes:
        windows: Places at which contexts are compared (T2).
        reaches: Places at which the effective context is sought (T3).
        growth: Δ of T3.
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
    reaches: int = 24
    growth: int = 128
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
    reaches=8,
    growth=128,
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
    model: Network,
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
    reading = reading_of(model, tokenizer.vocabulary)
    read = [reading.song(song.ids) for song in songs]
    losses: dict[str, list[Nats]] = {name: [] for name in LOSSES}
    for done, (song, steps) in enumerate(zip(songs, read, strict=True), 1):
        losses["with_memory_and_echo"].append(echoed_losses(reading, steps))
        losses["with_memory"].append(token_losses(reading, steps))
        losses["without_memory"].append(token_losses(reading, steps, carried=False))
        yield Step(share=0.4 * done / len(songs), text=song.name)
    carried = losses["with_memory"]
    figures = {"step": reading.step} | _losses(tokenizer, songs, read, losses)
    yield Step(share=0.4, text="losses", figures=figures)
    parts: tuple[tuple[str, Callable[[], Figures]], ...] = (
        ("by_context", lambda: _by_context(reading, songs, read, extent)),
        ("effective_context", lambda: _effective_context(reading, songs, read, extent)),
        ("shuffled_memory", lambda: _shuffled_memory(reading, songs, extent)),
        ("near_copies", lambda: _near_copies(reading, songs, carried, extent)),
        ("recall", lambda: _recall(reading, tokenizer, extent)),
        ("endings", lambda: _endings(reading, songs)),
        ("attention_by_age", lambda: attention_figures(reading, songs)),
        ("structure", lambda: _structure(model, tokenizer, songs, extent)),
    )
    for done, (name, measure) in enumerate(parts, 1):
        figures = measure()
        yield Step(
            share=0.4 + 0.6 * done / len(parts),
            text=name.replace("_", " "),
            figures={name: figures},
        )


def attention_figures(reading: Reading, songs: Sequence[EvaluatedSong]) -> Figures:
    """Return the shares of attention by age of what is looked at.

    Returns:
        For each part (compressed, memory, segment) the shares of its buckets, oldest first, mean of
        the layers; for each layer the share of each part; and how many queries this is of.
    """
    try:
        found = attention_over_songs(reading, ids_of(songs))
    except ValueError:
        return _left_out("no song fills the memory")
    shares, config = found.shares, reading.network.config
    parts = ("compressed", "memory", "segment")
    return {
        "queries": found.queries,
        "by_age": {
            part: _rounded(shares[:, i].mean(dim=0).tolist()) for i, part in enumerate(parts)
        },
        "by_layer": {
            part: _rounded(shares[:, i].sum(dim=1).tolist()) for i, part in enumerate(parts)
        },
        "slots": config.compression.length if config.compression else 0,
        "mem_len": config.mem_len,
        "segment": SEGMENT,
        "step": reading.step,
    }


def _losses(
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    read: Sequence[SongSteps],
    losses: Mapping[str, Sequence[Nats]],
) -> Figures:
    figures: Figures = {}
    for name, nats in losses.items():
        by_song = [
            song_loss(tokenizer, song.name, steps, nll)
            for song, steps, nll in zip(songs, read, nats, strict=True)
        ]
        figures[name] = as_figures(total(by_song))
        if name == "with_memory":
            figures["songs"] = [as_figures(total([one])) | {"name": one.name} for one in by_song]
    return (
        figures | _by_note(tokenizer, songs, losses) | {"by_position": _by_position(read, losses)}
    )


def _by_position(read: Sequence[SongSteps], losses: Mapping[str, Sequence[Nats]]) -> Figures:
    if all(song.steps - 1 <= SEGMENT for song in read):
        return _left_out(f"no song is longer than a segment of {SEGMENT} steps")
    return {
        "segment": SEGMENT,
        "with_memory": _rounded(nats_by_position(read, losses["with_memory"])),
        "without_memory": _rounded(nats_by_position(read, losses["without_memory"])),
    }


def _by_note(
    tokenizer: Tokenizer, songs: Sequence[EvaluatedSong], losses: Mapping[str, Sequence[Nats]]
) -> Figures:
    """Return nats a note by field, by notes heard before and by collection."""
    found = {
        name: note_loss(
            said_of(song.collection, song.ids, nll, tokenizer.vocabulary)
            for song, nll in zip(songs, nats, strict=True)
        )
        for name, nats in losses.items()
    }
    figures = {name: loss_by_note.as_figures(one) for name, one in found.items()}
    echoed = figures["with_memory_and_echo"]["nats"]
    return {
        "by_field": {name: one["by_field"] for name, one in figures.items()},
        "by_notes_heard": {name: one["by_heard"] for name, one in figures.items()},
        "by_note": figures["with_memory"] | {"with_echo": echoed},
    }


def _by_context(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    read: Sequence[SongSteps],
    extent: Extent,
) -> Figures:
    contexts = contexts_for(read)
    if not contexts:
        return _left_out(f"no song has more than {TARGETS} steps")
    found, echoed = (
        loss_by_context(
            reading, ids_of(songs), contexts=contexts, windows=extent.windows, past=past
        )
        for past in (False, True)
    )
    return {
        "nats": {context: round(value, 4) for context, value in found.items()},
        "with_echo": {context: round(value, 4) for context, value in echoed.items()},
        "falls_until": falls_until(found),
        "with_echo_falls_until": falls_until(echoed),
        "targets": TARGETS,
    }


def _effective_context(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    read: Sequence[SongSteps],
    extent: Extent,
) -> Figures:
    growth = extent.growth
    longest = min(extent.longest, longest_of(read) // growth * growth)
    if longest < 2 * growth:
        return _left_out(f"no song has more than {2 * growth + TARGETS} steps")
    found = effective_context(
        reading, songs, growth=growth, longest=longest, windows=extent.reaches
    )
    return {
        "growth": growth,
        "longest": longest,
        "found": [
            {
                "ratio": one.ratio,
                "net": one.net,
                "steps": one.steps,
                "bars": round(one.bars, 1),
                "seconds": round(one.seconds, 1),
                "at_least": one.at_least,
                "gains": {short: round(gain, 4) for short, gain in one.gains},
            }
            for one in found
        ],
    }


def _shuffled_memory(reading: Reading, songs: Sequence[EvaluatedSong], extent: Extent) -> Figures:
    try:
        found = shuffled_memory(reading, songs, places=extent.places)
    except ValueError as error:
        return _left_out(str(error))
    return {
        "places": found.places,
        "nats": {kind: round(value, 4) for kind, value in found.nats.items()},
        "worse_than_true": {kind: round(value, 4) for kind, value in found.worse.items()},
        "standard_error": {kind: round(value, 4) for kind, value in found.errors.items()},
    }


def _near_copies(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    carried: Sequence[Nats],
    extent: Extent,
) -> Figures:
    found = copy_gains(reading, songs, carried, most_bars=extent.bars)
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


def _recall(reading: Reading, tokenizer: Tokenizer, extent: Extent) -> Figures:
    found = recall_by_distance(reading, tokenizer, distances=extent.distances, trials=extent.trials)
    return {
        "by_distance": [
            {
                name: round(value, 4) if isinstance(value, float) else value
                for name, value in (asdict(one) | {"gain": one.gain}).items()
            }
            for one in found
        ]
    }


def _endings(reading: Reading, songs: Sequence[EvaluatedSong]) -> Figures:
    try:
        found = endings(reading, ids_of(songs))
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
    model: Network,
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
    extent: Extent,
) -> Figures:
    fitting = [song for song in songs if len(song.bars) >= _ENOUGH_BARS]
    spread = fitting[:: max(1, len(fitting) // extent.pieces)][: extent.pieces]
    samples = list(
        long_samples(
            # Without memory it sees the rest of a segment, as where its loss is measured.
            MusicGenerator(
                LiveModel.of(
                    weights_of(model), tokenizer, mem_len=model.config.mem_len or SEGMENT - 1
                )
            ),
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
