"""The drift of a model while it draws: parts that fall silent, and bars that repeat too often.

The model reads its own bars: one without a bass makes the next bass less likely. The likelihood of
real music does not show this, so a few bars are drawn and compared with real ones.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.evaluation.forced import start_bar
from engine.generation.continuation import Opening, continuations
from engine.generation.draw import MusicGenerator, never
from engine.generation.model import LiveModel
from engine.generation.priors import Priors
from engine.generation.state.heard import is_same_bar
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Request

# Bars of a continuation whose drift is measured.
BARS = 8


@dataclass(frozen=True, slots=True)
class Drift:
    """The difference of drawn and real bars after the same prompt.

    Attributes:
        silent: Share of bars in which a part of the prompt is silent, drawn minus real.
        repeated: Longest run of equal bars, drawn minus real.
    """

    silent: float
    repeated: float


def drifts(
    model: LiveModel,
    songs: Sequence[Score],
    *,
    priors: Priors,
    prompt_bars: int,
    stopped: Callable[[], bool] = never,
) -> Iterator[Drift]:
    """Yield the drift of a model in each song that is long enough.

    Args:
        model: The model.
        songs: Songs that it has not learned from.
        priors: The strengths to draw with, in place of the model's own.
        prompt_bars: Bars of each prompt.
        stopped: Called before and during each song; returns whether to stop.
    """
    generator = MusicGenerator(replace(model, priors=priors))
    for seed, score in enumerate(songs):
        start = start_bar(score, prompt_bars=prompt_bars, bars=BARS)
        if start is None:
            continue
        opening = Opening.of(score, bars=start)
        request = Request(start=opening.boundary, bars=BARS, alternatives=1)
        request = replace(request, sampling=replace(request.sampling, seed=seed))
        (made,) = continuations(generator, opening.score, request, cancelled=stopped)
        if stopped():
            return
        end = BarMap.of(score).start_of(start + BARS)
        yield _drift(opening, made.score, score, end)


def _drift(opening: Opening, made: Score, real: Score, end: int) -> Drift:
    start = opening.boundary
    heard = [index for index, track in enumerate(real.tracks) if track.between(0, start).notes]
    playing = [
        place
        for place, index in enumerate(heard)
        if _sounding(opening.score, place, 0, start) >= 0.5
    ]
    silent = [
        _sounding(real, heard[place], start, end) - _sounding(made, place, start, end)
        for place in playing
    ]
    return Drift(
        silent=sum(silent) / len(silent) if silent else 0.0,
        repeated=float(_longest_run(made, start, end) - _longest_run(real, start, end)),
    )


def _sounding(score: Score, track: int, start: int, end: int) -> float:
    """Return the share of bars in which a track sounds."""
    lines = [*_bar_lines(score, start, end), end]
    notes = score.tracks[track].notes
    bars = [any(n.start < past and n.end > first for n in notes) for first, past in pairwise(lines)]
    return sum(bars) / len(bars)


def _longest_run(score: Score, start: int, end: int) -> int:
    """Return the longest run of equal successive bars, drums left out."""
    lines = [*_bar_lines(score, start, end), end]
    bars = [
        frozenset(
            (note.start - first, index, note.pitch)
            for index, note in score.between(first, past).notes()
            if not score.tracks[index].is_drum
        )
        for first, past in pairwise(lines)
    ]
    longest = run = 1
    for before, after in pairwise(bars):
        run = run + 1 if is_same_bar(before, after) else 1
        longest = max(longest, run)
    return longest


def _bar_lines(score: Score, start: int, end: int) -> Iterator[int]:
    return (tick for _, tick in BarMap.of(score).bar_starts(start, end))
