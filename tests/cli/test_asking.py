"""`segue continue`: every field of a request is an option, and what was asked is asked again."""

import argparse
import json
import os
from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest

from engine.cli.asking import define_request, request_of
from engine.cli.main import main
from engine.ground.errors import SegueError
from engine.harmony.chord_symbols import chord_name
from engine.harmony.chord_track import typed_chords
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import open_composition, save
from engine.piece.takes import Take
from engine.planning.chord_model import encoded
from engine.planning.counting import count_chords
from engine.request import BEST_OF, DrawingLimits, PartNote, Request, request_from_json
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, chord_piece, make_model
from tests.planning.conftest import LOOP, VERSE, song

FILES = Path(__file__).parent


@pytest.fixture
def composition() -> Composition:
    return Composition.of(chord_piece())


def asked(composition: Composition, *argv: object) -> Request:
    parser = argparse.ArgumentParser(exit_on_error=False)
    define_request(parser)
    arguments = parser.parse_args([str(each) for each in argv])
    return request_of(arguments, composition, fresh_seed=99)


def test_without_a_word_eight_bars_are_added_at_the_end(composition: Composition) -> None:
    assert asked(composition) == Request(
        start=4 * BAR,
        bars=8,
        alternatives=1,
        best_of=BEST_OF,
        roles=("write",) * 3,
        sampling=SamplingConfig(seed=99),
    )


def test_every_field_is_an_option(composition: Composition, tmp_path: Path) -> None:
    other = Score(title="aria", tracks=(Track().with_notes([Note(4 * BAR, 70, 480)]),))
    (tmp_path / "aria.mid").write_bytes(write_midi(other))
    aria = tmp_path / "aria.mid"
    ask = asked(
        composition, "--from-bar", 5, "--since-bar", 2, "--bars", 2, "--alternatives", 3,
        "--best-of", 9, "--following", 4, "--context", 2, "--ignore", 3, "--remember", aria,
        "--begin-with", aria, 1, "--temperature", 1.2, "--top-k", 9, "--top-p", 0.9,
        "--typical-p", 0.8, "--min-p", 0.1, "--repetition-penalty", 1.1, "--echo", 0.5, "--seed", 7,
        "--busy", 1, "--register", -1, "--loudness", 0.5, "--note-length", -0.5,
        "--pitch-classes", 0, 4, "--lowest", 40, "--highest", 90, "--max-voices", 3,
        "--longest-copy", 20, "--fill", "--selected", "thinned", "--harmony", "held",
        "--no-planned", "--wish", "like", "--pattern", "2-3",
    )  # fmt: skip
    assert ask.remembered is not None
    assert ask == Request(
        start=4 * BAR,
        bars=2,
        alternatives=3,
        best_of=9,
        roles=("write", "context", "ignore"),
        sampling=SamplingConfig(
            temperature=1.2, top_k=9, top_p=0.9, typical_p=0.8, min_p=0.1, repetition_penalty=1.1,
            echo=0.5, seed=7,
        ),
        steering=SteeringConfig(busy=1, register=-1, loudness=0.5, note_length=-0.5),
        limits=DrawingLimits(
            pitch_classes=(0, 4), lowest=40, highest=90, max_voices=3, longest_copy=20
        ),
        beginning=(PartNote(0, Note(4 * BAR, 70, 480)),),
        beginning_end=5 * BAR,
        following=4,
        since=BAR,
        remembered=ask.remembered,
        fill=True,
        selected="thinned",
        harmony="held",
        planned=False,
        wish="like",
        pattern=(BAR, 3 * BAR),
    )  # fmt: skip
    assert ask.remembered.note_count == 1
    # Whoever adds a field has an option for it, or this fails.
    for owner in (ask, ask.sampling, ask.steering, ask.limits):
        for each in fields(owner):
            assert getattr(owner, each.name) != getattr(type(owner)(), each.name), each.name


def test_a_request_of_a_file_is_changed_by_what_is_said(
    composition: Composition, tmp_path: Path
) -> None:
    kept = Request(
        start=2 * BAR, bars=2, limits=DrawingLimits(lowest=40, highest=90), alternatives=2
    )
    path = tmp_path / "request.json"
    path.write_bytes(msgspec.json.encode(kept))
    ask = asked(composition, "--request", path, "--lowest", 50)
    assert ask == replace(kept, roles=("write",) * 3, limits=DrawingLimits(lowest=50, highest=90))
    assert asked(composition, "--request", path, "--from-bar", 2).start == BAR


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--bars", 0], "it would never end"),
        (["--bars", -1], "bars must be from 0 to 1,000, not -1"),
        (["--temperature", -1], "temperature must be from 0.0 to 1,000.0"),
        (["--context", 4], "There is no track 4; the piece has 3."),
        (["--take", 1], "There is no take 1; the piece has 0."),
        (["--request", "nowhere.json"], "‘nowhere.json’ holds no request: It is no longer there"),
        (["--request", FILES / "test_asking.py"], "holds no request: This is no request"),
        (["--begin-with", "x.mid", "few"], "‘few’ is no number of bars"),
        (["--begin-with", "x.mid", 2], "There is no file ‘x.mid’."),
        (["--remember", "x.mid"], "There is no file ‘x.mid’."),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    composition: Composition, argv: list[object], sentence: str
) -> None:
    with pytest.raises(SegueError) as refused:
        asked(composition, *argv)
    assert sentence in refused.value.message


