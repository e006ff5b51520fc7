"""The names of all ids of a tokenizer, in their order.

The first ones are those of MidiTok's REMI with the settings of `engine/tokens/miditok_remi.py`.
They are spelled here, so that playing needs no MidiTok. A model's description has the fingerprint
of its names, and the tests compare these names with MidiTok's.
"""

from collections.abc import Iterator

import numpy as np

from engine.harmony.chords import QUALITIES
from engine.tokens.vocabulary import DRUMS, MOST_BARS, Vocabulary
from engine.values.config import TokenizerConfig

METERS = {
    2: [2, 3, 4],
    4: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    8: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    16: [1, 3, 5, 7, 9],
}
# Beats a minute; slower and faster tempos take the nearest token.
TEMPO_RANGE = (20, 300)
_LONGEST_QUARTERS = 32


def vocabulary_of(config: TokenizerConfig) -> Vocabulary:
    """Return the vocabulary of a tokenizer."""
    return Vocabulary(
        names=(*remi_names(config), *_added_names(config)),
        positions_per_beat=config.positions_per_beat,
    )


def resolutions(config: TokenizerConfig) -> dict[tuple[int, int], int]:
    """Return the resolution of lengths between two numbers of quarters, in parts of a quarter.

    The longer a note, the coarser its end, because listeners notice it less. A resolution has to
    divide the grid, or MidiTok's integer division would give two tokens one length.
    """
    positions = config.positions_per_beat
    return {
        (0, 1): positions,
        (1, 4): 12 if positions % 12 == 0 else positions,
        (4, 8): 6 if positions % 6 == 0 else positions,
        (8, 16): 2,
        (16, 32): 1,
    }


def remi_names(config: TokenizerConfig) -> Iterator[str]:
    """Yield the names of the ids that MidiTok has."""
    yield from ("PAD_None", "BOS_None", "EOS_None", "Bar_None")
    yield from (f"Pitch_{pitch}" for pitch in range(128))
    velocities = np.linspace(0, 127, config.velocities + 1, dtype=np.intp)[1:]
    yield from (f"Velocity_{velocity}" for velocity in velocities)
    yield from (f"Duration_{duration}" for duration in _durations(config))
    most_beats = max(max(counts) for counts in METERS.values())  # of any unit, as MidiTok counts
    yield from (f"Position_{i}" for i in range(most_beats * config.positions_per_beat))
    yield from (f"PitchDrum_{pitch}" for pitch in range(128))
    slowest, fastest = TEMPO_RANGE
    tempos = np.geomspace(slowest, fastest, config.tempos).round(2)
    yield from (f"Tempo_{tempo}" for tempo in tempos)
    programs = (*range(128), DRUMS)
    yield from (f"Program_{program}" for program in programs)
    yield from (f"TimeSig_{count}/{unit}" for unit, counts in METERS.items() for count in counts)
    if config.sustain_pedal:
        for kind in ("Pedal", "PedalOff"):
            yield from (f"{kind}_{program}" for program in programs)


def _durations(config: TokenizerConfig) -> Iterator[str]:
    """Yield each length as quarters, parts of a quarter and the resolution of these parts."""
    grids = resolutions(config)
    for (first, after), parts in grids.items():
        for quarters in range(first, after):
            yield from (f"{quarters}.{part}.{parts}" for part in range(parts) if quarters or part)
    yield f"{_LONGEST_QUARTERS}.0.{list(grids.values())[-1]}"


def _added_names(config: TokenizerConfig) -> Iterator[str]:
    """Yield the names of the ids that MidiTok does not have."""
    if config.chords:
        yield "Chord_none"
        yield from (f"Chord_{root}.{quality}" for root in range(12) for quality in QUALITIES)
    yield from (f"Part_{part}" for part in range(config.parts))
    # Last, so that an existing model can be extended with them.
    if config.any_order:
        yield from ("Gap_None", "Fill_None", "Rejoin_None")
        yield from (f"Bars_{bars}" for bars in range(1, MOST_BARS + 2))
        yield from (f"Back_{bars}" for bars in range(1, MOST_BARS + 2))
