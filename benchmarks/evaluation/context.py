"""What a longer context is worth: loss by its length, and the length that still matters.

Lengths are counted in the network's steps. A context that begins inside a song comes after the
song's beginning and the declarations of its parts.

Legend: W windows, C steps of context, N targets of a window, in steps; M their ids. The targets are
the same for every context, so that nothing but the context differs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from torch import Tensor

from benchmarks.evaluation.past import Past
from benchmarks.evaluation.reading import SEGMENT, Reading, logits_at_end, nats_at_end
from benchmarks.evaluation.rows import Rows, SongSteps
from benchmarks.evaluation.song import EvaluatedSong, Ids, Nats

CONTEXTS = (0, 64, 128, 256, 512, 1024, 2048, 4096)
TARGETS = 64
RATIOS = (1.0, 0.5, 0.1)
THRESHOLD = 0.01
_ROWS = 8
_APART = 256


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Windows:
    """Places where songs have the longest context before them, spread evenly over all such places.

    Attributes:
        songs: In steps.
        places: (song, first step of the targets) of each, W.
        longest: The longest context, C.
        targets: N.
    """

    songs: tuple[SongSteps, ...]
    places: tuple[tuple[int, int], ...]
    longest: int
    targets: int

    @property
    def notes(self) -> int:
        """Notes among all targets."""
        return sum(
            int(self.songs[song].notes[at : at + self.targets].sum()) for song, at in self.places
        )

    def row(self, place: tuple[int, int], context: int) -> Rows:
        """Return what is read at a place, so that its last N steps are before the targets."""
        song, at = place
        return self.songs[song].window(at - 1 - context, at - 1 + self.targets)


def windows_of(
    songs: Sequence[SongSteps], *, longest: int, targets: int = TARGETS, count: int = 64
) -> Windows:
    """Choose windows.

    Args:
        songs: In steps; songs that are too short for the longest context are left out.
        longest: The longest context.
        targets: Steps measured in each window.
        count: How many windows, at most.

    Raises:
        ValueError: No song is long enough.
    """
    length = longest + targets + 1
    places = [
        (number, start + longest + 1)
        for number, song in enumerate(songs)
        for start in range(song.head, song.steps - length + 1, _APART)
    ]
    if not places:
        raise ValueError(f"no song has {length} steps")
    spread = np.linspace(0, len(places) - 1, min(count, len(places))).round().astype(int)
    chosen = tuple(places[index] for index in spread)
    return Windows(songs=tuple(songs), places=chosen, longest=longest, targets=targets)


def nats_after(
    reading: Reading,
    windows: Windows,
    *,
    context: int,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
    past: bool = False,
) -> Nats:
    """Return the nats of all ids of all targets after one length of context, (M,).

    Args:
        reading: Of the network.
        windows: Where.
        context: Steps before the step that the first target is predicted from.
        segment_length: T, in which the context is read.
        mem_len: Steps carried; None takes the network's.
        past: Whether the context's echo and phrases lean, too.
    """
    found = []
    for first in range(0, len(windows.places), _ROWS):
        places = windows.places[first : first + _ROWS]
        rows = reading.side_by_side([windows.row(place, context) for place in places])
        end = windows.targets
        if past:
            logits = logits_at_end(
                reading, rows, last=end, segment_length=segment_length, mem_len=mem_len
            )
            for place, one in zip(places, logits, strict=True):
                found.append(_leaning(reading, windows, place, one, context=context))
        else:
            nats = nats_at_end(
                reading, rows, last=end, segment_length=segment_length, mem_len=mem_len
            )
            found.append(nats[rows.targets[:, -end:].numpy() >= 0])
    return np.concatenate(found)


def _leaning(
    reading: Reading, windows: Windows, place: tuple[int, int], logits: Tensor, *, context: int
) -> Nats:
    """Return the nats of a window's targets as what was heard in it leans."""
    song, at = windows.songs[place[0]], place[1]
    heard = song.ids_before(at - 1 - context, at)
    wanted = song.ids[song.id_at(at) : song.id_at(at + windows.targets)].tolist()
    return Past.of(heard, reading.vocabulary, reading.priors, strength=1.0).nats(logits, wanted)


