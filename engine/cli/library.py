"""`segue import` and `segue library`: add music to the library, and show it."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cli.command import Arguments, CliCommand
from engine.cli.output import Output, hours, table
from engine.cli.places import music, new_file
from engine.ground.errors import LibraryError
from engine.ground.paths import user_paths

if TYPE_CHECKING:
    from engine.library.entries import Entry
    from engine.messages import ImportReport

# Example files for each reason of refusal; `--json` lists all.
_FILES_SHOWN = 3


def _define_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=music, metavar="FOLDER", help="files work too")
    parser.add_argument(
        "--report", type=new_file, metavar="FILE.csv", help="one line for each file"
    )


def _import(arguments: Arguments, output: Output) -> None:
    from engine.library.catalogue import Catalogue
    from engine.library.report import csv_of
    from engine.library.user_library import import_into_library
    from engine.messages import ImportReport

    found = 0
    progress = output.progress("Importing")
    paths = user_paths()
    for event in import_into_library(arguments.folders, paths, cancelled=lambda: False):
        if isinstance(event, ImportReport):
            progress.done()
            found = event.found
            output.result(msgspec.to_builtins(event), report_lines(event))
        else:
            share = event.done / event.total if event.total else 0.0
            progress.update(share, f"{event.done} of {event.total}")
    if arguments.report:
        from engine.cli.writing import write_file

        with Catalogue(paths.catalogue) as catalogue:
            text = "".join(csv_of(catalogue.entries()))
        write_file(arguments.report, text.encode("utf-8-sig"))
    if not found:
        raise LibraryError(_nothing_in(arguments.folders))


def _nothing_in(folders: Sequence[Path]) -> str:
    named = ", ".join(f"‘{folder}’" for folder in folders)
    return f"There is no MIDI or MusicXML file in {named}. Nothing was changed."


def report_lines(report: "ImportReport") -> list[str]:
    """Return an import's report as lines."""
    if not report.found:
        return []
    lines = [
        f"{report.found:,} found · {report.ready:,} ready ({hours(report.seconds)}, "
        f"{report.notes:,} notes) · {report.found - report.ready:,} not used"
    ]
    if report.warnings:
        lines.append(f"  {report.warnings:,} of the ready ones have something odd about them")
    if report.waiting:
        lines.append(
            f"  {report.waiting:,} new ones are not ticked: models learn from the pieces that were"
            " chosen before (tick them in the window's Library)"
        )
    for group in report.groups:
        lines.append(f"  {group.count:,}  {group.reason}")
        lines += [f"      {file}" for file in group.files[:_FILES_SHOWN]]
        if group.count > _FILES_SHOWN:
            lines.append(f"      and {group.count - _FILES_SHOWN:,} more")
    return lines


def _define_library(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="verify the catalogue and repair it")
    parser.add_argument(
        "--remove",
        type=Path,
        metavar="FOLDER",
        help="forget a folder; its files stay",
    )


def _check(output: Output) -> None:
    from engine.library.catalogue import Catalogue
    from engine.library.repairing import problems_of, repair

    path = user_paths().catalogue
    if not path.is_file():
        output.result({"problems": [], "saved": None}, ["There is no library yet."])
        return
    aside = set(path.parent.glob(f"{path.name}.damaged-*"))
    with Catalogue(path) as catalogue:
        problems = list(problems_of(catalogue))
    # Opening a file that is no database renames it at once.
    for kept in sorted(set(path.parent.glob(f"{path.name}.damaged-*")) - aside):
        output.result(
            {"problems": ["no catalogue"], "saved": 0},
            [f"The file was no catalogue. It is kept as ‘{kept.name}’, and a new one was begun."],
        )
        return
    if not problems:
        output.result({"problems": [], "saved": None}, ["The library is sound."])
        return
    saved = repair(path)
    repaired = f"Repaired: {saved:,} files kept. Run `segue import` on your folders once more."
    output.result({"problems": problems, "saved": saved}, [*problems, repaired])


def _remove(folder: Path, output: Output) -> None:
    from engine.library.catalogue import Catalogue
    from engine.library.location import absolute

    if not user_paths().catalogue.is_file():
        raise LibraryError("There is no library yet.")
    with Catalogue(user_paths().catalogue) as catalogue:
        forgotten = catalogue.remove_folder(absolute(folder))
    text = f"‘{folder}’ is no longer in the library, nor are {forgotten:,} files of it."
    output.result({"forgotten": forgotten}, [text])


def _library(arguments: Arguments, output: Output) -> None:
    from engine.library.catalogue import Catalogue
    from engine.library.entries import outcome_of
    from engine.library.report import concerns, report_of

    if arguments.check:
        _check(output)
        return
    if arguments.remove:
        _remove(arguments.remove, output)
        return
    entries: list[Entry] = []
    folders: tuple[Path, ...] = ()
    if user_paths().catalogue.is_file():
        with Catalogue(user_paths().catalogue) as catalogue:
            entries = [entry for entry in catalogue.entries() if not entry.missing]
            folders = catalogue.folders()
    report = report_of(entries)
    values: dict[str, Any] = {
        **msgspec.to_builtins(report),
        "folders": [str(folder) for folder in folders],
        "files": [_file_values(entry) for entry in entries],
    }
    if not entries:
        output.result(values, ["Add a folder of MIDI files: `segue import FOLDER`."])
        return
    lines = [*table(("folder", str(folder)) for folder in folders), *report_lines(report)]
    output.result(values, [*lines, *concerns(map(outcome_of, entries))])


def _file_values(entry: "Entry") -> dict[str, Any]:
    return {
        "path": entry.place.shown,
        "state": entry.state,
        "reason": entry.reason,
        "used": entry.used,
        **(asdict(entry.statistics) if entry.statistics else {}),
    }


COMMANDS = (
    CliCommand(
        name="import",
        help="add MIDI files and folders to the library",
        define=_define_import,
        run=_import,
    ),
    CliCommand(name="library", help="what is in the library", define=_define_library, run=_library),
)
