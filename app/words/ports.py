"""How menus and pages name Segue's own ports, which other programs connect to."""

from PySide6.QtCore import QCoreApplication

from engine.messages import JACK_TRANSPORT, OWN_INPUT, OWN_OUTPUT


def output_words(name: str) -> str:
    """Return the text of an entry that chooses an output."""
    if name == OWN_OUTPUT:
        return _tr("A port “%1” for other programs").replace("%1", name)
    return name


def input_words(name: str) -> str:
    """Return the text of an entry that chooses an input."""
    if name == OWN_INPUT:
        return _tr("A port “%1” that other programs play to").replace("%1", name)
    return name


def clock_words(name: str) -> str:
    """Return the text of an entry that chooses what is followed."""
    if name == JACK_TRANSPORT:
        return _tr("The transport of the JACK server")
    return input_words(name)


def track_ports_words() -> str:
    """Return the text of an entry that gives each track a port of its own."""
    return _tr("A port for each track, too, called as the track")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ports", text)