def loss_by_context(
    reading: Reading,
    songs: Sequence[Ids],
    *,
    contexts: Sequence[int] = CONTEXTS,
    targets: int = TARGETS,
    windows: int = 64,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
    past: bool = False,
) -> dict[int, float]:
    """Return nats a note of the same notes after contexts of each length (T2).

    Args:
        reading: Of the network.
        songs: Ids of each; songs that are too short for the longest context are left out.
        contexts: Lengths C; the first target itself has no context where C is 0.
        targets: Steps measured in each window.
        windows: How many windows, at most.
        segment_length: T, in which the context is read.
        mem_len: Steps carried; None takes the network's.
        past: Whether the context's echo and phrases lean, too.

    Raises:
        ValueError: No song is long enough.
    """
    read = [reading.song(ids) for ids in songs]
    chosen = windows_of(read, longest=max(contexts), targets=targets, count=windows)
    notes = max(1, chosen.notes)
    return {
        context: float(
            nats_after(
                reading,
                chosen,
                context=context,
                segment_length=segment_length,
                mem_len=mem_len,
                past=past,
            ).sum()
        )
        / notes
        for context in contexts
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveContext:
    """How far back it still pays to look (T3).

    Attributes:
        ratio: The share r of the targets that are hardest with the short context.
        net: Whether targets that get worse with more context count, too.
        steps: RECL, in the network's steps.
        bars: The same in bars, mean over the windows.
        seconds: The same in seconds, mean over the windows.
        at_least: Whether the gain was still large enough at the longest context tried.
        gains: (short context, relative gain of one step more) of each step tried.
    """

    ratio: float
    net: bool
    steps: int
    bars: float
    seconds: float
    at_least: bool
    gains: tuple[tuple[int, float], ...]


def effective_context(
    reading: Reading,
    songs: Sequence[EvaluatedSong],
    *,
    growth: int = 64,
    longest: int = 2048,
    ratios: Sequence[float] = RATIOS,
    targets: int = TARGETS,
    windows: int = 32,
    segment_length: int = SEGMENT,
) -> tuple[EffectiveContext, ...]:
    """Return the relative effective context length, RECL (Dai et al. 2019, appendix C).

    From a short context c on, the context grows by `growth` while the perplexity falls by at least
    one percent. The paper counts only positions that get better, against the best of a group
    of models; of one model alone whatever moves a prediction about at random then counts as gain.
    Beside the paper's figures there is therefore a net one, in which what gets worse counts, too.

    Perplexity is that of an id, whatever a step is.

    Args:
        reading: Of the network.
        songs: Some with `longest` steps and more.
        growth: Δ; also the first short context.
        longest: The longest context tried.
        ratios: r, each gives a figure.
        targets: Steps measured in each window.
        windows: How many windows, at most.
        segment_length: T, in which the context is read.

    Returns:
        One figure for each ratio, then the net one of all targets.

    Raises:
        ValueError: No song is long enough.
    """
    chosen = windows_of(
        [reading.song(song.ids) for song in songs],
        longest=longest,
        targets=targets,
        count=windows,
    )
    measured: dict[int, Nats] = {}

    def nats(context: int) -> Nats:
        if context not in measured:
            measured[context] = nats_after(
                reading, chosen, context=context, segment_length=segment_length
            )
        return measured[context]

    found = []
    for ratio, net in (*((ratio, False) for ratio in ratios), (1.0, True)):
        gains = []
        steps, at_least = growth, True
        for short in range(growth, longest - growth + 1, growth):
            gain = relative_gain(nats(short), nats(short + growth), ratio=ratio, net=net)
            gains.append((short, gain))
            steps = short
            if gain < THRESHOLD:
                at_least = False
                break
            steps = short + growth
        bars, seconds = _reach(songs, chosen, steps)
        found.append(
            EffectiveContext(
                ratio=ratio,
                net=net,
                steps=steps,
                bars=bars,
                seconds=seconds,
                at_least=at_least,
                gains=tuple(gains),
            )
        )
    return tuple(found)


def relative_gain(short: Nats, long: Nats, *, ratio: float, net: bool = False) -> float:
    """Return g of Dai et al. 2019, appendix C: by how much perplexity falls with a longer context.

    Args:
        short: Nats of each target with the short context: the baseline.
        long: Nats of the same targets with the long one; worse ones count as the baseline.
        ratio: Only this share of the targets counts, those with the largest baseline.
        net: Let worse ones count as they are.
    """
    baseline = short.reshape(-1)
    better = (long if net else np.minimum(short, long)).reshape(-1)
    count = max(1, round(ratio * len(baseline)))
    hardest = np.argsort(-baseline, kind="stable")[:count]
    before, after = np.exp(baseline[hardest].mean()), np.exp(better[hardest].mean())
    return float((before - after) / before)


def _reach(songs: Sequence[EvaluatedSong], windows: Windows, steps: int) -> tuple[float, float]:
    """Return how far back so many steps go, in bars and in seconds, mean over the windows."""
    bars, seconds = [], []
    for number, at in windows.places:
        song, read = songs[number], windows.songs[number]
        now, then = read.id_at(at), read.id_at(at - steps)
        bars.append(song.bar_at(now) - song.bar_at(then))
        seconds.append(song.second_at(now) - song.second_at(then))
    return float(np.mean(bars)), float(np.mean(seconds))


def contexts_for(songs: Sequence[SongSteps], contexts: Sequence[int] = CONTEXTS) -> list[int]:
    """Return the contexts for which at least one song is long enough."""
    longest = longest_of(songs)
    return [context for context in contexts if context <= longest]


def longest_of(songs: Sequence[SongSteps]) -> int:
    """Return the longest context that any of the songs has, targets after it; may be negative."""
    return max((song.steps - song.head for song in songs), default=0) - TARGETS - 1


def falls_until(by_context: Mapping[int, float], *, least: float = 0.001) -> int:
    """Return the context up to which the loss falls by `least` nats with every step of T2."""
    reached = 0
    for short, long in pairwise(sorted(by_context)):
        if by_context[short] - by_context[long] < least:
            break
        reached = long
    return reached
