"""The gate's bounds, to the byte: what is agreed to comes in, and one more does not."""

import gc
import io
import os
import struct
import zipfile
from pathlib import Path

import msgspec
import pytest

from engine.gate import archives, documents, files
from engine.gate.documents import DocumentBounds
from engine.gate.refusal import RefusedError
from engine.gate.words import printable
from engine.piece import outline

SMALL = DocumentBounds(text_bytes=1 << 20, containers=100, values=1000)


class Named(msgspec.Struct):
    name: str


# --- documents -------------------------------------------------------------------------------


def test_the_bounds_are_those_that_were_agreed_to() -> None:
    described = DocumentBounds(text_bytes=4 << 20, containers=50_000, values=500_000)
    ours = DocumentBounds(text_bytes=256 << 20, containers=4_000_000, values=24_000_000)
    assert (described, ours) == (documents.DESCRIPTION, documents.OURS)
    assert archives.MOST_MEMBERS == 20_000
    assert (outline.MOST_TAKES, outline.MOST_REMEMBERED) == (20_000, 2_000)
    assert outline.MOST_REMEMBERED_TRACKS == 50_000


def test_a_text_may_be_as_long_as_was_agreed_to() -> None:
    documents.check(b" " * (1 << 20), SMALL)
    with pytest.raises(RefusedError, match=r"^it has more than 1 MiB$"):
        documents.check(b" " * ((1 << 20) + 1), SMALL)


@pytest.mark.parametrize("bracket", [b"{", b"["])
def test_objects_and_lists_are_counted_alike(bracket: bytes) -> None:
    documents.check(bracket * 100, SMALL)
    documents.check(b"{" * 50 + b"[" * 50, SMALL)
    for text in (bracket * 101, b"{" * 50 + b"[" * 51):
        with pytest.raises(RefusedError, match=r"^it holds more than 100 objects$"):
            documents.check(text, SMALL)


def test_values_are_counted_by_what_parts_them() -> None:
    documents.check(b"," * 1000, SMALL)
    with pytest.raises(RefusedError, match=r"^it holds more than 1,000 values$"):
        documents.check(b"," * 1001, SMALL)


def test_what_a_decoder_says_is_shortened_only_when_it_is_long() -> None:
    for length in (100, 159):
        with pytest.raises(RefusedError) as caught:
            documents.decode(b'{"name": 1, "x": "' + b"y" * length + b'"}', Named, SMALL)
        assert str(caught.value) == "Expected `str`, got `int` - at `$.name`"
    said = documents._why(ValueError("z" * 200))
    assert said == "it is not JSON: " + "z" * 200
    said = documents._why(ValueError("a" * 100 + "b" * 101))
    assert said == "it is not JSON: " + "a" * 100 + " … " + "b" * 100


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    documents.decode(b'{"name": "a"}', Named, SMALL)
    assert gc.isenabled()
    with pytest.raises(RefusedError):
        documents.decode(b"{", Named, SMALL)
    assert gc.isenabled()
    gc.disable()
    try:
        documents.decode(b'{"name": "a"}', Named, SMALL)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_description_is_an_object() -> None:
    assert documents.mapping(b'{"a": [1]}') == {"a": [1]}
    for text in (b"[1]", b'"a"', b"1"):
        with pytest.raises(RefusedError, match=r"^it is no JSON object$"):
            documents.mapping(text)
    with pytest.raises(RefusedError, match=r"^it is not JSON: "):
        documents.mapping(b"{")


# --- files -----------------------------------------------------------------------------------


