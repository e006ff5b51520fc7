"""The document: takes, acceptance, and files that survive whatever happens to them."""

import io
import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import DocumentError
from engine.messages import PartNote
from engine.midi.file.midifile import read_midi
from engine.piece import composition_file, outline
from engine.piece.composition import Composition, TrackSettings, edited
from engine.piece.composition_file import (
    from_bytes,
    from_document,
    open_composition,
    save,
    to_bytes,
)
from engine.piece.takes import Take
from engine.request import Request
from engine.values.score import Note, Score, Track


def _piece() -> Composition:
    piano = Track(name="Piano", notes=(Note(0, 60, 480), Note(1920, 62, 480)))
    bass = Track(name="Bass", program=32, notes=(Note(0, 36, 960),))
    return Composition.of(Score(tracks=(piano, bass), title="Piece"))


def _take(*notes: PartNote) -> Take:
    return Take(
        number=0,
        request=7,
        parent=0,
        end=3840,
        notes=notes,
        model="Starter",
        seed=5,
        ask=Request(start=1920, bars=1),
    )


def test_offered_takes_are_numbered_and_own_their_notes() -> None:
    piece = _piece().offering([_take(PartNote(0, Note(1920, 70, 10))), _take()])
    assert [take.number for take in piece.takes] == [1, 2]
    assert piece.take(1).notes[0].note.origin == 1


def test_takes_lose_the_notes_of_tracks_that_another_score_has_not() -> None:
    notes = PartNote(0, Note(1920, 70, 10)), PartNote(1, Note(1920, 40, 10))
    piece = _piece().offering([_take(*notes)])
    fewer = piece.with_score(replace(piece.score, tracks=piece.score.tracks[:1]))
    assert [part.track for part in fewer.take(1).notes] == [0]
    assert from_bytes(to_bytes(fewer)) == fewer
    assert piece.with_score(piece.score).takes is piece.takes


def test_accepting_replaces_what_stood_there_in_tracks_the_model_writes() -> None:
    piece = _piece()
    piece = piece.with_settings(1, replace(piece.settings[1], role="context"))
    piece = piece.offering(
        [_take(PartNote(0, Note(2000, 70, 10)), PartNote(1, Note(2000, 40, 10)))]
    )
    kept = piece.accepting(1)
    assert [n.pitch for n in kept.score.tracks[0].notes] == [60, 70]
    assert kept.score.tracks[1] == piece.score.tracks[1]
    assert kept.take(1).state == "accepted"
    assert kept.current_take == 1
    assert piece.take(1).state == "offered"


def test_an_edit_of_a_made_note_is_remembered() -> None:
    assert edited(Note(0, 60, 1, origin=3)).origin == -3
    assert edited(Note(0, 60, 1, origin=-3)).origin == -3
    assert edited(Note(0, 60, 1)).origin == 0


def test_tracks_come_and_go_with_their_settings() -> None:
    piece = _piece().offering([_take(PartNote(0, Note(0, 1, 1)), PartNote(1, Note(0, 2, 1)))])
    assert [s.colour for s in piece.adding_track(Track(name="New")).settings] == [0, 1, 2]
    without = piece.without_track(0)
    assert [t.name for t in without.score.tracks] == ["Bass"]
    assert [(p.track, p.note.pitch) for p in without.take(1).notes] == [(0, 2)]
    assert len(piece.with_score(Score(tracks=(Track(),))).settings) == 1
    assert piece.with_score(Score(tracks=(Track(),) * 3)).settings[2] == TrackSettings(colour=2)


def test_save_open_save_gives_the_same_bytes(tmp_path: Path) -> None:
    piece = _piece().offering([_take(PartNote(0, Note(1920, 70, 10)))]).accepting(1)
    path = tmp_path / "piece.segue"
    save(piece, path)
    again = open_composition(path)
    assert again == piece
    assert to_bytes(again) == path.read_bytes()


NOTES = st.builds(
    Note,
    start=st.integers(0, 10_000),
    pitch=st.integers(0, 127),
    duration=st.integers(1, 2000),
    velocity=st.integers(1, 127),
    origin=st.integers(-3, 3),
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(NOTES, max_size=8), min_size=1, max_size=3), st.text(max_size=10))
def test_every_composition_comes_back(tracks: list[list[Note]], title: str) -> None:
    score = Score(tracks=tuple(Track().with_notes(notes) for notes in tracks), title=title)
    piece = Composition.of(score)
    assert from_bytes(to_bytes(piece)) == piece


