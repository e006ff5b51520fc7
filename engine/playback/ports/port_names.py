"""The names of MIDI ports, read while devices may come and go.

rtmidi reads the number of ports first and then each name: if a device is pulled out in between, it
raises an error, or the names after it belong to other ports.
"""

from typing import Any

_READINGS = 5  # attempts to read the names while devices come and go


def port_names(client: Any) -> list[str]:
    """Return the names of the ports that an rtmidi client can connect to, in their order.

    Raises:
        OSError: The MIDI system does not run, or its ports change too quickly.
    """
    names: list[str] | None = None
    for _ in range(_READINGS):
        try:
            names = [str(name) for name in client.get_ports()]
            if client.get_port_count() == len(names):
                return names
        except ValueError:  # a port has gone: read again
            continue
    if names is None:
        raise OSError("the ports come and go")
    return names
