"""`segue jam`: what was played is kept, whatever becomes of the player."""

from collections import deque
from pathlib import Path

import pytest

from engine.cli import jam
from engine.cli.main import main
from engine.cli.writing import check_place, write_file
from engine.ground.errors import ProcessError
from engine.messages import (
    ChooseSound,
    Command,
    Event,
    JamCaptured,
    LoadModel,
    ModelLoaded,
    OutputOpened,
    Play,
    PlayKeysAs,
    PortsChanged,
    Ready,
    SetScore,
    StartJam,
    StopJam,
)
from engine.midi.file.midifile import read_midi
from engine.values.score import Note, Score, Track

PLAYED = Track(name="Me", notes=(Note(0, 60, 480), Note(480, 62, 480)))
DIED = ProcessError("The player process ended unexpectedly (code -9).")


class Process:
    """A player or a live that answers, so that no keyboard and no model is needed.

    Args:
        role: Which of them.
        last_word: What the player says, or dies with, as soon as it is to play.
        tracks: What was played, if it is not the usual.
    """

    def __init__(
        self, role: str, last_word: Event | ProcessError, tracks: tuple[Track, ...] = ()
    ) -> None:
        ports = PortsChanged(outputs=(), inputs=("Keys",))
        score = Score(tracks=tracks or (PLAYED, Track(name="Segue")))
        captured = JamCaptured(score=score, turns=())
        self.heard: list[Command] = []
        self._said: deque[Event | ProcessError] = deque((ports,) if role == "player" else ())
        self._answers: dict[type[Command], Event | ProcessError] = {
            ChooseSound: OutputOpened(kind="recording", name="No sound"),
            LoadModel: ModelLoaded(
                folder="", name="starter", parameters=1, notes=1, device="CPU", seconds=0.0
            ),
            Play: last_word,
            StopJam: captured,
        }

    def send(self, command: Command) -> None:
        self.heard.append(command)
        if type(command) in self._answers:
            self._said.append(self._answers[type(command)])

    def next_event(self, _timeout_s: float) -> Event | None:
        if not self._said:
            return None
        said = self._said.popleft()
        if isinstance(said, ProcessError):
            raise said
        return said

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    ("last_word", "sentence"),
    [(DIED, DIED.message), (Ready(role="player", seconds=0.1), "the jam ended there")],
)
def test_what_was_played_is_kept_when_the_player_dies(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    last_word: Event | ProcessError,
    sentence: str,
) -> None:
    monkeypatch.setattr(jam, "Child", lambda role: Process(role, last_word))
    kept = tmp_path / "jam.mid"
    assert main(["jam", "--silent", "--seconds", "1", "-o", str(kept)]) == 1
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out.startswith("You played 2 notes, Segue 0 in 0 turns.\n")
    tracks = read_midi(kept.read_bytes()).score.tracks
    assert [note.pitch for note in tracks[0].notes] == [60, 62]


def test_pads_on_channel_10_are_a_part_of_their_own_in_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pads = Track(name="Me, drums", is_drum=True, notes=(Note(0, 36, 60), Note(480, 38, 60)))
    tracks = (PLAYED, Track(name="Segue"), pads, Track(name="Segue, drums", is_drum=True))
    band: list[Process] = []

    def child(role: str) -> Process:
        band.append(Process(role, DIED, tracks))
        return band[-1]

    monkeypatch.setattr(jam, "Child", child)
    kept = tmp_path / "jam.mid"
    main(["jam", "--silent", "--seconds", "1", "-o", str(kept)])
    assert capsys.readouterr().out.startswith("You played 4 notes, Segue 0 in 0 turns.\n")
    written = read_midi(kept.read_bytes()).score.tracks
    assert [(track.name, track.is_drum) for track in written if track.notes] == [
        ("Me", False),
        ("Me, drums", True),
    ]
    player, live = band
    assert [command.drums for command in player.heard if isinstance(command, PlayKeysAs)] == [True]
    (start,) = (command for command in live.heard if isinstance(command, StartJam))
    (score,) = (command.score for command in player.heard if isinstance(command, SetScore))
    assert start.kit is not None
    assert score.tracks[start.kit.track].is_drum


@pytest.mark.slow
def test_a_jam_without_the_keyboard_that_was_asked_for_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["jam", "--silent", "--input", "no such keyboard"]) == 1
    err = capsys.readouterr().err
    assert "‘no such keyboard’ is not connected." in err


def test_a_jam_that_could_not_be_kept_is_not_begun(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    refused = {
        tmp_path: f"‘{tmp_path}’ is a folder: name a file in it.",
        tmp_path / "file" / "jam.mid": f"There is no folder ‘{tmp_path / 'file'}’ to write",
    }
    for place, said in refused.items():
        assert main(["jam", "--silent", "--input", "no keyboard", "-o", str(place)]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_a_place_that_is_looked_at_keeps_what_stands_there(tmp_path: Path) -> None:
    place = tmp_path / "new" / "jam.mid"
    place.parent.mkdir()
    check_place(place)
    assert not list(place.parent.iterdir())
    write_file(place, b"old")
    check_place(place)
    assert place.read_bytes() == b"old"
    assert [each.name for each in place.parent.iterdir()] == ["jam.mid"]
