"""Messages and notes of a jam in the player's ticks, where the memory has others."""

from dataclasses import replace

import msgspec

from engine.live.jam.found_time import TickMap
from engine.messages import DropPlan, HandOver, Message, Plan
from engine.messages.jamming import JamPlanned, JamTurn, JamUnderrun, PhraseEnded
from engine.request import PartNote
from engine.values.score import Note, Score


def as_played(message: Message, ticks: TickMap) -> Message:
    """Return a message of the live process with the player's ticks; 0 stays, as it means none."""

    def at(tick: float) -> int:
        return max(0, round(ticks.player_at(tick))) if tick else 0

    match message:
        case Plan() | JamPlanned():
            changed = msgspec.structs.replace(
                message,
                from_tick=at(message.from_tick),
                until=at(message.until),
                notes=tuple(
                    PartNote(part.track, note_as_played(part.note, ticks)) for part in message.notes
                ),
            )
            if isinstance(changed, JamPlanned):
                return msgspec.structs.replace(changed, committed=at(changed.committed))
            return changed
        case DropPlan():
            return msgspec.structs.replace(message, after=at(message.after))
        case JamTurn():
            return msgspec.structs.replace(message, tick=at(message.tick), until=at(message.until))
        case PhraseEnded() | JamUnderrun() | HandOver():
            return msgspec.structs.replace(message, tick=at(message.tick))
        case _:
            return message


def note_as_played(note: Note, ticks: TickMap) -> Note:
    """Return a note with the player's ticks."""
    start = max(0, round(ticks.player_at(note.start)))
    end = round(ticks.player_at(note.end))
    return replace(note, start=start, duration=max(1, end - start))


def score_as_played(score: Score, ticks: TickMap) -> Score:
    """Return a score of the memory with the player's ticks."""
    tracks = tuple(
        replace(track, notes=tuple(sorted(note_as_played(note, ticks) for note in track.notes)))
        for track in score.tracks
    )
    return replace(score, tracks=tracks)
