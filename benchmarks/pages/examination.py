"""The figures of an examination as one page people read: tables, pictures, how to read them.

From the plain figures alone, so that a page can be made again from its JSON.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.evaluation.control import KINDS
from benchmarks.evaluation.examination import LOSSES
from benchmarks.evaluation.near_copies import NO_END
from benchmarks.pages.charts import draw_bars, draw_chart
from benchmarks.pages.judgement import judgement_sections
from benchmarks.pages.sections import Row, Section, as_html, as_markdown, sections_of

Figures = Mapping[str, Any]


def write_page(figures: Figures, folder: Path) -> Path:
    """Write pictures, `evaluation.md` and the self-contained `evaluation.html`.

    Args:
        figures: Of an examination, with `model`.
        folder: Where; it exists.

    Returns:
        The HTML page.

    Raises:
        OSError: A file cannot be written.
    """
    sections = list(_sections(figures, folder))
    title = f"What {figures['model']} does with its memory"
    (folder / "evaluation.md").write_text(as_markdown(title, sections), encoding="utf-8")
    page = folder / "evaluation.html"
    page.write_text(as_html(title, sections, folder), encoding="utf-8")
    return page


def draw_attention(figures: Figures, path: Path, *, model: str) -> None:
    """Write the figure of Rae et al. 2019, section 5.5: average attention by age.

    Args:
        figures: As from `attention_figures`.
        path: The file.
        model: Named in the title.

    Raises:
        OSError: The file cannot be written.
    """
    parts = {name: values for name, values in figures["by_age"].items() if any(values)}
    draw_bars(
        parts,
        path,
        title=f"Where {model} looks: {figures['queries']:,} queries with a full memory",
        x_label="oldest to newest, in equal parts of each",
        y_label="share of the attention",
    )


def _sections(figures: Figures, folder: Path) -> Iterator[Section]:
    yield _losses(figures)
    makers = {
        "by_field": _by_field,
        "by_notes_heard": _by_notes_heard,
        "by_position": _by_position,
        "by_context": _by_context,
        "effective_context": _effective_context,
        "shuffled_memory": _shuffled_memory,
        "near_copies": _near_copies,
        "recall": _recall,
        "endings": _endings,
        "attention_by_age": _attention,
        "structure": _structure,
    }
    model = str(figures["model"])
    drawn = {name: partial(make, folder=folder, model=model) for name, make in makers.items()}
    yield from sections_of(figures, drawn)
    yield from judgement_sections(figures)


def _losses(figures: Figures) -> Section:
    names = ("nats_per_note", "bits_per_note", "bits_per_second", "nats_per_token")
    of_all = figures["with_memory"]
    return Section(
        title="How well are the songs predicted?",
        text=f"{of_all['songs']} songs, {of_all['notes']:,} notes, {of_all['steps']:,} steps."
        f" Lengths, contexts and places are counted in the model's steps; a step is"
        f" {figures['step']}. Nats a token cannot be compared with models that have other tokens.",
        head=("", *(name.replace("_per_", " a ") for name in names)),
        rows=[
            (kind.replace("_", " "), *(figures[kind][name] for name in names)) for kind in LOSSES
        ],
    )


def _by_field(found: Figures, folder: Path, model: str) -> Section:
    fields = list(found["with_memory"])
    draw_chart(
        {
            kind.replace("_", " "): [(i, values.get(name, 0.0)) for i, name in enumerate(fields)]
            for kind, values in found.items()
        },
        folder / "by-field.png",
        title=f"{model}: what a note costs, by what is said of it",
        x_label="what is said",
        y_label="nats a note",
        places=fields,
    )
    return Section(
        title="What is hard about a note?",
        text="Nats a note by what is said of it; a row adds up to nats a note of everything. What"
        " declares a song's parts is told and not predicted.",
        head=("", *fields),
        rows=_by_kind(found, fields),
        picture="by-field.png",
    )


def _by_notes_heard(found: Figures, folder: Path, model: str) -> Section:
    spans = list(found["with_memory"])
    draw_chart(
        {
            kind.replace("_", " "): [(i, values[span]) for i, span in enumerate(spans)]
            for kind, values in found.items()
        },
        folder / "by-notes-heard.png",
        title=f"{model}: what a note costs, by how many came before",
        x_label="notes of the song heard before, from",
        y_label="nats a note",
        places=[span.partition("-")[0] for span in spans],
    )
    return Section(
        title="Does it learn a song while it hears it?",
        text="Nats a note by how many notes of the song were heard before. Where memory is carried,"
        " later notes should be easier; but songs are not alike, and only long ones have late"
        " notes.",
        head=("notes heard", *spans),
        rows=_by_kind(found, spans),
        picture="by-notes-heard.png",
    )


def _by_kind(found: Figures, names: Sequence[str]) -> list[Row]:
    return [
        (kind.replace("_", " "), *(f"{values.get(name, 0.0):.3f}" for name in names))
        for kind, values in found.items()
    ]


def _by_position(found: Figures, folder: Path, model: str) -> Section:
    lines = {"with memory": found["with_memory"], "without memory": found["without_memory"]}
    width = found["segment"] // len(found["with_memory"])
    draw_chart(
        {
            name: [(i * width + width / 2, value) for i, value in enumerate(values)]
            for name, values in lines.items()
        },
        folder / "by-position.png",
        title=f"{model}: loss by place in the segment",
        x_label="place in the segment, steps",
        y_label="nats a note",
    )
    return Section(
        title="T1: loss by place in the segment",
        text="Where memory is carried the beginning of a segment is no harder than its end; first"
        " segments of songs are left out.",
        head=("place", *(i * width for i in range(len(found["with_memory"])))),
        rows=[(name, *(f"{value:.3f}" for value in values)) for name, values in lines.items()],
        picture="by-position.png",
    )


def _by_context(found: Figures, folder: Path, model: str) -> Section:
    contexts = [str(context) for context in found["nats"]]
    lines = {"the model": found["nats"], "with echo": found["with_echo"]}
    draw_chart(
        {name: list(enumerate(values.values())) for name, values in lines.items()},
        folder / "by-context.png",
        title=f"{model}: loss by length of context",
        x_label="steps of the song read before the targets",
        y_label="nats a note",
        places=contexts,
    )
    return Section(
        title="T2: loss by length of context",
        text=f"The same {found['targets']} steps at each place, with more and more of the song"
        f" before them. It falls with every one up to {found['falls_until']:,} steps, with the"
        f" echo of what was read up to {found['with_echo_falls_until']:,}.",
        head=("context", *contexts),
        rows=[
            (name, *(f"{value:.3f}" for value in values.values())) for name, values in lines.items()
        ],
        picture="by-context.png",
    )


def _effective_context(found: Figures, folder: Path, model: str) -> Section:
    growth = found["growth"]
    draw_chart(
        {
            _ratio(one): [(int(c), gain) for c, gain in one["gains"].items()]
            for one in found["found"]
        }
        | {"one percent": [(growth, 0.01), (found["longest"], 0.01)]},
        folder / "effective-context.png",
        title=f"{model}: what {growth} steps more are worth",
        x_label="steps of context before",
        y_label="relative gain in perplexity",
    )
    return Section(
        title="T3: relative effective context length",
        text="RECL (Dai et al. 2019, appendix C): the context up to which"
        f" {growth} steps more lower the perplexity of an id by a percent. In the paper positions"
        " that get worse do not count, and the baseline is the best of a group of models; with this"
        " one alone chance gains, too, so that the net figure, in which they count, says more.",
        head=("ids", "steps", "bars", "seconds"),
        rows=[
            (
                _ratio(one),
                f"at least {one['steps']}" if one["at_least"] else one["steps"],
                one["bars"],
                one["seconds"],
            )
            for one in found["found"]
        ],
        picture="effective-context.png",
    )


def _ratio(one: Figures) -> str:
    if one["ratio"] == 1.0:
        return "all, net" if one["net"] else "all"
    return f"the hardest {one['ratio']:.0%}"


def _shuffled_memory(found: Figures, folder: Path, model: str) -> Section:
    names = {
        "true": "the song's own past",
        "permuted": "its own bars, permuted",
        "other": "another song's",
        "none": "none",
    }
    draw_chart(
        {"nats a note": [(i, found["nats"][kind]) for i, kind in enumerate(KINDS)]},
        folder / "shuffled-memory.png",
        title=f"{model}: the same notes after four kinds of past",
        x_label="what stood before the last bar",
        y_label="nats a note",
        places=[names[kind] for kind in KINDS],
    )
    ordered = [found["nats"][kind] for kind in KINDS]
    verdict = "hold" if ordered == sorted(ordered) else "do not hold"
    return Section(
        title="T4: is it this song's past, in its order?",
        text=f"{found['places']} places; the bar just before is always the true one. If memory is"
        " for form, then true < permuted < another song's < none; here these"
        f" inequalities {verdict}.",
        head=("past", "nats a note", "worse than true", "standard error"),
        rows=[
            (
                names[kind],
                f"{found['nats'][kind]:.3f}",
                f"{found['worse_than_true'].get(kind, 0.0):+.3f}",
                f"{found['standard_error'].get(kind, 0.0):.3f}",
            )
            for kind in KINDS
        ],
        picture="shuffled-memory.png",
    )


def _near_copies(found: Figures, folder: Path, model: str) -> Section:
    lines = found["by_distance"]
    names = [_bars_back(line["nearest"], line["farthest"]) for line in lines]
    draw_chart(
        {"gain": [(i, line["gain"]) for i, line in enumerate(lines)]},
        folder / "near-copies.png",
        title=f"{model}: what memory is worth by where the bar stood before",
        x_label="bars back to the nearest near-copy",
        y_label="nats a note",
        places=names,
    )
    return Section(
        title="T5: does memory pay where music repeats itself?",
        text="Bars with carried memory against the same bars with one bar of context. A near-copy"
        " shares at least 70 % of all notes; of a new bar nothing before it shares 20 %.",
        head=(
            "nearest near-copy",
            "bars",
            "one bar of context",
            "memory",
            "gain",
            "standard error",
        ),
        rows=[
            (
                name,
                line["bars"],
                f"{line['short']:.3f}",
                f"{line['carried']:.3f}",
                f"{line['gain']:.3f}",
                f"{line['error']:.3f}",
            )
            for name, line in zip(names, lines, strict=True)
        ],
        picture="near-copies.png",
    )


def _bars_back(nearest: int, farthest: int) -> str:
    if not nearest:
        return "new"
    if nearest == farthest:
        return str(nearest)
    return f"{nearest} to {farthest}" if farthest < NO_END else f"{nearest}+"


def _recall(found: Figures, folder: Path, model: str) -> Section:
    lines = found["by_distance"]
    draw_chart(
        {
            "heard before": [(i, line["heard"]) for i, line in enumerate(lines)],
            "never heard": [(i, line["never"]) for i, line in enumerate(lines)],
        },
        folder / "recall.png",
        title=f"{model}: a random melody again",
        x_label="segments since it was heard",
        y_label="nats a pitch",
        places=[str(line["segments"]) for line in lines],
    )
    return Section(
        title="T6: is a melody known again?",
        text="Eight random pitches after a cue that was followed by them so many segments ago, or"
        " by others.",
        head=("segments back", "steps", "heard", "never heard", "gain", "standard error"),
        rows=[
            (
                line["segments"],
                line["steps"],
                f"{line['heard']:.3f}",
                f"{line['never']:.3f}",
                f"{line['gain']:+.3f}",
                f"{line['error']:.3f}",
            )
            for line in lines
        ],
        picture="recall.png",
    )


def _endings(found: Figures, folder: Path, model: str) -> Section:
    before = list(enumerate(found["before"]))[::-1]
    draw_chart(
        {"chance of an end": [(place, chance) for place, (_, chance) in enumerate(before)]},
        folder / "endings.png",
        title=f"{model}: is it over?",
        x_label="bars before the end",
        y_label="chance of an end",
        places=[str(bars) for bars, _ in before],
    )
    return Section(
        title="Does it know where a piece ends?",
        text=f"The chance of the end token where {found['songs']} pieces end, and at their"
        f" {found['bar_lines']:,} other bar lines. Rank: the share of a piece's other bar lines at"
        " which an end is less likely than at its own; 0.5 is chance.",
        head=("", "where it ends", "elsewhere", "rank"),
        rows=[
            (
                "chance of an end",
                f"{found['at_end']:.4f}",
                f"{found['elsewhere']:.4f}",
                f"{found['rank']:.2f}",
            )
        ],
        picture="endings.png",
    )


def _attention(found: Figures, folder: Path, model: str) -> Section:
    draw_attention(found, folder / "attention-by-age.png", model=model)
    parts = [name for name, values in found["by_age"].items() if any(values)]
    layers = len(next(iter(found["by_layer"].values())))
    return Section(
        title="Where does it look? Attention by age",
        text=f"Memory of {found['mem_len']} steps, {found['slots']} compressed slots, segments"
        f" of {found['segment']}. Within a segment half of the keys are in the future of a query."
        " Below: the share each layer gives to each part.",
        head=("layer", *range(1, layers + 1)),
        rows=[(part, *(f"{value:.2f}" for value in found["by_layer"][part])) for part in parts],
        picture="attention-by-age.png",
    )


def _structure(found: Figures, folder: Path, model: str) -> Section:
    lags = sorted({int(lag) for kind in ("real", "made") for lag in found[kind]["likeness"]})
    kinds = {"real": "the songs themselves", "made": "continued"}
    likeness = {
        kind: {int(lag): value for lag, value in found[kind]["likeness"].items()} for kind in kinds
    }
    draw_chart(
        {
            name: [(i, likeness[kind][lag]) for i, lag in enumerate(lags) if lag in likeness[kind]]
            for kind, name in kinds.items()
        },
        folder / "structure.png",
        title=f"{model}: likeness of bars by lag",
        x_label="bars apart",
        y_label="shared ÷ all notes",
        places=[str(lag) for lag in lags],
    )
    return Section(
        title="T7: are there phrases in what it makes?",
        text=f"{found['bars']} bars continued from eight of {found['made']['pieces']} songs, beside"
        f" the songs' own next bars; {found['ended']} pieces were ended by the model before that."
        " Phrases show as a peak at 4 and 8.",
        head=("", *lags, "repeated bars", "longest loop, bars"),
        rows=[
            (
                name,
                *(f"{likeness[kind][lag]:.3f}" if lag in likeness[kind] else "" for lag in lags),
                f"{found[kind]['repeated']:.3f}",
                found[kind]["longest_loop"],
            )
            for kind, name in kinds.items()
        ],
        picture="structure.png",
    )
