"""Says which part is the bass by the instruments, as long as no part has notes of its own."""

from collections.abc import Mapping

from engine.form.registers import register_of

DEEP = 42
"""The lowest pitch of instruments that play a bass: guitars and cellos do, voices and violas do
not."""

_LEADS = range(80, 88)
"""Programs of synthesizers that lead, however low they could play."""


def bass_of(programs: Mapping[int, int]) -> int | None:
    """Return the part that is the bass of parts without notes; None where none can be.

    Args:
        programs: Of each pitched part, 0 to 127.
    """
    deep = {
        part: register_of(program)
        for part, program in programs.items()
        if program not in _LEADS and register_of(program)[0] <= DEEP
    }
    # Of two instruments that reach down the one that stays there: a bass, not a piano.
    return min(deep, key=lambda part: (deep[part][1], part), default=None)
