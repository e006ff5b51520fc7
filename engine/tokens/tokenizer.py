"""Score to token ids and back: MidiTok's REMI with parts and chords.

MidiTok defines the vocabulary (`engine/tokens/miditok_remi.py`); Segue has its own encoder and
decoder.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ground.errors import ModelFileError
from engine.harmony.chords import Chord
from engine.tokens.decoding import decode
from engine.tokens.encoding import Encoded, encode
from engine.tokens.naming import vocabulary_of
from engine.tokens.parts import Parts
from engine.values.config import TokenizerConfig
from engine.values.score import Score

# Changes with the meaning of ids: a model reads only the format that it learned.
FORMAT = 2


class Tokenizer:
    """One vocabulary for piano and for many tracks.

    Args:
        config: Its size and resolution; `positions_per_beat` must divide by 4.

    Attributes:
        config: Its size and resolution.
        vocabulary: The meaning of each id.
    """

    def __init__(self, config: TokenizerConfig | None = None) -> None:
        self.config = config or TokenizerConfig()
        if self.config.positions_per_beat % 4:
            raise ValueError(
                "positions_per_beat must divide by 4 to hold 16ths, "
                f"it is {self.config.positions_per_beat}"
            )
        self.vocabulary = vocabulary_of(self.config)

    @classmethod
    def from_description(cls, description: dict[str, Any]) -> "Tokenizer":
        """Return the tokenizer that `describe` described.

        Raises:
            ModelFileError: Another kind, a newer format or another meaning of the ids.
        """
        if description.get("kind") == "remi" and description.get("format") == 1:
            raise ModelFileError(
                "This model was made by an earlier Segue, which could not tell a piece's tracks"
                " apart: it cannot go on with them.",
                hint="Train it anew: its songs are still in the library.",
            )
        if description.get("kind") != "remi" or description.get("format") != FORMAT:
            raise ModelFileError(
                "This model's tokenizer is of a kind this version of Segue does not know.",
                hint="Open it with the version of Segue that made it.",
            )
        try:
            tokenizer = cls(TokenizerConfig(**description["config"]))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelFileError("The model's tokenizer description is damaged.") from error
        if tokenizer.fingerprint != description.get("fingerprint"):
            raise ModelFileError(
                "This model's tokens mean something else than this version's.",
                hint="It was made with another version of its tokenizer.",
            )
        return tokenizer

    def describe(self) -> dict[str, Any]:
        """Return plain values for a checkpoint, the argument of `from_description`."""
        config = asdict(self.config)
        if not config["any_order"]:
            # Left out if it is off, so that older versions can read the description.
            del config["any_order"]
        return {
            "kind": "remi",
            "format": FORMAT,
            "config": config,
            "vocab_size": self.vocab_size,
            "fingerprint": self.fingerprint,
        }

    def extends(self, description: dict[str, Any]) -> bool:
        """Return whether this tokenizer starts with all ids of another one.

        Args:
            description: The other one, as from `describe`.

        Raises:
            ModelFileError: As `from_description`.
        """
        other = Tokenizer.from_description(description).vocabulary
        first = self.vocabulary.names[: len(other)]
        same_grid = other.positions_per_beat == self.vocabulary.positions_per_beat
        return same_grid and first == other.names

    @property
    def vocab_size(self) -> int:
        """Number of ids, V."""
        return len(self.vocabulary)

    @property
    def ticks_per_quarter(self) -> int:
        """The resolution of `decode` and of `NoteReader`."""
        return self.config.positions_per_beat

    @property
    def token_names(self) -> tuple[str, ...]:
        """Strings by id."""
        return self.vocabulary.names

    @property
    def fingerprint(self) -> str:
        """Differs whenever an id means something else."""
        return self.vocabulary.fingerprint

    @property
    def pad(self) -> int:
        """The id that fills what no song fills."""
        return self.vocabulary.pad

    @property
    def begin(self) -> int:
        """The id before a song's first bar."""
        return self.vocabulary.begin

    @property
    def end(self) -> int:
        """The id after a song's last note."""
        return self.vocabulary.end

    @property
    def bar(self) -> int:
        """The id with which every bar begins."""
        return self.vocabulary.bar

    def encode(
        self,
        score: Score,
        *,
        bars: int = 0,
        parts: Parts | None = None,
        chords: tuple[Chord, ...] | None = None,
    ) -> Encoded:
        """Return a score's ids without begin and end.

        Args:
            score: Any resolution, any meter.
            bars: Fewest bars to write, empty ones at the end included.
            parts: The parts of the tracks; by default one for each track with notes, in order.
            chords: The chords; by default those found in the music.

        Raises:
            EmptyMusicError: The score has no notes and `bars` is 0.
            LimitError: More than 20,000 bars or 1,000,000 ids.
        """
        return encode(score, self.vocabulary, bars=bars, parts=parts, chords=chords)

    def decode(self, ids: Sequence[int] | NDArray[np.integer[Any]]) -> Score:
        """Return the music of ids, one track for each part; ticks are positions."""
        return decode(ids, self.vocabulary)
