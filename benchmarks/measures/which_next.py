"""Which comes next? The real sixteen bars after a prompt, told from three others by likelihood.

Nothing is drawn. Foils are bars from elsewhere in the same song; what is missing is lent by songs
of the same collection and meter, brought into the same key. One choice of four is chance. It is the
implicit task of MIREX's "Patterns for Prediction" (2018-): a model that understands a prompt finds
its own continuation likelier than foils.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.against_real import Interval, Song, mean_interval
from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.song import song_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.measures.made_against_real import songs_of
from benchmarks.songs import folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.evaluation.musicality import bars, pitched
from engine.form.passage_figures import mean_in_common
from engine.ground.errors import EmptyMusicError
from engine.harmony.keys import estimate_key
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.request import PartNote
from engine.tokens.tokenizer import Tokenizer
from engine.values.score import Note, Score
from engine.values.time import BarMap

_WAYS = {
    "likeliest": "by likelihood",
    "helped": "by what the prompt is worth",
}
CANDIDATES = 4
# Foils whose bars are as alike to the real ones are no other music.
_TOO_ALIKE = 0.8
# Bars from one foil to the next, at least: they may overlap, but stand elsewhere in the phrase.
_APART = 4


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of bars for a model, in nats a note.

    Attributes:
        heard: After their prompt.
        alone: After as much silence.
    """

    heard: float
    alone: float


