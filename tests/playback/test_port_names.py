"""Names of ports that come and go while they are read, and ports that go while they are opened."""

from typing import Any

import pytest

from engine.ground.errors import PortError
from engine.playback.ports import system_ports as ports
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.port_names import port_names
from engine.playback.ports.system_ports import MidiSystem


class Client:
    """An rtmidi client of one API; as rtmidi, it counts the ports before it names them.

    Args:
        rows: What there is at each look, the last for ever.
    """

    def __init__(self, *rows: tuple[str, ...]) -> None:
        self._rows = list(rows)
        self.opened: str | None = None
        self.deleted = False

    def _look(self) -> tuple[str, ...]:
        return self._rows.pop(0) if len(self._rows) > 1 else self._rows[0]

    def get_port_count(self) -> int:
        return len(self._look())

    def get_ports(self) -> list[str]:
        names = []
        for index in range(self.get_port_count()):
            there = self._look()
            if index >= len(there):
                raise ValueError(f"the 'portNumber' argument ({index}) is invalid")
            names.append(there[index])
        return names

    def open_port(self, index: int, *, name: str) -> None:
        assert name
        there = self._look()
        if index >= len(there):
            raise ValueError(f"the 'portNumber' argument ({index}) is invalid")
        self.opened = there[index]

    def get_current_api(self) -> int:
        return Rtmidi.API

    def close_port(self) -> None: ...

    def delete(self) -> None:
        self.deleted = True


def test_a_port_that_goes_while_they_are_read_costs_another_look() -> None:
    before, after = ("A", "B", "C"), ("A", "C")
    # Counted as three; the second has gone before it is named, or before the third is.
    assert port_names(Client(before, before, after)) == ["A", "C"]
    assert port_names(Client(before, before, before, after)) == ["A", "C"]
    # One that came while they were read, too.
    assert port_names(Client(after, after, after, before)) == ["A", "B", "C"]


def test_ports_that_never_rest_are_as_they_were_read_last_or_an_error() -> None:
    one, two = ("A",), ("A", "B")
    assert port_names(Client(*(one, one, two) * 20)) == ["A"]
    with pytest.raises(OSError, match="come and go"):
        port_names(Client(*(two, one, one) * 20))


class Rtmidi:
    """rtmidi with one API and ready-made clients."""

    API_LINUX_ALSA, API_UNIX_JACK, API = 1, 2, 3

    def __init__(self, *clients: Client) -> None:
        self._clients = list(clients)

    def get_compiled_api(self) -> list[int]:
        return [self.API]

    def MidiOut(self, api: int, *, name: str) -> Any:  # noqa: N802 - as it is called there
        assert (api, name) == (self.API, "Segue")
        return self._clients.pop(0)


def system(monkeypatch: pytest.MonkeyPatch, *clients: Client) -> MidiSystem:
    monkeypatch.setattr(ports, "_load_rtmidi", lambda: Rtmidi(*clients))
    return MidiSystem()


def test_a_port_that_goes_while_it_is_opened_is_not_connected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    midi = system(monkeypatch, Client(("A", "B")), client := Client(("A",)))
    with pytest.raises(PortError, match="‘B’ is not connected"):
        midi.open_output("B")
    assert client.opened is None


def test_a_port_that_has_gone_before_its_client_is_made_is_not_connected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two, one = ("A", "B"), ("B",)
    midi = system(monkeypatch, Client(*[two] * 4, one), client := Client(one))
    with pytest.raises(PortError, match="‘A’ is not connected"):
        midi.open_output("A")
    assert client.opened is None
    finish_closing()
    assert client.deleted


def test_another_port_in_its_place_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    two, one = ("A", "B"), ("B",)
    # Listed twice (a count, two names, a count), then A goes: what has its number now is B.
    probe = Client(*[two] * 8, one)
    midi = system(monkeypatch, probe, client := Client(one))
    with pytest.raises(PortError, match="‘A’ is not connected"):
        midi.open_output("A")
    assert client.opened == "B"
    finish_closing()
    assert client.deleted


def test_a_port_that_stays_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    midi = system(monkeypatch, Client(("A", "B")), client := Client(("A", "B")))
    assert midi.open_output("B").name == "B"
    assert client.opened == "B"
    assert not client.deleted
