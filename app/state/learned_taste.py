"""The taste of the user, learned from the alternatives that they keep."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.state.offer import Alternative, Offer
from engine.taste.learning import MOST_CHOICES, Choice, learned
from engine.taste.taste import NO_TASTE, Taste
from engine.taste.traits import Traits, TraitsAfter


class LearnedTaste(QObject):
    """Holds the latest choices and what they say.

    Args:
        wanted: Returns whether the user wants it; if not, nothing is learned and nothing applied.

    Signals:
        changed: The choices changed.
    """

    changed = Signal()

    def __init__(self, wanted: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._choices: tuple[Choice, ...] = ()
        self._taste = NO_TASTE

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices in the order they were made, at most `MOST_CHOICES`."""
        return self._choices

    @property
    def taste(self) -> Taste:
        """The weights that the choices have taught, also while they are not applied."""
        return self._taste

    @property
    def applied(self) -> Taste:
        """The taste by which the next alternatives are ranked."""
        return self._taste if self._wanted() else NO_TASTE

    def load(self, choices: Sequence[Choice]) -> None:
        """Take the choices of earlier sessions, without a signal."""
        self._choices = tuple(choices[-MOST_CHOICES:])
        self._taste = learned(self._choices)

    def learn(self, offer: Offer) -> None:
        """Learn from an offer whose current alternative the user kept."""
        choice = choice_in(offer) if self._wanted() else None
        if choice is not None:
            self._replace((*self._choices, choice))

    def unlearn(self, offer: Offer) -> None:
        """Forget the choice in an offer, because the user undid it."""
        choice = choice_in(offer)
        if choice in self._choices:
            last = len(self._choices) - 1 - self._choices[::-1].index(choice)
            self._replace(self._choices[:last] + self._choices[last + 1 :])

    def reset(self) -> None:
        """Forget everything."""
        self._replace(())

    def _replace(self, choices: Sequence[Choice]) -> None:
        self.load(choices)
        self.changed.emit()


def choice_in(offer: Offer) -> Choice | None:
    """Return what an offer says whose current alternative was kept; None if it says nothing.

    Only alternatives that were heard, shown in the piece or starred count as passed over.
    """
    kept = offer.highlighted
    if kept is None:
        return None
    passed = [
        each
        for index, each in enumerate(offer.alternatives)
        if index != offer.current and (each.touched or each.starred)
    ]
    if not passed:
        return None
    place = TraitsAfter(offer.piece, start=offer.start, since=offer.ask.since)

    def traits(each: Alternative) -> Traits:
        return place.of(each.notes, end=each.end)

    return Choice(kept=traits(kept), passed=tuple(map(traits, passed)))