Nats = Callable[[Passage], Cost]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Four ways to go on from one prompt.

    Attributes:
        name: The song's.
        collection: The song's.
        candidates: The real bars first.
    """

    name: str
    collection: str
    candidates: tuple[Passage, ...]


def choices_of(songs: Sequence[Song]) -> Iterator[Choice]:
    """Yield a choice for each song that has three other places, or songs that can lend them.

    Foils are taken from elsewhere in the same song; what is missing from songs of the same
    collection in the same meter, brought into the same key.
    """
    for song in songs:
        foils = list(_elsewhere(song.passage))[: CANDIDATES - 1]
        for other in songs:
            if len(foils) == CANDIDATES - 1:
                break
            if other is not song and other.collection == song.collection:
                foils += _lent(song.passage, other.passage)
        if len(foils) == CANDIDATES - 1:
            yield Choice(
                name=song.name, collection=song.collection, candidates=(song.passage, *foils)
            )


@dataclass(frozen=True, slots=True)
class Pick:
    """Which candidates a model chooses; 0 is the real one.

    Attributes:
        likeliest: The one that costs least a note after the prompt. Bars that are easy anyway, such
            as repeated chords, are chosen oftener than they should be.
        helped: The one to which the prompt is worth most: what it costs alone, less what it costs
            after the prompt.
    """

    likeliest: int
    helped: int


def chosen(choice: Choice, nats: Nats) -> Pick:
    """Return which candidates a model chooses."""
    costs = [nats(candidate) for candidate in choice.candidates]
    heard = [cost.heard for cost in costs]
    gains = [cost.alone - cost.heard for cost in costs]
    return Pick(likeliest=heard.index(min(heard)), helped=gains.index(max(gains)))


def nats_a_note(reading: Reading, tokenizer: Tokenizer) -> Nats:
    """Return a function that says what a model finds the bars after a prompt to cost.

    Args:
        reading: How the model reads songs.
        tokenizer: The model's.
    """

    def cost(score: Score, passage: Passage) -> float:
        song = song_of("", score, tokenizer)
        first = int(song.bars[BarMap.of(score).bar_at(passage.start)])
        # The end is nothing that foils and real bars would share.
        losses = token_losses(reading, song.ids)[first - 1 : -1]
        return float(np.sum(losses)) / max(1, passage.following.note_count)

    return lambda passage: Cost(
        heard=cost(passage.score.between(0, passage.end), passage),
        # The same bars after as much silence.
        alone=cost(passage.following, passage),
    )


def share_right(picks: Sequence[int]) -> Interval:
    """Return the share of choices in which the real bars were chosen, with its interval.

    Raises:
        ValueError: Nothing was chosen.
    """
    return mean_interval([float(pick == 0) for pick in picks])


def _elsewhere(passage: Passage) -> Iterator[Passage]:
    """Yield stretches of the same song that are neither prompt nor real, spread over the rest."""
    score, bar_map = passage.score, BarMap.of(passage.score)
    first, real = bar_map.bar_at(passage.begin), bar_map.bar_at(passage.start)
    count = passage.bars
    last = bar_map.bars_until(score.end)
    starts = [*range(first - count + 1), *range(real + count, last - count + 1)]
    step = max(_APART, (len(starts) - 1) // (CANDIDATES - 2))
    for place in starts[::step]:
        foil = _moved(passage, score, bar_map.start_of(place), bar_map.start_of(place + count))
        if foil is not None:
            yield foil


def _lent(passage: Passage, other: Passage) -> Iterator[Passage]:
    """Yield the real bars of another song as a foil, transposed into the prompt's key."""
    ours, theirs = (estimate_key(pitched(p.score)) for p in (passage, other))
    if ours is None or theirs is None or ours.minor != theirs.minor:
        return
    up = (ours.tonic - theirs.tonic + 5) % 12 - 5
    grid = passage.score.ticks_per_quarter
    source = other.score.resampled(grid)
    start, end = (t * grid // other.score.ticks_per_quarter for t in (other.start, other.end))
    foil = _moved(passage, source, start, end, up=up)
    if foil is not None:
        yield foil


def _moved(passage: Passage, source: Score, start: int, end: int, *, up: int = 0) -> Passage | None:
    """Return the prompt with bars of a score after it; None where they fit or differ too little."""
    parts = [track.is_drum for track in passage.score.tracks]
    fits = (
        end - start == passage.end - passage.start
        and _meter(source, start) == _meter(passage.score, passage.start)
        and [track.is_drum for track in source.tracks] == parts[: len(source.tracks)]
    )
    if not fits:
        return None
    notes = [
        PartNote(index, _at(note, passage.start - start, 0 if track.is_drum else up))
        for index, track in enumerate(source.tracks)
        for note in track.between(start, end).notes
    ]
    foil = with_following(passage, notes)
    return foil if notes and _likeness(foil, passage) < _TOO_ALIKE else None


def _meter(score: Score, tick: int) -> tuple[int, int]:
    signature = BarMap.of(score).signature_at(tick)
    return signature.numerator, signature.denominator


def _at(note: Note, later: int, up: int) -> Note:
    return replace(note, start=note.start + later, pitch=min(127, max(0, note.pitch + up)))


def _likeness(a: Passage, b: Passage) -> float:
    pairs = zip(*(bars(p.score, start=p.start, end=p.end) for p in (a, b)), strict=True)
    return mean_in_common((one, other) for one, other in pairs if one | other)


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=6)


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    songs = songs_of(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    choices = list(choices_of(songs))
    if not choices:
        raise EmptyMusicError("No song has other places to take wrong bars from.")
    loaded = load_model(arguments.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    nats = nats_a_note(reading_of(loaded.model, tokenizer.vocabulary), tokenizer)
    rows: list[dict[str, Any]] = []
    progress = output.progress(f"Reading, {arguments.split}")
    for number, choice in enumerate(choices, 1):
        picks = asdict(chosen(choice, nats))
        about = {"collection": choice.collection, "song": choice.name}
        rows.append(about | {name: picks[name] == 0 for name in _WAYS})
        progress.update(number / len(choices), choice.name)
    progress.done()
    return {"split": arguments.split, "candidates": CANDIDATES, "rows": rows}


def _lines(found: Figures) -> list[str]:
    rows = found["rows"]
    cells: list[tuple[str, ...]] = [("", "songs", *_WAYS.values())]
    for name in (*dict.fromkeys(row["collection"] for row in rows), "all"):
        own = [row for row in rows if name in {row["collection"], "all"}]
        cells.append((name, str(len(own)), *(_share(own, way) for way in _WAYS)))
    head = f"the real bars are found among {found['candidates']}, songs of {found['split']}:"
    return [head, *table(cells, indent="  ")]


def _share(rows: list[dict[str, Any]], way: str) -> str:
    # `share_right` takes picks, of which 0 is the real one.
    found = share_right([int(not row[way]) for row in rows])
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


BENCHMARKS = {
    "which-next": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)
}
