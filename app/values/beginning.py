"""How an empty piece begins: tempo, meter, key, and the music that it is like."""

from dataclasses import dataclass
from typing import Literal

from engine.harmony.keys import Key

Like = Literal["nothing", "piece", "style"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The choices with which the first bars of an empty piece are made.

    Attributes:
        bpm: Quarter notes a minute.
        meter: Beats in a bar and the note value of a beat, as `3/4`.
        key: The key, or None where Segue chooses it.
        like: Whether the model goes by nothing, another piece or a style.
        liked: The name of that piece or style, or empty.
        liked_detail: Its key and tempo, or empty.
    """

    bpm: float = 120.0
    meter: str = "4/4"
    key: Key | None = None
    like: Like = "nothing"
    liked: str = ""
    liked_detail: str = ""
