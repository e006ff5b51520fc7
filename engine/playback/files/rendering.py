"""Renders a score faster than real time: the player runs on a jumping clock, into the desk."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from engine.ground.errors import LimitError
from engine.messages import TrackMix
from engine.playback.files.mastering import BLOCK
from engine.playback.player.player import Player
from engine.playback.ports.outputs import PlayerOutput
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.schedule import Schedule
from engine.playback.sound.tones import BANKS, PART, Block, FrameQueue, Synthesizer
from engine.values.score import Score
from engine.values.sound import OutputKind

LONGEST_S = 3600.0  # longest score that is exported
# Relative to the highest peak: the end is rendered until it is inaudible.
_SILENT_SHARE = 10 ** (-96 / 20)
# Nobody waits for the player, so it reads this much at a time.
_STEP_S = 0.4
_LONGEST_TAIL_S = 12.0


class _Gathering:
    """An output that keeps each message with its time."""

    name = "Audio file"
    kind: OutputKind = "synth"
    banks = BANKS
    lead_s = 0.0
    latency_s = 0.0

    def __init__(self) -> None:
        self.gathered: list[tuple[float, int, bytes]] = []

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Keep a message."""
        self.gathered.append((at_s, 16 * bank + (message[0] & 0x0F), message))

    def cancel(self) -> None:
        """Do nothing: no message is held back."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def gather(score: Score, mix: Sequence[TrackMix] = ()) -> list[tuple[float, int, bytes]]:
    """Return all messages of a score: (seconds from `lead_of` before it, channel, bytes).

    Args:
        score: The score.
        mix: The mix; all ports sound together.

    Returns:
        Channels are numbered through all banks.
    """
    now_s = 0.0
    output = _Gathering()
    player = _player_of(score, mix, output, clock=lambda: now_s)
    player.play(0)
    while (next_s := player.step()) != NEVER:
        now_s = max(now_s, next_s)
    return output.gathered


def lead_of(score: Score, mix: Sequence[TrackMix]) -> float:
    """Return the seconds before the score's start that tracks set early need."""
    return _player_of(score, mix, _Gathering(), clock=lambda: 0.0).console.earliest_s


def _player_of(
    score: Score, mix: Sequence[TrackMix], output: PlayerOutput, *, clock: Callable[[], float]
) -> Player:
    player = Player(lambda _: None, clock=clock, report_s=_STEP_S, horizon_s=2 * _STEP_S)
    player.attach(output)
    player.set_score(score, [msgspec.structs.replace(m, port="", channel=-1) for m in mix])
    return player


def render(
    score: Score,
    synthesizer: Synthesizer,
    *,
    mix: Sequence[TrackMix] = (),
    sample_rate: int,
) -> Iterator[Block]:
    """Yield a score's sound until its last notes have faded: (`BLOCK`, 2), the last one shorter."""
    synthesizer.set_tuning(score.tuning)
    messages = gather(score, mix)
    end_s = max((at_s for at_s, _, _ in messages), default=0.0)
    placement = FrameQueue()
    for at_s, channel, message in messages:
        placement.add(round(at_s * sample_rate), channel, message)
    end = round(end_s * sample_rate)
    last = end + round(_LONGEST_TAIL_S * sample_rate)
    highest = 0.0
    for start in range(0, last, BLOCK):
        block = synthesizer.play(placement.take(start + BLOCK), start, BLOCK)
        peaks = np.abs(block.T).reshape(2, -1, PART).max(axis=(0, 2))
        highest = max(highest, float(peaks.max()))
        parts = np.arange(start, start + BLOCK, PART)
        silent = np.flatnonzero((parts > end) & (peaks <= highest * _SILENT_SHARE))
        yield block[: silent[0] * PART] if silent.size else block
        if silent.size:
            return


def frames_of(score: Score, sample_rate: int) -> int:
    """Return the number of frames of a score without the fading of its last notes.

    Raises:
        LimitError: The score lasts longer than an hour.
    """
    schedule = Schedule.of(score)
    seconds = schedule.tempo.seconds_at(schedule.end)
    if seconds > LONGEST_S:
        raise LimitError(
            "The piece lasts {seconds:.0f} minutes; audio is written up to {longest_s:.0f} "
            "minutes.",
            seconds=seconds / 60,
            longest_s=LONGEST_S / 60,
        )
    return max(1, round(seconds * sample_rate))
