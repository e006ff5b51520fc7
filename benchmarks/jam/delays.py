"""How soon an answer comes after a clear end of a phrase, by tempo and touch, and to sparse play.

    python -m benchmarks jam --delays

A scripted human plays quarters and ends on the third beat, on the tonic or a step above it; the
clock is the stage's. What is said is the time from the release of the last key. The last row is of
sparse phrases (`benchmarks.jam.players`) at 120, with the share of the bars of their answers that
are a bar of the phrase note for note.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.jam.fit import answer_to
from benchmarks.jam.players import BAR
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
# The seeds of sparse phrases that nothing was chosen on.
_FIRST_SEED, _SPARSE_PHRASES = 4000, 12
# A stage's clock says a second to within a slice.
_SOON_S = 1.005
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
    yield sparse(loaded, range(_FIRST_SEED, _FIRST_SEED + _SPARSE_PHRASES))


def sparse(model: LiveModel, seeds: Iterable[int]) -> dict[str, Any]:
    """Return how soon answers to sparse phrases begin, and how many of their bars are copies.

    Args:
        model: Loaded.
        seeds: Of the phrases.

    Returns:
        The first note's delay in seconds (median and latest of all phrases), the number of phrases
        that got it within a second, and the numbers of bars with notes and of copies.
    """
    delays: list[float] = []
    bars = copies = phrases = 0
    for seed in seeds:
        phrases += 1
        answer = answer_to(model, "sparse", seed)
        if answer is None or not answer.notes:
            continue
        end = max(note.end for note in answer.phrase)
        delays.append((answer.notes[0].start - end) * answer.tick_s)
        mine = _bars(answer.phrase).values()
        answered = _bars(answer.notes).values()
        bars += len(answered)
        copies += sum(bar in mine for bar in answered)
    return {
        "player": "sparse",
        "phrases": phrases,
        "answered": len(delays),
        "median_s": round(median(delays), 3) if delays else None,
        "latest_s": round(max(delays), 3) if delays else None,
        "within_a_second": sum(delay <= _SOON_S for delay in delays),
        "bars": bars,
        "copies": copies,
    }


def _bars(notes: Iterable[Note]) -> dict[int, list[tuple[int, int]]]:
    """Return place and pitch of the notes of each bar in which one begins."""
    begun: dict[int, list[tuple[int, int]]] = {}
    for note in notes:
        begun.setdefault(note.start // BAR, []).append((note.start % BAR, note.pitch))
    return begun


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
