"""The settings of the Continue panel, as the settings file stores them."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.harmony.scales import PitchSet
from engine.request import BEST_OF, Request

Origin = Literal["playhead", "selection", "end"]
# In bars; the model goes on until it is stopped.
ENDLESS = 0
LENGTHS = (1, 2, 4, 8, 16, ENDLESS)
# An empty piece begins with so many if the length is endless.
BEGIN_BARS = 8
ALTERNATIVES = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueSettings:
    """The settings of a continuation: a request, and choices that are resolved when it is sent.

    Attributes:
        request: The request; its place and its pitch classes are filled in when it is sent.
        origin: Where a continuation starts.
        seed_locked: Whether to keep the request's seed.
        keep_in_key: Whether to draw only notes of the key.
        only: A scale or chord that limits the notes instead of the key, or None.
    """

    request: Request = field(default_factory=lambda: Request(best_of=BEST_OF))
    origin: Origin = "end"
    seed_locked: bool = False
    keep_in_key: bool = False
    only: PitchSet | None = None

    def for_another_piece(self) -> "ContinueSettings":
        """Return the settings without what refers to a place in the piece."""
        return replace(self, origin="end").asking(wish="none", pattern=(0, 0))

    def asking(self, **changes: Any) -> "ContinueSettings":
        """Return the settings with changed fields of the request."""
        return replace(self, request=replace(self.request, **changes))

    def drawing(self, **changes: Any) -> "ContinueSettings":
        """Return the settings with changed fields of the request's sampling."""
        return self.asking(sampling=replace(self.request.sampling, **changes))

    def limited(self, **changes: Any) -> "ContinueSettings":
        """Return the settings with changed fields of the request's limits."""
        return self.asking(limits=replace(self.request.limits, **changes))
