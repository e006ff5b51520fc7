"""Do the first bars keep to the key that the user chose, and to the manner of a piece alone?

    python scripts/research/first_bars.py

`docs/experiments/2026-11-29-first-bars.md` has the answers. It takes about five minutes of one
core. It prints two rows about keys, and one for each way of reading another piece.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.config import SamplingConfig
from engine.generation import rules
from engine.generation.draw import MusicGenerator
from engine.generation.events import NotesDrawn
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.rules.remembered import RememberedNotes
from engine.music.keys import Key, estimate_key
from engine.music.midifile import read_midi
from engine.music.score import Note, Score, Track
from engine.paths import demo_pieces, starter_model
from engine.request import DrawingLimits, PartNote, Request

GENERATOR = MusicGenerator(LiveModel.load(starter_model()))
_TRIED = 600  # notes of a voice of the other piece


def drawn(score: Score, request: Request) -> list[list[PartNote]]:
    """Return the notes of each alternative."""
    rows: dict[int, list[PartNote]] = {}
    for event in GENERATOR.events(score, request):
        if isinstance(event, NotesDrawn):
            rows.setdefault(event.alternative, []).extend(event.notes)
    return list(rows.values())


def keys() -> Iterator[str]:
    """Yield how many alternatives are in the key of their piece, without and with its limit."""
    for bound in (False, True):
        named = 0
        inside: list[float] = []
        for key in (Key(tonic, minor) for minor in (False, True) for tonic in range(12)):
            classes = tuple(sorted(key.pitch_classes)) if bound else ()
            request = Request(
                alternatives=4,
                limits=DrawingLimits(pitch_classes=classes),
                sampling=SamplingConfig(seed=key.tonic * 17 + 1),
            )
            score = Score(tracks=(Track(name="Piano"),), key_signatures=(key.signature(0),))
            for row in drawn(score, request):
                named += estimate_key(part.note for part in row) == key
                held = [part.note.pitch % 12 in key.pitch_classes for part in row]
                inside.append(fmean(held))
        yield (
            f"{'bound' if bound else 'free'}: {named} of {len(inside)} in their key,"
            f" {fmean(inside):.3f} of the notes, {sum(s < 0.9 for s in inside)} below 0.9"
        )


def manner(name: str, *, reads: bool, seeds: Sequence[int]) -> str:
    """Return the longest runs of notes that alternatives have in common with a demo piece."""
    longest: list[int] = []
    for path in sorted(demo_pieces().glob("*.mid")):
        other = read_midi(path.read_bytes()).score
        pitched = [track for track in other.tracks if not track.is_drum and track.notes]
        lines = [sorted(track.notes)[:_TRIED] for track in pitched]
        lines.append(sorted(note for track in pitched for note in track.notes)[:_TRIED])
        empty = replace(other, tracks=tuple(Track(program=track.program) for track in pitched))
        for seed in seeds:
            request = Request(
                bars=8,
                alternatives=4,
                remembered=other if reads else None,
                sampling=SamplingConfig(seed=seed),
            )
            for row in drawn(empty, request):
                made: dict[int, list[Note]] = {}
                for part in row:
                    made.setdefault(part.track, []).append(part.note)
                runs = (in_common(sorted(m), line) for m in made.values() for line in lines)
                longest.append(max(runs, default=0))
    return (
        f"{name}: {len(longest)} alternatives, median {median(longest)}, longest {max(longest)},"
        f" {sum(run >= 8 for run in longest)} with 8 or more"
    )


def in_common(one: Sequence[Note], other: Sequence[Note]) -> int:
    """Return the most successive notes with the same steps in time and in pitch."""
    steps = [
        [(b.start - a.start, b.pitch - a.pitch) for a, b in pairwise(notes)]
        for notes in (one, other)
    ]
    best, before = 0, [0] * (len(steps[1]) + 1)
    for step in steps[0]:
        now = [0] * len(before)
        for at, theirs in enumerate(steps[1], 1):
            if step == theirs:
                now[at] = before[at - 1] + 1
        best, before = max(best, *now), now
    return best + 1 if best else 0


def main() -> None:
    """Print all rows."""
    for row in keys():
        sys.stdout.write(row + "\n")
    seeds = (7, 101)
    sys.stdout.write(manner("has not read it", reads=False, seeds=seeds) + "\n")
    sys.stdout.write(manner("has read it", reads=True, seeds=seeds) + "\n")
    usual = rules.RULES
    rules.RULES = tuple(rule for rule in usual if rule is not RememberedNotes)  # type: ignore[assignment]
    sys.stdout.write(manner("without the rule", reads=True, seeds=seeds) + "\n")
    Plan.own_ids = property(lambda plan: plan.ids)  # type: ignore[method-assign,assignment]
    sys.stdout.write(manner("and with its notes in the copier", reads=True, seeds=seeds) + "\n")


if __name__ == "__main__":
    main()
