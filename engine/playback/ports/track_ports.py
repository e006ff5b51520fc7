"""Which port of our own each track has, and what the ports are called. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.messages import TRACK_OUTPUTS

# ALSA has room for 64 bytes.
_MOST_BYTES = 60


@dataclass(frozen=True, slots=True)
class TrackPorts:
    """The ports of the tracks of a piece.

    A connection is with a port, so a port stays with its track: when tracks change places, each
    keeps its port, and a port is renamed where its track got another name.

    Attributes:
        names: The name of each track, no two alike.
        numbers: The number of each track's port, from 0.
    """

    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def next(self, tracks: Sequence[str]) -> "TrackPorts":
        """Return the ports for tracks of these names, which were those of this piece before."""
        names = _told_apart(tracks)
        before = dict(zip(self.names, self.numbers, strict=True))
        kept = {name: before[name] for name in names[:TRACK_OUTPUTS] if name in before}
        taken = set(kept.values())
        for index, name in enumerate(names[:TRACK_OUTPUTS]):
            if name in kept:
                continue
            # A track in the place of one that is gone has got its name just now.
            renamed = self.numbers[index : index + 1]
            wanted = (*renamed, index, *range(TRACK_OUTPUTS))
            kept[name] = next(number for number in wanted if number not in taken)
            taken.add(kept[name])
        shared = range(TRACK_OUTPUTS, len(names))
        numbers = [kept[name] for name in names[:TRACK_OUTPUTS]]
        return TrackPorts(names, (*numbers, *(numbers[index % TRACK_OUTPUTS] for index in shared)))

    @property
    def labels(self) -> dict[int, str]:
        """The name of each port; of tracks that share one, that of the first."""
        return dict(zip(reversed(self.numbers), reversed(self.names), strict=True))


def _told_apart(tracks: Sequence[str]) -> tuple[str, ...]:
    """Return names that ports can have; `… (2)` for the second of a name."""
    seen: Counter[str] = Counter()
    told: list[str] = []
    for number, track in enumerate(tracks, 1):
        plain = _plain(track) or f"Track {number}"
        seen[plain] += 1
        count = seen[plain]
        name = plain if count == 1 else f"{plain} ({count})"
        while name in told:
            count += 1
            name = f"{plain} ({count})"
        told.append(name)
    return tuple(told)


def _plain(name: str) -> str:
    """Return a name without what divides the names of client and port, and short enough."""
    printable = "".join(sign if sign.isprintable() and sign != ":" else " " for sign in name)
    within = " ".join(printable.split()).encode()[: _MOST_BYTES - len(" (99)")]
    return within.decode(errors="ignore").strip()
