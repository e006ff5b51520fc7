"""The value that a card shows."""

from dataclasses import dataclass
from typing import Literal

from engine.music.score import Note

CardState = Literal["waiting", "making", "ready", "playing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeCard:
    """What a card shows.

    Attributes:
        bars: How long it is.
        notes: (track, note) as far as they are made.
        start: Tick where it begins.
        end: Tick where it ends or will end.
        state: How far it is, and whether it is heard.
        progress: Share that is made, 0 to 1.
        seed: What makes it again.
        starred: Whether the user marked it.
        own: Share of its 16-note windows found in no training piece, 0 to 1; negative: unknown.
        copied_from: What does stand in one: (song, bar, notes in a row), the longest first.
        sure_from: Notes from which on what stands in one is found for sure.
        tune: (tick, pitch) of each note that is the highest where it begins.
        onsets: Ticks at which notes begin, rising.
        bar_lines: Ticks of the bar lines, the first one included.
        chords: Name of the chord that lasts longest in each bar; empty until it is whole.
        fit: How likely the model finds the bars after it, against the best of them, 0 to 1;
            negative where nothing follows.
    """

    bars: int
    notes: tuple[tuple[int, Note], ...]
    start: int
    end: int
    state: CardState = "ready"
    progress: float = 1.0
    seed: int = 0
    starred: bool = False
    own: float = -1.0
    copied_from: tuple[tuple[str, int, int], ...] = ()
    sure_from: int = 16
    fit: float = -1.0
    tune: tuple[tuple[int, int], ...] = ()
    onsets: tuple[int, ...] = ()
    bar_lines: tuple[int, ...] = ()
    chords: tuple[str, ...] = ()


def letter_of(index: int) -> str:
    """Return A for the first card, B for the second."""
    return chr(ord("A") + index)
