"""`segue bench`: this machine's figures; ratios where two things are compared."""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.cli.command import Arguments, Command, not_negative, positive
from engine.cli.output import Output, table
from engine.errors import SegueError
from engine.paths import demo_pieces

Figures = dict[str, Any]


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=tuple(_BENCHES), help="one of them; all without it"
    )
    parser.add_argument(
        "--rounds", type=positive, default=5, help="rounds that count; of `ports`: turns (5)"
    )
    parser.add_argument(
        "--threads", type=positive, nargs="+", default=[1], help="of the processor, one or more (1)"
    )
    parser.add_argument("--width", type=positive, default=256, help="of the model (256)")
    parser.add_argument("--layers", type=positive, default=6, help="of the model (6)")
    parser.add_argument("--heads", type=positive, default=8, help="of the model (8)")
    parser.add_argument("--vocabulary", type=positive, default=500, help="of the model (500)")
    parser.add_argument("--memory", type=not_negative, help="tokens (512; training 256)")
    parser.add_argument(
        "--rows",
        type=positive,
        help="side by side (1; training 8); of `import`: files in the panel",
    )
    parser.add_argument(
        "--no-footprint", action="store_true", help="do not measure the memory each one takes"
    )
    parser.add_argument(
        "--only", nargs="+", default=[], help="besides ours, those whose names hold one of these"
    )
    # One contender's memory, in this process, which `footprint` starts.
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    parser.add_argument(
        "--folder",
        type=Path,
        help="MIDI files for `import`, `denormals` and `sound`, instead of our own",
    )
    parser.add_argument("--bank", default="", metavar="FILE.sf2", help="of `sound`: play this one")
    parser.add_argument(
        "--files",
        type=positive,
        help="of `import`: so many of our own, once and then again; of `sound`: so many",
    )
    parser.add_argument(
        "--notes", action="store_true", help="of `steady`: of a network that reads notes"
    )
    parser.add_argument(
        "--seconds", type=positive, default=10, help="of `playback` and `ports` (10)"
    )
    parser.add_argument(
        "--minutes", type=positive, help="of `playback`: play so long, see whether it grows"
    )


def _run(arguments: Arguments, output: Output) -> None:
    chosen = [arguments.what] if arguments.what else list(_BENCHES)
    figures: list[Figures] = []
    lines: list[str] = []
    for name in chosen:
        made = _BENCHES[name](arguments, output)
        figures.append(made)
        lines += ["", *_LINES.get(name, _plain)(made)]
    output.result(figures[0] if arguments.what else {"benches": figures}, lines[1:])


