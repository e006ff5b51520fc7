"""Check the files, folders and models that arguments name, while argparse reads them.

A mistyped name is thus an error at once, before the seconds that the import of PyTorch takes.
"""

import argparse
import os
from pathlib import Path

from engine.cli.command import Arguments, positive
from engine.ground.errors import LibraryError, MidiFileError, SegueError
from engine.ground.paths import user_paths
from engine.values.formats import RECORDINGS, read_suffixes


def piece_file(text: str) -> Path:
    """Return the path of a piece.

    Raises:
        MidiFileError: There is no such file.
    """
    path = Path(text)
    if path.is_dir():
        raise MidiFileError(f"‘{path}’ is a folder, not a piece.")
    if not path.exists():
        raise MidiFileError(f"There is no file ‘{path}’.")
    return path


def is_recording(path: Path) -> bool:
    """Return whether a file's name says that it is sound."""
    return path.suffix.lower() in read_suffixes(RECORDINGS)


def define_piece(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command that reads a piece, for `pieces.read_asked`."""
    parser.add_argument(
        "file",
        type=piece_file,
        metavar="FILE",
        help="a MIDI, MusicXML, ABC or .segue file, or a recording of sound",
    )
    parser.add_argument(
        "--tune",
        type=positive,
        metavar="N",
        help="of an ABC file with several tunes this one, counted from 1 (1)",
    )


def name_of_made(arguments: Arguments) -> str:
    """Return how the names of files begin that a command makes of a piece."""
    stem: str = arguments.file.stem
    return f"{stem}-tune-{arguments.tune}" if arguments.tune else stem


def music(text: str) -> Path:
    """Return the path of a file or folder to import.

    Raises:
        LibraryError: There is no such path.
    """
    path = Path(text)
    if not path.exists():
        raise LibraryError(f"There is no file or folder ‘{path}’.")
    return path


def new_file(text: str) -> Path:
    """Return the path of a file to write.

    Raises:
        SegueError: Its folder does not exist or is not writable, or it is a folder itself.
    """
    path = Path(text)
    if path.is_dir():
        raise SegueError(f"‘{path}’ is a folder: name a file in it.")
    if not path.parent.is_dir():
        raise SegueError(
            f"There is no folder ‘{path.parent}’ to write ‘{path.name}’ in.",
            hint="Make it, or name another one.",
        )
    _refuse_closed(path.parent)
    return path


def output_folder(text: str) -> Path:
    """Return the path of a folder to write to; it need not exist yet.

    Raises:
        SegueError: It is a file, or is not writable.
    """
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise SegueError(f"‘{path}’ is a file, not a folder to write to.")
    _refuse_closed(next(each for each in (path, *path.absolute().parents) if each.is_dir()))
    return path


def model_name(text: str) -> str:
    """Return a model's name or folder.

    Raises:
        ModelFileError: There is no such model.
    """
    from engine.making.model_folders import find_model

    find_model(text, user_paths())
    return text


def _refuse_closed(folder: Path) -> None:
    if not os.access(folder, os.W_OK):
        raise SegueError(f"Nothing may be written to the folder ‘{folder}’.")
