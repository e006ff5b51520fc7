"""How well phrase ends are found on recorded playing, and which numbers find them best.

    python scripts/research/phrase_ends.py ../shared/data/clean --fit

A phrase ends where a silence of at least two beats follows, or the piece does. Every recording is
played to `PhraseEnds`, key by key; each silence in which it says "over" is an end found, wrongly
if the silence lasts less than two beats. With `--fit` half of the files are fitted to and the other
half judged. *At once* is how it is decided in free time; with a beat it is *held* until just before
the beat on which the answer begins, or until the silence leaves no doubt.
"""

import argparse
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from engine.errors import SegueError
from engine.generation.model import LiveModel
from engine.live.jam.bar_grid import BarGrid, moved
from engine.live.jam.memory import JamMemory
from engine.live.jam.phrase_ends import PhraseEnds, PhraseTimeout
from engine.live.jam.turn_taking import BORDER_S
from engine.music.midifile import read_midi
from engine.music.score import Score, TimeSignature, Track
from engine.music.time import Timeline
from engine.tokens.parts import Parts

BEATS = 2.0
DRUM_S = 0.05  # a drum's note-off says nothing of how long it was struck
ROUNDS = 600
ASKED_FROM = 0.75  # beats of silence
HEARD_BARS = 8
PEDAL, DOWN = 64, 64


@dataclass(frozen=True, slots=True)
class Silence:
    """A silence, and what was known as it began."""

    beats: float
    beat_s: float
    phase: float  # of a beat, where it began
    since_s: float
    known: dict[str, float | bool]


class Recorder(PhraseEnds):
    """Tells what patience is asked with."""

    @property
    def known(self) -> dict[str, float | bool]:
        """What is known as a silence begins."""
        asked: list[dict[str, float | bool]] = []

        class Asking(PhraseTimeout):
            def beats(self, **known: float | bool) -> float:  # type: ignore[override]
                asked.append(known)
                return self.most

        self._patience = Asking()
        _ = self.due_s
        return asked[0]


def silences(score: Score, *, drums: bool) -> Iterator[Silence]:
    """Yield the silences of a quarter of a beat and more; the end of the piece is one."""
    time = Timeline(score)
    beat_s = 60.0 / time.tempo.bpm_at(0)
    ends = Recorder(beat_s=beat_s)
    since: float | None = None
    for seconds, kind, value, strong in moves(score, time, drums=drums):
        if kind == 2 and since is not None and (seconds - since) / beat_s >= 0.25:
            yield Silence(
                (seconds - since) / beat_s, beat_s, since / beat_s % 1.0, since, ends.known
            )
        if kind == 2:
            ends.press(seconds, value, strong=strong)
            since = None
        elif kind == 0:
            ends.release(seconds, value)
            since = ends.silent_since_s
        else:
            ends.move_pedal(down=value >= DOWN)
    if since is not None:
        yield Silence(math.inf, beat_s, since / beat_s % 1.0, since, ends.known)


def expecting(found: list[Silence], score: Score, model: LiveModel) -> Iterator[Silence]:
    """Yield silences with the model's expectation, of those long enough to be asked about."""
    time = Timeline(score)
    grid = BarGrid(
        meter=TimeSignature(0, 4, 4),
        bpm=time.tempo.bpm_at(0),
        ticks_per_quarter=score.ticks_per_quarter,
    )
    notes = sorted(note for _, note in score.notes())
    drum = any(track.is_drum for track in score.tracks)
    parts = Parts((0,), (-1 if drum else 0,))
    for silence in found:
        if silence.beats < ASKED_FROM:
            yield silence
            continue
        tick = round(time.tempo.tick_at(silence.since_s))
        first = max(0, grid.bar_at(tick) - HEARD_BARS)
        ear = JamMemory(model, grid, tracks=(Track(is_drum=drum),), parts=parts)
        last = [note for note in notes if first * grid.bar <= note.start < tick]
        ear.add_notes(0, moved(last, -first * grid.bar))
        ear.latest_tick = tick - first * grid.bar
        ear.update_chords()
        yield replace(silence, known=silence.known | {"expected": ear.rest_share()})


def moves(score: Score, time: Timeline, *, drums: bool) -> list[tuple[float, int, int, bool]]:
    """Return releases (0), pedals (1) and presses (2) in order."""
    found: list[tuple[float, int, int, bool]] = []
    bar = time.bars.start_of(1)
    for _, note in score.notes():
        on = time.tempo.seconds_at(note.start)
        off = on + DRUM_S if drums else time.tempo.seconds_at(note.end)
        off_beat = note.start % bar
        strong = min(off_beat, bar - off_beat) < score.ticks_per_quarter / 8
        found += [(on, 2, note.pitch, strong), (max(off, on + 1e-3), 0, note.pitch, False)]
    for track in score.tracks:
        for control in track.controls:
            if control.number == PEDAL:
                found.append((time.tempo.seconds_at(control.tick), 1, control.value, False))
    return sorted(found)


