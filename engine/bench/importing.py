"""`segue bench import`: files a second from disk to catalogue and on to tokens."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import EmptyMusicError
from engine.library.catalogue import Catalogue
from engine.library.importing import import_folders
from engine.library.reading import read_score
from engine.messages import ImportProgress, ImportReport
from engine.music.midifile import write_midi
from engine.music.score import Score
from engine.tokens.tokenizer import Tokenizer

FILES = 300


def copies(pieces: Path, folder: Path, *, count: int) -> int:
    """Write so many different songs made of a few: each with notes of its own left out.

    Args:
        pieces: A folder of `.mid` files.
        folder: Where they go.
        count: How many.

    Returns:
        How many bytes they have.

    Raises:
        EmptyMusicError: There is no piece.
    """
    scores = [read_score(path).score for path in sorted(pieces.glob("*.mid"))]
    if not scores:
        raise EmptyMusicError(f"There are no pieces in ‘{pieces}’ to measure with.")
    size = 0
    for number in range(count):
        data = write_midi(_variant(scores[number % len(scores)], number // len(scores)))
        (folder / f"song-{number:05}.mid").write_bytes(data)
        size += len(data)
    return size


def measure(
    folder: Path, catalogue: Path, *, clock: Callable[[], float] = time.perf_counter
) -> Iterator[ImportProgress | dict[str, Any]]:
    """Yield how far an import is, and at last its figures.

    Args:
        folder: Of MIDI files.
        catalogue: A file that is made for this.
        clock: Seconds.
    """
    report: ImportReport | None = None
    began_s = clock()
    with Catalogue(catalogue) as library:
        for event in import_folders([folder], library):
            if isinstance(event, ImportReport):
                report = event
            else:
                yield event
        took_s = clock() - began_s
        entries = list(library.training_entries())
    assert report is not None  # noqa: S101 - an import ends in its report
    tokenizer = Tokenizer()
    began_s = clock()
    tokens = sum(len(tokenizer.encode(read_score(e.place.file).score).ids) for e in entries)
    encoding_s = clock() - began_s
    yield {
        "what": "import",
        "files": report.found,
        "ready": report.ready,
        "notes": report.notes,
        "seconds": round(took_s, 3),
        "files_per_s": round(report.found / took_s, 1),
        "notes_per_s": round(report.notes / took_s, 1),
        "tokens": tokens,
        "tokens_per_s_of_one_core": round(tokens / max(1e-9, encoding_s), 1),
        "cores": os.cpu_count(),
    }


def _variant(score: Score, number: int) -> Score:
    """Return a score without every n-th note, so that no two are duplicates of each other."""
    if number == 0:
        return score
    step = 3 + number
    return replace(
        score,
        tracks=tuple(
            track.with_notes(note for i, note in enumerate(track.notes) if i % step != number % 3)
            for track in score.tracks
        ),
    )
