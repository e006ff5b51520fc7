"""The wishes: one word of the user for the bars to come, and what each asks for. One row each.

A new wish is a name in `Wish`, a row of `WISHES`, and its shown name in
`app/views/continue_panel/wishes.py`. `engine/generation/wishes.py` reads the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.values.config import SteeringConfig

Wish = Literal["none", "busier", "calmer", "build", "like", "again", "contrast", "answer", "end"]

SectionKind = Literal["", "new", "varied"]
"""The place of the bars to come in the form: not named, new, or earlier ones again with changes."""

FULLEST = 2.5
"""Times the usual notes, at the end of the slider and for *busier*."""

NEUTRAL = SteeringConfig()
"""Sliders that lean to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WishKind:
    """The targets of one wish.

    Attributes:
        first: Positions of the sliders in the first bar.
        last: The same in the last bar.
        fullness: Notes of the first and of the last bar, as multiples of the usual.
        echo: Factor on the odds that the piece repeats itself.
        in_last_bar: Whether only the last bar is as `last` says; else each bar is a step nearer.
        comes_to_rest: Whether the last bar is on the tonic.
        ends: Whether the piece ends there: dominant, tonic, and nothing after them.
        may_end: Whether the model may end the piece by itself in the last bar.
        alike: Share of the bars, the first ones, that lean to the bars that the user names.
        section: The place of the bars in the form of the piece.
    """

    first: SteeringConfig = NEUTRAL
    last: SteeringConfig = NEUTRAL
    fullness: tuple[float, float] = (1.0, 1.0)
    echo: float = 1.0
    in_last_bar: bool = False
    comes_to_rest: bool = False
    ends: bool = False
    may_end: bool = True
    alike: float = 0.0
    section: SectionKind = ""


# Sliders of *busier* and *calmer*: the number of notes, and with it their loudness.
_BUSIER = SteeringConfig(busy=2.0, loudness=0.4)
_CALMER = SteeringConfig(busy=-2.0, loudness=-0.8, note_length=0.8)

WISHES: Mapping[Wish, WishKind] = MappingProxyType(
    {
        "none": WishKind(),
        # More notes than before, a little louder.
        "busier": WishKind(first=_BUSIER, last=_BUSIER, fullness=(FULLEST, FULLEST), echo=0.3),
        # Fewer, softer and longer notes.
        "calmer": WishKind(first=_CALMER, last=_CALMER, fullness=(1 / FULLEST, 1 / FULLEST)),
        # More, louder and higher notes from bar to bar.
        "build": WishKind(
            first=SteeringConfig(busy=-1.0, loudness=-0.6),
            last=SteeringConfig(busy=2.0, register=0.8, loudness=1.5),
            fullness=(0.8, 1.8),
            echo=0.3,
            may_end=False,
        ),
        # The named bars return one after the other, varied.
        "like": WishKind(echo=0.6, alike=1.0),
        # The named bars, or the last phrase, come again: their chords, and what the piece recalls.
        "again": WishKind(section="varied"),
        # Bars that nothing before them is recalled in.
        "contrast": WishKind(may_end=False, section="new"),
        # The first half begins as the named bars did; it comes to rest on the tonic.
        "answer": WishKind(
            last=SteeringConfig(busy=-1.0, note_length=1.0),
            fullness=(1.0, 0.6),
            in_last_bar=True,
            comes_to_rest=True,
            alike=0.5,
        ),
        # Dominant and tonic; the last notes are held, and nothing comes after them.
        "end": WishKind(
            last=SteeringConfig(busy=-2.0, note_length=2.0),
            fullness=(1.0, 0.3),
            in_last_bar=True,
            comes_to_rest=True,
            ends=True,
        ),
    }
)