def _decode(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import decode

    config, rows = _config(arguments, memory=512), arguments.rows or 1
    if arguments.alone:
        return {"what": "alone", **decode.measure_alone(config, arguments.alone, rows=rows)}

    def rounds(threads: int) -> Iterator[Figures]:
        return decode.measure(
            config, rows=rows, rounds=arguments.rounds, threads=threads, among=arguments.only
        )

    return _all_threads("Decoding", rounds, arguments, output)


def _train(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import train

    config, rows = _config(arguments, memory=256), arguments.rows or 8
    if arguments.alone:
        return {"what": "alone", **train.measure_alone(config, arguments.alone, rows=rows)}

    def rounds(threads: int) -> Iterator[Figures]:
        return train.measure(
            config, rows=rows, rounds=arguments.rounds, threads=threads, among=arguments.only
        )

    return _all_threads("Training", rounds, arguments, output)


def _all_threads(
    label: str, measure: Callable[[int], Iterator[Figures]], arguments: Arguments, output: Output
) -> Figures:
    """Measure with each number of threads; the memory that each contender takes goes with it."""
    runs: list[Figures] = []
    for threads in arguments.threads:
        progress = output.progress(f"{label}, {threads} threads")
        for number, figures in enumerate(measure(threads), 1):
            progress.update(number / arguments.rounds, f"round {number}")
            if number == arguments.rounds:
                runs.append(figures)
        progress.done()
    if not arguments.no_footprint:
        _add_footprints(runs, arguments, output)
    return runs[0] if len(runs) == 1 else {"what": runs[0]["what"], "runs": runs}


def _add_footprints(runs: list[Figures], arguments: Arguments, output: Output) -> None:
    from engine.bench import footprint

    names = [made["name"] for made in runs[0]["contenders"] if runs[0]["floor"] not in made["name"]]
    progress = output.progress("Memory")
    for number, name in enumerate(names, 1):
        taken = footprint.of(["bench", runs[0]["what"], "--alone", name, *_of_model(arguments)])
        for run in runs:
            for made in run["contenders"]:
                if made["name"] == name:
                    made.update(taken)
        progress.update(number / len(names), name)
    progress.done()


def _of_model(arguments: Arguments) -> list[str]:
    """Return the arguments that make the same model in another process."""
    names = ("width", "layers", "heads", "vocabulary", "memory", "rows")
    given = ((name, getattr(arguments, name)) for name in names)
    return [
        word for name, value in given if value is not None for word in (f"--{name}", str(value))
    ]


def _steady(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import notes, steady

    config = _config(arguments, memory=512)
    progress = output.progress("Going on for long")
    figures: Figures = {}
    for share, figures in steady.measure(  # noqa: B007 - the last ones count
        notes.of_notes(config) if arguments.notes else config, rounds=max(20, arguments.rounds)
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _notes(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import notes

    progress = output.progress("Notes beside ids")
    figures: Figures = {}
    for share, figures in notes.measure(  # noqa: B007 - the last ones count
        _config(arguments, memory=256),
        rows=arguments.rows or 64,
        rounds=arguments.rounds,
        threads=arguments.threads[0],
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _denormals(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import denormals

    progress = output.progress("With and without denormal numbers")
    figures: Figures = {}
    for share, figures in denormals.measure(  # noqa: B007 - the last ones count
        songs=arguments.folder, rows=arguments.rows or 8, rounds=arguments.rounds
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _import(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import importing

    progress = output.progress("Importing")
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        if arguments.rows:
            return importing.panel(
                place / "library.sqlite", rows=arguments.rows, rounds=arguments.rounds
            )
        folder = arguments.folder or place / "songs"
        if not arguments.folder:
            folder.mkdir()
            importing.copies(demo_pieces(), folder, count=arguments.files or importing.FILES)
        measure = importing.again if arguments.files else importing.measure
        for event in measure(folder, place / "made", rounds=arguments.rounds):
            if isinstance(event, dict):
                figures = event
            else:
                progress.update(event.done / max(1, event.total), f"{event.done} files")
    progress.done()
    return figures


def _playback(arguments: Arguments, output: Output) -> Figures:
    if arguments.minutes:
        return _soak(arguments.minutes, output)
    from engine.bench import playback

    progress = output.progress("Playing")
    made: list[Figures] = []
    for scenario in playback.measure(arguments.seconds):
        made.append(scenario)
        progress.update(len(made) / len(playback.SCENARIOS), scenario["name"])
    progress.done()
    return {"what": "playback", "scenarios": made}


def _soak(minutes: int, output: Output) -> Figures:
    from engine.bench.soak import soak

    progress = output.progress("Playing")
    figures: Figures = {}
    for figures in soak(minutes):
        progress.update(min(1.0, figures["minutes"] / minutes), f"{figures['minutes']} minutes")
    progress.done()
    return {"what": "soak", **figures}


def _ports(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import jam_ports
    from engine.errors import PortError

    progress = output.progress("Playing along")
    figures: Figures = {}
    try:
        for figures in jam_ports.measure(arguments.seconds, turns=arguments.rounds):
            progress.update(figures.get("turns", 0) / arguments.rounds, "turns")
    except PortError as error:
        return {"what": "ports", "skipped": error.message}
    progress.done()
    return figures


def _sound(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import sound

    progress = output.progress("Listening")
    pieces = sorted((arguments.folder or demo_pieces()).glob("*.mid"))[
        : arguments.files or sound.PIECES
    ]
    figures: Figures = {}
    for share, figures in sound.measure(pieces, bank=arguments.bank):
        progress.update(share, f"{len(figures['pieces'])} pieces")
    progress.done()
    return figures


def _roll(_arguments: Arguments, output: Output) -> Figures:
    from engine.bench.roll import measure

    output.remark("Drawing the piano roll.")
    return measure()


def _config(arguments: Arguments, *, memory: int) -> Any:
    from engine.config import ModelConfig

    try:
        return ModelConfig(
            vocab_size=arguments.vocabulary,
            n_layer=arguments.layers,
            d_model=arguments.width,
            n_head=arguments.heads,
            mem_len=memory if arguments.memory is None else arguments.memory,
            dropout=0.0,
        )
    except ValueError as error:
        raise SegueError(f"There is no such model: {error}.") from error


def _compared(figures: Figures) -> list[str]:
    lines: list[str] = []
    for run in figures.get("runs", [figures]):
        if run["what"] == "alone":
            return _plain(run)
        lines += ["", *_table_of(run)]
    return lines[1:]


def _table_of(figures: Figures) -> list[str]:
    reference = figures["reference"]
    rows = [
        (figures["what"], "tokens/s", "per CPU s", f"× {reference}", "× per CPU s", "floor", "MB")
    ]
    for speed in figures["contenders"]:
        ratios = f"{speed['ratio']:.2f} ({speed['ratio_low']:.2f}-{speed['ratio_high']:.2f})"
        own = speed.get("own_mb")
        rows.append(
            (
                speed["name"],
                f"{speed['per_s']:,.1f}",
                f"{speed['per_cpu_s']:,.1f}",
                ratios,
                f"{speed['cpu_ratio']:.2f}",
                f"{speed['share_of_floor']:.0%}",
                "" if own is None else f"{own:,.0f}",
            )
        )
    shape = f"{figures['layers']} layers of {figures['width']}, memory {figures['memory']}"
    return [
        f"{shape}, {figures['rows']} rows, {figures['threads']} threads",
        f"floor: {figures['floor']}; MB: the most above its libraries, in a process of its own",
        *table(rows),
    ]


def _by_work(figures: Figures) -> list[str]:
    unit = figures.get("unit", "tokens a second")
    rows = [(figures["what"], "", unit, f"× {figures['reference']}", "× per CPU s")]
    for work, speeds in figures["works"].items():
        for name, speed in speeds.items():
            ratios = f"{speed['ratio']:.2f} ({speed['ratio_low']:.2f}-{speed['ratio_high']:.2f})"
            rows.append((work, name, f"{speed['per_s']:,.1f}", ratios, f"{speed['cpu_ratio']:.2f}"))
    return table(rows)


def _played(figures: Figures) -> list[str]:
    if "scenarios" not in figures:
        return _plain(figures)
    names = ("p50_ms", "p99_ms", "max_ms", "sent", "lost", "late", "unended")
    rows = [("playback", *(name.replace("_", " ") for name in names), "measured")]
    for made in figures["scenarios"]:
        values = [str(made.get(name, "")) for name in names]
        rows.append((made["name"], *values, made.get("measured", made.get("skipped", ""))))
    return table(rows)


def _heard(figures: Figures) -> list[str]:
    names = ("lufs", "true_peak_db", "dc_db", "end_db", "parts_apart_lu", "times_real_time")
    rows = [("sound", *(name.replace("_", " ") for name in names), "correlation")]
    for made in figures["pieces"]:
        low, high = min(made["correlation"].values()), max(made["correlation"].values())
        rows.append((made["name"], *(str(made[name]) for name in names), f"{low} to {high}"))
    rest = {name: value for name, value in figures.items() if name not in {"pieces", "what"}}
    return [*table(rows), *_plain(rest)]


def _plain(figures: Figures) -> list[str]:
    return table(_flat(figures))


def _flat(figures: Figures, prefix: str = "") -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, value in figures.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name} ")
        else:
            rows.append((f"{prefix}{name}".replace("_", " "), str(value)))
    return rows


_BENCHES: dict[str, Callable[[Arguments, Output], Figures]] = {
    "decode": _decode,
    "train": _train,
    "steady": _steady,
    "notes": _notes,
    "denormals": _denormals,
    "import": _import,
    "playback": _playback,
    "ports": _ports,
    "roll": _roll,
    "sound": _sound,
}
_LINES: dict[str, Callable[[Figures], list[str]]] = {
    "decode": _compared,
    "train": _compared,
    "notes": _by_work,
    "denormals": _by_work,
    "playback": _played,
    "sound": _heard,
}

COMMANDS = (Command(name="bench", help="this machine's figures", define=_define, run=_run),)
