"""Sections of a page people read, as Markdown and as one file of HTML that holds its pictures."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

Row = Sequence[object]


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
    return _templates().get_template("page.md.jinja").render(title=title, sections=sections)


def as_html(title: str, sections: Sequence[Section], folder: Path) -> str:
    """Return a page of HTML that holds its pictures, which are files of the folder."""
    templates = _templates()
    templates.filters["base64"] = lambda name: base64.b64encode(
        (folder / name).read_bytes()
    ).decode("ascii")
    return templates.get_template("page.html.jinja").render(title=title, sections=sections)


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("benchmarks.pages"),
        # Titles and names of songs are anybody's: HTML escapes them, Markdown has no need to.
        autoescape=select_autoescape(["html.jinja"]),
        trim_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
