"""The songs a training is given, and the fingerprints that are made of them."""

import random
from pathlib import Path

from engine.copying.prints import PrintStore
from engine.music.midifile import write_midi
from engine.music.score import Note, Score, Track
from engine.paths import user_paths
from engine.worker.library_import import import_into_library
from engine.worker.songs import fingerprinted, songs_of_library

BAR = 1920


def tune(seed: int) -> bytes:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480))
    return write_midi(Score(tracks=(Track(notes=notes),)))


def test_a_file_that_is_another_one_by_now_gives_no_fingerprints(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.mid").write_bytes(tune(number))
    paths = user_paths()
    list(import_into_library([str(tmp_path)], paths, cancelled=lambda: False))
    paths.prints.unlink()
    (tmp_path / "1.mid").write_bytes(tune(9))
    known = songs_of_library(paths)
    assert list(fingerprinted(known, paths)) == [1, 2, 3, 4]
    with PrintStore(paths.prints) as prints:
        assert len(prints.known(known.contents)) == 3
