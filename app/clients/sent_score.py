"""The score as the player last received it; only changes since then are sent."""

from app.clients.engine_link import Link
from engine import messages
from engine.messages import TrackMix
from engine.music.score import Score


class SentScore:
    """The score and the mix as the player has them.

    Args:
        link: The player.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        # What sounds there, and the score that it was told: notes may have been added since.
        self._sounds: Score | None = None
        self._told: Score | None = None
        self._mix: tuple[TrackMix, ...] = ()

    def forget(self) -> None:
        """Another player takes over: it knows nothing."""
        self._sounds = self._told = None

    def grow(self, score: Score) -> None:
        """Take note that notes were added there: this is what sounds now."""
        self._sounds = score

    def tell(self, score: Score, mix: tuple[TrackMix, ...]) -> None:
        """Send what changed; `mix` may be of another number of tracks than the score."""
        mix = _fitted(mix, score)
        if score is not self._sounds:
            self._send(score, mix)
        elif mix != self._mix:
            self._link.send(messages.SetMix(mix=mix))
        self._sounds, self._mix = score, mix

    def _send(self, score: Score, mix: tuple[TrackMix, ...]) -> None:
        """Send the whole score, or what changed since the one that the player was told."""
        told, self._told = self._told, score
        if told is None:
            self._link.send(messages.SetScore(score=score, mix=mix))
        else:
            change = messages.change_between(told, score)
            self._link.send(messages.ChangeScore(change=change, mix=mix))


def _fitted(mix: tuple[TrackMix, ...], score: Score) -> tuple[TrackMix, ...]:
    """Return one mix for each track of a score that may be a preview of another."""
    missing = len(score.tracks) - len(mix)
    return (*mix, *(TrackMix() for _ in range(missing)))[: len(score.tracks)]
