"""`segue bench`: this machine's figures; ratios where two things are compared."""

import argparse
import tempfile
from collections.abc import Callable
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
    parser.add_argument("--rounds", type=positive, default=5, help="rounds that count (5)")
    parser.add_argument("--threads", type=positive, default=1, help="of the processor (1)")
    parser.add_argument("--width", type=positive, default=256, help="of the model (256)")
    parser.add_argument("--layers", type=positive, default=6, help="of the model (6)")
    parser.add_argument("--heads", type=positive, default=8, help="of the model (8)")
    parser.add_argument("--vocabulary", type=positive, default=500, help="of the model (500)")
    parser.add_argument("--memory", type=not_negative, help="tokens (512; training 256)")
    parser.add_argument(
        "--rows", type=positive, help="side by side (1; training 8); of `import`: files in the panel"
    )
    parser.add_argument("--folder", type=Path, help="MIDI files for `import`, instead of our own")
    parser.add_argument("--seconds", type=positive, default=10, help="of `playback` (10)")
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

    config = _config(arguments, memory=512)
    progress = output.progress("Decoding")
    figures: Figures = {}
    for number, figures in enumerate(  # noqa: B007 - the last ones count
        decode.measure(
            config,
            rows=arguments.rows or 1,
            rounds=arguments.rounds,
            threads=arguments.threads,
        ),
        1,
    ):
        progress.update(number / arguments.rounds, f"round {number}")
    progress.done()
    return figures


def _train(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import train

    config = _config(arguments, memory=256)
    progress = output.progress("Training")
    figures: Figures = {}
    for number, figures in enumerate(  # noqa: B007 - the last ones count
        train.measure(
            config,
            rows=arguments.rows or 8,
            rounds=arguments.rounds,
            threads=arguments.threads,
        ),
        1,
    ):
        progress.update(number / arguments.rounds, f"round {number}")
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
            importing.copies(demo_pieces(), folder, count=importing.FILES)
        for event in importing.measure(folder, place / "made", rounds=arguments.rounds):
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
    share = "share_of_floor" if figures["what"] == "decode" else "share_of_matrix_rate"
    heading = (
        figures["what"],
        "tokens/s",
        "per CPU s",
        f"× {figures['reference']}",
        share.replace("_", " "),
    )
    rows = [heading]
    for speed in figures["contenders"]:
        ratios = f"{speed['ratio']:.2f} ({speed['ratio_low']:.2f}-{speed['ratio_high']:.2f})"
        rows.append(
            (
                speed["name"],
                f"{speed['per_s']:,.1f}",
                f"{speed['per_cpu_s']:,.1f}",
                ratios,
                f"{speed[share]:.0%}",
            )
        )
    shape = f"{figures['layers']} layers of {figures['width']}, memory {figures['memory']}"
    return [f"{shape}, {figures['rows']} rows, {figures['threads']} threads", *table(rows)]


def _played(figures: Figures) -> list[str]:
    if "scenarios" not in figures:
        return _plain(figures)
    names = ("p50_ms", "p99_ms", "max_ms", "sent", "lost", "late", "unended")
    rows = [("playback", *(name.replace("_", " ") for name in names), "measured")]
    for made in figures["scenarios"]:
        values = [str(made.get(name, "")) for name in names]
        rows.append((made["name"], *values, made.get("measured", made.get("skipped", ""))))
    return table(rows)


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
    "import": _import,
    "playback": _playback,
    "roll": _roll,
}
_LINES: dict[str, Callable[[Figures], list[str]]] = {
    "decode": _compared,
    "train": _compared,
    "playback": _played,
}

COMMANDS = (Command(name="bench", help="this machine's figures", define=_define, run=_run),)
