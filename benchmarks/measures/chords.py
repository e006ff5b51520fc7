"""Are the chords that are found those that a lead sheet says?

SONGS are folders of lead sheets with the tracks Melody and Chords. What is written is read from the
block chords; what is found is found (a) in the melody with an accompaniment that is arranged here
from the written chords, (b) in melody and block chords as they are, (c) in the melody alone.
Counted in half bars with a written chord.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from benchmarks.arguments import add_seed, add_songs
from benchmarks.harness import Benchmark
from benchmarks.songs import first_songs, folders_of
from engine.cli.command import Arguments, not_negative
from engine.cli.output import Output
from engine.ground.errors import EmptyMusicError
from engine.harmony.chords import Chord, Quality, chord_name, find_chords
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

# What blocks mean, by their steps above the lowest note: quality and the root's step.
# Sixths are triads, ninths and thirteenths sevenths, anything with a fourth for a third is sus.
WRITTEN: dict[tuple[int, ...], tuple[Quality, int]] = {
    (0, 4, 7): ("maj", 0),
    (0, 3, 8): ("maj", 8),
    (0, 5, 9): ("maj", 5),
    (0, 4, 7, 9): ("maj", 0),
    (0, 2, 4, 7): ("maj", 0),
    (0, 2, 4, 7, 9): ("maj", 0),
    (0, 1, 5, 8): ("maj", 1),
    (0, 3, 7): ("min", 0),
    (0, 4, 9): ("min", 9),
    (0, 5, 8): ("min", 5),
    (0, 3, 7, 9): ("min", 0),
    (0, 2, 5, 9): ("min", 2),
    (0, 2, 3, 7, 9): ("min", 0),
    (0, 3, 6): ("dim", 0),
    (0, 3, 9): ("dim", 9),
    (0, 6, 9): ("dim", 6),
    (0, 4, 8): ("aug", 0),
    (0, 5, 7): ("sus", 0),
    (0, 2, 7): ("sus", 0),
    (0, 5, 7, 11): ("sus", 0),
    (0, 2, 5, 7, 10): ("sus", 0),
    (0, 2, 5, 7, 11): ("sus", 0),
    (0, 2, 5, 10): ("sus", 0),
    (0, 5, 7, 10): ("sus", 0),
    (0, 4, 7, 10): ("7", 0),
    (0, 2, 4, 7, 10): ("7", 0),
    (0, 1, 4, 7, 10): ("7", 0),
    (0, 3, 4, 7, 10): ("7", 0),
    (0, 2, 4, 5, 7, 10): ("7", 0),
    (0, 2, 4, 5, 7, 9, 10): ("7", 0),
    (0, 4, 8, 10): ("7", 0),
    (0, 2, 4, 8, 10): ("7", 0),
    (0, 4, 6, 10): ("7", 0),
    (0, 2, 4, 6, 10): ("7", 0),
    (0, 1, 4, 6, 10): ("7", 0),
    (0, 3, 5, 9): ("7", 5),
    (0, 3, 6, 8): ("7", 8),
    (0, 2, 6, 9): ("7", 2),
    (0, 4, 7, 11): ("maj7", 0),
    (0, 2, 4, 7, 11): ("maj7", 0),
    (0, 4, 5, 9): ("maj7", 5),
    (0, 3, 7, 10): ("min7", 0),
    (0, 2, 3, 7, 10): ("min7", 0),
    (0, 3, 5, 8): ("min7", 5),
    (0, 3, 6, 10): ("m7b5", 0),
    (0, 4, 6, 9): ("m7b5", 6),
    (0, 3, 6, 9): ("dim7", 0),
}
Pattern = Callable[[Score, "Block", random.Random], Iterator[Note]]


@dataclass(frozen=True)
class Block:
    """A written chord: from when to when, its pitches, its meaning."""

    start: int
    end: int
    pitches: tuple[int, ...]
    chord: Chord


def written(score: Score) -> list[Block]:
    """Return the written chords whose meaning is known, in order."""
    track = next(track for track in score.tracks if track.name == "Chords")
    starts: dict[int, list[Note]] = {}
    for note in track.notes:
        starts.setdefault(note.start, []).append(note)
    blocks = []
    for start, notes in sorted(starts.items()):
        pitches = tuple(sorted({note.pitch for note in notes}))
        steps = tuple(sorted({(pitch - pitches[0]) % 12 for pitch in pitches}))
        if steps in WRITTEN:
            quality, above = WRITTEN[steps]
            bass = pitches[0] % 12
            chord = Chord(start, (bass + above) % 12, quality, bass)
            blocks.append(Block(start, max(note.end for note in notes), pitches, chord))
    return blocks


def arranged(score: Score, draw: random.Random) -> Score:
    """Return the melody with an accompaniment instead of block chords, one manner a song."""
    manner = draw.choice((stride, broken, alberti, pad))
    notes = [note for block in written(score) for note in manner(score, block, draw)]
    melody = tuple(track for track in score.tracks if track.name != "Chords")
    return replace(score, tracks=(*melody, Track(name="Piano").with_notes(notes)))


def stride(score: Score, block: Block, draw: random.Random) -> Iterator[Note]:
    """Bass on the first beat and in the middle (root, fifth), chords on the others."""
    bass, upper = _bass(block), _close(block)
    for index, (start, length) in enumerate(_beats(score, block)):
        if index % 2 == 0:
            fifth = block.chord.root == block.chord.bass and index % 4 == 2
            yield Note(start, bass - 5 if fifth and draw.random() < 0.6 else bass, length)
        else:
            for pitch in upper:
                yield Note(start, pitch, length // 2)


def broken(score: Score, block: Block, draw: random.Random) -> Iterator[Note]:
    """Eighths up and down through the chord over a held bass."""
    del draw
    pitches = [_bass(block) + 12, *_close(block)]
    order = [*range(len(pitches)), *range(len(pitches) - 2, 0, -1)]
    yield Note(block.start, _bass(block), block.end - block.start)
    index = 0
    for start, length in _beats(score, block):
        for half in (0, 1):
            pitch = pitches[order[index % len(order)]]
            yield Note(start + half * length // 2, pitch, length // 2)
            index += 1


def alberti(score: Score, block: Block, draw: random.Random) -> Iterator[Note]:
    """Low, high, middle, high in eighths: no bass beside it."""
    del draw
    low = _bass(block) + 12
    middle = [pitch for pitch in _close(block) if (pitch - low) % 12] or [low + 12]
    high = middle.pop() if len(middle) > 1 else middle[0]
    order = [pitch for one in middle for pitch in (low, high, one, high)]
    eighths = [
        (start + half * length // 2, length // 2)
        for start, length in _beats(score, block)
        for half in (0, 1)
    ]
    for index, (start, length) in enumerate(eighths):
        yield Note(start, order[index % len(order)], length)


def pad(score: Score, block: Block, draw: random.Random) -> Iterator[Note]:
    """Held chords over a bass that walks by step to the next beat now and then."""
    for pitch in _close(block):
        yield Note(block.start, pitch, block.end - block.start)
    for index, (start, length) in enumerate(_beats(score, block)):
        walks = index % 4 == 3 and draw.random() < 0.5
        yield Note(start, _bass(block) + (draw.choice((-2, -1, 2)) if walks else 0), length)


def _bass(block: Block) -> int:
    return 36 + block.chord.bass


def _close(block: Block) -> list[int]:
    """Return the written pitch classes between 55 and 66: as pianists voice them."""
    return sorted({55 + (pitch - 55) % 12 for pitch in block.pitches})


def _beats(score: Score, block: Block) -> Iterator[tuple[int, int]]:
    quarter = score.ticks_per_quarter
    for start in range(block.start, block.end, quarter):
        yield start, min(quarter, block.end - start)


def melody_alone(score: Score) -> Score:
    """Return the score without its chords."""
    return replace(score, tracks=tuple(t for t in score.tracks if t.name != "Chords"))


def half_bars(score: Score) -> Iterator[tuple[int, int]]:
    """Yield from when to when each half bar lasts."""
    bars = BarMap.of(score)
    for bar, start in bars.bar_starts(0, score.end):
        end = bars.start_of(bar + 1)
        yield start, (start + end) // 2
        yield (start + end) // 2, end


def prevailing(spans: list[tuple[int, int, Chord]], start: int, end: int) -> Chord | None:
    """Return the chord that covers most of a stretch, None where none covers half of it."""
    covered: Counter[tuple[int, str]] = Counter()
    chords: dict[tuple[int, str], Chord] = {}
    for first, past, chord in spans:
        common = min(end, past) - max(start, first)
        if common > 0:
            covered[chord.root, chord.quality] += common
            chords[chord.root, chord.quality] = chord
    if not covered:
        return None
    best, ticks = covered.most_common(1)[0]
    return chords[best] if 2 * ticks >= end - start else None


def spans_of(chords: tuple[Chord, ...], end: int) -> list[tuple[int, int, Chord]]:
    """Return each chord with when it begins and ends."""
    ticks = [*(chord.tick for chord in chords[1:]), end]
    return [(chord.tick, past, chord) for chord, past in zip(chords, ticks, strict=True)]


@dataclass
class Count:
    """Half bars: all, with the right root, quality of those, both and bass."""

    all: int = 0
    root: int = 0
    quality: int = 0
    bass: int = 0

    def line(self) -> str:
        """Return it in per cent of all."""
        shares = [100 * n / max(1, self.all) for n in (self.root, self.quality, self.bass)]
        return (
            f"{self.all:>6} half bars  root {shares[0]:5.1f} %  root and quality {shares[1]:5.1f} %"
            f"  bass {shares[2]:5.1f} %"
        )


def compare(score: Score, heard: Score, count: Count, mistakes: Counter[tuple[str, str]]) -> None:
    """Count half bars of what is found in `heard` against what `score` says."""
    truth = [(block.start, block.end, block.chord) for block in written(score)]
    found = spans_of(find_chords(heard), max(score.end, heard.end))
    first = left = 0
    for start, end in half_bars(score):
        while first < len(truth) and truth[first][1] <= start:
            first += 1
        while left < len(found) and found[left][1] <= start:
            left += 1
        said = prevailing(truth[first : first + 8], start, end)
        if said is None:
            continue
        here = prevailing(found[left : left + 8], start, end) or Chord(0)
        count.all += 1
        count.root += here.root == said.root
        right = here.root == said.root and here.quality == said.quality
        count.quality += right
        count.bass += here.bass == said.bass
        if not right:
            above = (here.root - said.root) % 12
            mistakes[said.quality, f"{here.quality} on +{above}" if here.root >= 0 else "none"] += 1


def _is_lead_sheet(score: Score) -> bool:
    return any(track.name == "Chords" for track in score.tracks)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=0)
    add_seed(parser)
    parser.add_argument(
        "--mistakes", type=not_negative, default=12, help="so many of them are told (12)"
    )


def _measure(arguments: Arguments, _output: Output) -> None:
    scores = list(
        first_songs(
            folders_of(arguments.folders),
            lambda _, score: score if _is_lead_sheet(score) else None,
            split=arguments.split,
            count=arguments.songs,
        )
    )
    if not scores:
        raise EmptyMusicError("There is no lead sheet in these folders.")
    draw = random.Random(arguments.seed)  # noqa: S311 - music, not secrets
    arrangements = [arranged(score, draw) for score in scores]
    kinds = {
        "a arranged": arrangements,
        "b blocks": scores,
        "c melody alone": [melody_alone(score) for score in scores],
    }
    print(f"{len(scores)} songs, {arguments.split}")
    for kind, heard in kinds.items():
        count, mistakes = Count(), Counter[tuple[str, str]]()
        for score, music in zip(scores, heard, strict=True):
            compare(score, music, count, mistakes)
        print(f"{kind:<16}", count.line())
        for (said, here), often in mistakes.most_common(arguments.mistakes):
            print(f"      {often:>5} × {said} heard as {here}")
    begin = time.process_time()
    for score in arrangements:
        find_chords(score)
    took = time.process_time() - begin
    notes = sum(score.note_count for score in arrangements)
    print(f"{len(scores) / took:.0f} songs a second, {notes / took:,.0f} notes a second")
    print("for example:", " ".join(chord_name(c) for c in find_chords(arrangements[0])[:16]))


BENCHMARKS = {"chords": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
