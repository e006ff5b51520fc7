"""MidiTok's REMI with Segue's settings: where the vocabulary comes from.

The only importer of MidiTok, which is installed for training. A training from nothing checks the
names of its tokens against MidiTok's; playing does not load it. REMI: Huang and Yang 2020, "Pop
Music Transformer" (arXiv 2002.00212); with programs and meters in one stream it is REMI+ of von
Rütte et al. 2022, FIGARO (arXiv 2201.10936).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from miditok import REMI
from miditok import TokenizerConfig as MidiTokConfig
from numpy.typing import NDArray

from engine.ground.errors import ModelFileError
from engine.tokens.decoding import SUSTAIN
from engine.tokens.naming import METERS, TEMPO_RANGE, remi_names, resolutions
from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary
from engine.values.config import TokenizerConfig
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track


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


def check_names(config: TokenizerConfig) -> None:
    """Check that the first ids of a tokenizer mean what MidiTok's do.

    Raises:
        ModelFileError: MidiTok has other names, as a later version of it may have.
    """
    if tuple(remi_names(config)) != miditok_names(config):
        raise ModelFileError(
            "The MidiTok on this machine has other tokens than this version of Segue.",
            hint="Install the version that Segue asks for.",
        )


def miditok_names(config: TokenizerConfig) -> tuple[str, ...]:
    """Return MidiTok's names of its ids, in their order."""
    ids: dict[str, int] = QuarterGridREMI(miditok_config(config)).vocab
    return tuple(sorted(ids, key=ids.__getitem__))


def decode_as_miditok(
    config: TokenizerConfig,
    vocabulary: Vocabulary,
    ids: Sequence[int] | NDArray[np.integer[Any]],
) -> Score:
    """Return the music of ids by MidiTok's decoder, the reference for `NoteReader`.

    Special ids are skipped, parts of one program are one track, and ticks are positions. The
    cost is linear in the whole piece.
    """
    decoded = QuarterGridREMI(miditok_config(config)).decode(list(plain_ids(vocabulary, ids)))
    return Score(
        ticks_per_quarter=config.positions_per_beat,
        tracks=tuple(_track_of(track) for track in decoded.tracks),
        tempos=tuple(sorted(Tempo(t.time, round(t.tempo, 2)) for t in decoded.tempos)),
        time_signatures=tuple(
            TimeSignature(t.time, t.numerator, t.denominator) for t in decoded.time_signatures
        ),
    )


def plain_ids(
    vocabulary: Vocabulary, ids: Sequence[int] | NDArray[np.integer[Any]]
) -> Iterator[int]:
    """Yield ids for MidiTok, with programs in place of parts, and without chords."""
    kinds, values = vocabulary.kinds, vocabulary.values
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


def plain_miditok(config: TokenizerConfig) -> Callable[[Any], Any]:
    """Return MidiTok's own encoder with these settings, for comparisons."""
    return REMI(miditok_config(config))  # type: ignore[no-any-return]


def miditok_config(config: TokenizerConfig) -> MidiTokConfig:
    """Return MidiTok's settings for a tokenizer."""
    return MidiTokConfig(
        pitch_range=(0, 127),
        beat_res=resolutions(config),
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
