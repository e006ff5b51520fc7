"""Read pages of the user guide from their Markdown, where the guide is not built.

The guide is written for Sphinx with MyST. This module turns MyST's keys, definitions,
boxes, lists of pages and tables of keys into plain Markdown.
"""

import re
from collections.abc import Callable
from pathlib import Path

# Returns rows of words, keys and what they do, for the actions of a menu.
KeysOf = Callable[[str], tuple[tuple[str, str, str], ...]]
_KEYS = re.compile(r"^:::\{action-keys\} (.+)\n:::$", re.MULTILINE)
_BOX = re.compile(r"^:::\{admonition\} (.+)\n((?:.*\n)*?):::$", re.MULTILINE)
_PAGES = re.compile(r"^```\{toctree\}\n((?:.*\n)*?)```$", re.MULTILINE)
_TERM = re.compile(r"^(?![|>:]|- )(\S.*)\n: (?=\S)", re.MULTILINE)


def read_page(path: Path, keys_of: KeysOf) -> str:
    """Return a page as plain Markdown.

    Args:
        path: The page, beside all others.
        keys_of: Returns the keys of a menu.

    Raises:
        OSError: It cannot be read.
    """
    text = path.read_text(encoding="utf-8")
    text = _KEYS.sub(lambda found: _table(keys_of(found[1].strip())), text)
    text = _BOX.sub(lambda found: _quoted(f"**{found[1]}**\n\n{found[2].strip()}"), text)
    text = _PAGES.sub(lambda found: _links(path.parent, found[1]), text)
    text = _TERM.sub(r"- \1: ", text)
    return text.replace("{kbd}`", "`")


def title_of(path: Path) -> str:
    """Return the first heading of a page, or the name of its file."""
    found = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else path.stem


def _links(folder: Path, listed: str) -> str:
    """Return links to the pages of a list, under its title."""
    lines = listed.split("\n")
    titles = [line.partition(":caption: ")[2] for line in lines if ":caption: " in line]
    names = [line for line in lines if line and not line.startswith(":")]
    pages = [f"- [{title_of(folder / f'{name}.md')}]({name}.md)" for name in names]
    return "\n".join((*(f"## {title}\n" for title in titles), *pages))


def _table(rows: tuple[tuple[str, str, str], ...]) -> str:
    head = "| Action | Keys | What it does |\n| --- | --- | --- |\n"
    return head + "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
