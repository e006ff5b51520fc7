"""Playing together: how soon Segue answers, and how well turns go through MIDI ports."""

import argparse

from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import HALVES, Half
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.ground.errors import PortError


def _jam(arguments: Arguments, output: Output) -> Figures:
    if arguments.minutes:
        return _endless(arguments.minutes, arguments.speed, output)
    if arguments.soak:
        return _soak(arguments.soak, arguments.speed, output)
    if arguments.answers:
        return _answers(arguments.answers, arguments.half)
    if arguments.delays:
        from benchmarks.jam import delays

        return {"what": "jam delays", "rows": list(delays.measure())}
    if arguments.reckoned:
        from benchmarks.jam import reckoned

        return {"what": "jam reckoned", **reckoned.measure(arguments.seconds)}
    from benchmarks.jam import scripted

    return {"what": "jam", **scripted.measure(arguments.seconds)}


def _answers(phrases: int, split: Half) -> Figures:
    from benchmarks.jam import fit

    rows = list(fit.measure(split=split, phrases=phrases))
    return {"what": "jam answers", "split": split, "rows": rows}


def _soak(phrases: int, speed: int, output: Output) -> Figures:
    from benchmarks.jam import soak

    progress = output.progress("Playing")
    figures: Figures = {}
    for figures in soak.measure(phrases, slowed=speed):
        progress.update(figures["phrases"] / phrases, f"{figures['phrases']} phrases")
    progress.done()
    return {"what": "jam soak", "speed": speed, **figures}


def _endless(minutes: int, speed: int, output: Output) -> Figures:
    from benchmarks.jam import endless

    progress = output.progress("Playing")
    made: list[Figures] = []
    for figures in endless.measure(minutes, speed=speed):
        made.append(figures)
        until = figures.get("until_minute", minutes)
        progress.update(until / minutes, f"{until:g} minutes")
    progress.done()
    return {"what": "jam alone", **made[-1], "shares": made[:-1]}


def _ports(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.jam import ports

    progress = output.progress("Playing along")
    figures: Figures = {}
    try:
        for figures in ports.measure(arguments.seconds, turns=arguments.turns):
            progress.update(figures.get("turns", 0) / arguments.turns, "turns")
    except PortError as error:
        return {"what": "ports", "skipped": error.message}
    progress.done()
    return figures


def _define_jam(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=positive, default=10, help="of playing (10)")
    parser.add_argument("--minutes", type=positive, help="alone for so long, at --speed")
    parser.add_argument(
        "--speed", type=positive, default=8, help="× real time, alone; × slower, soak (8)"
    )
    parser.add_argument(
        "--soak", type=positive, help="so many random phrases over a bad cable: is each answered?"
    )
    parser.add_argument("--answers", type=positive, help="to so many phrases: do they fit?")
    parser.add_argument("--half", choices=HALVES, default="choose", help="of the phrases (choose)")
    parser.add_argument("--delays", action="store_true", help="of answers to clear ends, by tempo")
    parser.add_argument(
        "--reckoned",
        action="store_true",
        help="without ports, by a clock that only the processor's work moves",
    )


def _define_ports(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=positive, default=10, help="of playing along (10)")
    parser.add_argument("--turns", type=positive, default=5, help="that are played (5)")


BENCHMARKS = {
    "jam": Benchmark(define=_define_jam, measure=_jam),
    "ports": Benchmark(define=_define_ports, measure=_ports),
}
