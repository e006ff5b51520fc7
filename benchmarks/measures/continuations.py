"""A thousand continuations as the program makes them: invalid, looped, stuck or empty ones?

    python -m benchmarks.measures.continuations DATA/clean
        [--prompts 125] [--alternatives 8] [--bars 8]

Prompts are the first eight bars of held-out songs. Looked at from outside, whatever the grammar
promised: every note in range, in its bars and on a track that was to be written; and the piece
written as MIDI and read again is the same. Prints JSON; ends with code 1 where one is invalid.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.config import SamplingConfig
from engine.evaluation.musicality import bars, longest_loop, longest_run
from engine.evaluation.samples import samples
from engine.generation.continuation import Continuation, Opening
from engine.generation.generator import MusicGenerator
from engine.generation.model import LiveModel
from engine.library.reading import read_score
from engine.model.processor import use_processor
from engine.music.midifile import read_midi, write_midi
from engine.music.score import Score
from engine.music.time import BarMap
from engine.paths import starter_model

PROMPT_BARS = 8
# Notes of one pitch in a row, in one track: more are rare in real songs.
STUCK = 8
_DEFAULT = SamplingConfig()


def prompts(clean: Path, *, count: int, bars: int) -> Iterator[Score]:
    """Yield held-out songs that go on for so many bars after the prompt, of all sources in turn."""
    found = 0
    for path in sorted(clean.glob("*/valid/*.mid"), key=lambda path: (path.stem, path.parent)):
        if "giantmidi" in path.parts:  # performances: their bars mean nothing
            continue
        score = read_score(path).score
        bar_map = BarMap.of(score)
        long_enough = bar_map.bars_until(score.end) >= PROMPT_BARS + bars
        if long_enough and score.between(0, bar_map.start_of(PROMPT_BARS)).note_count:
            yield score
            found += 1
        if found == count:
            return


def continued(
    generator: MusicGenerator,
    score: Score,
    *,
    bars: int,
    alternatives: int,
    sampling: SamplingConfig = _DEFAULT,
) -> Iterator[Continuation]:
    """Yield the alternatives of a song's first bars."""
    boundary = BarMap.of(score).start_of(PROMPT_BARS)
    # Tracks that are silent so far may come in, as they may in a piece that is open in the window.
    opening = Opening(title="", score=score.between(0, boundary), boundary=boundary)
    return samples(generator, [opening], bars=bars, alternatives=alternatives, sampling=sampling)


def faults(made: Continuation) -> Iterator[str]:
    """Yield what is wrong with an alternative."""
    for part in made.parts:
        note = part.note
        if not 0 <= part.track < len(made.score.tracks):
            yield f"track {part.track}"
        if not (0 <= note.pitch <= 127 and 1 <= note.velocity <= 127 and note.duration > 0):
            yield f"{note}"
        if not made.start <= note.start < max(made.end, made.start + 1):
            yield f"{note} outside {made.start} to {made.end}"
    if _heard(read_midi(write_midi(made.score)).score) != _heard(made.score):
        yield "not the same when written and read"


def _heard(score: Score) -> list[tuple[int, int, int, int, int]]:
    """Return all notes by program, however many tracks a file divides them among."""
    return sorted(
        (track.program + 128 * track.is_drum, note.start, note.pitch, note.velocity, note.duration)
        for track in score.tracks
        for note in track.notes
    )


def measure(clean: Path, *, count: int, alternatives: int, bars_each: int) -> dict[str, Any]:
    """Return what the continuations of so many prompts are like, beside the songs themselves."""
    generator = MusicGenerator(LiveModel.load(starter_model()))
    made: list[Continuation] = []
    real: list[int] = []
    real_runs: list[int] = []
    for score in prompts(clean, count=count, bars=bars_each):
        made += continued(generator, score, bars=bars_each, alternatives=alternatives)
        first, past = (BarMap.of(score).start_of(PROMPT_BARS + n) for n in (0, bars_each))
        real.append(longest_loop(bars(score, start=first, end=past)))
        real_runs.append(longest_run(score.between(first, past)))
        generator.forget()
    wrong = [fault for one in made for fault in faults(one)]
    loops = [longest_loop(bars(one.score, start=one.start)) for one in made if one.parts]
    runs = [longest_run(one.score.between(one.start, one.score.end)) for one in made if one.parts]
    return {
        "prompts": len(real),
        "continuations": len(made),
        "bars": bars_each,
        "temperature": SamplingConfig().temperature,
        "notes": sum(len(one.parts) for one in made),
        "invalid": len(wrong),
        "first_faults": wrong[:5],
        "empty": sum(not one.parts for one in made),
        "ended": sum(one.ended for one in made),
        "one_loop": round(sum(loop >= bars_each for loop in loops) / len(made), 4),
        "stuck": round(sum(run > STUCK for run in runs) / len(made), 4),
        "stuck_real": round(sum(run > STUCK for run in real_runs) / len(real), 4),
        "one_loop_real": round(sum(loop >= bars_each for loop in real) / len(real), 4),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clean", type=Path)
    parser.add_argument("--prompts", type=int, default=125)
    parser.add_argument("--alternatives", type=int, default=8)
    parser.add_argument("--bars", type=int, default=8)
    arguments = parser.parse_args()
    use_processor(threads=1)
    found = measure(
        arguments.clean,
        count=arguments.prompts,
        alternatives=arguments.alternatives,
        bars_each=arguments.bars,
    )
    print(json.dumps(found, indent=1))
    return 1 if found["invalid"] else 0


if __name__ == "__main__":
    sys.exit(main())
