"""`python -m benchmarks evaluate MODEL SONGS...`: how well a model predicts songs it never learned.

Loss per note and second, by what is said of a note, by how many were heard and by collection; how
long a context helps; what it copies. SONGS are folders, NAME=FOLDER or FOLDER alone.
"""

import argparse
from collections.abc import Callable

from benchmarks.arguments import add_model, add_out_folder, add_songs, songs_place
from benchmarks.harness import Benchmark, Figures
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output, table
from engine.ground.paths import user_paths

Rows = list[tuple[str, ...]]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=48)
    parser.add_argument("--quick", action="store_true", help="few songs and places: a first look")
    parser.add_argument(
        "--steps",
        type=not_negative,
        default=6144,
        help="read so many of the model's steps of each at most: notes most often; 0 reads all"
        " (6144)",
    )
    add_out_folder(parser, holds="the figures as JSON, or the picture")
    parser.add_argument(
        "--attention-by-age",
        action="store_true",
        help="only draw where the model looks, by age of what is looked at",
    )
    parser.add_argument(
        "--learned",
        type=songs_place,
        metavar="FOLDER",
        help="songs it learned from, to see what it copies; else those known by fingerprint",
    )
    parser.add_argument(
        "--samples", type=positive, default=8, help="continuations drawn to see what it copies (8)"
    )


def _measure(arguments: Arguments, output: Output) -> Figures:
    from benchmarks.evaluation.run import EvaluationRequest, evaluate

    progress = output.progress("Listening")
    request = EvaluationRequest(
        model=arguments.model,
        folders=folders_of(arguments.folders),
        split=arguments.split,
        most_songs=arguments.songs,
        most_steps=arguments.steps,
        quick=arguments.quick,
        attention_only=arguments.attention_by_age,
        out=arguments.out,
        learned=arguments.learned,
        samples=arguments.samples,
    )
    values = evaluate(request, paths=user_paths(), report=progress.update)
    progress.done()
    return values


def _attention_lines(values: Figures) -> list[str]:
    found = values["attention_by_age"]
    rows = [
        (part, *(f"{share:.3f}" for share in shares))
        for part, shares in found["by_age"].items()
        if any(shares)
    ]
    return [
        f"share of the attention of {found['queries']:,} queries, oldest to newest:",
        *table(rows),
        *_where(values),
    ]


def _where(values: Figures) -> list[str]:
    """Say where what was written for people is."""
    return [f"{name}: {values[name]}" for name in ("picture", "figures") if name in values]


def _lines(values: Figures) -> list[str]:
    if "with_memory" not in values:
        return _attention_lines(values)
    rows = [("", "nats/note", "bits/note", "bits/second")]
    for name in ("with_memory_and_echo", "with_memory", "without_memory"):
        figures = values[name]
        rows.append(
            (
                name.replace("_", " "),
                f"{figures['nats_per_note']:.3f}",
                f"{figures['bits_per_note']:.2f}",
                f"{figures['bits_per_second']:.1f}",
            )
        )
    lines = [f"{values['with_memory']['songs']} songs; a step is {values['step']}", *table(rows)]
    for name, show in _SHOWN.items():
        found = values[name]
        title = name.replace("_", " ")
        if "left_out" in found:
            lines.append(f"{title}: left out, {found['left_out']}")
        else:
            lines += [f"{title}:", *table(show(found), indent="  ")]
    if "copied" in values:
        copied = values["copied"]
        lines.append(
            f"{copied['share']:.1%} of {copied['windows']} windows of 16 notes stand in songs it"
            f" learned from; the longest run has {copied['longest']} notes"
            f" (every one of {copied['sure_from']} or more is found)"
        )
    return lines + _where(values)


def _by_kind(found: Figures) -> Rows:
    """Figures with columns of their own for each kind of loss."""
    columns = list(found["with_memory"])
    rows = [
        (kind.replace("_", " "), *(f"{values.get(name, 0.0):.3f}" for name in columns))
        for kind, values in found.items()
    ]
    return [("nats/note", *columns), *rows]


def _by_collection(found: Figures) -> Rows:
    """Figures of the network alone, by collection of songs."""
    rows = [(name, f"{nats:.3f}") for name, nats in found["by_collection"].items()]
    return [("", "nats/note"), *rows]


def _by_context(found: Figures) -> Rows:
    rows = [
        (f"{context:>6} steps", f"{nats:.3f}", f"{found['with_echo'][context]:.3f}")
        for context, nats in found["nats"].items()
    ]
    return [("", "nats/note", "with echo"), *rows]


def _effective_context(found: Figures) -> Rows:
    rows = [
        (
            "all, net" if one["net"] else f"hardest {one['ratio']:.0%}",
            f"at least {one['steps']}" if one["at_least"] else str(one["steps"]),
            str(one["bars"]),
            str(one["seconds"]),
        )
        for one in found["found"]
    ]
    return [("", "steps", "bars", "seconds"), *rows]


_SHOWN: dict[str, Callable[[Figures], Rows]] = {
    "by_field": _by_kind,
    "by_notes_heard": _by_kind,
    "by_note": _by_collection,
    "by_context": _by_context,
    "effective_context": _effective_context,
}


BENCHMARKS = {"evaluate": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
