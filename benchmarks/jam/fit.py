"""Whether answers fit what was played: figures taken up, density, lengths, key, and how soon.

    python -m benchmarks jam --answers 8 --half choose

Scripted humans (`benchmarks.jam.players`) play four bars each and wait; the four bars that Segue
answers are compared with them. *Judge* phrases have other seeds than *choose* phrases. The clock
is the stage's: what a note costs on this machine does not count.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam.bar_grid import next_multiple
from engine.live.jam.session import SEGUE
from engine.messages import PlanBegun
from engine.messages.jamming import JamVoice, StartJam
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track

Figures = dict[str, float]

# The seeds of a half's phrases begin here. Those of *judge* from 1000 and 2000 on were looked at.
_FIRST_SEED: dict[Half, int] = {"choose": 0, "judge": 3000}
# The stage waits this long after a phrase; an answer begins after 1.9 beats of silence at most.
_LONGEST_WAIT = 2 * BAR
# Successive strokes of a drummer that make one figure.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A phrase and what Segue answered.

    Attributes:
        phrase: The notes of the human, from tick 0.
        notes: Segue's notes.
        begin: Tick where the answer begins.
        until: The bar line where it ends.
        tick_s: Seconds of a tick.
        is_drum: Whether both are strokes of a drum kit.
    """

    phrase: tuple[Note, ...]
    notes: tuple[Note, ...]
    begin: int
    until: int
    tick_s: float
    is_drum: bool

    @property
    def bars(self) -> float:
        """Length of the answer."""
        return (self.until - self.begin) / BAR


def answer_to(model: LiveModel, player: str, seed: int, *, bars: int = BARS) -> Answer | None:
    """Play a phrase, wait for the answer and return both; None if there was none.

    Args:
        model: Loaded.
        player: A name in `PLAYERS`.
        seed: Of the phrase, and of what is drawn.
        bars: Whole bars of the answer.
    """
    phrase, is_drum = PLAYERS[player](seed), player == "drums"
    stage = Stage(model, _start(is_drum=is_drum, seed=seed, bars=bars))
    stage.play(phrase)
    stage.until(max(note.end for note in phrase) + _LONGEST_WAIT)
    begun = [message.from_tick for message in stage.said if isinstance(message, PlanBegun)]
    if not begun:
        return None
    until = next_multiple(begun[0], BAR) + bars * BAR
    stage.until(until)
    notes = stage.jam.captured().score.tracks[SEGUE].notes
    return Answer(
        phrase=phrase,
        notes=tuple(note for note in notes if note.start < until),
        begin=begun[0],
        until=until,
        tick_s=stage.now_s / stage.tick,
        is_drum=is_drum,
    )


def answered(model: LiveModel, player: str, seed: int) -> Figures:
    """Return the figures of the answer to a phrase.

    Args:
        model: Loaded.
        player: A name in `PLAYERS`.
        seed: Of the phrase, and of what is drawn.

    Returns:
        `late_s` from the last release to the answer and `rest_s` from there to its first note,
        `notes` a bar divided by the phrase's, and the shares `figures`, `rhythm`, and `kit` of
        drums or `lengths` and `in_key`.
    """
    answer = answer_to(model, player, seed)
    if answer is None:
        return {"answered": 0.0}
    first = min((note.start for note in answer.notes), default=answer.until)
    end = max(note.end for note in answer.phrase)
    return {
        "answered": 1.0,
        "late_s": (answer.begin - end) * answer.tick_s,
        "rest_s": (first - answer.begin) * answer.tick_s,
        **fit(answer),
    }


def fit(answer: Answer) -> Figures:
    """Return how an answer fits its phrase."""
    before, after, is_drum = answer.phrase, answer.notes, answer.is_drum
    track = Track(is_drum=is_drum, notes=tuple(sorted((*before, *after))))
    score = Score(tracks=(track,))
    passage = Passage(score=score, begin=0, start=answer.begin, end=answer.until)
    taken = _kit_figures_taken_up(before, after) if is_drum else figures_taken_up(passage)
    figures = {
        "notes": (len(after) / max(1.0, answer.bars)) / (len(before) / BARS),
        "rhythm": common_share(_gaps(before), _gaps(after)),
        "figures": taken,
    }
    if is_drum:
        figures["kit"] = common_share((n.pitch for n in before), (n.pitch for n in after))
    else:
        figures["in_key"] = in_key(passage)
        figures["lengths"] = common_share(map(_length, before), map(_length, after))
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
