"""Songs in archives: read without unpacking, refused where they are none."""

import zipfile
from pathlib import Path

import pytest

from engine.ground.errors import LimitError, MidiFileError
from engine.library.reading import read_table
from engine.midi.file.archives import MOST_MEMBERS, members, read_member
from engine.midi.file.midifile import write_midi
from tests.library.conftest import song


@pytest.mark.slow
def test_archives_are_read_without_unpacking(tmp_path: Path) -> None:
    path = tmp_path / "songs.zip"
    bomb = bytes(64 << 20)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.mid", write_midi(song(1)))
        archive.writestr("../../evil.mid", write_midi(song(2)))
        archive.writestr("bomb.mid", bomb)
    assert [member.name for member in members(path)] == ["a.mid", "../../evil.mid", "bomb.mid"]
    assert read_table(read_member(path, "../../evil.mid"))[0]
    assert not list(tmp_path.parent.glob("evil.mid"))
    with pytest.raises(LimitError):
        read_member(path, "bomb.mid")
    with pytest.raises(MidiFileError, match="no longer there"):
        read_member(path, "gone.mid")


@pytest.mark.slow
def test_archives_with_endless_contents_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(MOST_MEMBERS + 1):
            archive.writestr(str(i), b"")
    with pytest.raises(LimitError, match="files in it"):
        members(path)


@pytest.mark.parametrize("cut", range(0, 400, 23))
def test_torn_archives_are_said_to_be(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "songs.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.mid", write_midi(song(1)))
    data = bytearray(path.read_bytes())
    if cut < len(data):
        data[cut] ^= 0xFF
        path.write_bytes(data)
    try:
        for member in members(path):
            read_member(path, member.name)
    except MidiFileError as error:
        assert error.message.endswith(".")  # noqa: PT017 - it may also still be readable
