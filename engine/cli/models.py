"""`segue models`: list, inspect, import, export and delete models."""

import argparse
import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.cli.command import Arguments, CliCommand
from engine.cli.made_model import strength_lines
from engine.cli.output import Output, table
from engine.cli.places import new_file
from engine.ground.errors import ModelFileError, SegueError, why_closed
from engine.ground.paths import user_paths
from engine.making.model_folders import (
    STARTER,
    SUFFIX,
    export_model,
    find_model,
    model_folders,
)
from engine.messages import ImportModel


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", default="list", choices=tuple(_ACTIONS))
    parser.add_argument("model", nargs="?", help="a name, a folder, or a file to import")
    parser.add_argument("target", nargs="?", type=new_file, help="where `export` writes")
    parser.add_argument("--name", help="what `import` calls it here")


def _run(arguments: Arguments, output: Output) -> None:
    if arguments.action != "list" and not arguments.model:
        raise ModelFileError(f"`segue models {arguments.action}` needs a model's name.")
    _ACTIONS[arguments.action](arguments, output)


def _list(_arguments: Arguments, output: Output) -> None:
    rows = []
    for name, folder in model_folders(user_paths()):
        try:
            rows.append(_summary(name, folder))
        except SegueError as error:
            rows.append({"name": name, "folder": str(folder), "problem": str(error)})
    lines = table(_row(row) for row in rows) or ["There are no models on this machine."]
    output.result({"models": rows}, lines)


def _info(arguments: Arguments, output: Output) -> None:
    from engine.model.description import read_card

    folder = find_model(arguments.model, user_paths())
    description = read_card(folder)
    values = {**_summary(folder.name, folder), "card": description["card"]}
    lines = [
        *table((str(k), str(v)) for k, v in values.items() if k != "card"),
        *table(_card_rows(description["card"])),
        *strength_lines(description["card"]),
    ]
    output.result(values, lines)


def _card_rows(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in card.items():
        entries = value.items() if isinstance(value, Mapping) else [("", value)]
        for i, (part, text) in enumerate(entries):
            yield name if i == 0 else "", f"{part}: {text}" if part else str(text)


def _import(arguments: Arguments, output: Output) -> None:
    from engine.making.model_files import bring_in

    command = ImportModel(source=str(arguments.model), name=arguments.name or "")
    folder = Path(bring_in(command, user_paths()).folder)
    values = _summary(folder.name, folder)
    output.result(values, [f"The model ‘{folder.name}’ is ready."])


def _export(arguments: Arguments, output: Output) -> None:
    folder = find_model(arguments.model, user_paths())
    target = arguments.target or Path(f"{folder.name}{SUFFIX}")
    export_model(folder, target)
    size = target.stat().st_size
    values = {"file": str(target), "bytes": size}
    output.result(values, [f"Wrote ‘{target}’ ({size / 1e6:.1f} MB)."])


def _remove(arguments: Arguments, output: Output) -> None:
    paths = user_paths()
    if arguments.model == STARTER:
        raise ModelFileError("The starter model ships with the program and stays.")
    folder = dict(model_folders(paths)).get(arguments.model)
    if folder is None:
        raise ModelFileError(f"There is no model ‘{arguments.model}’ of yours.")
    _delete(folder)
    output.result({"removed": arguments.model}, [f"Removed the model ‘{arguments.model}’."])


def _delete(folder: Path) -> None:
    """Delete a model's folder.

    Raises:
        ModelFileError: The system refuses; the model stays.
    """
    # The files may be deletable where the folder is not: rename the folder before deleting them.
    hidden = folder.with_name(f".removed-{folder.name}")
    shutil.rmtree(hidden, ignore_errors=True)  # of one that was killed at this
    try:
        folder.rename(hidden)
        shutil.rmtree(hidden)
    except OSError as error:
        with contextlib.suppress(OSError):
            hidden.rename(folder)
        raise ModelFileError(f"‘{folder}’ could not be deleted ({why_closed(error)}).") from error


_ACTIONS: dict[str, Callable[[Arguments, Output], None]] = {
    "list": _list,
    "info": _info,
    "import": _import,
    "export": _export,
    "remove": _remove,
}


def _summary(name: str, folder: Path) -> dict[str, Any]:
    from engine.model.description import config_of, read_card, seen_before

    description = read_card(folder)
    model = description["model"]
    config = config_of(model, folder)
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    return {
        "name": name,
        "folder": str(folder),
        "bytes": size,
        "layers": model["n_layer"],
        "width": model["d_model"],
        "mem_len": config.mem_len,
        "seen": seen_before(config, description["card"]),
        "compressed": config.compression.reach if config.compression else 0,
        "compression": model["compression"],
    }


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    if "problem" in row:
        return (row["name"], row["problem"], "", "")
    shape = f"{row['layers']} layers of {row['width']}"
    return (
        row["name"],
        shape,
        _memory(row),
        f"{row['bytes'] / 1e6:.1f} MB",
    )


def _memory(row: dict[str, Any]) -> str:
    """Return what a model remembers, in a few words."""
    if not row["mem_len"]:
        return f"no memory: sees {row['seen']} steps, notes most often"
    older = ""
    if row["compressed"]:
        older = f" and {row['compressed']} older ones, {row['compression']['rate']} as one"
    return f"remembers {row['mem_len']} steps{older}, notes most often"


COMMANDS = (CliCommand(name="models", help="the models on this machine", define=_define, run=_run),)
