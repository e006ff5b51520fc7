"""What a model makes, judged as a whole: made against real, which comes next, distributions.

Any model can be judged: it is asked as a function that continues and, where it can say them, as
one that says nats. What is found are plain figures, so that tables and pages can be made anew.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.evaluation.against_real import (
    Interval,
    Pair,
    Row,
    Song,
    by_collection,
    distance_interval,
    halves,
    lags_of,
    other_songs,
    pairs_of,
    table_of,
)
from benchmarks.evaluation.distributions import closeness
from benchmarks.evaluation.examination import Step
from benchmarks.evaluation.passages import Continue, Passage
from benchmarks.evaluation.ten_minutes import gone_on_with, minutes_of
from benchmarks.evaluation.which_next import Nats, choices_of, chosen, share_right
from engine.evaluation.musicality import pitched

Figures = dict[str, Any]
# Of all the work.
_MAKING = 0.8


def judge(
    songs: Sequence[Song], continue_: Continue, nats: Nats | None = None, *, seed: int = 0
) -> Iterator[tuple[Step, Passage | None]]:
    """Yield figures as they are found, and what was made of each song.

    Args:
        songs: Where to go on from; none of them was learned from.
        continue_: The model.
        nats: What the model finds bars to cost a note; None asks no likelihood.
        seed: Of the first song; each has the next one.

    Yields:
        A step, and with the songs' steps the passage that was made.
    """
    if not songs:
        reason = "no song has a prompt of 8 bars and 16 after it"
        yield Step(share=1.0, text="", figures={"made_against_real": {"left_out": reason}}), None
        return
    pairs: list[Pair] = []
    made: list[Passage] = []
    for passage, pair in pairs_of(songs, continue_, seed=seed):
        pairs.append(pair)
        made.append(passage)
        yield Step(share=_MAKING * (len(pairs) / len(songs)), text=pair.name), passage
    figures = {
        "made_against_real": against_real_figures(pairs, list(other_songs(songs))),
        "distributions": _distributions(made, [song.passage for song in songs]),
    }
    yield Step(share=_MAKING, text="made against real", figures=figures), None
    figures = {"which_next": _which_next(songs, nats)} if nats is not None else {}
    yield Step(share=1.0, text="which comes next", figures=figures), None


def against_real_figures(pairs: Sequence[Pair], others: Sequence[Pair]) -> Figures:
    """Return the table of every collection and of all, and the distances, as plain figures.

    Args:
        pairs: Made beside real; at least one.
        others: Bars of another song beside real.
    """
    split = halves(pairs)
    return {
        "songs": len(pairs),
        "distance": _interval(distance_interval(pairs)),
        "figures": _table(table_of(pairs)),
        "collections": {
            name: {
                "songs": len(some),
                "distance": _interval(distance_interval(some)),
                "figures": _table(table_of(some)),
            }
            for name, some in by_collection(pairs).items()
        },
        "lags": {
            str(lag): [round(value, 4) for value in both] for lag, both in lags_of(pairs).items()
        },
        "real_of_other_songs": _interval(distance_interval(split)) if split else None,
        "another_song_after_it": _interval(distance_interval(others)) if others else None,
    }


def ten_minutes_figures(song: Song, continue_: Continue, *, seed: int = 0) -> Figures:
    """Return the figures of each of ten minutes that go on from a song's prompt."""
    passage = song.passage
    made = gone_on_with(passage.score, passage.start, continue_, seed=seed)
    (score,) = deque(made, maxlen=1)
    return {
        "song": song.name,
        "minutes": [
            {
                "minute": minute.number,
                "notes": minute.notes,
                "key_clarity": round(minute.key_clarity, 3),
                "kit": None if minute.kit is None else round(minute.kit, 3),
                "repeated": round(minute.repeated, 3),
                "longest_loop": minute.longest_loop,
            }
            for minute in minutes_of(score, passage.start)
        ],
    }


def _distributions(made: Sequence[Passage], real: Sequence[Passage]) -> Figures:
    ours, theirs = ([p.following for p in some if pitched(p.following)] for some in (made, real))
    if min(len(ours), len(theirs)) < 3:
        return {"left_out": "fewer than three pieces have a pitched note"}
    return {
        "pieces": len(ours),
        "features": {
            name: {"kl": round(found.kl, 4), "area": round(found.area, 4)}
            for name, found in closeness(ours, theirs).items()
        },
    }


def _which_next(songs: Sequence[Song], nats: Nats) -> Figures:
    choices = list(choices_of(songs))
    if not choices:
        return {"left_out": "no song has other places to take wrong bars from"}
    picks = [chosen(choice, nats) for choice in choices]
    return {
        "choices": len(picks),
        "likeliest": _interval(share_right([pick.likeliest for pick in picks])),
        "helped": _interval(share_right([pick.helped for pick in picks])),
    }


def _table(rows: dict[str, Row]) -> Figures:
    return {
        name: {"songs": row.songs, "made": _interval(row.made), "real": _interval(row.real)}
        for name, row in rows.items()
    }


def _interval(found: Interval) -> list[float]:
    """Return value, low, high."""
    return [round(value, 4) for value in (found.value, found.low, found.high)]
