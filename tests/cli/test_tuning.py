"""`--tuning` of `segue render` and `segue play`: the pitches, and one sentence for a mistake."""

from pathlib import Path

import pytest
import soundfile

from engine.cli.main import main
from engine.midi.file.midifile import write_midi
from engine.playback.sound.bank import shipped_bank
from engine.tunings.known_tunings import known_tuning
from engine.values.score import Note, Score, Track
from engine.values.tuning import hz_of_pitch
from tests.playback.test_tuned_sound import cents_between

KEYS = (61, 64)
SCALE = "Eight steps\n8\n" + "".join(f"{150 * step}.0\n" for step in range(1, 9))
MAPPING = "2\n0\n127\n60\n60\n270.0\n8\n0\n3\n"


@pytest.fixture
def piece(tmp_path: Path) -> Path:
    notes = tuple(Note(960 * i, key, 950) for i, key in enumerate(KEYS))
    path = tmp_path / "piece.mid"
    path.write_bytes(write_midi(Score(tracks=(Track(program=19, notes=notes),))))
    (tmp_path / "eight.scl").write_text(SCALE)
    (tmp_path / "two.kbm").write_text(MAPPING)
    return path


def heard(piece: Path, *options: str) -> list[float]:
    """Return by how many cents each note is away from its frequency, given behind the options."""
    words, expected = list(options[:-1]), map(float, options[-1].split())
    target = piece.with_suffix(".wav")
    # The organ of other banks is not in tune to a cent.
    bank = ["--bank", str(shipped_bank())]
    arguments = ["render", str(piece), "-o", str(target), "--room", "off", *bank, *words]
    assert main(arguments) == 0
    sound, rate = soundfile.read(target)
    return [
        cents_between(sound[int((i + 0.2) * rate) : int((i + 0.9) * rate), 0], hz, rate=rate)
        for i, hz in enumerate(expected)
    ]


@pytest.mark.slow
def test_a_name_or_scala_files_are_heard_in_what_is_rendered(piece: Path) -> None:
    tuning = known_tuning("Vallotti")
    assert tuning is not None
    vallotti = " ".join(str(hz_of_pitch(tuning.pitches[key] or 0)) for key in KEYS)
    eight = " ".join(str(261.6256 * 2 ** (step / 8)) for step in (1, 4))
    # Two keys make half an octave each: degree 3 is 450 cents, degree 8 the octave.
    mapped = f"{270 * 2 ** (450 / 1200)} {270 * 4}"
    scale = str(piece.with_name("eight.scl"))
    for options, expected in (
        (["--tuning", "vallotti"], vallotti),
        (["--tuning", scale], eight),
        (["--tuning", scale, "--keyboard-map", str(piece.with_name("two.kbm"))], mapped),
    ):
        assert max(map(abs, heard(piece, *options, expected))) < 2, options


@pytest.mark.slow
def test_a_piece_is_played_in_another_tuning(piece: Path) -> None:
    for out in ("mts", "mpe"):
        words = ["--tuning", "Werckmeister III", "--tuning-out", out]
        assert main(["play", str(piece), "--silent", *words]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--tuning", "Bach"], "There is no tuning ‘Bach’."),
        (["--tuning", "nowhere.scl"], "Could not open ‘nowhere.scl’."),
        (["--keyboard-map", "a.kbm"], "--keyboard-map says where the notes of a scale are."),
        (["--tuning", "Vallotti", "--keyboard-map", "a.kbm"], "A .kbm file belongs to a .scl file"),
    ],
)
def test_a_tuning_that_is_not_there_is_said_in_one_sentence(
    piece: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = piece.with_suffix(".wav")
    assert main(["render", str(piece), "-o", str(target), *options]) == 1
    assert said in capsys.readouterr().err
    assert not target.exists()
