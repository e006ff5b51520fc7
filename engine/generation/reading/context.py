"""Encodes the notes of tracks that stay, and the bars that follow. Pure, no model."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.request import TrackRole
from engine.tokens.parts import Parts
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.score import Score, Track
from engine.values.time import BarMap

NOTE_KINDS = (TokenKind.PITCH, TokenKind.DRUM)


class Order(NamedTuple):
    """A place in the order of the vocabulary."""

    bar: int
    position: int
    part: int = -2
    pitch: int = -1


class KeptNote(NamedTuple):
    """A note that stays.

    Attributes:
        order: Its bar (written bars from the first that is written) and place in it.
        ids: Its pitch, velocity and, unless it is a drum, duration.
    """

    order: Order
    ids: tuple[int, ...]


def kept_notes(
    score: Score,
    roles: Sequence[TrackRole],
    *,
    start: int,
    end: int,
    tokenizer: Tokenizer,
    parts: Parts,
    role: TrackRole = "context",
) -> tuple[KeptNote, ...]:
    """Return the notes of tracks of a role in [start, end), in the order of their ids.

    Args:
        score: The piece.
        roles: One for each track.
        start: Tick at which writing begins.
        end: Tick after the written bars; 0 takes all notes.
        tokenizer: The model's tokenizer.
        parts: The part of each track.
        role: The role of the tracks; by default *context*.
    """
    stay = _only(score, roles, (role,), start=start, end=end or score.end + 1)
    if not stay.note_count:
        return ()
    first_bar = BarMap.of(score).bar_at(start)
    ids = _ids_from(stay, first_bar, tokenizer, parts)
    return tuple(_notes_in(ids, tokenizer.vocabulary))


def following_ids(
    score: Score,
    roles: Sequence[TrackRole],
    *,
    end: int,
    bars: int,
    tokenizer: Tokenizer,
    parts: Parts,
) -> tuple[int, ...]:
    """Return the ids of the bars after a bar line, without the Bar id that begins them.

    The first note names its part, whatever was played before.

    Args:
        score: The piece.
        roles: One for each track; ignored ones are not read.
        end: Tick of the bar line.
        bars: Bars to read at most; silence at the end is left out.
        tokenizer: The model's tokenizer.
        parts: The part of each track.
    """
    bar_map = BarMap.of(score)
    first = bar_map.bar_at(end)
    last = bar_map.start_of(first + bars)
    rest = _only(score, roles, ("write", "context"), start=end, end=last)
    if not rest.note_count:
        return ()
    latest = max(note.start for _, note in rest.notes())
    count = bar_map.bar_at(latest) + 1 - first
    encoded = tokenizer.encode(rest, bars=first + count, parts=parts)
    begin = int(encoded.bars[first])
    past = first + count
    stop = int(encoded.bars[past]) if past < len(encoded.bars) else len(encoded.ids)
    return tuple(encoded.ids[begin + 1 : stop].tolist())


def only_roles(score: Score, roles: Sequence[TrackRole], *which: TrackRole) -> Score:
    """Return the score with nothing but the notes of tracks of some roles."""
    return _only(score, roles, which, start=0, end=score.end + 1)


def _only(
    score: Score, roles: Sequence[TrackRole], which: tuple[TrackRole, ...], *, start: int, end: int
) -> Score:
    """Return the score with nothing but what begins in [start, end) in tracks of some roles."""

    def part(track: Track, role: TrackRole) -> Track:
        inside = tuple(n for n in track.notes if start <= n.start < end) if role in which else ()
        return replace(track, notes=inside, controls=())

    pairs = zip(score.tracks, roles, strict=True)
    return replace(score, tracks=tuple(part(track, role) for track, role in pairs))


def _ids_from(score: Score, bar: int, tokenizer: Tokenizer, parts: Parts) -> list[int]:
    encoded = tokenizer.encode(score, bars=bar + 1, parts=parts, chords=())
    ids: list[int] = encoded.ids[int(encoded.bars[bar]) :].tolist()
    return ids


def _notes_in(ids: list[int], vocabulary: Vocabulary) -> Iterator[KeptNote]:
    kinds, values = vocabulary.kinds, vocabulary.values
    bar, position, part = -1, 0, -2
    for index, token in enumerate(ids):
        kind, value = kinds[token], int(values[token])
        if token == vocabulary.bar:
            bar += 1
        elif kind == TokenKind.POSITION:
            position = value
        elif kind == TokenKind.PART:
            part = value
        elif kind in NOTE_KINDS:
            length = 3 if kind == TokenKind.PITCH else 2
            note = tuple(ids[index : index + length])
            yield KeptNote(Order(bar, position, part, value), note)


def within_reach(notes: Sequence[KeptNote], *, earliest: int) -> tuple[KeptNote, ...]:
    """Return kept notes, the first of them moved to the position where writing begins.

    A start between two positions is rounded up for drawn notes and to the nearest position for
    kept ones, so a kept note may be a position too early.
    """
    moved: dict[Order, KeptNote] = {}
    for note in notes:
        order = note.order
        if order.bar == 0 and order.position < earliest:
            order = order._replace(position=earliest)
        moved.setdefault(order, KeptNote(order, note.ids))
    return tuple(moved[order] for order in sorted(moved))
