"""`docs/starter.md`: the figures of `benchmarks.measures.starter` as a page people read."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from engine.config import SamplingConfig

PROMPT_BARS, NEW_BARS, LONG_BARS = 8, 16, 64
WINDOWS = 64
MEASURED = SamplingConfig()


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def page(figures: dict[str, Any]) -> str:
    """Return `docs/starter.md`."""
    card, model, trained = figures["card"], figures["model"], figures["card"]["trained"]
    loss_head = (
        "songs",
        "tokens",
        "nats_per_token",
        "bits_per_note",
        "bits_per_second",
        "nats_with_echo",
        "bits_per_note_with_echo",
    )
    looks = figures["samples"]
    look_head = [name for name in next(iter(looks.values())) if name != "windows"]
    position, context = figures["memory"]["by_position"], figures["memory"]["by_context"]
    echoed = figures["memory"]["by_context_with_echo"]
    lags, ends = figures["structure"], figures["memory"]["endings"]
    training, settings = figures["training"], figures["training"]["settings"]
    thousand = figures["thousand"]
    sampling_head = ("temperature", "min_p", *(n for n in look_head if n != "copied"))
    sections = [
        "# The starter model\n\n"
        f"Made {card['made']} by `scripts/train_starter.py`; figures by"
        " `benchmarks.measures.starter`, all of them in `starter.json`.",
        "## What it is\n\n"
        + _table(
            ("", ""),
            [
                ("layers × width × heads", _dimensions(model)),
                ("memory carried", f"{model['mem_len']} tokens a layer"),
                ("vocabulary", model["vocab_size"]),
                ("weights", f"{model['weights']:,}, float16, {model['bytes'] / 1e6:.1f} MB"),
                ("trained", f"{trained['steps']:,} steps, {trained['tokens']:,} tokens"),
                ("time", f"{training['hours']:.2f} h; {card['machine']}"),
                ("steps left out as not finite", training["skipped"]),
                ("licence", card["licence"]),
            ],
        ),
        "## What it learned from\n\n"
        + _table(("source", "songs and licence"), card["data"].items())
        + "\n\nGiantMIDI is left out: recorded time at a constant tempo, so that its bars mean"
        " nothing. Songs are transposed by up to six semitones and made louder or softer anew in"
        " each pass; drums are never transposed. Songs are divided by piece, 95 to 5.",
        "## How it learned\n\n![losses](starter-loss.png)\n\n"
        "Muon for the matrices of the layers and AdamW for the rest"
        " (`experiments/2026-11-22-muon.md`),"
        f" a cosine from {settings['learning_rate']} down to 2 % of it,"
        f" {training['batch']['rows']} rows of {training['batch']['segment_length']} tokens with"
        f" carried memory, no dropout (less than one pass over the songs), {settings['precision']}"
        " products.",
        f"## Held-out songs\n\nThe first {figures['ids']:,} ids of each validation song, by the"
        " network alone and with what the song itself did before (echo and phrases), as in the"
        " program (`experiments/2026-11-22-echo.md`, `-phrases.md`).\n\n"
        + _table(("source", *loss_head), _rows(figures["held_out"], loss_head)),
        "## Other collections\n\nTest songs of collections it never learned from (POP909,"
        f" GiantMIDI) and other songs of three that it did; first {figures['ids']:,} ids.\n\n"
        + _table(("source", *loss_head), _rows(figures["other_music"], loss_head)),
        "## Beside a vanilla Transformer\n\nThe same network without memory, trained for the same"
        " steps on as many tokens in segments of 256, and asked with 192 to 256 ids before each"
        " (the starter carries its memory):\n\n"
        + _table(("", "nats_per_token", "bits_per_note", "bits_per_second"), _vanilla(figures)),
        "## Does carried memory help?\n\nT1, nats a token by place in a segment of 256, 16"
        " held-out songs, first segments left out:\n\n"
        + _table(
            ("place", *range(0, 256, 32)),
            [(name, *(f"{v:.3f}" for v in values)) for name, values in position.items()],
        )
        + "\n\nT2, nats a token of the same ids by how much of the song was read before them"
        f" ({WINDOWS} windows of 64 ids, held-out songs of over 4,161 ids):\n\n"
        + _table(
            ("context", *context),
            [
                ("the network", *(f"{v:.4f}" for v in context.values())),
                ("with echo", *(f"{v:.4f}" for v in echoed.values())),
            ],
        )
        + "\n\nAttention by age, mean over layers and over queries with a full memory, in sixths of"
        " the memory and of the segment (within a segment half of the keys are in the future of a"
        " query); and each layer's share that goes to the memory:\n\n"
        + _table(
            ("", *range(1, 7)),
            [(name, *(f"{v:.3f}" for v in v6)) for name, v6 in figures["memory"]["by_age"].items()],
        ),
        "## What it plays\n\n"
        f"{PROMPT_BARS} bars of held-out songs continued by {NEW_BARS}, as the program does it, at"
        f" temperature {MEASURED.temperature}, min-p {MEASURED.min_p} and echo {MEASURED.echo}."
        " `in_key`: share of pitched notes in the prompt's estimated key, beside the prompt's own."
        " `metre`: overlap of the"
        " places in the bar where notes begin with the prompt's. `longest_loop`: bars in the"
        " longest immediate repetition. `copied`: share of windows of 16 notes that stand in a"
        " training song, in any key.\n\n"
        + _table(
            ("source", *look_head), [(s, *(v[n] for n in look_head)) for s, v in looks.items()]
        )
        + "\n\n![a continuation](starter-sample.png)",
        "## A thousand continuations\n\n"
        f"`benchmarks.measures.continuations`: {thousand['prompts']} held-out songs, eight bars of"
        f" each continued by {thousand['bars']} in {thousand['continuations']} alternatives as the"
        f" program makes them, at temperature {thousand['temperature']}"
        f" ({thousand['notes']:,} notes), looked at"
        f" from outside: {thousand['invalid']} invalid (a note out of range, outside its bars or on"
        " a track that was not to be written; a piece that is another one once written as MIDI and"
        f" read), {thousand['empty']} without a note, {thousand['ended']} ended by the model;"
        f" {100 * thousand['one_loop']:.1f} % are one loop from end to end, of the songs' own next"
        f" bars {100 * thousand['one_loop_real']:.1f} %; in {100 * thousand['stuck']:.1f} % a track"
        " strikes one pitch more than eight times in a row, in the songs' own next bars in"
        f" {100 * thousand['stuck_real']:.1f} %.",
        "## Does it know where a piece ends?\n\n"
        f"The chance of the end token where {ends['songs']} held-out pieces end:"
        f" {ends['at_end']:.3f}; at their {ends['bar_lines']:,} other bar lines:"
        f" {ends['elsewhere']:.4f}. At {100 * ends['rank']:.0f} % of a piece's other bar lines an"
        " end is less likely than at its own (50 % would be chance).",
        "## How to sample it\n\nThe demo pieces, 8 bars continued by 8. Cooler keeps to"
        " the key; beside real songs: `experiments/2026-11-22-muon.md`.\n\n"
        + _table(sampling_head, [tuple(v[n] for n in sampling_head) for v in figures["sampling"]]),
        "## Structure\n\nT7, likeness of bars (shared ÷ all notes) by lag: six POP909 songs, bars"
        f" put right, and {LONG_BARS} bars continued from {PROMPT_BARS} of each. Phrases show as a"
        " peak at 4 and 8.\n\n"
        + _table(("", *lags["real"]), [(name, *values.values()) for name, values in lags.items()]),
        _weaknesses(figures),
    ]
    return "\n\n".join(sections) + "\n"


def _weaknesses(figures: dict[str, Any]) -> str:
    """Say what a musician will notice and what the tables say about it."""
    context, echoed = (
        {int(length): value for length, value in figures["memory"][name].items()}
        for name in ("by_context", "by_context_with_echo")
    )
    repeated = [look["repeated_bars"] for look in figures["samples"].values()]
    trained = figures["card"]["trained"]["tokens"]
    return (
        "## What is weak\n\n"
        f"- It was trained on {trained / 1e6:.1f} million tokens, less than one pass over its"
        " songs, in the time the table above says.\n"
        f"- To the network alone context beyond 256 tokens gains"
        f" {max(0.0, context[256] - context[4096]):.3f} nats a token: it uses its memory for key,"
        " instruments and texture, hardly yet for form. Echo and phrases gain"
        f" {echoed[256] - echoed[4096]:.3f} there; what comes back transposed they do not know.\n"
        f"- It repeats {100 * statistics.mean(repeated):.0f} % of its new bars note for note.\n"
        "- POP909 and GiantMIDI are performances off the grid of their files' bars; nothing like"
        " them is in its training set, and it predicts them badly."
    )


def _vanilla(figures: dict[str, Any]) -> list[tuple[object, ...]]:
    names = ("nats_per_token", "bits_per_note", "bits_per_second")
    return [
        (f"{who}, {songs.replace('_', ' ')}", *(found[name] for name in names))
        for songs in ("held_out", "other_music")
        for who, found in (
            ("the starter", figures[songs]["all"]),
            ("vanilla", figures["vanilla"][songs]),
        )
    ]


def _dimensions(model: dict[str, Any]) -> str:
    return f"{model['n_layer']} × {model['d_model']} × {model['n_head']}"


def _rows(losses: dict[str, Any], head: Sequence[str]) -> list[tuple[object, ...]]:
    return [(source, *(values[name] for name in head)) for source, values in losses.items()]
