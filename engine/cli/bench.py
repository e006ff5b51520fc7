"""`segue bench`: this machine's figures: how fast it makes notes and learns, how late it plays.

What compares Segue with other programs, or draws its window, needs more than is installed: it is
in the source tree, `python -m benchmarks`.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.cli.bench_tables import compared, plain, played
from engine.cli.command import Arguments, Command, not_negative, positive
from engine.cli.output import Output
from engine.errors import SegueError

Figures = dict[str, Any]
Bench = Callable[[Arguments, Output], Figures]
Table = Callable[[Figures], list[str]]
_IN_THE_SOURCE_TREE = frozenset({"steady", "notes", "denormals", "import", "roll", "sound"})


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=(*_BENCHES, *sorted(_IN_THE_SOURCE_TREE)),
        help=f"one of {', '.join(_BENCHES)} (all without it); others need Segue's source tree",
    )
    define_model(parser)
    parser.add_argument(
        "--seconds", type=positive, default=10, help="of `playback`, `ports` and `jam` (10)"
    )
    parser.add_argument("--minutes", type=positive, help="of `jam`: alone for so long, at --speed")
    parser.add_argument(
        "--reckoned",
        action="store_true",
        help="of `jam`: without ports, by a clock that only the processor's work moves",
    )
    parser.add_argument("--speed", type=positive, default=8, help="of `jam` alone: × real time (8)")


def define_model(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is measured with, and how often."""
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
    parser.add_argument("--rows", type=positive, help="side by side (1; training 8)")


def model_of(arguments: Arguments, *, memory: int) -> Any:
    """Return the model that the arguments describe.

    Args:
        arguments: As `define_model` defines them.
        memory: Tokens that it carries where they do not say.

    Raises:
        SegueError: There can be no such model.
    """
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


def all_threads(
    label: str, measure: Callable[[int], Iterator[Figures]], arguments: Arguments, output: Output
) -> Figures:
    """Return the figures with each number of threads; `runs` of them where there are several."""
    runs: list[Figures] = []
    for threads in arguments.threads:
        progress = output.progress(f"{label}, {threads} threads")
        for number, figures in enumerate(measure(threads), 1):
            progress.update(number / arguments.rounds, f"round {number}")
            if number == arguments.rounds:
                runs.append(figures)
        progress.done()
    return runs[0] if len(runs) == 1 else {"what": runs[0]["what"], "runs": runs}


def _run(arguments: Arguments, output: Output) -> None:
    if arguments.what in _IN_THE_SOURCE_TREE:
        raise SegueError(
            f"‘{arguments.what}’ is measured in Segue's source tree alone: "
            f"python -m benchmarks {arguments.what}"
        )
    measure(_BENCHES, _LINES, arguments, output)


def measure(
    benches: Mapping[str, Bench], tables: Mapping[str, Table], arguments: Arguments, output: Output
) -> None:
    """Measure what is asked for, or all there is, and say what came out.

    Args:
        benches: By name.
        tables: The lines of those whose figures are no plain list.
        arguments: `what` is a name, or nothing for all of them.
        output: Where it is said.
    """
    chosen = [arguments.what] if arguments.what else list(benches)
    figures: list[Figures] = []
    lines: list[str] = []
    for name in chosen:
        made = benches[name](arguments, output)
        figures.append(made)
        lines += ["", *tables.get(name, plain)(made)]
    output.result(figures[0] if arguments.what else {"benches": figures}, lines[1:])


def _decode(arguments: Arguments, output: Output) -> Figures:
    config, rows = model_of(arguments, memory=512), arguments.rows or 1
    from engine.bench import decode

    def rounds(threads: int) -> Iterator[Figures]:
        return decode.measure(config, rows=rows, rounds=arguments.rounds, threads=threads)

    return all_threads("Decoding", rounds, arguments, output)


def _train(arguments: Arguments, output: Output) -> Figures:
    config, rows = model_of(arguments, memory=256), arguments.rows or 8
    from engine.bench import train

    def rounds(threads: int) -> Iterator[Figures]:
        return train.measure(config, rows=rows, rounds=arguments.rounds, threads=threads)

    return all_threads("Training", rounds, arguments, output)


def _playback(arguments: Arguments, output: Output) -> Figures:
    from engine.bench import playback

    return play(playback.SCENARIOS, arguments.seconds, output)


def play(scenarios: Any, seconds: int, output: Output) -> Figures:
    """Return how late notes arrive in each of these scenarios of `engine.bench.playback`."""
    from engine.bench import playback

    progress = output.progress("Playing")
    made: list[Figures] = []
    for figures in playback.measure(seconds, scenarios=scenarios):
        made.append(figures)
        progress.update(len(made) / len(scenarios), figures["name"])
    progress.done()
    return {"what": "playback", "scenarios": made}


def _jam(arguments: Arguments, output: Output) -> Figures:
    if arguments.minutes:
        return _endless(arguments.minutes, arguments.speed, output)
    if arguments.reckoned:
        from engine.bench import jam_reckoned

        return {"what": "jam reckoned", **jam_reckoned.measure(arguments.seconds)}
    from engine.bench import jam

    try:
        return {"what": "jam", **jam.measure(arguments.seconds)}
    except SegueError as error:
        if arguments.what:
            raise
        # One of all benches: where there are no MIDI ports the others have figures.
        return {"what": "jam", "skipped": str(error)}


def _endless(minutes: int, speed: int, output: Output) -> Figures:
    from engine.bench import jam_endless

    progress = output.progress("Playing")
    made: list[Figures] = []
    for figures in jam_endless.measure(minutes, speed=speed):
        made.append(figures)
        until = figures.get("until_minute", minutes)
        progress.update(until / minutes, f"{until:g} minutes")
    progress.done()
    return {"what": "jam alone", **made[-1], "shares": made[:-1]}


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


_BENCHES: dict[str, Bench] = {
    "decode": _decode,
    "train": _train,
    "playback": _playback,
    "jam": _jam,
    "ports": _ports,
}
_LINES: dict[str, Table] = {
    "decode": compared,
    "train": compared,
    "playback": played,
}

COMMANDS = (Command(name="bench", help="this machine's figures", define=_define, run=_run),)
