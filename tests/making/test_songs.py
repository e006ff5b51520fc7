"""The songs a training is given, and the fingerprints that are made of them."""

import os
import random
from pathlib import Path

import pytest

from engine.copying.prints import PrintStore
from engine.ground.errors import TrainingError
from engine.ground.paths import user_paths
from engine.library.catalogue import Catalogue
from engine.library.user_library import import_into_library
from engine.making.song_list import TrainingSongs
from engine.making.songs import fingerprinted, songs_chosen, songs_of_library
from engine.messages import ChosenPiece
from engine.midi.file.midifile import write_midi
from engine.training.prepare import CHANGED
from engine.values.score import Note, Score, Track

BAR = 1920


def tune(seed: int) -> bytes:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480))
    return write_midi(Score(tracks=(Track(notes=notes),)))


@pytest.mark.slow
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


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder of six tunes that the library knows."""
    folder = tmp_path / "music"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.mid").write_bytes(tune(number))
    imported(folder)
    return folder


def imported(folder: Path) -> None:
    list(import_into_library([str(folder)], user_paths(), cancelled=lambda: False))


def chosen() -> tuple[ChosenPiece, ...]:
    """What the window hands a training: the pieces that are ticked now."""
    with Catalogue(user_paths().catalogue) as catalogue:
        return tuple(
            ChosenPiece(content=entry.content, path=entry.place.path, member=entry.place.member)
            for entry in catalogue.training_entries()
        )


def names(songs: TrainingSongs) -> list[str]:
    return [Path(song.name).name for song in songs.songs]


def why(songs: TrainingSongs) -> dict[str, str]:
    return {Path(piece.name).name: piece.reason for piece in songs.left_out}


@pytest.mark.parametrize("looked_at_again", [False, True])
def test_what_changed_went_or_came_since_the_choice_is_told_and_not_learned(
    library: Path, *, looked_at_again: bool
) -> None:
    pieces = chosen()
    (library / "1.mid").write_bytes(tune(101))
    (library / "2.mid").unlink()
    (library / "3.mid").rename(library / "3 moved.mid")
    os.utime(library / "4.mid", (1, 1))
    (library / "new.mid").write_bytes(tune(7))
    if looked_at_again:
        imported(library)
    songs = songs_chosen(pieces, user_paths())
    gone = "The file is not there any more."
    assert why(songs) == {"1.mid": CHANGED, "2.mid": gone} | (
        {} if looked_at_again else {"3.mid": gone}
    )
    moved = ["3 moved.mid"] if looked_at_again else []
    assert names(songs) == ["0.mid", *moved, "4.mid", "5.mid"]
    # The one that changed and the new one are ticked: they came after the choice.
    assert songs.further == (2 if looked_at_again else 0)
    assert songs.seconds == pytest.approx(48.0 * len(songs.songs), rel=0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("library")
def test_ticks_that_are_set_after_the_choice_change_nothing() -> None:
    with Catalogue(user_paths().catalogue) as catalogue:
        numbers = [entry.number for entry in catalogue.entries()]
        catalogue.set_used(numbers[2:], used=False)
        pieces = chosen()
        catalogue.set_used(numbers, used=True)
        catalogue.set_used(numbers[:1], used=False)
    songs = songs_chosen(pieces, user_paths())
    assert (names(songs), why(songs), songs.further) == (["0.mid", "1.mid"], {}, 4)


@pytest.mark.slow
def test_a_folder_that_left_the_library_is_not_learned_from(library: Path) -> None:
    pieces = chosen()
    (library.parent / "other").mkdir()
    (library.parent / "other" / "9.mid").write_bytes(tune(9))
    imported(library.parent / "other")
    with Catalogue(user_paths().catalogue) as catalogue:
        catalogue.remove_folder(library)
    with pytest.raises(TrainingError, match="None of the pieces"):
        songs_chosen(pieces, user_paths())
