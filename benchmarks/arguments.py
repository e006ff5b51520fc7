"""Arguments that benchmarks share, so that songs, seeds and files are named in one way.

    python -m benchmarks NAME MODEL SONGS... [--songs N] [--split choose] [--seed S] [--out PATH]

SONGS are folders, NAME=FOLDER or FOLDER alone; folders of one name are one collection.
"""

import argparse
from pathlib import Path

from benchmarks.songs import SPLITS
from engine.cli.command import not_negative
from engine.cli.places import new_file, output_folder
from engine.ground.errors import EmptyMusicError
from engine.ground.paths import starter_model, user_paths
from engine.making.model_folders import find_model


def add_model(parser: argparse.ArgumentParser, *, needed: bool = False) -> None:
    """Add `model`, the folder of a model.

    Args:
        parser: Of a benchmark.
        needed: Whether it must be named, as where songs follow it; the starter without.
    """
    if needed:
        parser.add_argument("model", type=model_folder, metavar="MODEL", help="its name or folder")
    else:
        parser.add_argument(
            "model",
            type=model_folder,
            metavar="MODEL",
            nargs="?",
            default=starter_model(),
            help="its name or folder (the starter)",
        )


def add_songs(parser: argparse.ArgumentParser, *, count: int, needed: bool = True) -> None:
    """Add `folders` (texts for `folders_of`), `songs` (of each collection; 0 is all) and `split`.

    Args:
        parser: Of a benchmark.
        count: Songs of each collection, unless it is said.
        needed: Whether there must be a folder.
    """
    parser.add_argument(
        "folders",
        nargs="+" if needed else "*",
        metavar="SONGS",
        help="NAME=FOLDER or FOLDER, a collection each",
    )
    parser.add_argument(
        "--songs",
        type=not_negative,
        default=count,
        metavar="N",
        help=f"of each collection; 0 takes all ({count})",
    )
    parser.add_argument(
        "--split",
        choices=SPLITS,
        default=SPLITS[0],
        help="no song of ‘judge’ is looked at before a choice is made (choose)",
    )


def add_seed(parser: argparse.ArgumentParser, *, seed: int = 0) -> None:
    """Add `seed`."""
    parser.add_argument("--seed", type=int, default=seed, help=f"of what is drawn ({seed})")


def add_out_file(parser: argparse.ArgumentParser) -> None:
    """Add `out`, a file for the figures; None without it."""
    parser.add_argument("--out", type=new_file, metavar="FILE.json", help="write the figures there")


def add_out_folder(parser: argparse.ArgumentParser, *, holds: str, needed: bool = False) -> None:
    """Add `out`, a folder that is made if it is not there; None without it.

    Args:
        parser: Of a benchmark.
        holds: What is written there.
        needed: Whether it must be named.
    """
    parser.add_argument(
        "--out", type=output_folder, metavar="DIR", required=needed, help=f"{holds} go there"
    )


def model_folder(text: str) -> Path:
    """Return the folder of a model that is named, or is that folder.

    Raises:
        ModelFileError: There is no such model.
    """
    return find_model(text, user_paths())


def songs_place(text: str) -> Path:
    """Return a folder of songs, or one song.

    Raises:
        EmptyMusicError: There is none.
    """
    path = Path(text)
    if not path.exists():
        raise EmptyMusicError(f"There is no folder ‘{path}’.")
    return path
