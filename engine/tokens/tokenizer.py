"""Score to token ids and back: MidiTok's REMI with parts and chords. The only importer of MidiTok.

MidiTok defines the vocabulary and provides a reference decoder; Segue has its own encoder and
decoder. REMI: Huang and Yang 2020, "Pop Music Transformer" (arXiv 2002.00212); with programs and
meters in one stream it is REMI+ of von Rütte et al. 2022, FIGARO (arXiv 2201.10936).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from miditok import REMI
from miditok import TokenizerConfig as MidiTokConfig
from numpy.typing import NDArray

from engine.config import TokenizerConfig
from engine.errors import ModelFileError
from engine.music.chords import QUALITIES, Chord
from engine.music.score import Control, Note, Score, Tempo, TimeSignature, Track
from engine.tokens.decoding import SUSTAIN, decode
from engine.tokens.encoding import Encoded, encode
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import DRUMS, MOST_BARS, TokenKind, Vocabulary

# Changes with the meaning of ids: a model reads only the format that it learned.
FORMAT = 2
METERS = {
    2: [2, 3, 4],
    4: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    8: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    16: [1, 3, 5, 7, 9],
}
# Beats a minute; slower and faster tempos take the nearest token.
TEMPO_RANGE = (20, 300)


class QuarterGridREMI(REMI):  # type: ignore[misc]  # miditok is untyped
    """REMI whose grid is the quarter note in every meter.

    MidiTok divides the meter's denominator: 2/2 would have 6 positions per quarter and lose its
    16ths, 6/8 would have 24, and one duration token would have three lengths. Here positions and
    durations have the same meaning in all meters.
    """

    def __init__(self, config: MidiTokConfig) -> None:
        super().__init__(config)
        positions = self.config.max_num_pos_per_beat
        self.time_division = positions
        self._tpb_per_ts = dict.fromkeys(METERS, positions)

    def _compute_ticks_per_pos(self, ticks_per_beat: int) -> int:  # noqa: ARG002 - overrides
        return 1


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
        self._remi = QuarterGridREMI(_miditok_config(self.config))
        ids: dict[str, int] = self._remi.vocab
        self.vocabulary = Vocabulary(
            names=(*sorted(ids, key=ids.__getitem__), *_added_names(self.config)),
            positions_per_beat=self.config.positions_per_beat,
        )

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

    def decode_as_miditok(self, ids: Sequence[int] | NDArray[np.integer[Any]]) -> Score:
        """Return the music of ids by MidiTok's decoder, the reference for `NoteReader`.

        Special ids are skipped, parts of one program are one track, and ticks are positions. The
        cost is linear in the whole piece.
        """
        decoded = self._remi.decode(list(self._plain(ids)))
        return Score(
            ticks_per_quarter=self.ticks_per_quarter,
            tracks=tuple(_track_of(track) for track in decoded.tracks),
            tempos=tuple(sorted(Tempo(t.time, round(t.tempo, 2)) for t in decoded.tempos)),
            time_signatures=tuple(
                TimeSignature(t.time, t.numerator, t.denominator) for t in decoded.time_signatures
            ),
        )

    def _plain(self, ids: Sequence[int] | NDArray[np.integer[Any]]) -> Iterator[int]:
        """Yield ids for MidiTok, with programs in place of parts, and without chords."""
        kinds, values = self.vocabulary.kinds, self.vocabulary.values
        programs: dict[int, int] = {}
        part = 0
        for token in map(int, ids):
            kind = kinds[token]
            if kind == TokenKind.PART:
                part = int(values[token])
                if part in programs:
                    yield programs[part]
            elif kind == TokenKind.PROGRAM:
                programs[part] = token
            elif kind not in _NOT_MIDITOKS:
                yield token


_NOT_MIDITOKS = frozenset(
    {
        TokenKind.SPECIAL,
        TokenKind.CHORD,
        TokenKind.GAP,
        TokenKind.FILL,
        TokenKind.BARS,
        TokenKind.BACK,
        TokenKind.REJOIN,
    }
)


def _added_names(config: TokenizerConfig) -> Iterator[str]:
    """Yield the names of the ids that MidiTok does not have."""
    if config.chords:
        yield "Chord_none"
        yield from (f"Chord_{root}.{quality}" for root in range(12) for quality in QUALITIES)
    yield from (f"Part_{part}" for part in range(config.parts))
    # Last, so that an existing model can be extended with them.
    if config.any_order:
        yield from ("Gap_None", "Fill_None", "Rejoin_None")
        yield from (f"Bars_{bars}" for bars in range(1, MOST_BARS + 2))
        yield from (f"Back_{bars}" for bars in range(1, MOST_BARS + 2))


def plain_miditok(config: TokenizerConfig) -> Callable[[Any], Any]:
    """Return MidiTok's own encoder with these settings, for comparisons."""
    return REMI(_miditok_config(config))  # type: ignore[no-any-return]


def _miditok_config(config: TokenizerConfig) -> MidiTokConfig:
    positions = config.positions_per_beat
    # The longer a note, the coarser its end, because listeners notice it less. A resolution has
    # to divide the grid, or MidiTok's integer division would give two tokens one length.
    resolutions = {
        (0, 1): positions,
        (1, 4): 12 if positions % 12 == 0 else positions,
        (4, 8): 6 if positions % 6 == 0 else positions,
        (8, 16): 2,
        (16, 32): 1,
    }
    return MidiTokConfig(
        pitch_range=(0, 127),
        beat_res=resolutions,
        num_velocities=config.velocities,
        special_tokens=["PAD", "BOS", "EOS"],
        use_programs=True,
        one_token_stream_for_programs=True,
        program_changes=True,
        programs=list(range(DRUMS, 128)),
        use_pitchdrum_tokens=True,
        drums_pitch_range=(0, 127),
        use_note_duration_programs=list(range(128)),
        use_tempos=True,
        num_tempos=config.tempos,
        tempo_range=TEMPO_RANGE,
        log_tempos=True,
        use_time_signatures=True,
        time_signature_range=METERS,
        use_rests=False,
        use_chords=False,
        use_sustain_pedals=config.sustain_pedal,
        sustain_pedal_duration=False,
        use_pitch_bends=False,
        use_key_signatures=False,
        use_control_changes=False,
        remove_duplicated_notes=False,
    )


def _track_of(track: Any) -> Track:
    return Track(
        name=track.name,
        program=track.program,
        is_drum=track.is_drum,
        notes=tuple(sorted(Note(n.time, n.pitch, n.duration, n.velocity) for n in track.notes)),
        controls=tuple(
            sorted(
                Control(c.time, c.number, c.value) for c in track.controls if c.number == SUSTAIN
            )
        ),
    )