def test_a_file_may_have_as_many_bytes_as_was_agreed_to(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    assert files.read_file(path, most=100) == b"x" * 100
    with pytest.raises(files.TooLargeError) as caught:
        files.read_file(path, most=99)
    assert caught.value.size == 100
    assert str(caught.value) == "it has more than 100 bytes"


def test_what_grows_while_it_is_read_is_read_up_to_the_limit() -> None:
    def stream(count: int):
        pieces = iter([b"x" * 10] * count)
        return lambda _size: next(pieces, b"")

    assert files.read_at_most(stream(5), 50) == b"x" * 50
    with pytest.raises(files.TooLargeError) as caught:
        files.read_at_most(stream(100), 50)
    assert caught.value.size == 60


@pytest.mark.skipif(os.name != "posix", reason="pipes and modes as POSIX has them")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    cases = {
        tmp_path / "pipe": "It is not a regular file.",
        Path("/dev/zero"): "It is not a regular file.",
        tmp_path: "It is not a regular file.",
        tmp_path / "gone": "It is no longer there.",
        tmp_path / "loop": "It is a link that leads to itself.",
        tmp_path / "a\0b": "It has an impossible name.",
    }
    for path, sentence in cases.items():
        with pytest.raises(files.UnreadableError) as caught:
            files.read_file(path, most=10)
        assert str(caught.value) == sentence
    assert files.why_unreadable(OSError("odd")) == "It could not be read (odd)."
    assert files.why_unreadable(OSError(5, "x")) == "It could not be read (input/output error)."


# --- archives --------------------------------------------------------------------------------


def _archive(count: int = 1, *, claims: int | None = None) -> io.BytesIO:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.mid", b"music")
    if claims is not None:
        data = bytearray(buffer.getvalue())
        place = data.rfind(b"PK\x05\x06")
        struct.pack_into("<2H", data, place + 8, claims, claims)
        buffer = io.BytesIO(bytes(data))
    return buffer


def test_an_archive_may_claim_as_many_files_as_was_agreed_to() -> None:
    with archives.opened(_archive(claims=archives.MOST_MEMBERS)) as archive:
        assert archives.read(archive, "0.mid", most=5) == b"music"
    for claims in (archives.MOST_MEMBERS + 1, 0xFFFF):
        with (
            pytest.raises(archives.TooManyMembersError, match="more than 20,000 files"),
            archives.opened(_archive(claims=claims)),
        ):
            pass


def test_a_table_of_contents_may_not_fill_the_memory() -> None:
    data = bytearray(_archive().getvalue())
    place = data.rfind(b"PK\x05\x06")
    struct.pack_into("<L", data, place + 12, (16 << 20) + 1)
    with (
        pytest.raises(archives.TooManyMembersError),
        archives.opened(io.BytesIO(bytes(data))),
    ):
        pass


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06", b"x" * 100, b"PK\x05\x06" + b"\0" * 17])
def test_what_is_no_archive_says_so(data: bytes) -> None:
    with (
        pytest.raises(RefusedError, match=r"^it is no ZIP archive, or it is damaged$"),
        archives.opened(io.BytesIO(data)),
    ):
        pass


def test_the_smallest_archive_there_is_is_empty() -> None:
    with archives.opened(io.BytesIO(b"PK\x05\x06" + b"\0" * 18)) as archive:
        assert archive.namelist() == []
        with pytest.raises(archives.MissingError, match=r"^there is no ‘a’ in it$"):
            archives.read(archive, "a", most=1)


def test_a_locked_member_says_so() -> None:
    data = bytearray(_archive().getvalue())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(mark) + place] |= 1
    with (
        archives.opened(io.BytesIO(bytes(data))) as archive,
        pytest.raises(archives.LockedError, match=r"^it is locked with a password$"),
    ):
        archives.read(archive, "0.mid", most=5)


@pytest.mark.slow
def test_a_member_comes_in_pieces_and_whole() -> None:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        body = os.urandom(1000) * 3000
        with zipfile.ZipFile(buffer, "w", method) as archive:
            archive.writestr("a", body)
        with archives.opened(buffer) as archive:
            pieces = list(archives.chunks(archive, "a", most=len(body)))
            assert b"".join(pieces) == body
            assert max(map(len, pieces)) <= 1 << 20


# --- words -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "plain", "ünï", "\u200cjoined\u200d", "soft\u00adhyphen"])
def test_words_that_can_be_seen_stay(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize("character", ["\n", "\x7f", "\u200b", "\ud800", "\ue000", "\U000e0001"])
def test_what_cannot_be_seen_is_written_as_its_number(character: str) -> None:
    assert printable(f"é{character}é") == "é" + ascii(character)[1:-1] + "é"


# --- the outline of a piece --------------------------------------------------------------------


def _piece(**parts: object) -> bytes:
    return msgspec.json.encode({"composition": parts})


@pytest.mark.parametrize(
    ("part", "most", "what"),
    [
        ("settings", outline.MOST_TRACKS, "settings of tracks"),
        ("takes", outline.MOST_TAKES, "takes"),
        ("remembered", outline.MOST_REMEMBERED, "remembered pieces"),
    ],
)
def test_a_piece_may_have_as_many_parts_as_was_agreed_to(part: str, most: int, what: str) -> None:
    bounds = documents.OURS
    outline.check(_piece(**{part: [{}] * most}), bounds)
    with pytest.raises(RefusedError) as caught:
        outline.check(_piece(**{part: [{}] * (most + 1)}), bounds)
    assert str(caught.value) == f"it holds {most + 1:,} {what}; at most {most:,}"


def test_tracks_are_counted_here_and_in_remembered_pieces() -> None:
    most = outline.MOST_TRACKS
    outline.check(_piece(score={"tracks": [1] * most}), documents.OURS)
    with pytest.raises(RefusedError, match=f"it holds {most + 1:,} tracks;"):
        outline.check(_piece(score={"tracks": [1] * (most + 1)}), documents.OURS)
    half = outline.MOST_REMEMBERED_TRACKS // 2
    outline.check(_piece(remembered=[{"tracks": [1] * half}] * 2), documents.OURS)
    with pytest.raises(RefusedError, match="tracks of remembered pieces"):
        outline.check(
            _piece(remembered=[{"tracks": [1] * half}, {"tracks": [1] * (half + 1)}]),
            documents.OURS,
        )
