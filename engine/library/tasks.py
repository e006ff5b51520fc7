"""The task of a guarded worker: read the file at a location and return facts about it."""

import msgspec

from engine.ground.errors import SegueError
from engine.library.facts import Facts, examine, refused
from engine.library.location import SongLocation
from engine.library.tune_books import is_book, tune_bytes
from engine.midi.file.archives import read_member
from engine.midi.file.files import read_file
from engine.sentence import from_wire, to_wire
from engine.tokens.vocabulary import Vocabulary

_place_decoder = msgspec.msgpack.Decoder(SongLocation)
_facts_decoder = msgspec.msgpack.Decoder(Facts, dec_hook=from_wire)


def task(place: SongLocation) -> bytes:
    """Return the task of examining the file at a location."""
    return msgspec.msgpack.encode(place)


def facts_in(answer: bytes) -> Facts:
    """Return the facts in the result of a task."""
    return _facts_decoder.decode(answer)


def do(task_data: bytes, vocabulary: Vocabulary | None = None) -> bytes:
    """Run a task; return facts for `facts_in`.

    Args:
        task_data: The result of `task`.
        vocabulary: The vocabulary to encode the song with; None does not encode it.
    """
    try:
        facts = _examine_place(_place_decoder.decode(task_data), vocabulary)
    except MemoryError:
        facts = refused("Reading it takes more memory than one file may.")
    return msgspec.msgpack.encode(facts, enc_hook=to_wire)


def read_location(place: SongLocation) -> bytes:
    """Return the bytes at a location.

    Raises:
        MidiFileError: The file cannot be read.
        LimitError: The file is too large.
    """
    if place.member and is_book(place.file):
        return tune_bytes(place.file, place.member)
    if place.member:
        return read_member(place.file, place.member)
    return read_file(place.file)


def _examine_place(place: SongLocation, vocabulary: Vocabulary | None) -> Facts:
    try:
        data = read_location(place)
    except SegueError as error:
        return refused(error.message)
    return examine(data, vocabulary, name=place.member or place.file.name)
