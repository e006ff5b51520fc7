"""The chord model of a new model: counted in its songs and added to its base's."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.ground.errors import ModelFileError, SegueError
from engine.ground.saving import write_atomically
from engine.library.location import SongLocation
from engine.library.songs import read_song
from engine.planning.chord_model import ChordModel, encoded, load_chord_model
from engine.planning.counting import count_chords, joined
from engine.planning.files import FILE_NAME
from engine.sentence import Text, said
from engine.values.score import Score

OF_BASE = "base-chords"
"""A folder in a run's folder: the chord model of its base."""

COUNTED = 400
"""Songs that are counted at most, evenly of all: 13 ms each."""


def inherit_chords(base: Path, run_folder: Path) -> None:
    """Keep the base's chord model beside a run."""
    if (base / FILE_NAME).is_file():
        (run_folder / OF_BASE).mkdir(exist_ok=True)
        shutil.copyfile(base / FILE_NAME, run_folder / OF_BASE / FILE_NAME)


def write_chords(
    sources: Sequence[SongLocation], *, run_folder: Path, model: Path
) -> Iterator[Text]:
    """Write a chord model beside a model.

    Args:
        sources: The songs that the model learned from.
        run_folder: With the base's chord model, if it had one.
        model: The model's folder.

    Yields:
        A sentence for the user where the chords of the base cannot be read, or none be written.
    """
    base: ChordModel | None = None
    try:
        base = load_chord_model(run_folder / OF_BASE)
    except ModelFileError as error:
        yield said(
            "The chords of the model that it began with are not used: {reason}",
            reason=error.message,
        )
    counts = count_chords(_scores(sources[:: -(-len(sources) // COUNTED) or 1]))
    if base is not None:
        counts = joined(base.counts, counts)
    if counts.is_empty:
        return
    try:
        write_atomically(model / FILE_NAME, encoded(counts))
    except OSError as error:
        yield said(
            "The chords were not written beside the model, so it plans none: {reason}.",
            reason=error.strerror,
        )


def _scores(sources: Sequence[SongLocation]) -> Iterator[Score]:
    """Yield the songs that can still be read."""
    for source in sources:
        try:
            yield read_song(source)
        except SegueError:
            continue
