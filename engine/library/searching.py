"""Searching the catalogue as one types: a query is a value, its answer the rows' numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.library import schema
from engine.library.catalogue import Catalogue, Entry, entry_of
from engine.library.facts import State

Order = Literal["name", "seconds", "notes", "bpm", "music_key", "added_s"]
_ORDERS: dict[Order, str] = {
    "name": "name COLLATE NOCASE",
    "seconds": "seconds",
    "notes": "notes",
    "bpm": "bpm",
    "music_key": "music_key",
    "added_s": "added_s",
}
_MOST_AT_ONCE = 500
_TRIGRAM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What to show.

    Attributes:
        text: Words that must all be part of the name, the tags or the path in an archive; words
            of one or two characters, of the name or the tags.
        states: States to show.
        program: A General MIDI program that must be played; None for any.
        drums: Whether there must be drums (or must not); None for either.
        key: As `E♭ major`; empty for any.
        tag: A tag it must have; empty for any.
        shortest_s: Seconds it must at least last.
        longest_s: Seconds it may last; 0 for any.
        slowest_bpm: Beats a minute it must at least have.
        fastest_bpm: Beats a minute it may have; 0 for any.
        order: What to sort by.
        descending: Whether the largest comes first.
    """

    text: str = ""
    states: tuple[State, ...] = ("ready", "warning")
    program: int | None = None
    drums: bool | None = None
    key: str = ""
    tag: str = ""
    shortest_s: float = 0.0
    longest_s: float = 0.0
    slowest_bpm: float = 0.0
    fastest_bpm: float = 0.0
    order: Order = "name"
    descending: bool = False


def search(catalogue: Catalogue, query: Query, *, limit: int = -1, offset: int = 0) -> list[int]:
    """Return the numbers of the rows that a query asks for, in its order; missing files left out.

    Args:
        catalogue: Where to search.
        query: What for.
        limit: The most rows; negative for all of them.
        offset: Rows to pass over before that.
    """
    condition, values = _condition(query)
    direction = "DESC" if query.descending else "ASC"
    # Conditions and orders are this module's own text; only values come from outside.
    statement = (
        f"SELECT id FROM files WHERE {condition} "  # noqa: S608
        f"ORDER BY {_ORDERS[query.order]} {direction} LIMIT ? OFFSET ?"
    )
    with schema.saying_what_failed():
        return [row[0] for row in catalogue.connection.execute(statement, (*values, limit, offset))]


def count(catalogue: Catalogue, query: Query) -> int:
    """Return how many rows a query asks for."""
    condition, values = _condition(query)
    with schema.saying_what_failed():
        (number,) = catalogue.connection.execute(
            f"SELECT count(*) FROM files WHERE {condition}",  # noqa: S608
            values,
        ).fetchone()
    return int(number)


def rows(catalogue: Catalogue, numbers: Sequence[int]) -> list[Entry]:
    """Return the entries of some rows, in this order; rows that are gone are left out.

    Args:
        catalogue: Where they are.
        numbers: At most a few hundred: what a window shows.
    """
    marks = ", ".join("?" * min(len(numbers), _MOST_AT_ONCE))
    found: dict[int, Entry] = {}
    with schema.saying_what_failed():
        for row in catalogue.connection.execute(
            f"SELECT * FROM files WHERE id IN ({marks})",  # noqa: S608
            tuple(numbers[:_MOST_AT_ONCE]),
        ):
            found[row["id"]] = entry_of(row)
    return [found[number] for number in numbers if number in found]


def _condition(query: Query) -> tuple[str, list[object]]:
    marks = ", ".join("?" * len(query.states))
    conditions, values = [f"missing = 0 AND state IN ({marks})"], list[object](query.states)
    words = query.text.split()
    long = [word for word in words if len(word) >= _TRIGRAM]
    if long:
        conditions.append("id IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(" AND ".join('"{}"'.format(word.replace('"', '""')) for word in long))
    for word in words:
        if len(word) < _TRIGRAM:
            conditions.append("(name LIKE ? ESCAPE '\\' OR tags LIKE ? ESCAPE '\\')")
            values += [f"%{_literal(word)}%"] * 2
    wanted: list[tuple[bool, str, object]] = [
        (query.program is not None, "(',' || programs || ',') LIKE ?", f"%,{query.program},%"),
        (query.drums is not None, "drums = ?", int(bool(query.drums))),
        (bool(query.key), "music_key = ?", query.key),
        (
            bool(query.tag),
            "(',' || tags || ',') LIKE ? ESCAPE '\\'",
            f"%,{_literal(query.tag)},%",
        ),
        (query.shortest_s > 0, "seconds >= ?", query.shortest_s),
        (query.longest_s > 0, "seconds <= ?", query.longest_s),
        (query.slowest_bpm > 0, "bpm >= ?", query.slowest_bpm),
        (query.fastest_bpm > 0, "bpm <= ?", query.fastest_bpm),
    ]
    for asked, condition, value in wanted:
        if asked:
            conditions.append(condition)
            values.append(value)
    return " AND ".join(conditions), values


def _literal(text: str) -> str:
    """Return text for LIKE in which no character means another."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
