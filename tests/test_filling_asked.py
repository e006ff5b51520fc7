"""`segue fill` and `segue accompany` as a user types them."""

import json
from pathlib import Path

import pytest

from engine.cli.filling import program_of, tracks_of
from engine.cli.main import main
from engine.cli.pieces import bars_of
from engine.ground.errors import RequestError
from engine.midi.file.midifile import read_midi, write_midi
from tests.generation.conftest import BAR, chord_piece, make_model


@pytest.fixture
def piece(tmp_path: Path) -> Path:
    path = tmp_path / "piece.mid"
    path.write_bytes(write_midi(chord_piece(bars=8)))
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "filling", fills=True)


def values(capsys: pytest.CaptureFixture[str], *argv: object) -> dict:
    assert main([str(each) for each in (*argv, "--json")]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_bars_in_the_middle_are_filled_in_the_tracks_that_are_chosen(
    capsys: pytest.CaptureFixture[str], piece: Path, model: Path, tmp_path: Path
) -> None:
    asked = ("fill", piece, "--model", model, "--bars", "3-4", "--tracks", "2", "--seed", 3)
    made = values(capsys, *asked, "--alternatives", 2, "--out", tmp_path)
    assert [Path(file).name for file in made["files"]] == [
        "piece-filled-1.mid",
        "piece-filled-2.mid",
    ]
    before, after = (read_midi(Path(p).read_bytes()).score for p in (piece, made["files"][0]))
    assert [t.notes for t in before.tracks][::2] == [t.notes for t in after.tracks][::2]
    outside = [
        [note for note in score.tracks[1].notes if not 2 * BAR <= note.start < 4 * BAR]
        for score in (before, after)
    ]
    assert outside[0] == outside[1]
    again = values(capsys, *asked, "--out", tmp_path / "again")
    assert Path(again["files"][0]).read_bytes() == Path(made["files"][0]).read_bytes()


def test_a_track_is_added_that_plays_along(
    capsys: pytest.CaptureFixture[str], piece: Path, model: Path, tmp_path: Path
) -> None:
    made = values(
        capsys, "accompany", piece, "--model", model, "--program", "cello", "--bars", "1-4",
        "--out", tmp_path, "--seed", 4,
    )  # fmt: skip
    score = read_midi(Path(made["files"][0]).read_bytes()).score
    assert [track.program for track in score.tracks][-1] == 42
    assert len(score.tracks) == 4
    assert score.tracks[-1].notes[-1].start < 4 * BAR


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("fill", "--bars", "9-"), "means no bars"),
        (("fill", "--bars", "4-2"), "no bars from 4 to 2"),
        (("fill", "--bars", "9"), "no bar 9; the piece has 8"),
        (("fill", "--bars", "1-2", "--tracks", "4"), "no track ‘4’; the piece has 3"),
        (("fill", "--bars", "1-8"), "nothing around this gap"),
        (("accompany", "--program", "hurdy-gurdy"), "no instrument ‘hurdy-gurdy’"),
        (
            ("accompany", "--program", "bass", "--temperature", "-1"),
            "from 0.0 to 1,000.0, not -1.0",
        ),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    capsys: pytest.CaptureFixture[str], piece: Path, model: Path, argv, sentence: str
) -> None:
    name, *rest = argv
    assert main([name, str(piece), "--model", str(model), *rest]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_model_that_never_learned_to_fill_says_so(
    capsys: pytest.CaptureFixture[str], piece: Path, tmp_path: Path
) -> None:
    model = make_model(tmp_path / "plain")
    before = sorted(tmp_path.iterdir())
    assert main(["fill", str(piece), "--model", str(model), "--bars", "3-4", "--tracks", "1"]) == 1
    assert "has not learned to fill gaps" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_words_mean_bars_tracks_and_instruments() -> None:
    assert bars_of("9-12", 20) == (9, 12)
    assert bars_of("7", 20) == (7, 7)
    assert tracks_of("1, 3", 3) == {0, 2}
    assert tracks_of(None, 2) == {0, 1}
    assert program_of("bass") == (32, False)
    assert program_of("Violin") == (40, False)
    assert program_of("34") == (33, False)
    assert program_of("drums") == (0, True)
    with pytest.raises(RequestError):
        program_of("")


def test_chords_are_found_written_saved_and_read_again(
    capsys: pytest.CaptureFixture[str], piece: Path, tmp_path: Path
) -> None:
    found = values(capsys, "chords", piece)
    assert found["source"] == "found"
    assert [row["name"] for row in found["chords"]] == ["C"]
    out = tmp_path / "with chords.mid"
    asked = ("chords", piece, "--write", "Dm7 G13/B | C", "--from-bar", 3, "--out", out)
    written = values(capsys, *asked)
    assert [(row["bar"], row["beat"], row["name"]) for row in written["chords"]] == [
        (3, 1.0, "Dm7"),
        (3, 3.0, "G7/B"),
        (4, 1.0, "C"),
    ]
    assert values(capsys, "chords", out)["chords"] == written["chords"]
    moved = values(capsys, "chords", out, "--transpose", -2)
    assert [row["name"] for row in moved["chords"]] == ["Cm7", "F7/A", "B♭"]
    assert values(capsys, "chords", out, "--found")["source"] == "found"
    assert main(["chords", str(out)]) == 0
    assert "bar 3  beat 3  G7/B" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("--write", "H#m17"), "‘H#m17’ is no chord here"),
        (("--write", " ".join(["C"] * 40) + " | C"), "Bar 1 has 40 chords"),
        (("--write", "C", "--out", "song.txt"), "no name of a MIDI file"),
    ],
)
def test_chords_that_make_no_sense_are_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], piece: Path, argv, sentence: str
) -> None:
    assert main(["chords", str(piece), *argv]) == 1
    assert sentence in capsys.readouterr().err


def test_chords_after_the_end_are_kept_and_said_to_be(
    capsys: pytest.CaptureFixture[str], piece: Path, tmp_path: Path
) -> None:
    out = tmp_path / "long.mid"
    assert main(["chords", str(piece), "--write", "C " * 12, "--out", str(out)]) == 0
    assert "go on after the piece ends" in capsys.readouterr().err
    assert len(values(capsys, "chords", out)["chords"]) == 12