def test_any_sequencer_can_open_the_score_inside() -> None:
    with zipfile.ZipFile(io.BytesIO(to_bytes(_piece()))) as archive:
        score = read_midi(archive.read("score.mid")).score
    assert [t.name for t in score.tracks] == ["Piano", "Bass"]
    assert score.note_count == 3


@pytest.mark.parametrize("cut", [0, 1, 30, 200, -30, -1])
def test_a_truncated_file_is_refused_with_a_sentence(cut: int) -> None:
    with pytest.raises(DocumentError, match="not a readable Segue piece"):
        from_bytes(to_bytes(_piece())[:cut], name="x.segue")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_flipped_bit_never_does_worse_than_a_refusal(data: st.DataObject) -> None:
    good = bytearray(to_bytes(_piece()))
    at = data.draw(st.integers(0, len(good) - 1))
    good[at] ^= 1 << data.draw(st.integers(0, 7))
    try:
        opened = from_bytes(bytes(good))
    except DocumentError:
        return
    assert isinstance(opened, Composition)


def _zipped(document: object, *, name: str = "composition.json") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, json.dumps(document))
    return buffer.getvalue()


def test_a_newer_format_says_so() -> None:
    with pytest.raises(DocumentError, match="made by a newer version"):
        from_bytes(_zipped({"format": 99}))


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        {"format": 1},
        {"format": 1, "composition": {"score": {"tracks": [{}]}, "settings": []}},
        {"format": 1, "composition": {"score": {"ticks_per_quarter": "x"}}},
    ],
)
def test_wrong_contents_are_refused(document: object) -> None:
    with pytest.raises(DocumentError):
        from_bytes(_zipped(document))


def _saying(**changes: object) -> bytes:
    """A piece of one track whose parts say something else."""
    score: dict[str, object] = {"tracks": [{"notes": [{"start": 0, "pitch": 60, "duration": 1}]}]}
    piece: dict[str, object] = {"score": score, "settings": [{}]}
    for name, value in changes.items():
        (piece if name in {"settings", "takes", "current_take"} else score)[name] = value
    return _zipped({"format": 1, "composition": piece})


def _note(**changes: int) -> list[object]:
    return [{"notes": [{"start": 0, "pitch": 60, "duration": 1, **changes}]}]


ABSURD = {
    "pitch": {"tracks": _note(pitch=9999)},
    "pitch below": {"tracks": _note(pitch=-1)},
    "velocity": {"tracks": _note(velocity=10**9)},
    "start": {"tracks": _note(start=-5)},
    "duration": {"tracks": _note(duration=-(10**15))},
    "no duration": {"tracks": _note(duration=0)},
    "origin": {"tracks": _note(origin=10**400)},
    "end": {"tracks": _note(start=2**52)},
    "program": {"tracks": [{"program": 128}]},
    "control": {"tracks": [{"controls": [{"tick": 0, "number": 200, "value": 0}]}]},
    "bend": {"tracks": [{"pitch_bends": [{"tick": 0, "value": 9000}]}]},
    "grid": {"ticks_per_quarter": 0},
    "fifths": {"key_signatures": [{"tick": 0, "fifths": 99}]},
    "meter 0/4": {"time_signatures": [{"tick": 0, "numerator": 0, "denominator": 4}]},
    "meter 4/0": {"time_signatures": [{"tick": 0, "numerator": 4, "denominator": 0}]},
    "meter 4/3": {"time_signatures": [{"tick": 0, "numerator": 4, "denominator": 3}]},
    "tempo": {"tempos": [{"tick": 0, "bpm": 0.0}]},
    "volume": {"settings": [{"mix": {"volume": 1280}}]},
    "current take": {"current_take": 5},
}


@pytest.mark.parametrize("changes", ABSURD.values(), ids=ABSURD.keys())
def test_numbers_that_no_music_has_are_refused_in_one_sentence(changes: dict[str, object]) -> None:
    assert from_bytes(_saying()).score.note_count == 1
    with pytest.raises(DocumentError, match="not a readable Segue piece") as caught:
        from_bytes(_saying(**changes))
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 200


@pytest.mark.parametrize("number", [0, -5])
def test_a_format_that_never_was_is_refused(number: int) -> None:
    with pytest.raises(DocumentError, match="not a readable Segue piece"):
        from_bytes(_zipped({"format": number, "composition": {}}))


