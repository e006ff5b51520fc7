"""The player's copy of the score, so that only changes are sent."""

from app.clients.engine_link import Link
from engine import messages
from engine.messages import TrackMix
from engine.values.score import Score


class SentScore:
    """The score and the mix that the player has."""

    def __init__(self, link: Link) -> None:
        self._link = link
        # The player's score with added notes, and the last score that was sent.
        self._current: Score | None = None
        self._sent: Score | None = None
        self._mix: tuple[TrackMix, ...] = ()

    def forget(self) -> None:
        """Forget the copy, because a new player process has none."""
        self._current = self._sent = None

    def grow(self, score: Score) -> None:
        """Record that `AddNotes` made this the player's score."""
        self._current = score

    def send_changes(self, score: Score, mix: tuple[TrackMix, ...]) -> None:
        """Send the changes; `mix` may have another number of tracks than the score."""
        mix = _fitted(mix, score)
        if score is not self._current:
            self._send(score, mix)
        elif mix != self._mix:
            self._link.send(messages.SetMix(mix=mix))
        self._current, self._mix = score, mix

    def _send(self, score: Score, mix: tuple[TrackMix, ...]) -> None:
        """Send the whole score, or the changes since the last one sent."""
        sent, self._sent = self._sent, score
        if sent is None:
            self._link.send(messages.SetScore(score=score, mix=mix))
        else:
            change = messages.change_between(sent, score)
            self._link.send(messages.ChangeScore(change=change, mix=mix))


def _fitted(mix: tuple[TrackMix, ...], score: Score) -> tuple[TrackMix, ...]:
    """Return one mix for each track; a preview may have more or fewer tracks."""
    missing = len(score.tracks) - len(mix)
    return (*mix, *(TrackMix() for _ in range(missing)))[: len(score.tracks)]
