"""List the models on this machine from their descriptions; weights are never read."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.words.figures import number
from engine.gate import documents
from engine.gate.files import read_file
from engine.ground.errors import ModelFileError
from engine.ground.saving import write_atomically

# The newest format of `model.json` that this version reads.
FORMAT = 2
DESCRIPTION = "model.json"
WEIGHTS = "weights.safetensors"
# A style has this file in place of weights: a memory with which every piece begins.
STYLE_FILE = "style.safetensors"
STYLE = "style"
STARTER = "Starter"
SAMPLE, SONGS = "sample.mid", "songs.json"
SUFFIX = ".seguemodel"
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """A model in the list of models.

    Attributes:
        folder: Its folder, which is its key.
        name: Its name.
        megabytes: Size of its weights.
        card: The data about its training.
        problem: Why it cannot be used; empty if it can.
        network: The sizes of its network.
    """

    folder: Path
    name: str
    megabytes: float = 0.0
    card: Mapping[str, Any]
    problem: str = ""
    network: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sample(self) -> Path | None:
        """A sample continuation, or None."""
        path = self.folder / SAMPLE
        return path if path.is_file() else None

    @property
    def detail(self) -> str:
        """One line with size, training pieces and date."""
        parts = [f"{self.megabytes:.0f} MB" if self.megabytes >= 1 else ""]
        parts.append(_learned(self.card))
        parts.append(str(self.card.get("date") or self.card.get("made") or "")[:10])
        return " · ".join(part for part in parts if part)


def list_models(starter: Path, folder: Path) -> list[ModelInfo]:
    """Return the starter model, then the user's models, newest first."""
    own = [child for child in _children(folder) if (child / DESCRIPTION).is_file()]
    own.sort(key=lambda child: (child / DESCRIPTION).stat().st_mtime, reverse=True)
    shipped = [starter] if (starter / DESCRIPTION).is_file() else []
    return [
        *(read_model(path, name=STARTER) for path in shipped),
        *(read_model(path) for path in own),
    ]


def read_model(folder: Path, *, name: str = "") -> ModelInfo:
    """Return a model by its description; `problem` says if it is damaged."""
    path = folder / DESCRIPTION
    try:
        description = _described(path)
        card = description.get("card") or {}
        made_by = int(description["format"])
        held = STYLE_FILE if card.get("preset") == STYLE else WEIGHTS
        megabytes = (folder / held).stat().st_size / 1e6
    except FileNotFoundError as error:
        return _broken(
            folder, name, _tr("Its file %1 is missing.").replace("%1", Path(error.filename).name)
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return _broken(folder, name, _tr("Its description is damaged."))
    newer = _tr("It was made by a newer version (format %1; this one reads up to %2).")
    problem = newer.replace("%1", str(made_by)).replace("%2", str(FORMAT))
    return ModelInfo(
        folder=folder,
        name=name or str(card.get("name") or folder.name),
        megabytes=megabytes,
        card=card,
        problem=problem if made_by > FORMAT else "",
        network=network if isinstance(network := description.get("model"), Mapping) else {},
    )


def _described(path: Path) -> dict[str, Any]:
    """Return the parsed description.

    Raises:
        OSError: The file is missing or unreadable.
        ValueError: The file is not a description.
    """
    path.stat()
    return documents.mapping(read_file(path, most=documents.DESCRIPTION.text_bytes))


def rename_model(folder: Path, name: str, *, within: Path) -> None:
    """Rename a model of the user; its folder stays the same.

    Raises:
        ModelFileError: The model is the starter, the name is empty or taken, or writing failed.
    """
    if folder.parent.resolve() != within.resolve():
        raise ModelFileError("‘{name}’ came with Segue and keeps its name.", name=folder.name)
    name = " ".join(name.split())
    if not name:
        raise ModelFileError("A model needs a name; it keeps the one it has.")
    others = {read_model(each).name.casefold() for each in _children(within) if each != folder}
    if name.casefold() in others | {STARTER.casefold()}:
        raise ModelFileError(
            "There is already a model ‘{name}’.", name=name, hint="Choose another name."
        )
    path = folder / DESCRIPTION
    try:
        description = _described(path)
        description["card"] = {**(description.get("card") or {}), "name": name[:LONGEST_NAME]}
        text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
        write_atomically(path, text.encode("utf-8"))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ModelFileError(
            "‘{name}’ could not be renamed ({error}).", name=folder.name, error=error
        ) from error


def delete_model(folder: Path, *, within: Path) -> None:
    """Delete a model of the user.

    Raises:
        ModelFileError: The model is the starter, or cannot be deleted.
    """
    if folder.parent.resolve() != within.resolve():
        raise ModelFileError("‘{name}’ came with Segue and stays.", name=folder.name)
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise ModelFileError(
            "‘{name}’ could not be deleted ({error}).",
            name=folder.name,
            error=error.strerror or error,
        ) from error


def free_name(name: str, taken: set[str]) -> str:
    """Return an unused name, such as `My pieces 2`."""
    number, candidate = 1, name
    while candidate.casefold() in {other.casefold() for other in taken}:
        number += 1
        candidate = f"{name} {number}"
    return candidate


def _children(folder: Path) -> list[Path]:
    try:
        return [child for child in folder.iterdir() if child.is_dir()]
    except OSError:
        return []


def _broken(folder: Path, name: str, problem: str) -> ModelInfo:
    return ModelInfo(folder=folder, name=name or folder.name, card={}, problem=problem)


def _learned(card: Mapping[str, Any]) -> str:
    pieces = card.get("pieces") or card.get("songs")
    if isinstance(pieces, int) and card.get("preset") == STYLE:
        text = _tr("%1 with the style of %2 pieces").replace("%2", number(pieces))
        return text.replace("%1", str(card.get("base") or "?")[:LONGEST_NAME])
    if isinstance(pieces, int):
        return _tr("learned from %1 pieces").replace("%1", number(pieces))
    summary = card.get("summary")
    return str(summary)[:60] if summary else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Models", text)
