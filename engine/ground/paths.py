"""The program's folders, including those that the user moved. The only importer of appdirs."""

import contextlib
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import appdirs

from engine.gate.files import read_file
from engine.gate.refusal import RefusedError

ENVIRONMENT_VARIABLE = "SEGUE_HOME"
MOVED_FILE = "folders"
# Bytes; the file has two paths.
_LONGEST_MOVED = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The program's folders on this machine; reading a property creates none.

    Attributes:
        data: Files of the user: catalogue, models, unsaved work.
        cache: Files that can be made again: token stores.
        config: Preferences.
        logs: Logs and crash reports.
        moved_models: Where the user put the models, or None.
        moved_library: Where the user put the library's files, or None.
        moved_training: Where the user put unfinished trainings, or None.
    """

    data: Path
    cache: Path
    config: Path
    logs: Path
    moved_models: Path | None = None
    moved_library: Path | None = None
    moved_training: Path | None = None

    @property
    def preferences(self) -> Path:
        """The file of the window's preferences."""
        return self.config / "preferences.json"

    @property
    def models(self) -> Path:
        """The folder of models; each one made or imported has a subfolder."""
        return self.moved_models or self.data / "models"

    @property
    def library(self) -> Path:
        """The folder of the catalogue and the fingerprints."""
        return self.moved_library or self.data

    @property
    def training(self) -> Path:
        """The folder of unfinished trainings; each has a subfolder."""
        return self.moved_training or self.data / "training"

    @property
    def training_part(self) -> Path:
        """The folder of PyTorch, where the user installed it as a part of its own."""
        return self.data / "training-part"

    @property
    def catalogue(self) -> Path:
        """The SQLite file of the user's library."""
        return self.library / "library.sqlite"

    @property
    def prints(self) -> Path:
        """The SQLite file of the fingerprints by which copies are found."""
        return self.library / "fingerprints.sqlite"

    @property
    def autosave(self) -> Path:
        """The folder of work that the user has not saved."""
        return self.data / "autosave"

    @property
    def recordings(self) -> Path:
        """The folder of what was sung and is not used yet."""
        return self.data / "recordings"

    @property
    def taste(self) -> Path:
        """The file of the choices that the user's taste is learned from."""
        return self.data / "taste.json"

    @property
    def token_stores(self) -> Path:
        """The folder of token stores; each tokenizer has a subfolder."""
        return self.cache / "tokens"


def user_paths() -> Paths:
    """Return the program's folders, with the user's moves applied.

    `SEGUE_HOME`, if it is set, is the folder of all of them.
    """
    paths = _first_paths()
    moved = _moved(paths.config / MOVED_FILE)
    return replace(
        paths,
        moved_models=moved.get("models"),
        moved_library=moved.get("library"),
        moved_training=moved.get("training"),
    )


def keep_moved(paths: Paths) -> None:
    """Save where the user moved folders, for processes that start later.

    A folder that is None in `paths` keeps the location saved before.

    Raises:
        OSError: The file cannot be written.
    """
    given = {
        "models": paths.moved_models,
        "library": paths.moved_library,
        "training": paths.moved_training,
    }
    known = _moved(paths.config / MOVED_FILE)
    places = known | {name: place for name, place in given.items() if place is not None}
    text = "".join(f"{name}={place}\n" for name, place in places.items())
    paths.config.mkdir(parents=True, exist_ok=True)
    fresh = paths.config / f"{MOVED_FILE}.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(paths.config / MOVED_FILE)


def _moved(file: Path) -> dict[str, Path]:
    """Return the folders named in a file of `name=folder` lines; skip invalid lines."""
    lines: list[str] = []
    with contextlib.suppress(RefusedError, UnicodeDecodeError):
        lines = read_file(file, most=_LONGEST_MOVED).decode("utf-8").splitlines()
    pairs = (line.partition("=") for line in lines)
    # A path with NUL would raise a ValueError later, with no clear message.
    return {
        n: Path(place) for n, _, place in pairs if Path(place).is_absolute() and "\0" not in place
    }


def _first_paths() -> Paths:
    home = os.environ.get(ENVIRONMENT_VARIABLE)
    if home:
        root = Path(home).expanduser().absolute()
        return Paths(
            data=root / "data", cache=root / "cache", config=root / "config", logs=root / "logs"
        )
    name, author = "Segue", "Segue"
    return Paths(
        data=Path(appdirs.user_data_dir(name, author)),
        cache=Path(appdirs.user_cache_dir(name, author)),
        config=Path(appdirs.user_config_dir(name, author)),
        logs=Path(appdirs.user_log_dir(name, author)),
    )


def assets() -> Path:
    """Return the folder of files that ship with the program, from source and frozen alike."""
    frozen = getattr(sys, "_MEIPASS", None)
    return Path(frozen) / "assets" if frozen else Path(__file__).resolve().parents[2] / "assets"


def starter_model() -> Path:
    """Return the folder of the model that ships."""
    return assets() / "models" / "starter"


def beat_network() -> Path:
    """Return the weights of the network that hears beats."""
    return assets() / "models" / "beats.safetensors"


def pitch_network() -> Path:
    """Return the weights of the network that hears pitches in sound."""
    return assets() / "listening" / "basic-pitch.safetensors"


def note_judge() -> Path:
    """Return the weights that judge where notes begin in sound."""
    return assets() / "listening" / "note-judge.safetensors"


def demo_pieces() -> Path:
    """Return the folder of the pieces that ship."""
    return assets() / "demo"


def continued_pieces() -> Path:
    """Return the folder of demo pieces that the starter has continued from their middle."""
    return assets() / "continued"


def guide_source(page: str = "index") -> Path:
    """Return the Markdown of a page of the user guide; only a source tree has it."""
    return assets().parent / "docs" / "guide" / f"{page}.md"


def guide(page: str = "index") -> Path:
    """Return a page of the user guide; the file exists only after the guide was built."""
    return assets() / "guide" / f"{page}.html"


def translations() -> Path:
    """Return the folder of the window's compiled translations."""
    return assets() / "translations"
