"""A score at other ticks."""

from dataclasses import replace
from typing import TypeVar

from engine.music.score import KeySignature, Score, Tempo, TimeSignature, Track

_RulerT = TypeVar("_RulerT", Tempo, TimeSignature, KeySignature)


def moved(score: Score, by: int) -> Score:
    """Return everything so many ticks later; what would be before 0 comes at 0.

    Of several tempos, meters or keys that come there the last one holds, as it held before.

    Args:
        score: As it is.
        by: Ticks; earlier where it is negative.
    """

    def at(tick: int) -> int:
        return max(0, tick + by)

    def ruler(events: tuple[_RulerT, ...]) -> tuple[_RulerT, ...]:
        return tuple({at(e.tick): replace(e, tick=at(e.tick)) for e in events}.values())

    def track(old: Track) -> Track:
        return replace(
            old,
            notes=tuple(replace(note, start=at(note.start)) for note in old.notes),
            controls=tuple(replace(c, tick=at(c.tick)) for c in old.controls),
            pitch_bends=tuple(replace(b, tick=at(b.tick)) for b in old.pitch_bends),
            others=tuple(replace(other, tick=at(other.tick)) for other in old.others),
        )

    return replace(
        score,
        tracks=tuple(track(t) for t in score.tracks),
        tempos=ruler(score.tempos),
        time_signatures=ruler(score.time_signatures),
        key_signatures=ruler(score.key_signatures),
        markers=tuple(replace(m, tick=at(m.tick)) for m in score.markers),
        others=tuple(replace(other, tick=at(other.tick)) for other in score.others),
    )
