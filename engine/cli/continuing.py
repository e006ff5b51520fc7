"""Continue a piece in this process, for the command line."""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.cli.chords import row_of
from engine.cli.writing import write_file
from engine.generation.choose.ranking import Merit
from engine.generation.continuation import Continuation, Gathering
from engine.generation.draw import MusicGenerator
from engine.generation.events import NotesDrawn, PromptRead, RequestEnded
from engine.generation.filling import answering, fills
from engine.generation.model import LiveModel
from engine.ground.paths import Paths
from engine.harmony.chord_track import end_of, fifths_before, names_by_bar
from engine.making.known_songs import prints_of
from engine.making.model_folders import find_model
from engine.midi.file.midifile import export_midi
from engine.notation.formats import written
from engine.notation.notating import notate
from engine.piece.composition import Composition
from engine.request import Request
from engine.values.formats import NOTATION
from engine.values.score import Score
from engine.values.time import BarMap

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """All alternatives of one request.

    Attributes:
        alternatives: In order; the best first if they were ranked.
        merits: The scores of each; empty if they were not ranked.
        prompt_steps: Model steps to read the piece.
        seconds: From the request to the last note.
        first_note_seconds: From the request to the first note.
        notes_per_second: Of all alternatives together, without the reading.
    """

    alternatives: tuple[Continuation, ...]
    merits: tuple[Merit, ...]
    prompt_steps: int
    seconds: float
    first_note_seconds: float
    notes_per_second: float


def continue_piece(
    composition: Composition, request: Request, *, model: str, paths: Paths, report: Report
) -> Continued:
    """Return the continuations of a piece, or what fills its gap.

    Args:
        composition: The piece.
        request: The request; it names a number of bars, so that it comes to an end.
        model: A model's name or folder.
        paths: The user's folders, where models are.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no such model, or nothing to continue.
    """
    folder = find_model(model, paths)
    prints = prints_of(folder, paths) if request.limits.longest_copy else None
    generator = MusicGenerator(LiveModel.load(folder), prints=prints)
    score = composition.score
    gathering, share = Gathering(score, request), _share(score, request)
    began_s = time.perf_counter()
    read_s = first_s = 0.0
    steps = notes = 0
    for event in answering(generator, score, request):
        gathering.add(event)
        if isinstance(event, PromptRead):
            steps, read_s = event.steps, time.perf_counter() - began_s
            report(0.0, "read")
        elif isinstance(event, NotesDrawn):
            first_s = first_s or (time.perf_counter() - began_s if event.notes else 0.0)
            report(share(event.until), f"{gathering.notes} notes")
        elif isinstance(event, RequestEnded):
            notes = event.notes
    seconds = time.perf_counter() - began_s
    return Continued(
        alternatives=gathering.continuations(),
        merits=gathering.merits,
        prompt_steps=steps,
        seconds=seconds,
        first_note_seconds=first_s,
        notes_per_second=notes / max(1e-9, seconds - read_s),
    )


def fill_piece(
    composition: Composition, request: Request, *, model: str, paths: Paths
) -> tuple[Continuation, ...]:
    """Return a piece with its gap filled, as often as the request wants.

    Args:
        composition: The piece.
        request: With `fill`.
        model: A model's name or folder.
        paths: The user's folders, where models are.

    Raises:
        SegueError: There is no such model, it never learned this, or there is nothing to go by.
    """
    generator = MusicGenerator(LiveModel.load(find_model(model, paths)))
    return fills(generator, composition.score, request)


def midi_of(continuation: Continuation) -> bytes:
    """Return a piece with its continuation as a MIDI file."""
    return export_midi(continuation.score)


def write_made(
    continuation: Continuation, path: Path, arguments: argparse.Namespace
) -> tuple[Path, ...]:
    """Write a piece with its continuation: as MIDI, and as notation if it came as notation.

    MIDI has no signs; the page has those of the piece and those that the new notes carry.

    Args:
        continuation: The piece with the new notes.
        path: The MIDI file.
        arguments: Those of the command: its `file` is the piece that was read.

    Returns:
        The files.
    """
    write_file(path, export_midi(continuation.score), make_folder=True)
    suffix = arguments.file.suffix.lower()
    row = next((each for each in NOTATION if suffix in each.read), None)
    if row is None:
        return (path,)
    page = path.with_suffix(row.written[0])
    write_file(page, written(notate(continuation.score), page))
    return path, page


def values_of(continuation: Continuation) -> dict[str, Any]:
    """Return the numbers of a continuation for a report, and the chords that were planned."""
    chords, score = continuation.plan.chords, continuation.score
    fifths = fifths_before(score, chords[0].tick) if chords else None
    return {
        "notes": len(continuation.parts),
        "bars": continuation.bars,
        "seed": continuation.seed,
        "ended": continuation.ended,
        "chords": [row_of(chord, score, fifths) for chord in chords],
        "returning": [
            {"bar": each.first + 1, "bars": each.bars, "as_bar": each.source + 1}
            for each in continuation.plan.returning
        ],
        "sections": [
            {"bar": each.first + 1, "bars": each.bars, "name": each.name}
            for each in continuation.plan.sections
        ],
    }


def lines_of(continuation: Continuation) -> tuple[str, ...]:
    """Return the letters and chords that were planned, as `segue chords --write` takes them."""
    sections = tuple(
        f"  bars {each.first + 1} to {each.first + each.bars}: {each.name}"
        for each in continuation.plan.sections
    )
    if not continuation.plan.chords:
        return sections
    chords, score = continuation.plan.chords, continuation.score
    names = names_by_bar(chords, score, start=chords[0].tick, end=end_of(chords, score))
    returning = (
        f"  bars {each.first + 1} to {each.first + each.bars} return to"
        f" {each.source + 1} to {each.source + each.bars}"
        for each in continuation.plan.returning
    )
    return (*sections, f"  chords: {' | '.join(names)}", *returning)


def _share(score: Score, request: Request) -> Callable[[int], float]:
    bar_map = BarMap.of(score)
    end = bar_map.start_of(bar_map.bar_at(request.start) + request.bars)
    return lambda tick: (tick - request.start) / max(1, end - request.start)
