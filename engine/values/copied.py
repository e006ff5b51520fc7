"""How much of some music was copied from songs that the model learned from, and which passages."""

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


class Copying(msgspec.Struct, frozen=True, kw_only=True):
    """How much of some music occurs in songs that the model learned from.

    Attributes:
        copied: Share of its 16-note windows that occur there, 0 to 1; negative if those songs are
            unknown here or it is shorter than a window.
        passages: The copied passages, the longest first.
        sure_from: Length, in notes, from which each copied run is certain to be found.
    """

    copied: float = -1.0
    passages: tuple[CopiedPassage, ...] = ()
    sure_from: int = 16


NOT_COMPARED = Copying()
