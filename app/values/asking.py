"""What the user asks of the model, as the panel shows it and the file of preferences keeps it."""

from dataclasses import dataclass, field, replace
from typing import Literal

from engine.music.scales import PitchSet
from engine.request import BEST_OF, Request

Origin = Literal["playhead", "selection", "end"]
ENDLESS = 0
LENGTHS = (1, 2, 4, 8, 16, ENDLESS)
ALTERNATIVES = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueSettings:
    """A request, and what the user means by it that no request says.

    Attributes:
        request: What is asked for; its place, and the pitches of a key or scale, are found when it
            is asked.
        origin: Where the continuation starts.
        seed_locked: Use the request's seed again and again.
        keep_in_key: Draw no note outside the key.
        only: A scale or chord outside which no note can be drawn; it takes the key's place.
    """

    request: Request = field(default_factory=lambda: Request(best_of=BEST_OF))
    origin: Origin = "end"
    seed_locked: bool = False
    keep_in_key: bool = False
    only: PitchSet | None = None

    def asking(self, **changes: object) -> "ContinueSettings":
        """Return it with other values for fields of the request."""
        return replace(self, request=replace(self.request, **changes))  # type: ignore[arg-type]

    def drawing(self, **changes: object) -> "ContinueSettings":
        """Return it with other values for fields of the sampling."""
        return self.asking(sampling=replace(self.request.sampling, **changes))  # type: ignore[arg-type]

    def limited(self, **changes: object) -> "ContinueSettings":
        """Return it with other values for fields of the limits."""
        return self.asking(limits=replace(self.request.limits, **changes))  # type: ignore[arg-type]