def test_what_stands_out_of_order_is_put_in_order() -> None:
    tempos = [{"tick": 960, "bpm": 90.0}, {"tick": 0, "bpm": 60.0}]
    assert [tempo.tick for tempo in from_bytes(_saying(tempos=tempos)).score.tempos] == [0, 960]


def test_a_bomb_of_objects_is_refused_before_they_are_made() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("composition.json", b'{"format":1,"x":[' + b"{}," * 3_000_000 + b"{}]}")
    with pytest.raises(DocumentError, match="more than 2,250,000 objects"):
        from_bytes(buffer.getvalue())


@pytest.mark.parametrize(
    "composition",
    [
        b'{"settings":[%b]}' % b",".join([b"{}"] * 2000),
        b'{"score":{"tracks":[%b]}}' % b",".join([b"{}"] * 2000),
        b'{"takes":[%b]}' % b",".join([b"{}"] * 20_001),
        b'{"remembered":[%b]}' % b",".join([b"{}"] * 2001),
        b'{"remembered":[{"tracks":[%b]}]}' % b",".join([b"{}"] * 50_001),
    ],
    ids=["settings", "tracks", "takes", "remembered", "tracks of remembered"],
)
def test_what_costs_more_than_notes_is_counted_before_any_of_it_is_made(
    composition: bytes,
) -> None:
    with pytest.raises(DocumentError, match=r"it holds [\d,]+ [a-z ]+; at most"):
        from_document(b'{"format":2,"composition":%b}' % composition)


def test_more_takes_than_are_read_are_not_saved_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "MOST_TAKES", 1)
    piece = Composition.of(Score()).offering([_take(), _take()])
    with pytest.raises(DocumentError, match="more than one file holds"):
        to_bytes(piece)


def test_nesting_is_called_nesting() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("composition.json", b'{"format":1,"x":' + b"[" * 100_000)
    with pytest.raises(DocumentError, match="nested too deeply"):
        from_bytes(buffer.getvalue())


def test_a_zip_bomb_is_refused_before_it_expands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition_file, "MOST", replace(composition_file.MOST, text_bytes=1000))
    with pytest.raises(DocumentError, match="larger than any piece"):
        from_bytes(_zipped({"format": 1, "composition": "x" * 5000}))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.segue"
    with path.open("wb") as file:
        os.truncate(file.fileno(), composition_file.MAX_FILE_BYTES + 1)
    with pytest.raises(DocumentError, match="larger"):
        open_composition(path)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no longer there"):
        open_composition(tmp_path / "none.segue")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failing_disk_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "piece.segue"
    save(_piece(), path)
    before = path.read_bytes()

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os if call == "fsync" else Path, call, full)
        with pytest.raises(DocumentError, match="No space left on device"):
            save(Composition(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob(".*saving")) == []
    save(Composition(), path)
    assert open_composition(path) == Composition()


def _written(*notes: Note) -> Composition:
    return Composition.of(Score(tracks=(Track(notes=notes), Track())))


def test_an_empty_piece_is_begun_at_its_beginning() -> None:
    assert _written().end_of_writing == 0


def test_a_note_that_rings_over_the_bar_line_leaves_no_dead_bar() -> None:
    assert _written(Note(0, 60, 1921)).end_of_writing == 1920
    assert _written(Note(0, 60, 480), Note(1920, 60, 9600)).end_of_writing == 3840


def test_a_piece_that_stops_inside_a_bar_is_gone_on_with_there() -> None:
    beats = tuple(Note(480 * beat, 62 + beat % 2, 480) for beat in range(6))
    assert _written(*beats).end_of_writing == 6 * 480


def test_the_last_bar_of_a_take_is_its_own_though_nothing_begins_in_it() -> None:
    piece = _written(Note(0, 60, 480))
    take = replace(_take(PartNote(0, Note(1920, 70, 2400))), end=7680)
    piece = piece.offering([take]).accepting(1)
    assert piece.end_of_writing == 7680


def test_a_take_whose_last_notes_were_deleted_is_gone_on_with_where_the_notes_end() -> None:
    piece = _written(Note(0, 60, 480))
    take = _take(PartNote(0, Note(1920, 70, 240)), PartNote(0, Note(5760, 70, 240)))
    piece = piece.offering([replace(take, end=7680)]).accepting(1)
    assert piece.end_of_writing == 7680
    kept = piece.score.tracks[0].notes[:2]
    shortened = piece.with_score(
        replace(piece.score, tracks=(replace(piece.score.tracks[0], notes=kept), Track()))
    )
    assert shortened.end_of_writing == 3840
