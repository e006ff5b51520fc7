"""Where Segue's files live. The only importer of appdirs; knows no file's contents."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import appdirs

ENVIRONMENT_VARIABLE = "SEGUE_HOME"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The program's folders on this machine; none is created by asking for it.

    Attributes:
        data: What the user would miss: catalogue, models, takes.
        cache: What can be made again: token stores.
        config: Preferences.
        logs: Logs and crash reports.
    """

    data: Path
    cache: Path
    config: Path
    logs: Path

    @property
    def models(self) -> Path:
        """One folder a model the user made or imported."""
        return self.data / "models"

    @property
    def catalogue(self) -> Path:
        """The SQLite file of the user's library."""
        return self.data / "library.sqlite"

    @property
    def prints(self) -> Path:
        """The SQLite file of the fingerprints by which copies are found."""
        return self.data / "fingerprints.sqlite"

    @property
    def autosave(self) -> Path:
        """Where work is kept that was never saved."""
        return self.data / "autosave"

    @property
    def sound_banks(self) -> Path:
        """Sound banks that the set-up script or the user added."""
        return self.data / "sounds"

    @property
    def token_stores(self) -> Path:
        """Token stores, one folder per tokenizer."""
        return self.cache / "tokens"


def user_paths() -> Paths:
    """Return the program's folders; `SEGUE_HOME` puts all of them in one place."""
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
    return Path(frozen) / "assets" if frozen else Path(__file__).resolve().parent.parent / "assets"


def starter_model() -> Path:
    """Return the folder of the model that ships."""
    return assets() / "models" / "starter"


def demo_pieces() -> Path:
    """Return the folder of the pieces that ship."""
    return assets() / "demo"


def guide() -> Path:
    """Return the first page of the user guide, which is there once it was built."""
    return assets() / "guide" / "index.html"
