"""The figures of the window, for the harness: whoever asks for them loads no Qt."""

import argparse

from benchmarks.harness import Benchmark, Figures
from benchmarks.window.process import measure
from engine.cli.command import Arguments
from engine.cli.output import Output


def _define(_parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def _roll(_arguments: Arguments, output: Output) -> Figures:
    output.remark("Drawing the piano roll.")
    return measure()


BENCHMARKS = {"roll": Benchmark(define=_define, measure=_roll)}
