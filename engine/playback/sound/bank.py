"""Sound banks (SoundFont 2 and 3): the one to play, and refusing a broken one."""

import mmap
import os
import struct
from pathlib import Path

from engine.gate.files import UnreadableError, open_regular
from engine.ground.errors import SoundError
from engine.ground.paths import assets
from engine.playback.riff import Data, lists
from engine.playback.sound.subset import Bank
from engine.values.sound import DEFAULT_BANK

# Bytes of one record of each table, SoundFont 2.04 section 7.
_RECORDS = {
    b"phdr": 38,
    b"pbag": 4,
    b"pmod": 10,
    b"pgen": 4,
    b"inst": 22,
    b"ibag": 4,
    b"imod": 10,
    b"igen": 4,
    b"shdr": 46,
}
_INSTRUMENT, _SAMPLE = 41, 53  # generators that point at an instrument and a sample


def shipped_bank() -> Path:
    """Return the bank that ships with the program, and plays unless another one is chosen."""
    return assets() / "sound" / DEFAULT_BANK


def bank_path(chosen: str = "") -> Path:
    """Return the file of the user's choice, or of the bank that ships.

    Raises:
        SoundError: The chosen file does not exist.
    """
    if not chosen:
        return shipped_bank()
    path = Path(chosen).expanduser()
    if not path.is_file():
        raise SoundError(
            "The sound bank ‘{name}’ is not at {parent}.", name=path.name, parent=path.parent
        )
    return path


def read_bank(path: Path) -> Bank:
    """Open and check a bank; its samples stay on disk until they are played.

    Raises:
        SoundError: The bank cannot be read or is broken.
    """
    try:
        data = _mapped(path)
    except UnreadableError as error:
        raise SoundError(
            "The sound bank ‘{name}’ cannot be read.", name=path.name, hint=str(error)
        ) from error
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise SoundError(
            "The sound bank ‘{name}’ cannot be read ({reason}).", name=path.name, reason=reason
        ) from error
    try:
        _check(data)
        return Bank.of(data)
    except (ValueError, struct.error, IndexError, OverflowError) as error:
        raise SoundError(
            "‘{name}’ is not a usable sound bank ({error}).", name=path.name, error=error
        ) from error


def _mapped(path: Path) -> memoryview:
    """Map a file into memory; on Windows read it, because C code cannot open a mapped file."""
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size == 0:
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _check(data: Data) -> None:
    """Raise ValueError if an index in a table points outside of another table."""
    if bytes(data[:4]) != b"RIFF" or bytes(data[8:12]) != b"sfbk":
        raise ValueError("it is no SoundFont 2 file")
    tables = lists(data)
    for name, size in _RECORDS.items():
        length = len(tables.get(name, b""))
        if length == 0 or length % size:
            raise ValueError(f"its table {name.decode()} is missing or cut")
    if not tables.get(b"smpl"):
        raise ValueError("it has no samples")
    _check_indices(tables)


def _check_indices(tables: dict[bytes, Data]) -> None:
    bags = (("phdr", 24, "pbag"), ("inst", 20, "ibag"))
    for table, offset, target in bags:
        _check_rising(tables, table, offset, target)
    for table, offset, target in (("pbag", 0, "pgen"), ("ibag", 0, "igen")):
        _check_rising(tables, table, offset, target)
    for table, operator, target in (("pgen", _INSTRUMENT, "inst"), ("igen", _SAMPLE, "shdr")):
        last = _count(tables, target) - 1
        for number, value in struct.iter_unpack("<HH", tables[table.encode()]):
            if number == operator and value >= max(1, last):
                raise ValueError(f"its table {table} points outside of {target}")
    _check_samples(tables)
    if _count(tables, "phdr") < 2:
        raise ValueError("it has no sounds")


def _count(tables: dict[bytes, Data], name: str) -> int:
    key = name.encode()
    return len(tables[key]) // _RECORDS[key]


def _check_rising(tables: dict[bytes, Data], table: str, offset: int, target: str) -> None:
    """Raise ValueError if the indexes into the next table fall or leave that table."""
    size, limit, before = _RECORDS[table.encode()], _count(tables, target), 0
    data = tables[table.encode()]
    for at in range(offset, len(data), size):
        (index,) = struct.unpack_from("<H", data, at)
        if not before <= index < limit:
            raise ValueError(f"its table {table} points outside of {target}")
        before = index


def _check_samples(tables: dict[bytes, Data]) -> None:
    length = len(tables[b"smpl"])
    for at in range(0, len(tables[b"shdr"]) - _RECORDS[b"shdr"], _RECORDS[b"shdr"]):
        start, end, loop_start, loop_end, rate = struct.unpack_from("<5I", tables[b"shdr"], at + 20)
        (kind,) = struct.unpack_from("<H", tables[b"shdr"], at + 44)
        compressed = bool(kind & 0x10)  # .sf3: offsets are bytes, loops count from the sample
        limit = length if compressed else length // 2
        if not start <= end <= limit or not 0 < rate <= 400_000:
            raise ValueError("a sample lies outside of the sample data")
        if not compressed and kind & 0x8000 == 0 and max(loop_start, loop_end) > limit:
            raise ValueError("a loop lies outside of the sample data")
