"""Everything that is asked of a model about some songs, part by part, as plain figures.

Loss, by what is said of a note and by how much was heard before; how long a context still helps;
where the network looks. What songs are too short or too few for is left out with a reason, never
guessed. Lengths are counted in the network's steps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from benchmarks.evaluation.loss import (
    as_figures,
    echoed_losses,
    nats_by_position,
    song_loss,
    token_losses,
    total,
)
from benchmarks.evaluation.loss_by_note import note_loss, said_of
from benchmarks.evaluation.reading import SEGMENT, Reading, reading_of
from benchmarks.evaluation.rows import SongSteps
from benchmarks.evaluation.song import EvaluatedSong, Nats, ids_of
from engine.model.network.kinds import Network
from engine.tokens.tokenizer import Tokenizer

Figures = dict[str, Any]
LOSSES = ("with_memory_and_echo", "with_memory", "without_memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much is looked at.

    Attributes:
        windows: Places at which contexts are compared.
        reaches: Places at which the effective context is sought.
        growth: Steps by which that context grows.
        longest: The longest one that is tried.
    """

    windows: int = 32
    reaches: int = 24
    growth: int = 128
    longest: int = 2048


FULL = Extent()
QUICK = Extent(
    windows=8,
    reaches=8,
    growth=128,
    longest=1024,
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

    figures = {"step": reading.step} | _losses(tokenizer, songs, read, losses)
    yield Step(share=0.4, text="losses", figures=figures)
    parts: tuple[tuple[str, Callable[[], Figures]], ...] = (
        ("by_context", lambda: _by_context(reading, songs, read, extent)),
        ("effective_context", lambda: _effective_context(reading, songs, read, extent)),
        ("attention_by_age", lambda: attention_figures(reading, songs)),
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


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


def _left_out(reason: str) -> Figures:
    return {"left_out": reason}
