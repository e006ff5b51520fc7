"""The names of MIDI ports, read while devices come and go.

rtmidi asks for their number first and then for each name: one that is pulled out in between is an
error, and the names of all that follow it are another port's.
"""

from typing import Any

_READINGS = 5


def port_names(client: Any) -> list[str]:
    """Return the names of the ports that an rtmidi client can be connected to, in their order.

    Raises:
        OSError: The MIDI system does not run, or its ports come and go too quickly to be read.
    """
    names: list[str] | None = None
    for _ in range(_READINGS):
        try:
            names = [str(name) for name in client.get_ports()]
            if client.get_port_count() == len(names):
                return names
        except ValueError:  # one has gone: they are read again
            continue
    if names is None:
        raise OSError("the ports come and go")
    return names
