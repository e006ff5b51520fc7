"""Whether answers fit what was played: figures taken up, density, lengths, key, and how soon.

    python -m benchmarks jam --answers 8 --split choose

Scripted humans (`benchmarks.jam.players`) play four bars each and wait; the four bars that Segue
answers are compared with them. *Judge* phrases have other seeds than *choose* phrases. The clock
is the stage's: what a note costs on this machine does not count.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

from benchmarks.evaluation.likeness import common_share, figures_taken_up, in_key
from benchmarks.evaluation.passages import Passage
from benchmarks.jam.players import BAR, BARS, PLAYERS
from benchmarks.jam.stage import Stage
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import Half
from engine.config import SamplingConfig
from engine.generation.model import LiveModel
from engine.live.jam.session import SEGUE
from engine.messages import PlanBegun
from engine.messages.jamming import JamVoice, StartJam
from engine.music.score import Note, Score, Track
from engine.paths import starter_model
from engine.request import Request

Figures = dict[str, float]

# The seeds of a half's phrases begin here.
_FIRST_SEED: dict[Half, int] = {"choose": 0, "judge": 1000}
_LONGEST_WAIT = 2 * BAR
_FIGURE = 4


def measure(*, split: Half, phrases: int, model: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield a row for each player: each figure's mean with its 95 % interval over phrases.

    Args:
        split: Which phrases.
        phrases: Of each player.
        model: Its folder; None takes the starter.
    """
    loaded = LiveModel.load(model or starter_model())
    for player in PLAYERS:
        made = [answered(loaded, player, seed) for seed in seeds_of(split, phrases)]
        names = sorted({name for figures in made for name in figures})
        row: dict[str, Any] = {"player": player, "phrases": len(made)}
        for name in names:
            mean = mean_of([figures[name] for figures in made if name in figures])
            row[name] = [round(value, 3) for value in (mean.value, mean.low, mean.high)]
        yield row


def seeds_of(split: Half, phrases: int) -> range:
    """Return the seeds of a half's phrases."""
    return range(_FIRST_SEED[split], _FIRST_SEED[split] + phrases)


def answered(model: LiveModel, player: str, seed: int, *, bars: int = BARS) -> Figures:
    """Play a phrase, wait for the answer and return its figures.

    Args:
        model: Loaded.
        player: A name in `PLAYERS`.
        seed: Of the phrase, and of what is drawn.
        bars: Length of the answer.

    Returns:
        `late_s` from the last release to the first note, `notes` a bar divided by the phrase's,
        and the shares `figures`, `rhythm`, `lengths` and for pitched players `in_key`.
    """
    phrase = PLAYERS[player](seed)
    is_drum = player == "drums"
    stage = Stage(model, _start(is_drum=is_drum, seed=seed, bars=bars))
    stage.play(phrase)
    end = max(note.end for note in phrase)
    stage.until(end + _LONGEST_WAIT)
    begun = [message for message in stage.said if isinstance(message, PlanBegun)]
    if not begun:
        return {"answered": 0.0}
    first = begun[0].from_tick
    bar_line = -(-first // BAR) * BAR
    stage.until(bar_line + bars * BAR)
    score = stage.jam.captured().score
    answer = tuple(n for n in score.tracks[SEGUE].notes if n.start < bar_line + bars * BAR)
    seconds = stage.now_s / stage.tick
    return {
        "answered": 1.0,
        "late_s": (first - end) * seconds,
        "rest_s": (min((note.start for note in answer), default=first) - first) * seconds,
        **fit(phrase, answer, begin=first, until=bar_line + bars * BAR, is_drum=is_drum),
    }


def fit(
    phrase: Sequence[Note], answer: Sequence[Note], *, begin: int, until: int, is_drum: bool
) -> Figures:
    """Return how an answer fits a phrase.

    Args:
        phrase: The notes of the human, from tick 0.
        answer: Segue's notes.
        begin: First tick of the answer.
        until: Tick past its last bar.
        is_drum: Whether both are strokes of a drum kit.
    """
    track = Track(is_drum=is_drum, notes=tuple(sorted((*phrase, *answer))))
    # The bar line before which nothing of the answer begins: figures are asked from there.
    passage = Passage(score=Score(tracks=(track,)), begin=0, start=begin, end=until)
    before = len(phrase) / BARS
    after = len(answer) / max(1.0, (until - begin) / BAR)
    figures = {
        "notes": after / before,
        "rhythm": common_share(_gaps(phrase), _gaps(answer)) or 0.0,
        "figures": _kit_figures_taken_up(phrase, answer) if is_drum else figures_taken_up(passage),
    }
    if is_drum:
        figures["kit"] = common_share((n.pitch for n in phrase), (n.pitch for n in answer))
    else:
        figures["in_key"] = in_key(passage)
        figures["lengths"] = common_share(map(_length, phrase), map(_length, answer))
    return {name: value for name, value in figures.items() if value is not None}


def _start(*, is_drum: bool, seed: int, bars: int) -> StartJam:
    return StartJam(
        mode="answer",
        me=JamVoice(track=0, is_drum=is_drum),
        segue=JamVoice(track=1, is_drum=is_drum),
        bars=bars,
        # The planner counts the seed up for each draft: phrases must not share drafts.
        ask=Request(sampling=SamplingConfig(seed=1000 * seed)),
    )


def _gaps(notes: Sequence[Note]) -> list[int]:
    """Return the ticks between successive onsets, in twelfths of a beat."""
    onsets = sorted({note.start for note in notes})
    return [round(12 * 4 * (late - early) / BAR) for early, late in pairwise(onsets)]


def _length(note: Note) -> int:
    return round(2 * log2(note.duration / BAR))


def _kit_figures_taken_up(phrase: Sequence[Note], answer: Sequence[Note]) -> float:
    """Return the share of four successive strokes, with the times between them, that were heard."""
    known, found = set(_kit_figures(phrase)), list(_kit_figures(answer))
    return sum(figure in known for figure in found) / len(found) if found else 0.0


def _kit_figures(notes: Sequence[Note]) -> Iterator[tuple[object, ...]]:
    struck: dict[int, set[int]] = {}
    for note in notes:
        struck.setdefault(note.start, set()).add(note.pitch)
    onsets = sorted(struck)
    for first in range(len(onsets) - _FIGURE + 1):
        part = onsets[first : first + _FIGURE]
        times = [round(12 * 4 * (late - early) / BAR) for early, late in pairwise(part)]
        yield (*(frozenset(struck[at]) for at in part), *times)
