"""The gate: what comes from outside is counted before it is believed."""

import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.gate import archives, documents
from engine.gate.documents import DocumentBounds
from engine.gate.refusal import RefusedError
from engine.gate.words import printable
from engine.ground.errors import MidiFileError
from engine.ground.paths import starter_model, user_paths
from engine.midi.file.archives import read_member
from engine.piece.composition import TrackSettings

SMALL = DocumentBounds(text_bytes=1 << 20, containers=100, values=1000)


def _zipped(data: bytes, method: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("a.mid", data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_a_damaged_member_is_one_sentence_however_it_was_packed(
    tmp_path: Path, method: int
) -> None:
    path = tmp_path / "a.zip"
    whole = _zipped(bytes(range(256)) * 20, method)
    head = 30 + len("a.mid")
    refused = 0
    for place in range(head, head + 40):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        try:
            read_member(path, "a.mid")
        except MidiFileError:
            refused += 1
    assert refused >= 30


@pytest.mark.parametrize(
    "method",
    [
        zipfile.ZIP_DEFLATED,
        *(pytest.param(m, marks=pytest.mark.slow) for m in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)),
    ],
)
def test_a_bomb_costs_no_more_than_was_agreed_to(method: int) -> None:
    bomb = _zipped(bytes(64 << 20), method)
    with archives.opened(io.BytesIO(bomb)) as archive:
        pieces = archives.chunks(archive, "a.mid", most=1 << 20)
        with pytest.raises(archives.TooLargeError):
            sum(map(len, pieces))


def test_an_archive_may_end_with_the_longest_comment_there_is() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.mid", b"music")
        archive.comment = b"x" * 0xFFFF
    with archives.opened(buffer) as archive:
        assert archives.read(archive, "a.mid", most=10) == b"music"


def test_a_member_may_have_as_many_bytes_as_was_agreed_to_and_not_one_more() -> None:
    with archives.opened(io.BytesIO(_zipped(bytes(100), zipfile.ZIP_DEFLATED))) as archive:
        assert archives.read(archive, "a.mid", most=100) == bytes(100)
        with pytest.raises(archives.TooLargeError):
            archives.read(archive, "a.mid", most=99)


def test_what_may_come_out_of_a_member_grows_with_what_it_is_packed_in() -> None:
    info = zipfile.ZipInfo("weights")
    allowed = []
    for packed in (0, 1000, 1 << 20):
        info.compress_size = packed
        allowed.append(archives.largest(info, most=1 << 30))
    assert allowed == [16 << 20, 16 << 20, 200 << 20]
    assert archives.largest(info, most=1000) == 1000


def test_a_value_that_is_not_known_is_not_repeated_at_length() -> None:
    text = json.dumps({"role": "x" * 10_000}).encode()
    with pytest.raises(
        RefusedError, match=r"^Invalid enum value 'x+ … x+' - at `\$\.role`$"
    ) as caught:
        documents.decode(text, TrackSettings, SMALL)
    assert len(str(caught.value)) < 220


def test_more_objects_than_agreed_to_are_not_decoded() -> None:
    documents.check(b"[" + b"{}," * 90 + b"{}]", SMALL)
    with pytest.raises(RefusedError, match="more than 100 objects"):
        documents.check(b"[" + b"{}," * 100 + b"{}]", SMALL)
    with pytest.raises(RefusedError, match="more than 1,000 values"):
        documents.check(b"[" + b"0," * 2000 + b"0]", SMALL)


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"a":' * 100_000])
def test_what_is_nested_too_deeply_is_refused_and_says_so(text: bytes) -> None:
    roomy = DocumentBounds(text_bytes=1 << 20, containers=1 << 20, values=1 << 20)
    with pytest.raises(RefusedError, match="nested too deeply"):
        documents.mapping(text, roomy)
    with pytest.raises(RefusedError):
        documents.decode(text, dict[str, list[int]], roomy)


def test_words_that_would_move_a_cursor_are_shown_and_not_obeyed() -> None:
    assert printable("Étude — 作品 👩‍🎤") == "Étude — 作品 👩‍🎤"
    assert printable("a\x1b[2Jb\rc\x9b1m") == "a\\x1b[2Jb\\rc\\x9b1m"
    assert printable("gpj.\u202edim") == "gpj.\\u202edim"


def test_a_model_cannot_write_to_the_terminal_as_it_likes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = user_paths().models / "odd"
    shutil.copytree(starter_model(), folder)
    described = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    described["card"]["licence"] = "\x1b]0;owned\x07\x1b[2J\u202e"
    (folder / "model.json").write_text(json.dumps(described), encoding="utf-8")
    for options in ([], ["--json"]):
        assert main(["models", "info", "odd", *options]) == 0
        said = capsys.readouterr()
        assert "owned" in said.out
        assert not {"\x1b", "\x07", "\u202e"} & {*said.out, *said.err}


def test_a_model_that_leaves_out_what_has_a_default_is_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = user_paths().models / "short"
    shutil.copytree(starter_model(), folder)
    described = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    described["model"] = {"vocab_size": 794}
    (folder / "model.json").write_text(json.dumps(described), encoding="utf-8")
    assert main(["models", "list"]) == 0
    assert "6 layers of 256" in capsys.readouterr().out
