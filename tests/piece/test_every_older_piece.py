"""Pieces of every format that was ever written open today, and nothing of them is lost.

`scripts/older_files.py` wrote them with the versions of those days: beside each piece is a JSON
file with every field that it had then.
"""

import json
import zipfile
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from engine.piece.composition import Composition
from engine.piece.composition_file import FORMAT, from_bytes, open_composition, to_bytes

OLDER = Path(__file__).parent / "older"
PIECES = sorted(OLDER.glob("20*.segue"))
# Where a field of a take of the first format is today.
MOVED = {
    "sampling": "ask.sampling",
    "steering": "ask.steering",
    "roles": "ask.roles",
    "following": "ask.following",
    **{
        name: f"ask.limits.{name}"
        for name in ("pitch_classes", "lowest", "highest", "max_voices", "longest_copy")
    },
}


def _format(piece: Path) -> int:
    with zipfile.ZipFile(piece) as packed:
        return int(json.loads(packed.read("composition.json"))["format"])


def _facts(piece: Path) -> dict[str, Any]:
    return json.loads(piece.with_suffix(".json").read_text("utf-8"))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if names := getattr(value, "__struct_fields__", None):
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


def _lost(facts: Any, today: Any, where: str = "piece") -> list[str]:
    """Return the places where what was written is not what is read."""
    if isinstance(facts, dict):
        return [
            place
            for name, value in facts.items()
            for place in _lost(value, today.get(name, "nothing"), f"{where}.{name}")
        ]
    if isinstance(facts, list) and isinstance(today, list) and len(facts) == len(today):
        pairs = enumerate(zip(facts, today, strict=True))
        return [place for n, (old, new) in pairs for place in _lost(old, new, f"{where}[{n}]")]
    return [] if facts == today else [f"{where}: {facts!r} became {today!r}"]


def test_there_is_a_piece_of_every_format() -> None:
    assert {_format(piece) for piece in PIECES} == {*range(1, FORMAT + 1)}


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.stem)
def test_an_older_piece_opens_and_nothing_is_lost(piece: Path) -> None:
    opened = open_composition(piece)
    facts = _facts(piece)
    takes = facts.pop("takes")
    assert _lost(facts, _plain(opened)) == []
    assert len(takes) == len(opened.takes) == 3
    for fact, take in zip(takes, opened.takes, strict=True):
        today = _plain(take)
        # Of a take of the first format the remembered piece was a title.
        title = fact.pop("remembered", "")
        if isinstance(title, int):
            assert take.remembered == title
        assert take.start == fact.pop("start", take.start)
        for name in MOVED.keys() & fact.keys():
            assert _lost(fact.pop(name), _plain(attrgetter(MOVED[name])(take)), name) == []
        assert _lost(fact, today) == []


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.stem)
def test_it_is_saved_today_with_all_that_it_had(piece: Path) -> None:
    opened = open_composition(piece)
    assert from_bytes(to_bytes(opened)) == opened


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.stem)
def test_a_loss_would_be_noticed(piece: Path) -> None:
    """The comparison itself: a note of another pitch, and a take without its words."""
    opened = open_composition(piece)
    track = opened.score.tracks[0]
    moved = replace(track.notes[3], pitch=track.notes[3].pitch + 1)
    other = replace(track, notes=(*track.notes[:3], moved, *track.notes[4:]))
    changed = opened.with_score(replace(opened.score, tracks=(other, *opened.score.tracks[1:])))
    facts = _facts(piece)
    del facts["takes"]
    (place,) = _lost(facts, _plain(changed))
    assert place.startswith("piece.score.tracks[0].notes[3].pitch")
    assert isinstance(changed, Composition)
