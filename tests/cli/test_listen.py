"""`segue listen`, and commands that read a recording."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cli import hearing
from engine.cli.main import main
from engine.cli.pieces import read_piece
from engine.ground.errors import SoundError
from engine.messages import Alive, Failed, Listened, ListenTo, Notice, SoundArrived
from engine.midi.file.midifile import read_midi
from engine.values.hearing import HeardNote, Hearing, Sounded
from engine.values.score import Score
from tests.listening.sounds import floats, tones

# A waltz of plain crotchets at 100 a minute, sung a little unevenly.
WALTZ = (60, 64, 67, 65, 62, 59, 60, 67, 64, 62, 65, 59) * 4 + (60,)
NOTES = tuple(
    HeardNote(
        start_s=1 + 0.6 * n + 0.01 * (n % 3),
        end_s=1.5 + 0.6 * n,
        pitch=pitch,
        velocity=90 - n % 3 * 9,
    )
    for n, pitch in enumerate(WALTZ)
)
GUESS = HeardNote(start_s=1.3, end_s=1.4, pitch=72, strength=30)


class Told:
    """A child that says what it was made to say."""

    events_to_come: tuple[Any, ...] = ()

    def __init__(self, role: str) -> None:
        assert role == "listen"

    def __enter__(self) -> "Told":
        return self

    def __exit__(self, *_: object) -> None: ...

    def send(self, command: ListenTo) -> None:
        assert Path(command.file).is_absolute()
        self.voices = command.voices

    def events(self) -> Iterator[Any]:
        yield Alive()
        yield SoundArrived(request=1, sounded=Sounded(), seconds=1.0, total_s=2.0)
        yield from self.events_to_come


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recording in which the waltz is heard."""
    notes = (*NOTES[:1], GUESS, *NOTES[1:])
    heard = Hearing(seconds=30.0, voices="one", notes=notes, tuning_cents=-32)
    monkeypatch.setattr(hearing, "Child", Told)
    monkeypatch.setattr(
        Told,
        "events_to_come",
        (
            Notice(message="‘waltz.flac’ breaks off."),
            Listened(request=1, hearing=heard, sounded=Sounded(), file=""),
        ),
    )
    path = tmp_path / "waltz.flac"
    path.touch()
    return path


def read(path: Path) -> Score:
    return read_midi(path.read_bytes()).score


def test_a_recording_becomes_notes_with_bars_and_a_key(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = recording.with_suffix(".mid")
    assert main(["listen", str(recording), "-o", str(target)]) == 0
    said = capsys.readouterr()
    assert said.out == (
        f"Wrote ‘{target}’: 49 notes of one voice in 0 m 30 s, C major."
        " 1 weaker note left out: --least takes more.\n"
    )
    assert "‘waltz.flac’ breaks off." in said.err
    assert "It is 32 cents flat: its notes were moved into tune." in said.err
    assert "It was played without a click. Beats were found: " in said.err
    score = read(target)
    (track,) = score.tracks
    assert (track.name, track.program) == ("Voice", 53)
    assert [note.pitch for note in track.notes] == list(WALTZ)
    assert score.time_signatures[0].numerator % 3 == 0
    assert score.tempos[0].bpm == pytest.approx(100, abs=3)
    assert (score.key_signatures[0].fifths, score.key_signatures[0].minor) == (0, False)
    # By the bars of the voice, each downbeat is the first of three.
    starts = [note.start % (3 * score.ticks_per_quarter) for note in track.notes[::3]]
    assert max(min(start, 3 * score.ticks_per_quarter - start) for start in starts) < 60


def test_weaker_notes_and_the_bars_of_the_recording_are_there_for_the_asking(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = recording.with_suffix(".mid")
    asked = ["listen", str(recording), "-o", str(target), "--keep-bars", "--json"]
    assert main([*asked, "--least", "20"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["notes"], told["voices"], told["tuning_cents"]) == (50, "one", -32)
    assert len(told["heard"]) == 50
    # In the time in which it was sung.
    score = read(target)
    assert score.tracks[0].notes[0].start == 2 * score.ticks_per_quarter
    with pytest.raises(SystemExit):
        main([*asked, "--least", "101"])


def test_every_command_reads_a_recording_and_the_window_says_how(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "waltz.musicxml"
    assert main(["notate", str(recording), "-o", str(page)]) == 0
    assert page.read_text("utf-8").count("<measure") > 8
    capsys.readouterr()
    assert main([str(recording)]) == 1
    assert f"Its notes: segue listen {recording} -o waltz.mid" in capsys.readouterr().err


def test_what_cannot_be_heard_is_one_sentence(
    recording: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = recording.with_suffix(".mid")
    monkeypatch.setattr(
        Told, "events_to_come", (Failed(request=1, message="No note was heard.", hint="Sing."),)
    )
    assert main(["listen", str(recording), "-o", str(target)]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "segue: No note was heard. Sing."
    assert not target.exists()
    with pytest.raises(SoundError, match="surest has 100"):
        hearing.heard_piece(Hearing(seconds=1, voices="many", notes=NOTES), recording, least=101)


@pytest.mark.slow
def test_another_process_listens(tmp_path: Path) -> None:
    path = tmp_path / "tune.wav"
    path.write_bytes(floats(tones((60, 64, 67, 72))))
    said: list[str] = []
    score = read_piece(path, remark=said.append).score
    assert [note.pitch for note in score.tracks[0].notes] == [60, 64, 67, 72]
    assert score.title == "tune"
    path.write_bytes(b"words " * 100)
    with pytest.raises(SoundError, match="is no recording that Segue reads"):
        read_piece(path)
