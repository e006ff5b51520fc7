"""Compare two states of the offer. Fast, because unchanged parts are the same objects."""

from dataclasses import dataclass

from app.state.offer import Alternative, Offer

_NONE = frozenset[int]()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferChange:
    """The parts of the offer that changed; a view updates only for its parts.

    Attributes:
        other: Whether there is another offer, or none any more: all alternatives are other ones.
        grown: Indices of alternatives with more notes.
        facts: Indices of alternatives with another fact: plan, end, star, rank.
        current: Whether another alternative is highlighted.
        making: Whether a request began or ended, or waits for another thing than before.
    """

    other: bool = False
    grown: frozenset[int] = _NONE
    facts: frozenset[int] = _NONE
    current: bool = False
    making: bool = False

    @property
    def is_growth(self) -> bool:
        """Whether nothing but notes was added."""
        return not (self.other or self.facts or self.current or self.making)

    def joined(self, later: "OfferChange") -> "OfferChange":
        """Return this change and a later one together."""
        return OfferChange(
            other=self.other or later.other,
            grown=self.grown | later.grown,
            facts=self.facts | later.facts,
            current=self.current or later.current,
            making=self.making or later.making,
        )


NOTHING = OfferChange()


def difference(before: Offer | None, after: Offer | None) -> OfferChange:
    """Return what changed of an offer; `making` is that of the offer alone.

    Most parts are compared by identity: equal values in different objects count as changed.
    """
    if before is after:
        return NOTHING
    if before is None or after is None or _has_others(before, after):
        was, is_ = (offer is not None and offer.making for offer in (before, after))
        return OfferChange(other=True, making=was != is_)
    pairs = enumerate(zip(before.alternatives, after.alternatives, strict=True))
    changed = [(index, old, new) for index, (old, new) in pairs if old is not new]
    return OfferChange(
        grown=frozenset(index for index, old, new in changed if _has_grown(old, new)),
        facts=frozenset(index for index, old, new in changed if _facts(old) != _facts(new)),
        current=before.current != after.current,
        making=before.making != after.making,
    )


def _has_others(before: Offer, after: Offer) -> bool:
    """Return whether an index of `before` means another alternative, or another place, in `after`.

    The end of a request drops alternatives without a whole bar; a piece with other beats moves all.
    """
    return (
        before.request != after.request
        or before.piece is not after.piece
        or len(before.alternatives) != len(after.alternatives)
    )


def _has_grown(old: Alternative, new: Alternative) -> bool:
    return old.notes is not new.notes or old.until != new.until


def _facts(one: Alternative) -> tuple[object, ...]:
    return (
        one.end,
        one.seed,
        one.starred,
        one.fit,
        one.copying,
        one.plan,
    )
