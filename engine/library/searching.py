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


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What to show.

    Attributes:
        text: Words that must all be part of the name, the tags or the path in an archive.
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


def search(catalogue: Catalogue, query: Query) -> list[int]:
    """Return the numbers of the rows that a query asks for, in its order; missing files left out.

    Ten thousands of numbers cost little; the rows themselves are fetched as they scroll into
    view, by `rows`.
    """
    conditions, values = _conditions(query)
    direction = "DESC" if query.descending else "ASC"
    # Conditions and orders are this module's own text; only values come from outside.
    statement = (
        f"SELECT id FROM files WHERE {' AND '.join(conditions)} "  # noqa: S608
        f"ORDER BY {_ORDERS[query.order]} {direction}, id"
    )
    with schema.saying_what_failed():
        return [row[0] for row in catalogue.connection.execute(statement, values)]


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


def _conditions(query: Query) -> tuple[list[str], list[object]]:
    marks = ", ".join("?" * len(query.states))
    conditions, values = [f"missing = 0 AND state IN ({marks})"], list[object](query.states)
    for word in query.text.split():
        conditions.append("(name || ' ' || tags || ' ' || member) LIKE ? ESCAPE '\\'")
        values.append(f"%{_literal(word)}%")
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
    return conditions, values


def _literal(text: str) -> str:
    """Return text for LIKE in which no character means another."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
