"""Play the current offer in its place in the piece, also while it grows."""

from bisect import bisect_left
from collections.abc import Callable
from operator import attrgetter
from time import monotonic

from app.clients.joining import Joining
from app.clients.playing import Playing
from app.state.document import Document
from app.state.lease import Lease, Range
from app.state.offer import Offer, keeps_ahead
from app.state.offer_preview import OfferPreview
from engine.request import PartControl, PartNote
from engine.values.score import Control, Score, Track
from engine.values.time import BarMap, Timeline


class OfferPlayback:
    """Holds the playback lease of an offer, from the request until it is accepted or dismissed.

    Args:
        edited: Called when the piece changes while an offer is shown.

    Attributes:
        begins: Whether playback starts by itself as soon as the model stays ahead of it.
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
        self._shown = Score()
        self._preview: OfferPreview | None = None
        self._timeline = Timeline(self._shown)
        self.begins = False
        self._joining = Joining(playing, begin=self._begin, missed=self._on_missed)

    @property
    def is_in_front(self) -> bool:
        """Whether the offer is what Play plays."""
        return self._playing.leases.is_newest(self._lease)

    def show(self, offer: Offer) -> None:
        """Make the offer's preview the music of the lease; take a lease if there is none."""
        score = self._shown = self._music(offer)
        if self._lease is None:
            self._lease = self._playing.leases.grant(score)
            self._document.changed.connect(self._edited)
        else:
            self._playing.show(self._lease, score)
        self._lead(offer)

    def _music(self, offer: Offer) -> Score:
        """Return the offer's preview; while the alternative grows, new notes are added to it."""
        heard, piece = offer.highlighted, self._document.score
        if heard is None or heard.finished:
            self._preview = None
            return offer.preview(piece)
        before = self._preview
        preview = OfferPreview.of(offer, piece) if before is None else before.grown(offer, piece)
        self._preview = preview
        return preview.score

    def _lead(self, offer: Offer) -> None:
        """Let playback go as far into the offer as it is made."""
        led = offer.making or self._joining.request == offer.request
        if self._lease is not None and led:
            elapsed_s = self._clock() - self._primed_at_s
            self._joining.lead(self._lease, offer, elapsed_s=elapsed_s)

    def repeat(self, offer: Offer) -> None:
        """Play the current alternative in a loop, from a bar before it.

        In time with another device it is heard from that device's next bar line on.
        """
        start, heard = self._first_tick(offer), offer.highlighted
        end = offer.end if heard is None else heard.end
        self.begins = False
        self._play(start, loop=(start, end) if end else None)

    def _play(self, tick: int, *, loop: Range | None = None) -> None:
        """Play from a tick and make the lease the newest."""
        if self._lease is not None:
            self._playing.leases.play(self._lease, tick, loop=loop)

    def _first_tick(self, offer: Offer) -> int:
        if self._playing.follows:
            return offer.start
        bars = BarMap.of(self._document.score)
        return bars.start_of(max(0, bars.bar_at(offer.start) - 1))

    def end(self) -> None:
        """Give the lease back."""
        lease, self._lease = self._lease, None
        if lease is not None:
            self._document.changed.disconnect(self._edited)
            self._preview = None
            self._joining.end()
            self._playing.leases.give_back(lease)

    def prime(self) -> None:
        """Start to measure the model's speed: it has read the piece."""
        self._primed_at_s = self._clock()

    def add(self, offer: Offer, notes: tuple[PartNote, ...], *, until: int) -> None:
        """Play new notes; start playback if `begins` and the model stays ahead.

        While nothing plays, the lease's music is not made anew for each note: `open_stream` and
        `show` do so before it is heard.
        """
        if self._playing.playing:
            if self.is_in_front and self._lease is not None:
                grown = self._music(offer)
                pedal, self._shown = _new_controls(self._shown, grown, since=offer.start), grown
                self._playing.add_notes(self._lease, notes, grown, until=until, pedal=pedal)
            self._lead(offer)
        if not self.begins:
            return
        if self._timeline.score is not offer.piece:
            self._timeline = Timeline(offer.piece)
        elapsed_s = self._clock() - self._primed_at_s
        if keeps_ahead(offer, self._timeline, elapsed_s=elapsed_s):
            self._begin(offer)

    def complete(self, offer: Offer) -> None:
        """Play the finished current alternative; start playback if `begins`."""
        self.show(offer)
        self.end_stream()
        if self.begins:
            self._begin(offer)

    def _on_missed(self, offer: Offer) -> None:
        """Let the offer begin by itself: the music ended just before it could join."""
        heard = offer.highlighted
        if self.is_in_front and heard is not None and heard.finished:
            self._begin(offer)
        elif self.is_in_front:
            self.begins = True

    def _begin(self, offer: Offer) -> None:
        self.begins = False
        self.show(offer)
        self._play(self._first_tick(offer))

    def open_stream(self, offer: Offer | None) -> None:
        """Tell the player that more notes will come, so that it does not stop at the last one."""
        if offer is None or self._lease is None or not offer.making or not self.is_in_front:
            return
        alternative = offer.highlighted
        if alternative is not None and not alternative.finished:
            self.show(offer)
            self._playing.add_notes(self._lease, (), None, until=alternative.until)

    def end_stream(self) -> None:
        """Tell the player that no more notes will come."""
        if self.is_in_front:
            self._playing.end_stream()


def _new_controls(before: Score, after: Score, *, since: int) -> tuple[PartControl, ...]:
    """Return the controllers from a tick on that a score has and an earlier state of it had not."""
    found: list[PartControl] = []
    for index, (old, new) in enumerate(zip(before.tracks, after.tracks, strict=False)):
        if new.controls is not old.controls:
            known = frozenset(_controls_from(old, since))
            coming = (each for each in _controls_from(new, since) if each not in known)
            found += (PartControl(index, control) for control in coming)
    return tuple(found)


def _controls_from(track: Track, tick: int) -> tuple[Control, ...]:
    return track.controls[bisect_left(track.controls, tick, key=attrgetter("tick")) :]
