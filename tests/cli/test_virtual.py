"""`--virtual NAME`: a port of Segue's own for other programs."""

import pytest

from engine.cli.main import main, parser
from engine.cli.playing import sounds_to_try
from engine.ground.errors import PortError
from engine.ground.paths import demo_pieces
from engine.playback.ports.system_ports import MidiSystem
from engine.values.sound import Sound


@pytest.mark.parametrize("words", [["play", str(demo_pieces() / "lullaby.mid")], ["jam"]])
def test_the_port_of_that_name_is_asked_for(words: list[str]) -> None:
    arguments = parser([words[0]]).parse_args([*words, "--virtual", "Stage"])
    chosen = sounds_to_try(virtual=arguments.virtual)
    assert chosen == (Sound(output_kind="virtual", output_name="Stage"),)


@pytest.mark.slow
def test_where_there_is_no_midi_system_the_sentence_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = MidiSystem()
    try:
        system.open_virtual("Probe").close()
    except PortError:
        pass
    else:
        pytest.skip("a MIDI system runs here")
    finally:
        system.close()
    assert main(["play", str(demo_pieces() / "lullaby.mid"), "--virtual", "Stage"]) == 1
    said = capsys.readouterr().err
    assert "This system has no virtual MIDI ports." in said
    assert "loopMIDI" in said