def values(capsys: pytest.CaptureFixture[str], *argv: object) -> dict:
    assert main([str(each) for each in (*argv, "--json")]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.parametrize("more", [("--best-of", 0), ("--best-of", 6)])
def test_what_was_asked_is_asked_again_by_file_and_by_take(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: tuple[object, ...]
) -> None:
    model = make_model(tmp_path / "tiny")
    piece = tmp_path / "piece.segue"
    save(Composition.of(chord_piece()), piece)
    said = ("--bars", 2, "--alternatives", 2, "--echo", 2, "--lowest", 40, "--ignore", 3, *more,
            # Of this model's rows one in sixty differs by rounding when it is drawn alone.
            "--seed", 7)  # fmt: skip
    first = values(capsys, "continue", piece, "--model", model, "--out", tmp_path, *said)
    notes = [read_midi(Path(path).read_bytes()).score for path in first["files"]]

    assert len(first["merits"]) == (2 if more[1] else 0)

    kept = tmp_path / "request.json"
    kept.write_text(json.dumps(first["request"]))
    again = values(
        capsys, "continue", piece, "--model", model, "--out", tmp_path / "a", "--request", kept
    )
    assert [read_midi(Path(path).read_bytes()).score for path in again["files"]] == notes

    composition = open_composition(piece)
    take = Take(
        number=0, request=1, parent=0, end=6 * BAR, notes=(), model="Tiny",
        seed=first["alternatives"][1]["seed"], ask=request_from_json(kept.read_bytes()),
    )  # fmt: skip
    save(composition.offering([take]), piece)
    alone = values(
        capsys, "continue", piece, "--model", model, "--out", tmp_path / "b", "--take", 1
    )
    (path,) = alone["files"]
    assert read_midi(Path(path).read_bytes()).score == notes[1]


@pytest.mark.slow
def test_a_gap_that_was_filled_piece_by_piece_is_filled_so_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = make_model(tmp_path / "filling", fills=True)
    piece = tmp_path / "piece.segue"
    save(Composition.of(chord_piece(bars=8)), piece)
    said = ("--bars", "2-7", "--tracks", 2, "--seed", 3, "--best-of", 1)
    filled = values(capsys, "fill", piece, "--model", model, "--out", tmp_path, *said)
    kept = tmp_path / "request.json"
    kept.write_text(json.dumps(filled["request"]))
    again = values(
        capsys, "continue", piece, "--model", model, "--out", tmp_path / "a", "--request", kept
    )
    assert again["alternatives"] == filled["alternatives"]
    first, second = (read_midi(Path(p["files"][0]).read_bytes()).score for p in (filled, again))
    assert first.tracks == second.tracks


@pytest.mark.slow
def test_planned_chords_are_reported_as_they_are_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model, piece = make_model(tmp_path / "tiny"), tmp_path / "verse.mid"
    counts = count_chords([song(VERSE, times=3), song(LOOP, times=4)])
    (model / "chords.json").write_bytes(encoded(counts))
    piece.write_bytes(write_midi(song(VERSE)))
    said = ("continue", piece, "--model", model, "--out", tmp_path, "--bars", 2, "--seed", 3)
    made = values(capsys, *said, "--best-of", 3)
    (told,) = made["alternatives"]
    assert made["request"]["planned"]
    assert [row["bar"] for row in told["chords"] if row["beat"] == 1] == [17, 18]

    assert main([str(each) for each in (*said, "--best-of", 3)]) == 0
    (line,) = (x for x in capsys.readouterr().out.splitlines() if x.startswith("  chords: "))
    typed = typed_chords(line.removeprefix("  chords: "), song(VERSE), first_bar=16)
    assert [(row["tick"], row["name"]) for row in told["chords"]] == [
        (chord.tick, chord_name(chord)) for chord in typed
    ]

    free = values(capsys, *said, "--best-of", 0, "--no-planned")["alternatives"][0]
    assert (free["chords"], free["returning"]) == ([], [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.timeout(60)
def test_a_request_that_is_a_pipe_or_a_device_is_waited_for_by_nobody(
    composition: Composition, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    for name in ("pipe.json", "zero.json"):
        with pytest.raises(SegueError, match="It is not a regular file"):
            asked(composition, "--request", tmp_path / name)


def test_a_request_that_begins_with_notes_of_no_track_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, piece = make_model(tmp_path / "m"), tmp_path / "a.mid"
    piece.write_bytes(write_midi(chord_piece()))
    ask = Request(start=4 * BAR, beginning=(PartNote(99, Note(4 * BAR, 60, 480)),))
    (tmp_path / "ask.json").write_bytes(msgspec.json.encode(ask))
    options = ["--request", str(tmp_path / "ask.json"), "--model", str(model)]
    target = tmp_path / "made"
    assert main(["continue", str(piece), *options, "--out", str(target)]) == 1
    assert "There is no track 99 to begin with" in capsys.readouterr().err
    assert not target.exists()
