"""Sound documents of every kind that Segue opens, to be damaged."""

import functools
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType

import msgspec
from PySide6.QtCore import QByteArray, QSettings

from app.files.journal import line_of
from app.files.saved_generation_settings import write_settings
from app.settings.settings import Settings
from app.settings.values import ComposeLayout, Preferences, WindowPlace
from app.values.continue_settings import ContinueSettings
from app.values.geometry import Transform
from app.values.jam_choices import JamChoices
from app.values.jam_choices import write_choices as write_jam
from app.values.sound_choices import SoundChoices, write_choices
from engine.midi.file.midifile import write_midi
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.piece.composition import Composition
from engine.piece.composition_file import to_bytes
from engine.request import PartNote, Request
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track
from tests.banks import small_bank

_FIELDS = fields(Preferences)


@functools.cache
def whole_piece() -> Composition:
    """Return a piece with one of everything."""
    notes = tuple(Note(240 * i, 48 + i % 24, 200, 64) for i in range(60))
    track = Track(name="Piano", notes=notes, controls=(Control(0, 64, 127),))
    score = Score(
        tracks=(track, Track(name="Drums", is_drum=True, notes=notes[:8])),
        tempos=(Tempo(0, 96.0),),
        time_signatures=(TimeSignature(0, 3, 4),),
        title="Piece",
    )
    return Composition.of(score).with_settings(0, Composition.of(score).settings[0])


@functools.cache
def whole(kind: str) -> bytes:
    """Return a sound document of a kind."""
    return _WHOLE[kind]()


def _notation() -> bytes:
    return write(notate(whole_piece().score))


def _request() -> bytes:
    score = whole_piece().score
    request = Request(
        bars=2,
        roles=("write", "context"),
        beginning=tuple(PartNote(0, note) for note in score.tracks[0].notes[:8]),
        beginning_end=1920,
        remembered=score,
        wish="like",
    )
    return msgspec.json.encode(request)


def _archive() -> bytes:
    return zipped({f"{i}.mid": write_midi(whole_piece().score) for i in range(3)}, 8)


def _model() -> bytes:
    from tests.generation.conftest import make_model

    with tempfile.TemporaryDirectory() as folder:
        made = make_model(Path(folder) / "m")
        files = {each.name: each.read_bytes() for each in made.iterdir()}
    return zipped(files, zipfile.ZIP_STORED)


def _journal() -> bytes:
    piece = whole_piece()
    return line_of(piece, piece.with_score(piece.score.with_track(0, Track(name="New"))))


def _bank() -> bytes:
    return small_bank()


def _preferences() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "preferences.json")
        settings.add_recent(Path("/a/b.segue"))
        settings.keep_keys({"undo": ("Ctrl+Z",)})
        settings.star_model("/a/model", on=True)
        for name, text in _notes().items():
            settings.keep_note(name, text)
        settings.keep_layout(
            WindowPlace(x=1, y=2, width=1280, height=800),
            ComposeLayout(library=True, continuing=False, library_width=240, continuing_width=304),
        )
        settings.flush()
        return (Path(folder) / "preferences.json").read_bytes()


def _notes() -> dict[str, str]:
    view = Transform()
    seen = {"path": "L2E=", "tick": 960, "view": msgspec.to_builtins(view)}
    return {
        "sound": write_choices(SoundChoices(inputs=("A, B",))),
        "jam": write_jam(JamChoices()),
        "continue": write_settings(ContinueSettings()),
        "last_piece": json.dumps(seen),
    }


class _Runs:
    """What every old file holds under many names: it runs a command when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.system, ("true",)


def _ini() -> bytes:
    """Return an old file of preferences as Qt wrote it, plain values and unpickled ones."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.ini"
        store = QSettings(str(path), QSettings.Format.IniFormat)
        plain = {f"preferences/{f.name}": getattr(Preferences(), f.name) for f in _FIELDS}
        plain |= {f"notes/{name}": text for name, text in _notes().items()}
        plain |= {"recent": ["/a, b.mid", "/c"], "starred_models": ["/m"], "keys/undo": "Ctrl+Z"}
        for key, value in plain.items():
            store.setValue(key, value)
            store.setValue(f"{key}_too", _Runs())
        store.setValue("layout/geometry", QByteArray(b"\x00\x01"))
        store.setValue("layout/compose", _Runs())
        store.sync()
        return path.read_bytes()


def zipped(files: Mapping[str, bytes], method: int) -> bytes:
    """Return an archive of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


_WHOLE: Mapping[str, Callable[[], bytes]] = MappingProxyType(
    {
        "piece": lambda: to_bytes(whole_piece()),
        "zip": _archive,
        "model": _model,
        "journal": _journal,
        "preferences": _preferences,
        "ini": _ini,
        "bank": _bank,
        "request": _request,
        "notation": _notation,
    }
)
