"""What is offered, to the ear: in its place in the piece, also while it is made."""

from collections.abc import Callable
from time import monotonic

from app.clients.playing import Playing
from app.state.document import Document
from app.state.lease import Lease, Range
from app.state.offer import Offer, keeps_ahead
from engine.music.time import BarMap, Timeline
from engine.request import PartNote


class OfferHeard:
    """The lease of what is offered, from its first note until it is kept or put away.

    Args:
        playing: Lends it.
        document: The piece it stands in.
        edited: Called when that piece has changed while something is offered in it.
        clock: Seconds that only go up.

    Attributes:
        begins: Whether it begins to play by itself as soon as it would not run dry.
    """

    def __init__(
        self,
        playing: Playing,
        document: Document,
        *,
        edited: Callable[[object], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._playing = playing
        self._document = document
        self._edited = edited
        self._clock = clock
        self._lease: Lease | None = None
        self._primed_at_s = 0.0
        self.begins = False

    @property
    def is_in_front(self) -> bool:
        """Whether it is what sounds when the music moves."""
        return self._playing.leases.is_newest(self._lease)

    def show(self, offer: Offer) -> None:
        """Let an offer be heard in its place, as soon as nobody newer is."""
        score = offer.preview(self._document.score)
        if self._lease is None:
            self._lease = self._playing.leases.grant(score)
            self._document.changed.connect(self._edited)
        else:
            self._playing.show(self._lease, score)

    def repeat(self, offer: Offer) -> None:
        """Play what is highlighted of an offer from a bar before it, again and again."""
        start, heard = self._bar_before(offer), offer.highlighted
        end = offer.end if heard is None else heard.end
        self.begins = False
        self._play(start, loop=(start, end) if end else None)

    def _play(self, tick: int, *, loop: Range | None = None) -> None:
        """Play it from a tick, before everyone else."""
        if self._lease is not None:
            self._playing.leases.play(self._lease, tick, loop=loop)

    def _bar_before(self, offer: Offer) -> int:
        bars = BarMap.of(self._document.score)
        return bars.start_of(max(0, bars.bar_at(offer.start) - 1))

    def put_away(self) -> None:
        """Let the piece be heard as it is, or who was before."""
        lease, self._lease = self._lease, None
        if lease is not None:
            self._document.changed.disconnect(self._edited)
            self._playing.leases.give_back(lease)

    def prime(self) -> None:
        """Reckon from now on how fast notes are made: the model has read the piece."""
        self._primed_at_s = self._clock()

    def add(self, offer: Offer, notes: tuple[PartNote, ...], *, until: int) -> None:
        """Let new notes of an offer be heard; it may begin to play with them."""
        grown = offer.preview(self._document.score)
        if self._lease is not None:
            self._playing.add_notes(self._lease, notes, grown, until=until)
        elapsed_s = self._clock() - self._primed_at_s
        if self.begins and keeps_ahead(offer, Timeline(grown), elapsed_s=elapsed_s):
            self._begin(offer)

    def complete(self, offer: Offer) -> None:
        """Let all of what is highlighted of an offer be heard: no more of it is to come."""
        self.show(offer)
        self.end_stream()
        if self.begins:
            self._begin(offer)

    def _begin(self, offer: Offer) -> None:
        self.begins = False
        self._play(self._bar_before(offer))

    def open_stream(self, offer: Offer | None) -> None:
        """Tell the player that more is to come, so that it does not stop at the last note."""
        if offer is None or self._lease is None or not offer.making or not self.is_in_front:
            return
        alternative = offer.highlighted
        if alternative is not None and not alternative.finished:
            self.show(offer)
            self._playing.add_notes(self._lease, (), None, until=alternative.until)

    def end_stream(self) -> None:
        """No more is to come."""
        if self.is_in_front:
            self._playing.end_stream()
