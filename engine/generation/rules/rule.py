"""The base class of rules: a rule changes logits, and may refuse an id or insert ids before it.

Legend: V vocabulary.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from engine.generation.state.decoding import DecodingState
from engine.request import PartNote
from engine.tokens.grammar import Place

Logits = NDArray[np.float32]
"""(V,), one row of the buffer of all rows; −inf where an id may not be drawn."""


EVERYWHERE = frozenset(Place)

BETWEEN_NOTES = EVERYWHERE - {Place.PITCH, Place.DRUM, Place.VELOCITY}
"""Places where a note may begin or time may pass; elsewhere a note waits for its next id."""

NOTES_BEGIN = BETWEEN_NOTES - {Place.PART}
"""The same without the places where only pitches of one part may come."""


@contextmanager
def together_as_likely(pitches: Logits) -> Iterator[None]:
    """Keep the probability of some logits together, whatever a rule takes from single ones.

    Args:
        pitches: A view of a row's logits, not all −inf; changed in place.
    """
    before = np.logaddexp.reduce(pitches)
    yield
    pitches += before - np.logaddexp.reduce(pitches)


class Rule:
    """A rule that does nothing; each subclass overrides the methods that it needs.

    A rule without state of its own is shared by all rows. A rule with state returns a copy from
    `branch`, one for each row.

    Attributes:
        places: Kinds of places where `shape` is called. Elsewhere it would change no probability
            of an allowed id.
    """

    places: ClassVar[frozenset[Place]] = EVERYWHERE

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Change the logits of one row in place.

        Args:
            logits: (V,).
            state: The state of the row.
        """

    def refuses(self, token: int, state: DecodingState) -> bool:
        """Return whether a drawn id must be drawn again without it.

        For checks that cost too much to make for every id beforehand.
        """
        return False

    def instead(self, token: int, state: DecodingState) -> Sequence[int]:
        """Return ids that must come before a drawn id; the drawn id is then dropped."""
        return ()

    def admits(self, part: PartNote, state: DecodingState) -> bool:
        """Return whether a complete note is kept."""
        return True

    def begin_bar(self, state: DecodingState) -> None:
        """Update the state that the rule keeps from bar to bar; called after each Bar id."""

    def branch(self) -> Self:
        """Return a copy for another row."""
        return self

    def of_row(self, seed: int) -> "Rule":
        """Return the rule for the row with this seed."""
        return self.branch()