def judged(
    found: Iterable[Silence], patience: PhraseTimeout, *, held: bool = False
) -> dict[str, float]:
    """Return how many ends there are, and how patience finds them.

    Args:
        found: The silences.
        patience: How long is waited.
        held: Whether it is decided as late as the beat of the answer allows, as with a beat.
    """
    right = missed = wrong = sounded = 0
    delays: list[float] = []
    answered: list[float] = []
    for silence in found:
        waits = patience.beats(**silence.known)  # type: ignore[arg-type]
        answers = math.ceil(silence.phase + waits - 1e-9) - silence.phase  # on the next beat
        if held:
            latest = min(answers - BORDER_S / silence.beat_s, patience.most)
            waits = max(waits, latest)
        is_end = silence.beats >= BEATS
        if is_end and silence.beats >= waits:
            right += 1
            delays.append(waits * silence.beat_s)
            answered.append(answers * silence.beat_s)
        elif is_end:
            missed += 1
        elif silence.beats >= waits:
            wrong += 1
            sounded += silence.beats >= answers
    ends = right + missed
    return {
        "ends": ends,
        "wrong": wrong / max(1, ends),
        "heard wrongly": sounded / max(1, ends),
        "missed": missed / max(1, ends),
        "median delay s": median(delays) if delays else 0.0,
        "answered after s": median(answered) if answered else 0.0,
    }


def worth(found: list[Silence], patience: PhraseTimeout) -> float:
    """Return what is to be least: the delay, and what is beyond one wrong or missed in fifty."""
    made = judged(found, patience)
    beyond = max(0.0, made["wrong"] - 0.02) + max(0.0, made["missed"] - 0.02)
    return made["median delay s"] + 20.0 * beyond


def fitted(found: list[Silence], seed: int = 1) -> PhraseTimeout:
    """Return the best of many patiences, each a step from the best so far."""
    draw = random.Random(seed)  # noqa: S311 - a search, not a secret
    best = PhraseTimeout(
        bias=math.log(1.9), long=0.0, slowing=0.0, strong=0.0, expected=0.0, pedal=0.0
    )
    least = worth(found, best)
    for _ in range(ROUNDS):
        tried = replace(
            best,
            bias=best.bias + draw.gauss(0, 0.15),
            long=best.long + draw.gauss(0, 0.05),
            slowing=best.slowing + draw.gauss(0, 0.05),
            strong=best.strong + draw.gauss(0, 0.05),
            expected=best.expected + draw.gauss(0, 0.1),
            pedal=max(0.0, best.pedal + draw.gauss(0, 0.1)),
        )
        value = worth(found, tried)
        if value < least:
            best, least = tried, value
    return best


def main() -> None:
    """Read recordings, fit or not, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of groove's files: each so many")
    parser.add_argument("--model", type=Path, help="ask it, too, what it expects")
    arguments = parser.parse_args()
    model = LiveModel.load(arguments.model) if arguments.model else None
    halves: tuple[list[Silence], list[Silence]] = ([], [])
    sources: dict[str, list[Silence]] = {}
    judges = {1} if arguments.fit else {0, 1}
    for source in ("giantmidi", "groove"):
        paths = sorted((arguments.folder / source).rglob("*.mid*"))
        for index, path in enumerate(paths[:: arguments.every if source == "groove" else 1]):
            try:
                score = read_midi(path.read_bytes()).score
            except SegueError:
                continue
            found = list(silences(score, drums=source == "groove"))
            if model is not None:
                found = list(expecting(found, score, model))
            halves[index % 2].extend(found)
            if index % 2 in judges:
                sources.setdefault(source, []).extend(found)
    lengths = (0.75, 1, 1.5, 1.75, 1.85, 1.9, 2)
    tried = {f"silence of {beats:g} beats": constant(beats) for beats in lengths}
    tried["as shipped"] = PhraseTimeout()
    if arguments.fit:
        tried["fitted to the other half"] = fitted(halves[0])
        print(tried["fitted to the other half"])
    asked = [s for half in halves for s in half if s.beats >= ASKED_FROM]
    for is_end in (True, False):
        shares = sorted(s.known["expected"] for s in asked if (s.beats >= BEATS) == is_end)
        middle = median(shares) if shares else 0.0
        print(f"expected, {'ends' if is_end else 'others'}: {len(shares)}, median {middle:.3f}")
    for name, patience in tried.items():
        for source, found in sources.items():
            show(f"{name:26} {source:10}", found, patience)


def show(what: str, found: list[Silence], patience: PhraseTimeout) -> None:
    """Print how a patience does, in free time and with a beat."""
    for way, held in (("at once", False), ("held", True)):
        made = judged(found, patience, held=held)
        shown = {key: round(value, 3) for key, value in made.items()}
        print(f"{what} {way:8} {shown}")


def constant(beats: float) -> PhraseTimeout:
    """Return the patience that always waits so long."""
    return PhraseTimeout(
        bias=math.log(beats), long=0.0, slowing=0.0, strong=0.0, expected=0.0, pedal=0.0
    )


if __name__ == "__main__":
    main()
