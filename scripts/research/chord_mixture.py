"""How well are the chords of real songs foreseen, and do planned chords keep to their mode?

    python scripts/research/chord_mixture.py choose|judge SONGS...

`docs/experiments/2026-11-29-chord-mixture.md` has the answers. SONGS are folders, or NAME=FOLDER.
It takes a minute of one core for 25 songs a collection. It prints one row for each collection, one
for prompts in a mode and one for all: nats a bar of the eight real bars that follow a prompt, each
after the real ones before, and for plans of sixteen bars and the real ones the shares of chords
with a tone outside the home's scale and of diminished sevenths, and how many of four plans differ.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import numpy as np

from benchmarks.quality.songs import has_bars
from benchmarks.songs import HALVES, Half, folders_of, song_files
from engine.errors import SegueError
from engine.music.chord_symbols import QUALITIES
from engine.music.score import Score
from engine.music.time import BarMap
from engine.paths import starter_model
from engine.planning.chord_mixture import ChordMixture
from engine.planning.chord_model import ChordModel, load_chord_model
from engine.planning.harmony import NONE, TONES, BarChords, chords_of_bars
from engine.planning.phrases import PHRASE
from engine.planning.planner import Planner, PlanPrompt, plan_prompt

MOST_SONGS = 25  # of a collection
HEARD, PLANNED = 16, 16  # bars before and after a start
ROWS = 4  # plans of a prompt
DIMINISHED = tuple(QUALITIES).index("dim7")


class Planned(NamedTuple):
    """What plans and the real bars say. Shares are of bars with a chord."""

    foreign: float
    really_foreign: float
    diminished: float
    really_diminished: float
    plans: int


class Found(NamedTuple):
    """What one prompt says: the nats of each bar, and plans where sixteen real bars follow."""

    collection: str
    in_mode: bool
    nats: tuple[float, ...]
    planned: Planned | None


def found_in(model: ChordModel, half: Half, songs: Sequence[str]) -> Iterator[Found]:
    """Yield what each prompt says."""
    read: Counter[str] = Counter()
    for file in song_files(folders_of(songs), split=half):
        if read[file.collection] == MOST_SONGS:
            continue
        try:
            score = file.score()
        except SegueError:
            continue
        if not score.note_count or not has_bars(score):
            continue
        prompts = list(prompts_of(score))
        read[file.collection] += bool(prompts)
        for prompt, real in prompts:
            has_plan = len(real) == PLANNED and not prompt.stands_still
            yield Found(
                collection=file.collection,
                in_mode=bool(prompt.key.mode),
                nats=tuple(nats(model, prompt, real[:PHRASE])),
                planned=planned_beside(model, prompt, real) if has_plan else None,
            )


def prompts_of(score: Score) -> Iterator[tuple[PlanPrompt, tuple[BarChords, ...]]]:
    """Yield prompts of 8 and 16 bars from the beginning and one from the middle, and what comes."""
    bars = BarMap.of(score)
    first = bars.bar_at(min(note.start for _, note in score.notes()))
    past = bars.bars_until(score.end)
    middle = first + (HEARD + past - PHRASE - first) // 8 * 4
    for bar in sorted({first + PHRASE, first + HEARD, middle}):
        if first + PHRASE <= bar <= past - PHRASE:
            since = bars.start_of(max(first, bar - HEARD))
            start = bars.start_of(bar)
            prompt = plan_prompt(score.between(since, start) if since else score, start=start)
            if prompt is not None and not prompt.is_key_alone:
                until = min(bar + PLANNED, past)
                yield prompt, chords_of_bars(score, prompt.key, first=bar, past=until)


def planned_beside(model: ChordModel, prompt: PlanPrompt, real: Sequence[BarChords]) -> Planned:
    """Return what plans after a prompt and the real bars say."""
    planner = Planner(model, prompt, bars=PLANNED)
    plans = [planner.plan(seed) for seed in range(ROWS)]
    planned = [bar.chords.first for plan in plans for bar in plan]
    played = [bar.first for bar in real if bar.first != NONE]
    return Planned(
        foreign=share_foreign(planned, prompt),
        really_foreign=share_foreign(played, prompt),
        diminished=share_diminished(planned),
        really_diminished=share_diminished(played),
        plans=len(set(plans)),
    )


def nats(model: ChordModel, prompt: PlanPrompt, real: Sequence[BarChords]) -> Iterator[float]:
    """Yield the nats of each real bar with a chord, each after the real ones before."""
    mixture = ChordMixture(model, prompt.key, prompt.chords[-HEARD:])
    chords = list(prompt.chords)
    for bar, now in enumerate(real, prompt.place):
        sums = mixture.after(chords[-2:][0].middle, chords[-1].middle, place=bar % PHRASE)
        if now.first != NONE:
            yield -float(np.log(np.diff(sums, prepend=0.0)[now.first] / sums[-1]))
        chords.append(now)


def share_foreign(chords: Sequence[int], prompt: PlanPrompt) -> float:
    """Return the share of chords with a tone outside the home's scale."""
    scale = {(tone - prompt.key.tonic) % 12 for tone in prompt.key.pitch_classes}
    return fmean(not TONES[chord] <= scale for chord in chords) if chords else 0.0


def share_diminished(chords: Sequence[int]) -> float:
    """Return the share of diminished sevenths."""
    return fmean(chord // 12 == DIMINISHED for chord in chords) if chords else 0.0


def row(name: str, found: Sequence[Found]) -> str:
    """Return a line of means."""
    nats_of_bars = [nats for each in found for nats in each.nats]
    planned = [each.planned for each in found if each.planned]
    shares = [fmean(column) for column in zip(*planned, strict=True)]
    figures = " ".join(f"{share:7.3f}" for share in shares)
    return f"{name:12} {len(found):4} {fmean(nats_of_bars):6.3f} {figures}"


def main(name: str = "", *songs: str) -> None:
    """Print all rows."""
    model = load_chord_model(starter_model())
    half = next((each for each in HALVES if each == name), None)
    if half is None or model is None:
        sys.exit(__doc__)
    found = list(found_in(model, half, songs))
    print(f"{'':12} {'n':>4} {'nats':>6} foreign (real) dim. 7 (real) plans of {ROWS}")
    for collection in sorted({each.collection for each in found}):
        print(row(collection, [each for each in found if each.collection == collection]))
    if in_mode := [each for each in found if each.in_mode]:
        print(row("in a mode", in_mode))
    print(row("all", found))


if __name__ == "__main__":
    main(*sys.argv[1:])
