"""What both sides of a gap are worth to a model: 4 true bars of held-out songs, and those after.

MODEL learned to fill gaps. The network reads the same bars twice: as they are written, and in the
order in which the gap's bars follow what stands right of them (`engine/tokens/ordering.py`). Prints
nats a note of the gaps' bars given the left side and given both, of the bars after them as they are
written and after a gap that was filled, for all songs and by collection, and the gain with its 95 %
interval over songs. A gap is of all parts or, with `--beside`, of one: of that its notes alone are
counted, for its bar lines and chords are said again. What leads into a gap is read right before it,
as many bars as Fill reads (`engine/generation/reading/gap.py`) or N.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.reading import Reading, reading_of, song_nats
from benchmarks.evaluation.song import Ids, Nats, song_of
from benchmarks.harness import Benchmark
from benchmarks.quality.statistics import ratio_of
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.generation.reading.gap import lead_into, within_reach
from engine.ground.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.tokens.events import SongEvents, events_of, said
from engine.tokens.ordering import MEMORY, Gap, moved, reordered
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score

BARS = 4
# Of a memory of 256 steps: steps of a gap, and from its beginning to the end of what is read right
# of it, so that what stands before it is in reach while it is filled.
_MOST_LEFT_OUT, _MOST_TOGETHER = 110, 200
_NOTES = (TokenKind.DURATION, TokenKind.VELOCITY)
_FEWEST = 4  # notes of a part that is left out of a gap


@dataclass(frozen=True, slots=True, kw_only=True)
class Infilling:
    """How well the bars of gaps are predicted, and those after them.

    Attributes:
        gaps: How many.
        notes: In them.
        left: Nats of their bars, given what stands before.
        both: The same, given what stands on both sides.
        notes_after: In the bars that are read next.
        after_written: Nats of these, read as they are written.
        after_filled: The same, after the gap was filled.
    """

    gaps: int = 0
    notes: int = 0
    left: float = 0.0
    both: float = 0.0
    notes_after: int = 0
    after_written: float = 0.0
    after_filled: float = 0.0

    @property
    def gain(self) -> float:
        """Nats a note that the right side saves."""
        return (self.left - self.both) / max(1, self.notes)

    @property
    def cost_after(self) -> float:
        """Nats a note that the bars after the gap cost more."""
        return (self.after_filled - self.after_written) / max(1, self.notes_after)

    def __add__(self, other: "Infilling") -> "Infilling":
        return Infilling(
            gaps=self.gaps + other.gaps,
            notes=self.notes + other.notes,
            left=self.left + other.left,
            both=self.both + other.both,
            notes_after=self.notes_after + other.notes_after,
            after_written=self.after_written + other.after_written,
            after_filled=self.after_filled + other.after_filled,
        )


def infilling(
    reading: Reading,
    songs: Iterable[Ids],
    *,
    most: int = 2,
    beside: bool = False,
    lead: int | None = None,
) -> Iterator[Infilling]:
    """Yield, for each song that has one, what its gaps' other sides are worth.

    Args:
        reading: Of a network whose vocabulary has announcements.
        songs: Ids, begin and end included.
        most: Gaps of a song.
        beside: Whether one part is left out, and not all.
        lead: Bars before a gap that are read last, where there are so many; None: as many as are
            read when it is filled.
    """
    for ids in songs:
        memory = max(MEMORY, reading.network.config.mem_len)
        gaps = gaps_of(ids, reading.vocabulary, most=most, beside=beside, memory=memory)
        found = [_measured(reading, *one, lead) for one in gaps]
        if found:
            yield sum(found, start=Infilling())


def gaps_of(
    ids: Ids, vocabulary: Vocabulary, *, most: int, beside: bool = False, memory: int = MEMORY
) -> Iterator[tuple[Ids, Gap]]:
    """Yield parts of a song with a gap of 4 bars and as many bars after them.

    Args:
        ids: Of the song, begin and end included.
        vocabulary: With announcements.
        most: How many, spread over the song.
        beside: Whether one part is left out, and not all.
        memory: Steps that the network's memory holds, which are read before a gap.
    """
    events = events_of(ids, vocabulary)
    bars = len(events.bar_starts) - 1
    if bars < 4 * BARS:
        return
    places = np.linspace(BARS, bars - 3 * BARS, most, dtype=np.int64)
    for first in np.unique(places).tolist():
        found = _gap_at(events, first, vocabulary, memory=memory)
        if found is not None and beside:
            found = _of_one_part(*found, vocabulary)
        if found is not None:
            yield found


def _of_one_part(ids: Ids, gap: Gap, vocabulary: Vocabulary) -> tuple[Ids, Gap] | None:
    """Return a gap of one of the parts that play in it; None where it would be all."""
    events = events_of(ids, vocabulary)
    played = events.part[moved(events, gap)]
    playing, notes = np.unique(played[played >= 0], return_counts=True)
    enough = playing[notes >= _FEWEST]
    if len(playing) < 2 or not len(enough):
        return None
    # One or another, as it comes.
    return ids, replace(gap, parts=frozenset({int(enough[len(ids) % len(enough)])}))


def _gap_at(
    events: SongEvents, first: int, vocabulary: Vocabulary, *, memory: int
) -> tuple[Ids, Gap] | None:
    starts = events.bar_starts
    after, until, end = (first + BARS * n for n in (1, 2, 3))
    left_out, together = starts[after] - starts[first], starts[until] - starts[first]
    size = memory / MEMORY
    if left_out > _MOST_LEFT_OUT * size or together > _MOST_TOGETHER * size:
        return None
    begin = int(np.searchsorted(starts, starts[first] - memory))
    head = np.arange(starts[0])
    order = np.concatenate((head, np.arange(starts[begin], starts[end]), [len(events.kind) - 1]))
    gap = Gap(first=first - begin, after=after - begin, until=until - begin)
    return said(events, order, vocabulary), gap


def _measured(reading: Reading, ids: Ids, gap: Gap, lead: int | None) -> Infilling:
    vocabulary = reading.vocabulary
    written = events_of(ids, vocabulary)
    starts = written.bar_starts
    if lead is None:
        memory = reading.network.config.mem_len
        gap = within_reach(written, gap, memory=memory)
        lead = lead_into(gap, written, memory=memory)
    lead = min(lead, gap.first)
    block = replace(gap, first=gap.first - lead)
    filled = events_of(reordered(ids, [block], vocabulary), vocabulary)
    before, after = _by_step(reading, written.ids), _by_step(reading, filled.ids)
    first_ids = vocabulary.kinds[filled.ids[filled.begins]]
    rejoin = int(np.flatnonzero(first_ids == TokenKind.REJOIN)[0])
    own = moved(written, gap)
    again = np.arange(rejoin - len(own), rejoin)
    notes = np.isin(written.kind, _NOTES)
    if gap.parts is not None:
        own, again = own[notes[own]], again[notes[own]]
    # As many bar lines are paid for in both: with a lead the first, without one the last.
    last = 0.0 if lead or gap.parts is not None else float(after[rejoin])
    # A bar's own ids are not compared: after a block nobody has to find out that a bar is over.
    next_bars = slice(int(starts[gap.until]) + 1, int(starts[-1]))
    return Infilling(
        gaps=1,
        notes=int(notes[own].sum()),
        left=float(before[own].sum()),
        both=float(after[again].sum()) + last,
        notes_after=int(notes[next_bars].sum()),
        after_written=float(before[next_bars].sum()),
        after_filled=float(after[rejoin + 2 : len(filled.kind) - 1].sum()),
    )


def _by_step(reading: Reading, ids: Ids) -> Nats:
    """Return the nats of each step, (S,); none of the first."""
    song = reading.song(ids)
    found: Nats = np.append(0.0, song_nats(reading, song, song.rows).sum(axis=-1))
    return found


def line(name: str, songs: list[Infilling]) -> str:
    """Return a row of the table."""
    whole = sum(songs, start=Infilling())
    notes, after = max(1, whole.notes), max(1, whole.notes_after)
    gain = ratio_of([song.left - song.both for song in songs], [song.notes for song in songs])
    return (
        f"| {name} | {whole.gaps} | {whole.notes} | {whole.left / notes:.3f} |"
        f" {whole.both / notes:.3f} | {whole.gain:.3f} ({gain.low:.3f} to {gain.high:.3f}) |"
        f" {whole.after_written / after:.3f} | {whole.cost_after:+.3f} |"
    )


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=10)
    parser.add_argument("--gaps", type=positive, default=2, help="of each song (2)")
    parser.add_argument("--beside", action="store_true", help="gaps of one part")
    parser.add_argument("--lead", type=not_negative, help="bars; by default as many as Fill reads")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)

    def gaps_of(file: SongFile, score: Score) -> tuple[str, Infilling] | None:
        ids = song_of(file.name, score, tokenizer).ids
        gaps = infilling(reading, [ids], most=wanted.gaps, beside=wanted.beside, lead=wanted.lead)
        whole = next(gaps, None)
        return None if whole is None else (file.collection, whole)

    found: dict[str, list[Infilling]] = defaultdict(list)
    for collection, gaps in first_songs(
        folders_of(wanted.folders), gaps_of, split=wanted.split, count=wanted.songs
    ):
        found[collection].append(gaps)
    if not found:
        raise EmptyMusicError("No song here is long enough for a gap.")
    print("| songs | gaps | notes | left | both | gain | after, written | after, filled |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    print(line("all", [one for songs in found.values() for one in songs]))
    for source, songs in found.items():
        print(line(source, songs))


BENCHMARKS = {"infilling": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
