"""Lead playback into an offer while it is made, so that it is heard without a gap."""

from collections.abc import Callable

from app.clients.playing import Playing
from app.state.lease import NO_JOINING, Lease
from app.state.lease import Joining as Way
from app.state.offer import Offer, keeps_ahead
from engine.messages import JACK_TRANSPORT
from engine.values.score import Score
from engine.values.time import Timeline

# Bars after which an offer without an end sounds, however slow the model is.
_BARS_OF_ENDLESS = 4


class Joining:
    """Decides how far playback may go into the current offer.

    Playback waits before the offer until the model stays ahead of it. From then on it waits only
    where the model has fallen behind. Music that follows another device's clock cannot wait: if it
    has passed the beginning of the offer, the offer begins again at that device's next bar line.

    Args:
        playing: The transport.
        begin: Plays the offer from its beginning.
        missed: Called when playback has ended by itself just before the offer.

    Attributes:
        request: The number of the offer's request; 0 without an offer.
    """

    def __init__(
        self,
        playing: Playing,
        *,
        begin: Callable[[Offer], None],
        missed: Callable[[Offer], None],
    ) -> None:
        self._playing = playing
        self._begin = begin
        self._missed = missed
        self._offer: Offer | None = None
        self.request = 0
        self._timeline = Timeline(Score())
        # The request and the alternative that the model stays ahead with.
        self._ahead: tuple[int, int] | None = None
        playing.ended.connect(self._on_end)

    def lead(self, lease: Lease, offer: Offer, *, elapsed_s: float) -> None:
        """Let playback go as far into an offer as it may.

        Args:
            lease: The lease of the offer.
            offer: The offer so far.
            elapsed_s: Seconds since the model began.
        """
        if offer.ask.inside:
            return
        if self._offer is None or self._offer.request != offer.request:
            self._timeline = Timeline(offer.piece)
        self._offer, self.request = offer, offer.request
        self._playing.join(lease, self._way_into(offer, elapsed_s))

    def end(self) -> None:
        """Forget the offer; the end of its lease frees the player."""
        self._offer = self._ahead = None
        self.request = 0

    def _way_into(self, offer: Offer, elapsed_s: float) -> Way:
        heard = offer.highlighted
        if heard is None:
            return NO_JOINING
        is_whole = heard.finished or not offer.making
        if not is_whole and not self._is_ahead(offer, elapsed_s):
            return Way(start=offer.start, until=offer.start)
        self._join_other_clock(offer)
        if is_whole:
            return Way(start=offer.start)
        bars = self._timeline.bars
        made = max(offer.start, bars.start_of(bars.bar_at(heard.until)))
        return Way(start=offer.start, until=0 if 0 < offer.end <= made else made)

    def _is_ahead(self, offer: Offer, elapsed_s: float) -> bool:
        if self._ahead == (offer.request, offer.current):
            return True
        bars = self._timeline.bars
        made = bars.bar_at(offer.start + offer.made(offer.current)) - bars.bar_at(offer.start)
        return (not offer.end and made >= _BARS_OF_ENDLESS) or keeps_ahead(
            offer,
            self._timeline,
            elapsed_s=elapsed_s,
            speed=self._playing.speed,
            place=self._playing.tick_now() if self._playing.playing else None,
        )

    def _join_other_clock(self, offer: Offer) -> None:
        """Begin at the next bar line of a device whose clock has passed the offer's beginning."""
        this = offer.request, offer.current
        if self._ahead == this:
            return
        self._ahead = this
        playing = self._playing
        # All programs of JACK's transport would jump.
        is_shared = playing.audio.choices.clock_in == JACK_TRANSPORT
        passed = playing.playing and playing.tick > offer.start
        if playing.follows and passed and not is_shared:
            self._begin(offer)

    def _on_end(self, tick: float) -> None:
        offer = self._offer
        if offer is None:
            return
        # The player looks whether the music is over a moment after its end.
        half_beat = self._timeline.bars.beat_length_at(offer.start) / 2
        if tick < offer.start + half_beat:
            self._missed(offer)
