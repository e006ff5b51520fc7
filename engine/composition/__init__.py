"""The user's document: a score, how its tracks are heard, everything the model offered.

A composition is a value: each edit returns a new one, so undo is a list of compositions. Saved as
one zip: `composition.json` (everything), `score.mid` (what any other program can open).
Does not know how notes are made or heard.
"""

from engine.composition.document import (
    WRITTEN,
    Composition,
    TrackSettings,
    edited,
    score_telling_origins,
)
from engine.composition.file import (
    MAX_FILE_BYTES,
    SUFFIX,
    composition_bytes,
    from_bytes,
    open_composition,
    save,
    to_bytes,
    to_bytes_at_once,
    write_atomically,
)
from engine.composition.first_format import FirstTake, with_first_take
from engine.composition.takes import Take, TakeState

__all__ = [
    "MAX_FILE_BYTES",
    "SUFFIX",
    "WRITTEN",
    "Composition",
    "FirstTake",
    "Take",
    "TakeState",
    "TrackSettings",
    "composition_bytes",
    "edited",
    "from_bytes",
    "open_composition",
    "save",
    "score_telling_origins",
    "to_bytes",
    "to_bytes_at_once",
    "with_first_take",
    "write_atomically",
]
