"""Options of `segue play` that follow another program's clock, or send one."""

import argparse

from msgspec.structs import replace

from engine.cli.command import Arguments
from engine.ground.errors import PortError
from engine.messages import JACK_TRANSPORT, PortsChanged
from engine.values.sound import Sound

# As one types it.
_JACK = "jack"


def define_clocks(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--follow",
        metavar="NAME",
        help="have the MIDI clock or time code of an input start, move and stop the music;"
        f" `{_JACK}`: the transport of JACK",
    )
    parser.add_argument(
        "--send-clock",
        metavar="NAME",
        action="append",
        default=[],
        help="send MIDI clock to an output, or to that of --virtual; may be given again",
    )
    parser.add_argument(
        "--send-time-code",
        metavar="NAME",
        action="append",
        default=[],
        help="send MIDI time code to an output, or to that of --virtual; may be given again",
    )
    parser.add_argument(
        "--clock-runs",
        action="store_true",
        help="with --send-clock, also send it before the music begins",
    )


def with_clocks(choice: tuple[Sound, ...], arguments: Arguments) -> tuple[Sound, ...]:
    """Return a choice of outputs with the clocks that the options name."""
    follow = JACK_TRANSPORT if arguments.follow == _JACK else arguments.follow or ""
    return tuple(
        replace(
            sound,
            clock_in=follow,
            clock_out=tuple(arguments.send_clock),
            time_code_out=tuple(arguments.send_time_code),
            clock_runs=arguments.clock_runs,
        )
        for sound in choice
    )


def check_clocks(choice: tuple[Sound, ...], found: PortsChanged) -> None:
    """Refuse clocks of ports that do not exist.

    Args:
        choice: The outputs, with their clocks.
        found: The ports of this machine.

    Raises:
        PortError: A clock names a port that is not there.
    """
    for sound in choice:
        sources = (*found.inputs, *found.clocks)
        if sound.clock_in and sound.clock_in not in sources:
            raise PortError(
                f"There is no clock called ‘{sound.clock_in}’.",
                hint=f"MIDI inputs on this machine: {', '.join(sources) or 'none'}.",
            )
        own = {sound.output_name} if sound.output_kind == "virtual" else set()
        for name in (*sound.clock_out, *sound.time_code_out):
            if name not in {*found.outputs, *own}:
                raise PortError(
                    f"There is no MIDI output called ‘{name}’.",
                    hint=f"MIDI outputs on this machine: {', '.join(found.outputs) or 'none'}.",
                )
