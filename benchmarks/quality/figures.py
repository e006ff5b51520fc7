"""Figures of what follows a prompt, beside those of `benchmarks.evaluation.likeness`.

Pure functions, None where the prompt does not allow the question.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from benchmarks.evaluation.likeness import FIGURES, figures_of, likeness_back
from benchmarks.evaluation.passages import Passage
from benchmarks.quality import harmony, tune
from engine.evaluation.musicality import Bar, bars, pitched
from engine.form.passage_figures import likeness as nearest
from engine.form.passage_figures import share_in_common
from engine.form.passage_figures import sounding as held_at_once
from engine.values.score import Note, Score
from engine.values.time import BarMap

_INTERVALS = 3  # of a figure, as `motif` says
_NEAR = 0.8  # likeness above which a bar counts as nearly an earlier one, as `near_bars` says
_PHRASE = 8  # bars
_LAST_BARS = 4  # of the prompt: who plays there and falls silent is lost


def equal_bars(passage: Passage) -> float | None:
    """Return the share of bars that equal an earlier one, the prompt's among them."""
    return _share_like(passage, 1.0)


def near_bars(passage: Passage) -> float | None:
    """Return the share of bars with more than .8 in common with an earlier one."""
    return _share_like(passage, _NEAR)


def recall(passage: Passage) -> float | None:
    """Return the mean likeness of each bar to the bar of the prompt that is nearest to it."""
    return likeness(
        _bars(passage, passage.start, passage.end), _bars(passage, passage.begin, passage.start)
    )


def likeness(new: Iterable[Bar], old: Iterable[Bar]) -> float | None:
    """Return the mean likeness of each bar to the nearest of others; None where either is silent.

    Args:
        new: Bars that are compared; silent ones are not asked.
        old: Bars that they are compared with.
    """
    before = [bar for bar in old if bar]
    after = [bar for bar in new if bar]
    if not before or not after:
        return None
    return nearest(after, before)


def motif(passage: Passage) -> float | None:
    """Return the share of figures of three intervals of the top line that the prompt has."""
    known = set(_figures(passage.prompt))
    found = list(_figures(passage.following))
    if not known or not found:
        return None
    return sum(figure in known for figure in found) / len(found)


def sounding(passage: Passage) -> float | None:
    """Return how many pitched notes sound at once, divided by the prompt's."""
    notes = pitched(passage.score)
    before = held_at_once(notes, start=passage.begin, end=passage.start)
    after = held_at_once(notes, start=passage.start, end=passage.end)
    return after / before if before else None


def entering(passage: Passage) -> float:
    """Return how many tracks come in that are silent in the prompt."""
    pairs = zip(passage.prompt.tracks, passage.following.tracks, strict=True)
    return float(sum(bool(after.notes) and not before.notes for before, after in pairs))


def lost(passage: Passage) -> float | None:
    """Return the share of tracks of the prompt's last four bars that are silent from then on."""
    places = BarMap.of(passage.score)
    first = places.start_of(places.bar_at(passage.start) - _LAST_BARS)
    late = passage.score.between(first, passage.start)
    playing = [index for index, track in enumerate(late.tracks) if track.notes]
    after = passage.following.tracks
    return sum(not after[index].notes for index in playing) / len(playing) if playing else None


def empty(passage: Passage) -> float | None:
    """Return the share of bars in which no pitched note begins; asked where the prompt has some."""
    if not pitched(passage.prompt):
        return None
    places = BarMap.of(passage.score)
    begun = {places.bar_at(note.start) for note in pitched(passage.following)}
    return 1.0 - len(begun) / passage.bars


def growth(passage: Passage) -> float | None:
    """Return the notes a bar of the second phrase of eight bars, divided by the prompt's."""
    places = BarMap.of(passage.score)
    second = places.start_of(places.bar_at(passage.start) + _PHRASE)
    late = passage.score.between(second, passage.end).note_count
    before = passage.prompt.note_count
    return late / before if before else None


MORE: Mapping[str, tuple[str, Callable[[Passage], float | None]]] = MappingProxyType(
    {
        "stay": ("most bars on one root", harmony.longest_stay),
        "roots": ("different roots", harmony.different_roots),
        "moves": ("bars whose root moves", harmony.root_moves),
        "closes": ("bars 8 and 16 on I or V", harmony.closes),
        "returning": ("blocks with an earlier one's roots", tune.returning),
        "returned": ("… and their likeness to it", tune.returned),
        "steps": ("the tune: steps", tune.steps),
        "turns": ("… turns", tune.turns),
        "same": ("… same note again", tune.same_note),
        "run": ("… longest run of one note", tune.longest_run),
        "hammered": ("notes struck again within a beat", tune.hammered),
        "motif": ("the prompt's three intervals", motif),
        "recall": ("likeness to the nearest prompt bar", recall),
        "equal": ("bars equal to an earlier one", equal_bars),
        "like_4": ("likeness to the bar 4 before", lambda passage: likeness_back(passage, 4)),
        "near": ("bars > .8 like an earlier one", near_bars),
        "sounding": ("notes sounding ÷ prompt's", sounding),
        "growth": ("notes of bars 9-16 ÷ prompt's", growth),
        "entering": ("parts entering", entering),
        "lost": ("parts lost", lost),
        "fills": ("drums of each fourth bar ÷ others", tune.fills),
        "empty": ("bars without a pitched onset", empty),
    }
)
"""What each says, and the function."""

SAYS: Mapping[str, str] = MappingProxyType(
    {name: says for name, (says, _) in MORE.items()}
    | {name: figure.says for name, figure in FIGURES.items()}
)
"""All figures that are shown, in their order."""


def all_figures(passage: Passage) -> dict[str, float]:
    """Return all figures of a passage that can be asked, by name."""
    more = {name: of(passage) for name, (_, of) in MORE.items()}
    known = {name: value for name, value in more.items() if value is not None}
    return known | figures_of(passage)


def _share_like(passage: Passage, least: float) -> float | None:
    seen = [bar for bar in _bars(passage, passage.begin, passage.start) if bar]
    filled = again = 0
    for bar in _bars(passage, passage.start, passage.end):
        if bar:
            filled += 1
            likeness = max((share_in_common(bar, old) for old in seen), default=0.0)
            again += likeness >= 1.0 if least >= 1.0 else likeness > least
            seen.append(bar)
    return again / filled if filled else None


def _bars(passage: Passage, start: int, end: int) -> tuple[Bar, ...]:
    return bars(passage.score, start=start, end=end)


def _figures(score: Score) -> Iterator[tuple[int, ...]]:
    """Yield each run of intervals of the highest notes that begin together; one pitch is none."""
    line = [
        max(note.pitch for note in together)
        for _, together in _by_start(note for note in pitched(score))
    ]
    steps = [after - before for before, after in pairwise(line)]
    for first in range(len(steps) - _INTERVALS + 1):
        figure = tuple(steps[first : first + _INTERVALS])
        if any(figure):
            yield figure


def _by_start(notes: Iterable[Note]) -> list[tuple[int, list[Note]]]:
    found: dict[int, list[Note]] = {}
    for note in notes:
        found.setdefault(note.start, []).append(note)
    return sorted(found.items())
