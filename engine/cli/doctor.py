"""`segue doctor`: check this machine: device, ports, audio, libraries, folders."""

import argparse
import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output, counted, table
from engine.ground.errors import SegueError
from engine.ground.paths import demo_pieces, starter_model, user_paths
from engine.ground.training_part import is_installed, require_training, why_missing

_LIBRARIES = (
    "torch",
    "miditok",
    "symusic",
    "mido",
    "python-rtmidi",
    "tinysoundfont",
    "miniaudio",
    "soundfile",
    "msgspec",
    "safetensors",
    "numpy",
    "pillow",
    "PySide6-Essentials",
)
Finding = tuple[bool, str]


def _define(_parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def _run(_arguments: Arguments, output: Output) -> None:
    findings = {name: _found(check) for name, check in _CHECKS.items()}
    values: dict[str, Any] = {
        name: {"works": works, "says": text} for name, (works, text) in findings.items()
    }
    values["libraries"] = {name: _version(name) for name in _LIBRARIES}
    lines = table((" ok " if ok else "  ! ", name, text) for name, (ok, text) in findings.items())
    versions = table((name, _version(name)) for name in _LIBRARIES)
    output.result(values, [*lines, "", *versions])


def _found(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except (SegueError, OSError, ImportError, RuntimeError) as error:
        return False, str(error)


def _python() -> Finding:
    works = (3, 11) <= sys.version_info[:2] <= (3, 14)
    text = f"{platform.python_version()} on {platform.platform()}"
    return works, text if works else f"{text}: Segue needs Python 3.11 to 3.14"


def _processor() -> Finding:
    return True, f"{platform.machine()}, {os.cpu_count()} cores"


def _training() -> Finding:
    if not is_installed():
        return True, f"not installed; composing and playing need none of it. {why_missing().hint}"
    require_training()
    import torch

    if torch.cuda.is_available():
        return True, f"on the GPU: {torch.cuda.get_device_name()}"
    return True, "on the processor; no GPU found"


def _model() -> Finding:
    from engine.generation.model import LiveModel

    live = LiveModel.load(starter_model())
    size = f"{live.parameters / 1e6:.1f} million weights, remembers about {live.notes_held} notes"
    return True, f"starter: {size}, loads in {live.load_seconds:.1f} s"


def _ports() -> Finding:
    from engine.cli.playing import ports

    found = ports()
    if not found.outputs and not found.inputs:
        return True, "no MIDI devices found; the built-in sound plays"
    return True, f"{counted(len(found.outputs), 'output')}, {counted(len(found.inputs), 'input')}"


def _sound() -> Finding:
    from engine.cli.playing import opened, sounds_to_try

    heard = opened(sounds_to_try())
    return True, heard.name or "built-in sound"


def _demo() -> Finding:
    pieces = list(demo_pieces().glob("*.mid"))
    return bool(pieces), f"{len(pieces)} demo pieces"


def _folders() -> Finding:
    paths = user_paths()
    data = paths.data
    nearest = next(folder for folder in (data, *data.parents) if folder.exists())
    writable = os.access(nearest, os.W_OK)
    free = shutil.disk_usage(nearest).free / 1e9
    text = f"{_short(data)} ({free:.0f} GB free)"
    return writable, text if writable else f"{text}: cannot be written to"


def _short(path: Path) -> str:
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


_CHECKS: dict[str, Callable[[], Finding]] = {
    "Python": _python,
    "processor": _processor,
    "training": _training,
    "model": _model,
    "MIDI ports": _ports,
    "sound": _sound,
    "demo": _demo,
    "folders": _folders,
}

COMMANDS = (CliCommand(name="doctor", help="what works on this machine", define=_define, run=_run),)
