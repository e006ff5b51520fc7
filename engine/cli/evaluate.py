"""`segue evaluate`: how well a model predicts songs, what its memory is for, what it copies."""

import argparse
from pathlib import Path
from typing import Any

from engine.cli.command import Arguments, Command, not_negative, positive
from engine.cli.output import Output, table
from engine.paths import user_paths


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a model's name or folder")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="songs it has not learned from")
    parser.add_argument(
        "--songs", type=not_negative, default=0, help="look at so many at most (all)"
    )
    parser.add_argument(
        "--learned", type=Path, metavar="FOLDER", help="songs it learned from, for what it copies"
    )
    parser.add_argument(
        "--samples", type=positive, default=8, help="continuations drawn to see what it copies (8)"
    )


def _run(arguments: Arguments, output: Output) -> None:
    from engine.cli.evaluating import evaluate

    progress = output.progress("Listening")
    values = evaluate(
        arguments.model,
        arguments.folder,
        paths=user_paths(),
        most_songs=arguments.songs,
        learned=arguments.learned,
        samples=arguments.samples,
        report=progress.update,
    )
    progress.done()
    output.result(values, _lines(values))


def _lines(values: dict[str, Any]) -> list[str]:
    rows = [("", "nats/token", "bits/note", "bits/second")]
    for name in ("with_memory", "without_memory"):
        figures = values[name]
        rows.append(
            (
                name.replace("_", " "),
                f"{figures['nats_per_token']:.3f}",
                f"{figures['bits_per_note']:.2f}",
                f"{figures['bits_per_second']:.1f}",
            )
        )
    lines = [f"{values['with_memory']['songs']} songs", *table(rows)]
    if values["by_context"]:
        lines.append("nats a token after a context of so many tokens:")
        lines += table((f"{c:>6}", f"{loss:.3f}") for c, loss in values["by_context"].items())
    if "copied" in values:
        copied = values["copied"]
        lines.append(
            f"{copied['share']:.1%} of {copied['windows']} windows of 16 notes stand in songs it"
            " learned from"
        )
    return lines


COMMANDS = (
    Command(
        name="evaluate",
        help="how well a model predicts songs, and what its memory is for",
        define=_define,
        run=_run,
    ),
)
