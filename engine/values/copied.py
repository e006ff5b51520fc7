"""A passage that was copied from a song that the model learned from."""

import msgspec


class CopiedPassage(msgspec.Struct, frozen=True, kw_only=True):
    """A run of notes that occurs in a song that the model learned from.

    Attributes:
        song: Its name, without folders.
        bar: Bar of the song where the run begins, from 1.
        notes: Number of notes.
        start: Tick of the first note in the searched music.
        track: Index of the track in the searched music.
    """

    song: str
    bar: int
    notes: int
    start: int = 0
    track: int = 0
