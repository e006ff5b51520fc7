"""Sections of a page people read, as Markdown and as one file of HTML that holds its pictures."""

import base64
import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = Sequence[object]

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}table{border-collapse:collapse;margin:1rem 0}"
    "td,th{border:1px solid #ccc;padding:.25rem .6rem;text-align:right}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}p.note{color:#666}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One question and what was found.

    Attributes:
        title: The question.
        text: How to read the answer.
        head: Names of the columns; empty where there is no table.
        rows: The table.
        picture: File name of the picture, or empty.
    """

    title: str
    text: str
    head: Row = ()
    rows: Sequence[Row] = ()
    picture: str = ""


def sections_of(
    figures: Mapping[str, Any], makers: Mapping[str, Callable[[Any], Section]]
) -> Iterator[Section]:
    """Yield a section of each figure that was asked for; one left out says why.

    Args:
        figures: What was found, by name.
        makers: What makes a section of a figure, by the figure's name, in the page's order.
    """
    for name, make in makers.items():
        found = figures.get(name)
        if found is None:
            continue
        if "left_out" in found:
            yield Section(title=name.replace("_", " "), text=f"Left out: {found['left_out']}.")
        else:
            yield make(found)


def as_markdown(title: str, sections: Sequence[Section]) -> str:
    """Return a page of Markdown; its pictures stand beside it."""
    parts = [f"# {title}"]
    for section in sections:
        parts += [f"## {section.title}", section.text]
        if section.head:
            lines = [section.head, ["---"] * len(section.head), *section.rows]
            parts.append("\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines))
        if section.picture:
            parts.append(f"![{section.title}]({section.picture})")
    return "\n\n".join(parts) + "\n"


def as_html(title: str, sections: Sequence[Section], folder: Path) -> str:
    """Return a page of HTML that holds its pictures."""
    head = f"<title>{html.escape(title)}</title><style>{_STYLE}</style>"
    body = [f"<h1>{html.escape(title)}</h1>"]
    for section in sections:
        body.append(f"<h2>{html.escape(section.title)}</h2><p>{html.escape(section.text)}</p>")
        if section.head:
            rows = [_html_row("th", section.head), *(_html_row("td", row) for row in section.rows)]
            body.append(f"<table>{''.join(rows)}</table>")
        if section.picture:
            data = base64.b64encode((folder / section.picture).read_bytes()).decode("ascii")
            alt = html.escape(section.title)
            body.append(f'<img alt="{alt}" src="data:image/png;base64,{data}">')
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{head}</head>'
        f"<body>{''.join(body)}</body></html>\n"
    )


def _html_row(cell: str, values: Row) -> str:
    return "<tr>" + "".join(f"<{cell}>{html.escape(str(v))}</{cell}>" for v in values) + "</tr>"
