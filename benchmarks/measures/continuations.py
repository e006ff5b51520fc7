"""A thousand continuations as the program makes them: invalid, looped, stuck or empty ones?

Prompts are the first eight bars of songs. Looked at from outside, whatever the grammar
promised: every note in range, in its bars and on a track that was to be written; and the piece
written as MIDI and read again is the same. Beside that, how many say a bar again throughout, or
nothing but bars of the prompt, as the songs themselves do. Ends with code 1 where one is invalid.

Where the fingerprints of the songs that the model learned from are here, it says how many windows
of 16 notes occur in them, and how long the longest copied run is. Windows of the prompt do not
count.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.samples import samples
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.songs import has_bars
from benchmarks.songs import Folders, SongFile, Split, first_songs, folders_of
from benchmarks.tables import plain
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.copying.fingerprints import Fingerprints
from engine.evaluation.musicality import bars, longest_loop, longest_run
from engine.generation.continuation import Continuation, Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import SegueError
from engine.ground.paths import user_paths
from engine.making.known_songs import prints_of
from engine.midi.file.midifile import read_midi, write_midi
from engine.model.network.processor import use_processor
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.time import BarMap

PROMPT_BARS = 8
# Notes of one pitch in a row, in one track: more are rare in real songs.
STUCK = 8


def prompts(folders: Folders, *, split: Split, count: int, bars: int) -> Iterator[Score]:
    """Yield songs that go on for so many bars after the prompt, so many of each collection."""

    def long_enough(_file: SongFile, score: Score) -> Score | None:
        bar_map = BarMap.of(score)
        goes_on = bar_map.bars_until(score.end) >= PROMPT_BARS + bars
        begun = score.between(0, bar_map.start_of(PROMPT_BARS)).note_count
        # In a performance bars mean nothing.
        return score if goes_on and begun and has_bars(score) else None

    return first_songs(folders, long_enough, split=split, count=count)


def continued(
    generator: MusicGenerator,
    score: Score,
    *,
    bars: int,
    alternatives: int,
    sampling: SamplingConfig,
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


class Standing(NamedTuple):
    """How much some bars after a prompt stand still.

    Attributes:
        loop: Bars covered by the longest immediate repetition of the same bars.
        run: Notes of one pitch in a row, in any track but drums.
        prompt_run: The same of the prompt.
        old: Share of the bars that say what a bar of the prompt says.
    """

    loop: int
    run: int
    prompt_run: int
    old: float


def standing(score: Score, *, bars_each: int) -> Standing:
    """Return it of so many bars of a score after the prompt."""
    places = BarMap.of(score)
    first, past = (places.start_of(PROMPT_BARS + n) for n in (0, bars_each))
    new, said = bars(score, start=first, end=past), set(bars(score, end=first))
    return Standing(
        longest_loop(new),
        longest_run(score.between(first, past)),
        longest_run(score.between(0, first)),
        fmean(bar in said for bar in new) if new else 0.0,
    )


class Copying(NamedTuple):
    """How much of some music occurs in the songs that a model learned from.

    Attributes:
        windows: Windows of 16 notes that were looked up.
        found: Those that occur.
        longest: Notes of the longest run that occurs.
    """

    windows: int
    found: int
    longest: int


def copying(prints: Fingerprints, score: Score, *, start: int, end: int) -> Copying:
    """Return it of a score between two ticks; windows of what stands before do not count."""
    music = score.between(0, end)
    looked_up = prints.look_up(music, start=start, own=score.between(0, start))
    return Copying(looked_up.windows, len(looked_up.matches), looked_up.longest)


def copied(found: Sequence[Copying]) -> dict[str, float]:
    """Return what is copied in all of them together."""
    windows = sum(each.windows for each in found)
    return {
        "windows": windows,
        "copied": round(sum(each.found for each in found) / max(1, windows), 4),
        "longest_copied_run": max((each.longest for each in found), default=0),
        "with_a_copy": sum(each.found > 0 for each in found),
    }


def shares(found: Sequence[Standing], *, bars_each: int) -> dict[str, float]:
    """Return how many of some stand still, in each way."""
    ways: dict[str, list[bool] | list[float]] = {
        "one_loop": [each.loop >= bars_each for each in found],
        "nothing_new": [each.old == 1.0 for each in found],
        "bars_of_the_prompt": [each.old for each in found],
        "stuck": [each.run > STUCK for each in found],
        "newly_stuck": [each.run > STUCK >= each.prompt_run for each in found],
    }
    return {name: round(fmean(values), 4) for name, values in ways.items()}


def measure(
    scores: Iterable[Score],
    *,
    model: Path,
    sampling: SamplingConfig,
    alternatives: int,
    bars_each: int,
) -> dict[str, Any]:
    """Return what the continuations of songs' prompts are like, beside the songs themselves."""
    generator = MusicGenerator(LiveModel.load(model))
    prints = prints_of(model, user_paths()) or Fingerprints()
    made: list[Continuation] = []
    real: list[Standing] = []
    real_copying: list[Copying] = []
    for score in scores:
        made += continued(
            generator, score, bars=bars_each, alternatives=alternatives, sampling=sampling
        )
        real.append(standing(score, bars_each=bars_each))
        start, end = (BarMap.of(score).start_of(PROMPT_BARS + n) for n in (0, bars_each))
        real_copying.append(copying(prints, score, start=start, end=end))
        generator.forget()
    wrong = [fault for one in made for fault in faults(one)]
    told = [standing(one.score, bars_each=bars_each) for one in made if one.parts]
    return {
        "prompts": len(real),
        "continuations": len(made),
        "bars": bars_each,
        "temperature": sampling.temperature,
        "echo": sampling.echo,
        "notes": sum(len(one.parts) for one in made),
        "invalid": len(wrong),
        "first_faults": wrong[:5],
        "empty": sum(not one.parts for one in made),
        "ended": sum(one.ended for one in made),
        "known_windows": len(prints),
        "made": shares(told, bars_each=bars_each)
        | copied([copying(prints, one.score, start=one.start, end=one.end) for one in made]),
        "real": shares(real, bars_each=bars_each) | copied(real_copying),
    }


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=9)
    parser.add_argument("--echo", type=float, default=SamplingConfig().echo)
    parser.add_argument("--alternatives", type=positive, default=8, help="of each prompt (8)")
    parser.add_argument("--bars", type=positive, default=8, help="of each (8)")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    scores = prompts(
        folders_of(arguments.folders),
        split=arguments.split,
        count=arguments.songs,
        bars=arguments.bars,
    )
    found = measure(
        scores,
        model=arguments.model,
        sampling=SamplingConfig(echo=arguments.echo),
        alternatives=arguments.alternatives,
        bars_each=arguments.bars,
    )
    if found["invalid"]:
        output.result(found, plain(found))
        raise SegueError(f"{found['invalid']} faults: a continuation is not valid.")
    return found


BENCHMARKS = {"continuations": Benchmark(define=_define, measure=_measure, about=__doc__)}
