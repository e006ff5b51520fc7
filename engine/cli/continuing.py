"""Continuing a piece from the command line: the session in this process, its events gathered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.composition import Composition
from engine.live.continuation import Session
from engine.live.model import LiveModel
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    Continue,
    NotesMade,
    Primed,
)
from engine.model.processor import use_processor
from engine.music.midifile import write_midi
from engine.music.score import Score
from engine.music.time import BarMap
from engine.paths import Paths
from engine.request import PartNote, Request
from engine.worker.model_folders import find_model

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """One continuation and the piece it belongs to.

    Attributes:
        score: The piece up to the start, with the new notes.
        parts: The new notes.
        bars: Bars that were added.
        seed: What makes it again.
        ended: Whether the model ended the piece by itself.
        tokens: Tokens drawn.
    """

    score: Score
    parts: tuple[PartNote, ...]
    bars: int
    seed: int
    ended: bool
    tokens: int

    @property
    def notes(self) -> int:
        """New notes."""
        return len(self.parts)

    def midi(self) -> bytes:
        """Return the piece with its continuation as a MIDI file."""
        return write_midi(self.score)

    def values(self) -> dict[str, Any]:
        """Return its numbers for a report."""
        return {
            "notes": self.notes,
            "bars": self.bars,
            "seed": self.seed,
            "ended": self.ended,
            "tokens": self.tokens,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """All alternatives of one request.

    Attributes:
        alternatives: In order.
        prompt_tokens: Tokens read first.
        seconds: From the request to the last note.
        first_note_seconds: From the request to the first one.
        tokens_per_second: All alternatives together.
    """

    alternatives: tuple[Continuation, ...]
    prompt_tokens: int
    seconds: float
    first_note_seconds: float
    tokens_per_second: float


def continue_piece(
    composition: Composition, request: Request, *, model: str, paths: Paths, report: Report
) -> Continued:
    """Return the continuations of a piece.

    Args:
        composition: The piece.
        request: What is asked for; a number of bars, so that it comes to an end.
        model: A model's name or folder.
        paths: The user's folders, where models are.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no such model, or nothing to continue.
    """
    # As in the live process: decoding one token at a time gains nothing from a second thread.
    use_processor(threads=1)
    live = LiveModel.load(find_model(model, paths))
    ask = replace(request, roles=request.roles or composition.roles)
    command = Continue(request=1, score=composition.score, ask=ask)
    return _gather(Session(live).continue_(command), command, report)


def _gather(events: Iterator[object], command: Continue, report: Report) -> Continued:
    parts: dict[int, list[PartNote]] = {index: [] for index in range(command.ask.alternatives)}
    ends: dict[int, AlternativeFinished] = {}
    prompt_tokens = 0
    score, ask = command.ask.begun(command.score)
    share = _share(score, ask)
    for event in events:
        match event:
            case Primed():
                prompt_tokens = event.tokens
                report(0.0, f"{event.tokens} tokens read")
            case NotesMade():
                parts[event.alternative] += event.notes
                report(share(event.until), f"{sum(map(len, parts.values()))} notes")
            case AlternativeFinished():
                ends[event.alternative] = event
            case ContinuationFinished():
                return Continued(
                    alternatives=tuple(
                        _continuation(score, ask, ends[index], parts[index])
                        for index in sorted(ends)
                    ),
                    prompt_tokens=prompt_tokens,
                    seconds=event.seconds,
                    first_note_seconds=event.first_note_seconds,
                    tokens_per_second=event.tokens_per_second,
                )
    raise AssertionError("a continuation always finishes")


def _share(score: Score, ask: Request) -> Callable[[int], float]:
    bar_map = BarMap.of(score)
    end = bar_map.start_of(bar_map.bar_at(ask.start) + ask.bars)
    return lambda tick: (tick - ask.start) / max(1, end - ask.start)


def _continuation(
    score: Score, ask: Request, end: AlternativeFinished, parts: list[PartNote]
) -> Continuation:
    bar_map = BarMap.of(score)
    tracks = list(score.tracks)
    for index, role in enumerate(ask.roles):
        if role == "write":
            made = [part.note for part in parts if part.track == index]
            # What follows a rewrite stays; what followed where it goes on gives way.
            last = end.end if ask.following else None
            tracks[index] = tracks[index].with_part(made, start=ask.start, end=last)
    return Continuation(
        score=replace(score, tracks=tuple(tracks)),
        parts=tuple(parts),
        bars=bar_map.bar_at(end.end) - bar_map.bar_at(ask.start),
        seed=end.seed,
        ended=end.ended,
        tokens=end.tokens,
    )
