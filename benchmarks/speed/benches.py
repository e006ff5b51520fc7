"""How fast a model is: decoding, training, long pieces, notes beside ids."""

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Benchmark, Figures
from benchmarks.tables import by_work, compared
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.ground.errors import SegueError


def define_model(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is measured with, and how often."""
    parser.add_argument("--rounds", type=positive, default=5, help="that count (5)")
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
    from engine.values.config import ModelConfig

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


def _decode(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import decode

    config, rows = model_of(arguments, memory=512), arguments.rows or 1

    def rounds(threads: int) -> Iterator[Figures]:
        return decode.measure(config, rows=rows, rounds=arguments.rounds, threads=threads)

    return all_threads("Decoding", rounds, arguments, output)


def _train(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import train

    config, rows = model_of(arguments, memory=256), arguments.rows or 8

    def rounds(threads: int) -> Iterator[Figures]:
        return train.measure(config, rows=rows, rounds=arguments.rounds, threads=threads)

    return all_threads("Training", rounds, arguments, output)


def _steady(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import notes, steady

    config = model_of(arguments, memory=512)
    progress = output.progress("Going on for long")
    figures: Figures = {}
    for share, figures in steady.measure(  # noqa: B007 - the last ones count
        notes.of_notes(config) if arguments.notes else config, rounds=max(20, arguments.rounds)
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _notes(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.speed import notes

    progress = output.progress("Notes beside ids")
    figures: Figures = {}
    for share, figures in notes.measure(  # noqa: B007 - the last ones count
        model_of(arguments, memory=256),
        rows=arguments.rows or 64,
        rounds=arguments.rounds,
        threads=arguments.threads[0],
    ):
        progress.update(share, "")
    progress.done()
    return figures


def _define_steady(parser: argparse.ArgumentParser) -> None:
    define_model(parser)
    parser.add_argument("--notes", action="store_true", help="of a network that reads notes")


BENCHMARKS = {
    "decode": Benchmark(define=define_model, measure=_decode, lines=compared),
    "train": Benchmark(define=define_model, measure=_train, lines=compared),
    "steady": Benchmark(define=_define_steady, measure=_steady),
    "notes": Benchmark(define=define_model, measure=_notes, lines=by_work),
}
