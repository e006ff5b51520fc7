"""The user's limits on a continuation: a frozen value that `Grammar` combines with its rules."""

from dataclasses import dataclass

ALL_PITCH_CLASSES = frozenset(range(12))


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """The ids that may be drawn, within those that are legal. The default forbids nothing.

    Attributes:
        parts: Declared parts that may play; None allows all.
        pitch_classes: Allowed pitch classes, 0 is C; not for drums.
        lowest: Lowest pitch; not for drums.
        highest: Highest pitch; not for drums.
        chord_size: Most notes of one part that may begin together; 0 sets no limit.
        tempo_changes: Whether a tempo may be drawn.
        pedal: Whether the sustain pedal may be drawn, if the vocabulary has it.
    """

    parts: frozenset[int] | None = None
    pitch_classes: frozenset[int] = ALL_PITCH_CLASSES
    lowest: int = 0
    highest: int = 127
    chord_size: int = 0
    tempo_changes: bool = True
    meter_changes: bool = True
    pedal: bool = True
    end: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.lowest <= self.highest <= 127:
            raise ValueError(
                "lowest and highest must be in [0, 127] in this order, "
                f"not {self.lowest} and {self.highest}"
            )
        if not self.pitch_classes <= ALL_PITCH_CLASSES:
            raise ValueError(f"pitch_classes must be 0 to 11, not {sorted(self.pitch_classes)}")
        if self.chord_size < 0:
            raise ValueError(f"chord_size must not be negative, it is {self.chord_size}")

    def allows_pitch(self, pitch: int) -> bool:
        """Return whether a pitch of an instrument other than drums may be drawn."""
        return self.lowest <= pitch <= self.highest and pitch % 12 in self.pitch_classes

    def allows_part(self, part: int) -> bool:
        """Return whether a part may play."""
        return self.parts is None or part in self.parts
