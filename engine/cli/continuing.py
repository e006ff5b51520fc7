"""Continuing a piece from the command line: the session in this process, its events gathered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.composition import Composition
from engine.config import SamplingConfig
from engine.live.continuation import Session
from engine.live.model import LiveModel
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    Continue,
    NotesMade,
    PartNote,
    Primed,
    TrackRole,
)
from engine.model.processor import use_processor
from engine.music.midifile import write_midi
from engine.music.score import Score
from engine.music.time import BarMap
from engine.paths import Paths
from engine.worker.model_folders import find_model

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
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

    alternatives: tuple[Alternative, ...]
    prompt_tokens: int
    seconds: float
    first_note_seconds: float
    tokens_per_second: float


def continue_piece(
    composition: Composition,
    *,
    model: str,
    paths: Paths,
    roles: tuple[TrackRole, ...],
    start: int,
    bars: int,
    alternatives: int,
    sampling: SamplingConfig,
    report: Report,
) -> Continued:
    """Return the continuations of a piece.

    Args:
        composition: The piece.
        model: A model's name or folder.
        paths: The user's folders, where models are.
        roles: One for each track.
        start: Tick of the bar line where the continuation begins.
        bars: Bars to write.
        alternatives: How many.
        sampling: How they are drawn.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no such model, or nothing to continue.
    """
    # As in the live process: decoding one token at a time gains nothing from a second thread.
    use_processor(threads=1)
    live = LiveModel.load(find_model(model, paths))
    command = Continue(
        request=1,
        score=composition.score,
        roles=roles,
        start=start,
        bars=bars,
        alternatives=alternatives,
        sampling=sampling,
    )
    return _gather(Session(live).continue_(command), command, report)


def _gather(events: Iterator[object], command: Continue, report: Report) -> Continued:
    parts: dict[int, list[PartNote]] = {index: [] for index in range(command.alternatives)}
    ends: dict[int, AlternativeFinished] = {}
    prompt_tokens = 0
    share = _share(command)
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
                        _alternative(command, ends[index], parts[index]) for index in sorted(ends)
                    ),
                    prompt_tokens=prompt_tokens,
                    seconds=event.seconds,
                    first_note_seconds=event.first_note_seconds,
                    tokens_per_second=event.tokens_per_second,
                )
    raise AssertionError("a continuation always finishes")


def _share(command: Continue) -> Callable[[int], float]:
    bar_map = BarMap.of(command.score)
    end = bar_map.start_of(bar_map.bar_at(command.start) + command.bars)
    return lambda tick: (tick - command.start) / max(1, end - command.start)


def _alternative(command: Continue, end: AlternativeFinished, parts: list[PartNote]) -> Alternative:
    bar_map = BarMap.of(command.score)
    tracks = [
        track.with_notes(
            [
                *(note for note in track.notes if note.start < command.start),
                *(part.note for part in parts if part.track == index),
            ]
        )
        for index, track in enumerate(command.score.tracks)
    ]
    return Alternative(
        score=replace(command.score, tracks=tuple(tracks)),
        parts=tuple(parts),
        bars=bar_map.bar_at(end.end) - bar_map.bar_at(command.start),
        seed=end.seed,
        ended=end.ended,
        tokens=end.tokens,
    )
