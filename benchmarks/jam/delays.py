"""How soon an answer comes after a clear end of a phrase, by tempo and touch.

    python -m benchmarks jam --delays

A scripted human plays quarters and ends on the third beat, on the tonic or a step above it; the
clock is the stage's. What is said is the time from the release of the last key.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.jam.stage import Stage
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam.session import SEGUE
from engine.messages import PlanBegun
from engine.messages.jamming import JamVoice, StartJam
from engine.values.score import TICKS_PER_QUARTER, Note

TEMPOS = (60.0, 90.0, 120.0, 160.0)
LENGTHS = (0.5, 0.85, 1.5, 1.85)
"""Of the last note, in beats."""
_BEAT = TICKS_PER_QUARTER
_CLOSING = (67, 67, 64, 60, 62, 65, 64, 67, 65, 62, 60)
_OPEN = (67, 67, 64, 60, 62, 65, 64, 67, 65, 64, 62)


def measure(*, model: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield a row for each tempo and length: seconds to a closing and to an open phrase's answer.

    Args:
        model: Its folder; None takes the starter.
    """
    loaded = LiveModel.load(model or starter_model())
    for bpm in TEMPOS:
        for length in LENGTHS:
            clear, open_ = (
                delay_s(loaded, pitches, bpm=bpm, last_beats=length)
                for pitches in (_CLOSING, _OPEN)
            )
            yield {"bpm": bpm, "last_beats": length, "clear_s": clear, "open_s": open_}


def delay_s(
    model: LiveModel, pitches: tuple[int, ...], *, bpm: float, last_beats: float
) -> tuple[float, float] | None:
    """Return how long after the last release the answer and its first note begin; None: never.

    Args:
        model: Loaded.
        pitches: Of the phrase, each a quarter.
        bpm: Quarters a minute.
        last_beats: Length of the last note.
    """
    start = StartJam(mode="answer", me=JamVoice(track=0), segue=JamVoice(track=1), bpm=bpm, bars=1)
    stage = Stage(model, start)
    notes = [Note(index * _BEAT, pitch, round(0.85 * _BEAT)) for index, pitch in enumerate(pitches)]
    end = notes[-1].start + round(last_beats * _BEAT)
    stage.play([*notes[:-1], Note(notes[-1].start, notes[-1].pitch, end - notes[-1].start)])
    stage.until(end + 6 * _BEAT)
    begun = [message.from_tick for message in stage.said if isinstance(message, PlanBegun)]
    answer = stage.jam.captured().score.tracks[SEGUE].notes
    if not begun or not answer:
        return None
    seconds = 60.0 / bpm / _BEAT
    return round((begun[0] - end) * seconds, 3), round((answer[0].start - end) * seconds, 3)
