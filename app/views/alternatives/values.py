"""The value that a card shows."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from engine.values.copied import NOT_COMPARED, Copying
from engine.values.score import Note

CardState = Literal["waiting", "making", "ready", "playing"]
# The things that a card has in common with the first one, where all have the same chords.
Shares = Literal["", "chords", "tune"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeCard:
    """The content of a card.

    Attributes:
        bars: Length in bars.
        notes: (track, note) pairs so far.
        start: The tick where it begins.
        end: The tick where it ends or will end.
        state: Its progress, and whether it plays.
        progress: The finished share, 0 to 1.
        starred: Whether the user starred it.
        copying: How much of it occurs in training pieces.
        word: One word that tells it from the others, or empty.
        tune: The upper line of the track that leads, or its hits where these are drums.
        tune_track: The index of that track.
        is_drums: Whether it plays drums.
        bar_lines: Ticks of the bar lines, the first one included.
        chords: The chord that lasts longest in each bar; empty until the card is complete.
        plan: The chords that were planned for each of its first eight bars; empty without a plan.
        fit: The likelihood of the bars after it relative to the best card, 0 to 1; negative where
            nothing follows.
        ending: The name of the last note of its tune; empty until it is complete, and for drums.
        shares: `chords` where all cards have the chords of the first one and this has another
            tune, `tune` where it has also the tune; empty on the first one and where chords differ.
    """

    bars: int
    notes: tuple[tuple[int, Note], ...]
    start: int
    end: int
    state: CardState = "ready"
    progress: float = 1.0
    starred: bool = False
    copying: Copying = NOT_COMPARED
    fit: float = -1.0
    word: str = ""
    tune: tuple[Note, ...] = ()
    tune_track: int = 0
    is_drums: bool = False
    bar_lines: tuple[int, ...] = ()
    chords: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    ending: str = ""
    shares: Shares = ""

    @property
    def harmony(self) -> tuple[str, ...]:
        """The names of the planned chords in order, or else of the chords that the notes form."""
        return tuple(filter(None, self.plan or self.chords))


def name_of(index: int) -> str:
    """Return 1 for the first card, as the key that plays it."""
    return str(index + 1)


def ending_of(card: AlternativeCard) -> str:
    """Return `ends on G`; empty while the last note of the tune is unknown."""
    text = QCoreApplication.translate("Cards", "ends on {0}")
    return text.format(card.ending) if card.ending else ""
