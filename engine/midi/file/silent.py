"""Messages on channels that play no note: read beside the parts, and written again where they were.

They hold no music. A player piano, a sound module and many a sequencer set all 16 channels up,
whichever of them play.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import mido
import numpy as np

from engine.midi.channels.allocation import Place, Slot
from engine.midi.file.columns import RawFile
from engine.midi.file.patches import Cables
from engine.values.event_kinds import data_bytes
from engine.values.events import SilentMessage
from engine.values.oddities import Oddities, Oddity

# The statuses of channel messages that are no notes: from key pressure on, up to system messages.
_KEY_PRESSURE, _SYSTEM = 0xA0, 0xF0
# As many as a part may have of one kind (`engine.midi.file.span.Limits`); a set-up has hundreds.
_MOST = 100_000


def silent_messages_of(
    raw: RawFile, cables: Cables, playing: Collection[int], oddities: Oddities
) -> tuple[SilentMessage, ...]:
    """Return what a file says on channels without a part, by tick.

    Args:
        raw: The messages.
        cables: The (port, channel) of each.
        playing: Each (port, channel) that a part plays on.
        oddities: Counts messages that are too many.
    """
    messages = raw.messages
    is_silent = (messages.kind >= _KEY_PRESSURE) & (messages.kind < _SYSTEM)
    is_silent &= ~np.isin(cables.of_message, list(playing))
    numbers = np.flatnonzero(is_silent)
    numbers = numbers[np.argsort(messages.tick[numbers], kind="stable")]
    oddities.add(Oddity.CONTROL_FLOOD, max(0, len(numbers) - _MOST))
    numbers = numbers[:_MOST]
    rows = zip(
        messages.tick[numbers].tolist(),
        cables.of_message[numbers].tolist(),
        messages.kind[numbers].tolist(),
        messages.first[numbers].tolist(),
        messages.second[numbers].tolist(),
        strict=True,
    )
    return tuple(
        SilentMessage(
            tick=tick,
            port=cables.port_of(cable),
            channel=cable & 15,
            status=status,
            first=first,
            second=second,
        )
        for tick, cable, status, first, second in rows
    )


def slots_of(messages: Iterable[SilentMessage]) -> frozenset[Slot]:
    """Return the channels of some messages; the bank of a slot is the number of a port."""
    return frozenset(Slot("", message.port, message.channel) for message in messages)


def still_silent(
    messages: Iterable[SilentMessage], parts: Iterable[Place]
) -> tuple[SilentMessage, ...]:
    """Return the messages on channels that no part was given: on one that plays, they would act."""
    taken: set[Slot] = set()
    for place in parts:
        taken.add(place.slot)
        members = place.zone.members if place.zone is not None else ()
        taken |= {Slot("", place.slot.bank, channel) for channel in members}
    return tuple(m for m in messages if Slot("", m.port, m.channel) not in taken)


def silent_tracks(
    messages: Iterable[SilentMessage], *, has_ports: bool
) -> Iterator[list[tuple[int, mido.Message | mido.MetaMessage]]]:
    """Yield a track without a name for each port, as messages with their ticks.

    Args:
        messages: In order of time.
        has_ports: Whether the file's tracks name their ports.
    """
    on_port: dict[int, list[SilentMessage]] = defaultdict(list)
    for message in messages:
        on_port[message.port].append(message)
    for port, said in sorted(on_port.items()):
        head = [(0, mido.MetaMessage("midi_port", port=port))] if has_ports else []
        yield [*head, *((message.tick, _written(message)) for message in said)]


def _written(message: SilentMessage) -> mido.Message:
    data = (message.first, message.second)[: data_bytes(message.status)]
    return mido.Message.from_bytes((message.status | message.channel, *data))
